"""Small datasets in the Hub's exact layout, with images drawn here, and their keys."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

from visualoverload_tasks.prompts import build_prompt
from visualoverload_tasks.records import Painting, Question, Questions

TEXTS = ("question_id", "question_type", "question", "options", "difficulty", "category", "default_prompt")
IMAGE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])


def picture(
    seed: int = 0, size: tuple[int, int] = (40, 30), mode: str = "RGB", format: str = "JPEG", **save: Any
) -> bytes:
    """The file of an image of noise, which no encoder keeps when it encodes again."""
    image = Image.frombytes("RGB", size, random.Random(seed).randbytes(3 * size[0] * size[1])).convert(mode)
    file = io.BytesIO()
    image.save(file, format, **save)
    return file.getvalue()


def row(question_id: str, question: str = "Is it day?", **fields: Any) -> dict[str, Any]:
    """One row as the Hub has it; by default an easy yes/no question about the scene of one painting."""
    made = {
        "image": {"bytes": picture(), "path": "1.jpg"},
        "question_id": question_id,
        "question_type": "choice",
        "question": question,
        "options": "['yes', 'no']",
        "difficulty": "easy",
        "category": "scene",
        **fields,
    }
    return {**made, "default_prompt": made.get("default_prompt", f"{question} PROMPT {question_id}")}


def small_rows() -> list[dict[str, Any]]:
    """Ten questions about two paintings, of every type and category, with ids that look like numbers."""
    first, second = ({"bytes": picture(seed), "path": f"{seed}.jpg"} for seed in (1, 2))
    colours = "['red', 'white', 'blue', 'green']"
    free = {"options": "[]"}
    return [
        row("5e100000", "Is it day?", image=first),
        row("00001234", "Is it night?", image=first, difficulty="medium"),
        row("00000000", "What is the man doing?", image=first, category="activity", options=colours),
        row("88a09e03", "How many boats?", image=first, category="counting", question_type="counting", **free),
        row("1e100000", "Which word?", image=first, category="ocr", question_type="ocr", difficulty="hard", **free),
        row("df7cdb1e", "Is the hall taller than the tower?", image=second, category="reasoning"),
        row("b9eeb07c", "Is the tower taller than the hall?", image=second, category="reasoning", difficulty="hard"),
        row("82a13fe7", "Where is the sun?", image=second, category="reasoning", options=colours),
        row("948a5196", "Which colour?", image=second, category="attributes", options=colours, difficulty="medium"),
        row("59628a3d", "How many dogs?", image=second, category="counting", question_type="counting", **free),
    ]


SMALL_KEY = {
    "5e100000": "yes",
    "00001234": "no",
    "00000000": "white",
    "88a09e03": "12",
    "1e100000": "TÉNIERS",
    "df7cdb1e": "no",
    "b9eeb07c": "yes",
    "82a13fe7": "blue",
    "948a5196": "green",
    "59628a3d": "3",
}

RIGHT = {  # what a model says that has all of it right
    "5e100000": "A",
    "00001234": "B",
    "00000000": "B",
    "88a09e03": "12",
    "1e100000": "Teniers",
    "df7cdb1e": "B",
    "b9eeb07c": "A",
    "82a13fe7": "C",
    "948a5196": "D",
    "59628a3d": "3",
}


def write_parquet(path: Path, rows: Sequence[Mapping[str, Any]], **types: pa.DataType | None) -> Path:
    """Write rows in the Hub's layout; ``types`` replaces a column's type, and None leaves the column out."""
    kinds = {"image": IMAGE, **dict.fromkeys(TEXTS, pa.string()), **types}
    fields = [pa.field(name, kind) for name, kind in kinds.items() if kind is not None]
    features = {name: {"dtype": "string", "_type": "Value"} for name in TEXTS} | {"image": {"_type": "Image"}}
    metadata = {"huggingface": json.dumps({"info": {"features": features}})}
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist([dict(one) for one in rows], pa.schema(fields, metadata)), path)
    return path


def write_dataset(folder: Path, rows: Sequence[Mapping[str, Any]] | None = None, shards: int = 1) -> Path:
    """The folder of a dataset as a clone of the Hub's repository has it."""
    rows = small_rows() if rows is None else rows
    for number in range(shards):
        part = rows[number * len(rows) // shards : (number + 1) * len(rows) // shards]
        write_parquet(folder / "data" / f"test-{number:05d}-of-{shards:05d}.parquet", part)
    return folder


def write_key(path: Path, content: object = None) -> Path:
    """A ground-truth file, by default the one of ``small_rows``."""
    path.write_text(json.dumps(SMALL_KEY if content is None else content, ensure_ascii=False), encoding="utf-8")
    return path


def question(question_id: str, text: str = "Is it day?", **fields: Any) -> Question:
    """A question without a file behind it; ``painting`` may be given by a name."""
    made = {"question_type": "choice", "options": ("yes", "no"), "difficulty": "easy", "category": "scene", **fields}
    name = made.pop("painting", "1")
    prompt = made.pop("prompt", build_prompt(made["question_type"], text, made["options"]))
    return Question(
        question_id, question=text, prompt=prompt, painting=Painting(name, f"{name}.jpg", Path(name)), **made
    )


def questions(*rows: Question | Iterable[Question]) -> Questions:
    """A dataset of these questions."""
    flat = [one for item in rows for one in ([item] if isinstance(item, Question) else item)]
    return Questions(tuple(flat), "made by a test", "0123456789ab")


def published_like() -> tuple[list[Question], dict[str, Any]]:
    """Questions without images and their key, with exactly the published counts of questions, units and paintings.

    Which difficulties pairs have is not published; these are a solution of the six sums (docs/benchmark.md).
    """
    singles = ["activity"] * 150 + ["attributes"] * 149 + ["counting"] * 559 + ["ocr"] * 118 + ["reasoning"] * 54
    levels = ["easy"] * 200 + ["medium"] * 424 + ["hard"] * 406
    doubles = ["reasoning"] * 151 + ["scene"] * 694
    both = (
        [("easy", "easy")] * 268 + [("easy", "medium")] * 250 + [("medium", "medium")] * 315 + [("hard", "hard")] * 12
    )
    made: list[Question] = []
    for number, (category, level) in enumerate(zip(singles, levels, strict=True)):
        kind = category if category in ("counting", "ocr") else "choice"
        options = tuple("abcd") if kind == "choice" else ()
        fields = {"category": category, "difficulty": level, "painting": str(number % 150)}
        made.append(question(f"s{number:04}", f"Which {number}?", question_type=kind, options=options, **fields))
    for number, (category, pair) in enumerate(zip(doubles, both, strict=True)):
        fields = {"category": category, "painting": str(number % 150)}
        made += [question(f"p{number:04}{i}", difficulty=level, **fields) for i, level in enumerate(pair)]
    made.sort(key=lambda one: int(one.painting.name[:-4]))  # rows of one painting are contiguous
    truth = {"choice": "A", "counting": "3", "ocr": "word"}
    key: dict[str, Any] = {one.question_id: {"answer": truth[one.question_type]} for one in made}
    for question_id in [name for name in key if name.startswith("p") and name.endswith("1")]:
        key[question_id] = {"answer": "B", "opposite_of": f"{question_id[:-1]}0"}
    return made, key


def key_list(key: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A key's entries as a ground-truth file lists them."""
    return [{"question_id": question_id, **entry} for question_id, entry in key.items()]
