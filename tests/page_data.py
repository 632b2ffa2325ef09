"""A dataset of six paintings with 48 units in each category, a key, and runs: what a report is made of."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from builders import picture, question, questions

from visualoverload_tasks.key import make_key
from visualoverload_tasks.prompts import prompt_in
from visualoverload_tasks.records import CATEGORIES, DIFFICULTIES, Key, Painting, Question, Questions

COLOURS = ("red", "white", "blue", "green")
PAINTINGS = 6
UNITS = 8  # of each category and painting


def dataset(folder: Path | None = None) -> Questions:
    """The questions; their paintings are files if a folder is given, else they are not at hand."""
    rows = [row for painting in range(PAINTINGS) for row in _of_painting(painting)]
    if folder is not None:
        for number in range(PAINTINGS):
            (folder / f"p{number}.jpg").write_bytes(picture(number, (640, 400)))
        rows = [replace(row, painting=_in(folder, row.painting)) for row in rows]
    return questions(rows)


def _in(folder: Path, painting: Painting) -> Painting:
    return replace(painting, path=folder / painting.name)


def _of_painting(painting: int) -> list[Question]:
    rows = []
    for category in CATEGORIES:
        for number in range(UNITS):
            # The same number of each difficulty in every category: those of one painting are alike.
            fields = {
                "category": category,
                "difficulty": DIFFICULTIES[painting % 3],
                "painting": f"p{painting}",
                "question_type": category if category in ("counting", "ocr") else "choice",
            }
            name = f"{painting}{category[:2]}{number}"
            if category in ("reasoning", "scene"):
                rows += [question(f"{name}{half}", f"Is {name} {half}?", **fields) for half in ("day", "night")]
            else:
                options = () if fields["question_type"] != "choice" else COLOURS
                rows.append(question(name, f"What is {name}?", options=options, **fields))
    return rows


def truths(rows: Questions, seed: int = 0) -> dict[str, str]:
    """A truth for each question: every number and text of it occurs nowhere else."""
    dice = random.Random(seed)
    found: dict[str, str] = {}
    for number, row in enumerate(rows):
        if row.is_yes_no:
            opposite = {"yes": "no", "no": "yes"}
            before = found.get(row.question_id.replace("night", "day"))
            found[row.question_id] = opposite[before] if before else dice.choice(["yes", "no"])
        elif row.options:
            found[row.question_id] = dice.choice(COLOURS)
        else:
            found[row.question_id] = str(90_000 + number) if row.question_type == "counting" else f"ZQX{number}KWM"
    return found


def key_of(rows: Questions, answers: Mapping[str, str]) -> Key:
    """A key that names the opposites."""
    return make_key(
        [
            {"question_id": name, "answer": answer, "opposite_of": _opposite(rows.by_id[name])}
            for name, answer in answers.items()
        ],
        rows,
    )


def _opposite(row: Question) -> str | None:
    if not row.is_yes_no:
        return None
    stem, day = row.question_id.removesuffix("night"), row.question_id.removesuffix("day")
    return f"{stem}day" if row.question_id.endswith("night") else f"{day}night"


def write_run(path: Path, responses: Mapping[str, str]) -> Path:
    """A submission."""
    rows = [{"question_id": name, "response": response} for name, response in responses.items()]
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def write_samples(folder: Path, rows: Questions, task: str, responses: Mapping[str, str]) -> Path:
    """Samples of lmms-eval, which tell the variant."""
    style = "cot" if task.endswith("_cot") else "default"
    lines = [
        {
            "doc_id": number,
            "input": prompt_in(style, row),
            "submission": {"question_id": row.question_id, "response": responses[row.question_id]},
        }
        for number, row in enumerate(rows)
        if row.question_id in responses
    ]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"x_samples_{task}.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path


def partly_right(answers: Mapping[str, str], seed: int, share: float = 0.6) -> dict[str, str]:
    """The truths, where the dice say so, else something that is mostly wrong, and now and then cannot be read.

    Both questions of a pair are right or wrong.
    """
    found = {}
    for name, answer in answers.items():
        dice = random.Random(f"{seed} {name.removesuffix('day').removesuffix('night')}")
        found[name] = answer if dice.random() < share else _guess(answer, dice)
    return found


def _guess(answer: str, dice: random.Random) -> str:
    if dice.random() < 0.15:
        return "?"
    if answer in ("yes", "no"):
        return "no" if answer == "yes" else "yes"
    return str(dice.randrange(100)) if answer.startswith("9") else dice.choice("ABCD")
