"""What the rules of extraction and scoring made of fixed responses, and with which versions: a change detector.

``expected.json`` is this package's own output. It cannot tell right from wrong, which the other tests do; it tells that
something moved, so that no score moves under an old version. ``responses.json`` is fixed: forms as models write them,
about 60 % right, for the demo's questions.

``python tests/golden/make.py`` writes ``expected.json`` anew, if versions were bumped for all that changed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from visualoverload_tasks import Run, evaluate_run, find_pairs, load_key, load_questions
from visualoverload_tasks.answers import ANSWERS_VERSION
from visualoverload_tasks.demo.dataset import DEMO_VERSION
from visualoverload_tasks.evaluation import extract_answers
from visualoverload_tasks.inference import INFERENCE_VERSION
from visualoverload_tasks.metrics import METRICS_VERSION
from visualoverload_tasks.records import Answer, Questions

FOLDER = Path(__file__).parent
EXPECTED = FOLDER / "expected.json"
COMMAND = "python tests/golden/make.py"
# Part of the output -> the version that stands for it.
CONSTANTS = {"answers": "ANSWERS_VERSION", "pairs": "INFERENCE_VERSION", "scores": "METRICS_VERSION"}


def make(recorded: dict[str, Any] | None = None) -> dict[str, Any]:
    """The output of today.

    Args:
        recorded: an earlier output; the scores then are those of its answers, and move by their own rules only.
    """
    demo = load_questions("demo")
    key = load_key(None, demo)
    # Painting ids hash the JPEG file, which another encoder writes differently.
    rows = tuple(replace(q, painting=replace(q.painting, painting_id=q.painting.name)) for q in demo)
    questions = Questions(rows, demo.source, "fixed")
    responses = json.loads((FOLDER / "responses.json").read_text(encoding="utf-8"))
    answers = {q: asdict(answer) for q, answer in extract_answers(questions, responses).items()}
    given = {q: Answer(**answer) for q, answer in (recorded or {}).get("answers", answers).items()}
    reports = {
        name: evaluate_run(questions, Run(responses), truth, answers=given).to_dict()
        for name, truth in (("with_key", key), ("without_key", None))
    }
    for report in reports.values():
        del report["signature"], report["pairs"]  # name versions
        report["findings"] = [[one["finding"], one["count"], one["of"]] for one in report["findings"]]
    pairs = [[pair.first, pair.second] for pair in find_pairs(questions)]
    return {
        "about": "made by tests/golden/make.py: a change detector, no authority on what is right",
        "versions": {
            "answers": ANSWERS_VERSION,
            "pairs": INFERENCE_VERSION,
            "scores": METRICS_VERSION,
            "demo": DEMO_VERSION,
        },
        "answers": answers,
        "pairs": pairs,
        "scores": reports,
    }


def moved(recorded: dict[str, Any], today: dict[str, Any]) -> dict[str, list[str]]:
    """Part -> the places where it is no longer as recorded. What is new in a part's form has moved nothing."""
    found = {}
    for part in CONSTANTS:
        now = dict(_flat(today[part]))
        places = [place for place, value in _flat(recorded[part]) if place not in now or now[place] != value]
        if places:
            found[part] = places
    return found


def complaints(recorded: dict[str, Any], today: dict[str, Any]) -> Iterator[str]:
    """One line for each part that moved under its old version."""
    for part, places in moved(recorded, today).items():
        if recorded["versions"][part] == today["versions"][part] and not _demo_changed(recorded, today):
            yield (
                f"{part} changed at {len(places)} places, such as {places[0]}: bump {CONSTANTS[part]} "
                f"and regenerate with `{COMMAND}`"
            )


def _demo_changed(recorded: dict[str, Any], today: dict[str, Any]) -> bool:
    return bool(recorded["versions"]["demo"] != today["versions"]["demo"])


def _flat(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, (dict, list)) and value:
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _flat(inner, f"{place}/{name}")
    else:
        yield place, round(value, 9) if isinstance(value, float) else value


def main() -> None:
    """Write the output of today, unless a score moved under its old version."""
    if EXPECTED.exists():
        recorded = json.loads(EXPECTED.read_text(encoding="utf-8"))
        if lines := list(complaints(recorded, make(recorded))):
            sys.exit("\n".join(lines))
    EXPECTED.write_text(json.dumps(make(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"wrote {EXPECTED}")


if __name__ == "__main__":
    main()
