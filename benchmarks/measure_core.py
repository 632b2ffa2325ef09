"""The core alone: the scores of a run, starts of Python, and the first look at the data. Started by ``run.py``.

python benchmarks/measure_core.py scoring|startup|build
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from drawing import draw_rows
from measuring import Meter, disk

from visualoverload_tasks import Key, Questions, evaluate, load_questions, make_key
from visualoverload_tasks.enabling import _LINE
from visualoverload_tasks.evaluation import extract_answers
from visualoverload_tasks.intervals import RESAMPLES
from visualoverload_tasks.metrics import make_units
from visualoverload_tasks.pairs import find_pairs
from visualoverload_tasks.records import Painting, Question, Unit
from visualoverload_tasks.source import parse_options

LOOPED = 50  # resamples of the plain loop, whose time is then scaled to all of them
STARTS = 15  # of which the quickest counts: other programs can only make one slower


def scoring() -> None:
    """The full report of 2,720 responses, beside a plain loop over resampled paintings."""
    questions, responses, truth = made_run()
    key = make_key(truth, questions)
    meter = Meter()
    with meter.measured():
        report = evaluate(questions, responses, key)
    found, looped = naive_scores(questions, responses, key)
    scores = {**report.category, **report.difficulty, "total": report.total}
    same = all((score.correct, score.units) == found[name] for name, score in scores.items() if score)
    meter.print(questions=len(questions), naive=looped * RESAMPLES / LOOPED, same=same)


def made_run() -> tuple[Questions, dict[str, str], dict[str, str]]:
    """Questions without images, responses of which about half are right, and the truth."""
    dice = Random(0)
    questions = Questions(
        tuple(question for rows in draw_rows() for question in map(_question, rows)), "drawn", "drawn"
    )
    truth = {q.question_id: dice.choice(q.options or ("12", "7")) for q in questions}
    responses = {q.question_id: f"The answer is {dice.choice(q.options or ('12', '7'))}." for q in questions}
    return questions, responses, truth


def _question(row: Mapping[str, str]) -> Question:
    name = row["question_id"][:4]
    fields = {**row, "prompt": row["default_prompt"], "options": parse_options(row["options"])}
    del fields["default_prompt"]
    return Question(**fields, painting=Painting(name, f"{name}.jpg", Path(name)))  # type: ignore[arg-type]


def naive_scores(
    questions: Questions, responses: Mapping[str, str], key: Key
) -> tuple[dict[str, tuple[int, int]], float]:
    """Right and all units of every group, and the seconds that the bootstrap takes when it is written down plainly."""
    answers = extract_answers(questions, responses)
    units = make_units(questions, find_pairs(questions, key))
    right = {unit: all(answers[q].value == key.values[q] for q in unit.question_ids) for unit in units}
    groups: dict[str, list[Unit]] = {"total": list(units)}
    for unit in units:
        groups.setdefault(unit.category, []).append(unit)
        groups.setdefault(unit.difficulty, []).append(unit)
    dice = Random(0)
    start = process_time()
    for group in groups.values():
        paintings: dict[str, list[bool]] = {}
        for unit in group:
            paintings.setdefault(unit.painting_id, []).append(right[unit])
        shares = []
        for _ in range(LOOPED):
            drawn = [flag for one in dice.choices(list(paintings.values()), k=len(paintings)) for flag in one]
            shares.append(sum(drawn) / len(drawn))
        shares.sort()
    seconds = process_time() - start
    return {name: (sum(right[unit] for unit in group), len(group)) for name, group in groups.items()}, seconds


def startup() -> None:
    """Seconds of the quickest of several starts: from the outside for commands, else from the inside."""
    program = str(Path(sysconfig.get_path("scripts"), "visualoverload"))
    timed = "from time import perf_counter as now; start = now(); {}; print(now() - start)"
    lines = {"import": "import visualoverload_tasks", "line": f"exec({_LINE!r})"}
    inside = {
        name: min(float(_output(sys.executable, "-c", timed.format(line))) for _ in range(STARTS))
        for name, line in lines.items()
    }
    commands = {name: _start(program, f"--{name}") for name in ("help", "version")}
    Meter().print(**inside, **commands)


def _start(*command: str) -> list[float]:
    """Seconds of time, and of CPU."""
    times, cpu = [], []
    for _ in range(STARTS):
        start, before = perf_counter(), sum(os.times()[2:4])
        _output(*command)
        times.append(perf_counter() - start)
        cpu.append(sum(os.times()[2:4]) - before)
    return [min(times), min(cpu)]


def _output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def build() -> None:
    """The questions of a source that was never seen before; all paintings are checked and put into the cache."""
    meter = Meter()
    with meter.measured():
        questions = load_questions()
    meter.print(questions=len(questions), disk=disk(Path(os.environ["HF_HOME"])))


if __name__ == "__main__":
    {"scoring": scoring, "startup": startup, "build": build}[sys.argv[1]]()
