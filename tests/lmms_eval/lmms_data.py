"""A small dataset in the Hub's layout, with its key: three paintings, every question type, three pairs of opposites."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

REQUESTS = {
    "choice": "Answer with the option's letter from the given choices directly.",
    "counting": "Answer with a number directly.",
    "ocr": "Answer directly.",
}
# Sizes no model's patch grid divides, and different ones, so that a request tells which painting it shows.
SIZES = {"market.jpg": (640, 480), "harbour.jpg": (333, 251), "night.jpg": (97, 181)}


@dataclass(frozen=True)
class Row:
    """One question with the truth about it; ``note`` lets a prompt differ from what the question alone would give."""

    question_id: str
    painting: str
    category: str
    difficulty: str
    question: str
    options: tuple[str, ...]
    answer: str
    opposite_of: str | None = None
    note: str = ""

    @property
    def question_type(self) -> str:
        return "choice" if self.options else self.category

    @property
    def prompt(self) -> str:
        lettered = [f"{letter}. {option}" for letter, option in zip(ascii_uppercase, self.options)]
        asked = "\n".join([f"{self.question} Options:", *lettered, ""]) if self.options else f"{self.question} "
        return asked + REQUESTS[self.question_type] + self.note

    @property
    def right(self) -> str:
        """What a model has to say: the letter of the option, or the answer itself."""
        return ascii_uppercase[self.options.index(self.answer)] if self.options else self.answer


COLOURS = ("red", "green", "blue", "black")
DOG, NO_DOG = "Is there a dog in the picture?", "Is the picture without any dog?"

# Some prompts occur with two paintings, so only the image can tell the questions apart. The ids are what tools turn
# into numbers: 5e100000 (infinite), 00001234 (loses its zeros), 99e99999, 0e000000 (zero).
ROWS = (
    Row("5e100000", "market.jpg", "scene", "easy", DOG, ("yes", "no"), "yes", "00001234"),
    Row("00001234", "market.jpg", "scene", "medium", NO_DOG, ("no", "yes"), "no", "5e100000"),
    Row("1e309999", "market.jpg", "counting", "medium", "How many dogs are there?", (), "3"),
    Row("0a0b0c0d", "market.jpg", "ocr", "hard", "What year is on the “sign”?", (), "1800", note="\n\n  Näher\thin. "),
    Row("12345678", "market.jpg", "attributes", "easy", "What colour is the roof?", COLOURS, "green"),
    Row("00000000", "harbour.jpg", "scene", "easy", DOG, ("yes", "no"), "no", "deadbeef"),
    Row("deadbeef", "harbour.jpg", "scene", "medium", NO_DOG, ("yes", "no"), "yes", "00000000"),
    Row("99e99999", "harbour.jpg", "counting", "easy", "How many dogs are there?", (), "0"),
    Row(
        "7f7f7f7f", "harbour.jpg", "activity", "hard", "What is he doing?", ("rows", "sits", "runs", "sleeps"), "sleeps"
    ),
    Row("cafe0001", "harbour.jpg", "reasoning", "hard", "Is it noon?", ("yes", "no"), "yes", "cafe0002"),
    Row("cafe0002", "harbour.jpg", "reasoning", "hard", "Is it any time but noon?", ("yes", "no"), "no", "cafe0001"),
    Row("e0000001", "night.jpg", "ocr", "easy", "Which letter is on the flag?", (), "A"),
    Row("0e000000", "night.jpg", "counting", "medium", "How many dogs are there?", (), "1"),
    Row("00000007", "night.jpg", "attributes", "medium", "What colour is the roof?", COLOURS, "red"),
)
IDS = [row.question_id for row in ROWS]
BY_ID = {row.question_id: row for row in ROWS}
ORACLE = {row.question_id: row.right for row in ROWS}


def paint(name: str) -> bytes:
    """The JPEG file of a painting: coarse random patches, alike in no two paintings."""
    width, height = SIZES[name]
    seed = list(SIZES).index(name)
    patches = np.random.default_rng(seed).integers(0, 256, (height // 16 + 1, width // 16 + 1, 3), dtype=np.uint8)
    pixels = patches.repeat(16, axis=0).repeat(16, axis=1)[:height, :width]
    file = io.BytesIO()
    # A quality, a subsampling and a coding that no host would choose when it encodes the picture again.
    Image.fromarray(pixels).save(file, "JPEG", quality=71 + seed, subsampling=seed, progressive=seed == 1)
    return file.getvalue()


PAINTINGS = {name: paint(name) for name in SIZES}


def pixels(content: bytes) -> np.ndarray:
    """All pixels of an image file, in RGB."""
    with Image.open(io.BytesIO(content)) as image:
        return np.asarray(image.convert("RGB"))


def write_data(
    folder: Path, rows: Iterable[Row] = ROWS, images: dict[str, bytes] = PAINTINGS, drop: str | None = None
) -> Path:
    """Write the rows as the Hub keeps them, and return the folder; ``drop`` leaves a column out."""
    columns = [
        {
            "image": {"bytes": images[row.painting], "path": row.painting},
            "question_id": row.question_id,
            "question_type": row.question_type,
            "question": row.question,
            "options": repr(list(row.options)) if row.options else "",
            "difficulty": row.difficulty,
            "category": row.category,
            "default_prompt": row.prompt,
        }
        for row in rows
    ]
    table = pa.Table.from_pylist([{name: value for name, value in row.items() if name != drop} for row in columns])
    (folder / "data").mkdir(parents=True)
    pq.write_table(table, folder / "data" / "test-00000-of-00001.parquet", row_group_size=4)
    return folder


def write_key(file: Path, **answers: str) -> Path:
    """Write the ground truth, with further answers if any are given."""
    entries = [{"question_id": r.question_id, "answer": r.answer, "opposite_of": r.opposite_of} for r in ROWS]
    file.write_text(json.dumps([*entries, *({"question_id": q, "answer": a} for q, a in answers.items())]))
    return file
