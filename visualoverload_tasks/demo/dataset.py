"""An offline dataset to try everything on: six dense painted scenes, sixty questions, and their ground truth.

It has the layout of the published dataset, so it goes through the same code. The answers are read off the scenes that
the pictures are painted from. It says nothing about a model's sight.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq

from ..prompts import build_prompt
from .drawing import paint
from .placing import build_scene
from .plans import PLANS
from .questions import ASKED, Opposites, Single
from .scene import Scene

DEMO_VERSION = "2"

_STRINGS = ("question_id", "question_type", "question", "options", "difficulty", "category", "default_prompt")
_ONE_PAGE = 1 << 28  # bytes: room for every painting in the dictionary page, so that each is stored once

# As text these are ids; read as numbers they lose digits. Published ids are hexadecimal, so some look like this.
_NUMBER_LIKE = {
    ("market", "Is it day?"): "5e200000",
    ("harbour", "How many sailing boats are on the water?"): "00004321",
}


@dataclass(frozen=True, slots=True)
class _Row:
    """One question with its answer."""

    question_id: str
    question_type: str
    question: str
    options: tuple[str, ...]
    difficulty: str
    category: str
    answer: str
    opposite_of: str = ""


def write_demo(folder: Path) -> None:
    """Writes ``data/test-00000-of-00001.parquet``, ``ground_truth.json`` and ``complexity.json`` into a folder.

    The same on every call.
    """
    scenes = [build_scene(plan) for plan in PLANS]
    rows = [(scene, row) for number, scene in enumerate(scenes) for row in _rows(scene, number)]
    (folder / "data").mkdir(parents=True, exist_ok=True)
    images = {scene.plan.name: {"bytes": _jpeg(scene), "path": f"{scene.plan.name}.jpg"} for scene in scenes}
    table = _table([{"image": images[scene.plan.name], **_columns(row)} for scene, row in rows])
    pq.write_table(table, folder / "data" / "test-00000-of-00001.parquet", dictionary_pagesize_limit=_ONE_PAGE)
    _write_json(folder / "ground_truth.json", [_key_entry(row) for _, row in rows])
    _write_json(folder / "complexity.json", [_complexity(scene, rows) for scene in scenes])


def _write_json(path: Path, content: object) -> None:
    text = json.dumps(content, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8", newline="\n")


def _complexity(scene: Scene, rows: list[tuple[Scene, _Row]]) -> dict[str, object]:
    """As published, but the denser of two scenes is the one with more things, without anybody's judgement."""
    others = {other.plan.name: len(other.things) for other, _ in rows if other is not scene}
    return {
        "image": f"{scene.plan.name}.jpg",
        "win_rate": sum(things < len(scene.things) for things in others.values()) / len(others),
        "corresponding_qids": [row.question_id for own, row in rows if own is scene],
    }


def _rows(scene: Scene, number: int) -> Iterator[_Row]:
    random = Random(scene.plan.seed)
    for index, asked in enumerate(ASKED[scene.plan.name]):
        if isinstance(asked, Single):
            yield _single(asked, scene, random)
        else:  # in every other pair the question whose answer is yes comes first
            yield from _opposites(asked, scene, (number + index) % 2 == 0, random)


def _single(asked: Single, scene: Scene, random: Random) -> _Row:
    answer = asked.truth(scene)
    wrong = sorted(set(asked.pool) - {answer})
    options = random.sample([answer, *random.sample(wrong, 3)], 4) if asked.pool else []
    kind = "choice" if options else asked.category
    question_id = _question_id(scene, asked.question)
    return _Row(question_id, kind, asked.question, tuple(options), asked.difficulty, asked.category, answer)


def _opposites(asked: Opposites, scene: Scene, yes_first: bool, random: Random) -> list[_Row]:
    options = tuple(random.sample(("yes", "no"), 2))
    ids = [_question_id(scene, question) for question in asked.questions]
    truth = asked.first_is_true(scene)
    answers = ("yes", "no") if truth else ("no", "yes")
    fields = zip(ids, asked.questions, asked.difficulties, answers, reversed(ids), strict=True)
    rows = [
        _Row(own, "choice", question, options, difficulty, asked.category, answer, other)
        for own, question, difficulty, answer, other in fields
    ]
    return rows if truth == yes_first else rows[::-1]


def _question_id(scene: Scene, question: str) -> str:
    place = scene.plan.name, question
    return _NUMBER_LIKE.get(place) or sha256("\n".join(place).encode()).hexdigest()[:8]


def _columns(row: _Row) -> dict[str, str]:
    prompt = build_prompt(row.question_type, row.question, row.options)
    columns = {**asdict(row), "options": str(list(row.options)), "default_prompt": prompt}
    return {name: columns[name] for name in _STRINGS}


def _key_entry(row: _Row) -> dict[str, str]:
    entry = {"question_id": row.question_id, "answer": row.answer}
    return {**entry, "opposite_of": row.opposite_of} if row.opposite_of else entry


def _jpeg(scene: Scene) -> bytes:
    file = BytesIO()
    paint(scene).save(file, "JPEG", quality=90)
    return file.getvalue()


def _table(rows: list[dict[str, object]]) -> pa.Table:
    image = pa.field("image", pa.struct([("bytes", pa.binary()), ("path", pa.string())]))
    features = {"image": {"_type": "Image"}, **{name: {"dtype": "string", "_type": "Value"} for name in _STRINGS}}
    metadata = {"huggingface": json.dumps({"info": {"features": features}})}
    schema = pa.schema([image, *((name, pa.string()) for name in _STRINGS)], metadata=metadata)
    return pa.Table.from_pylist(rows, schema=schema)
