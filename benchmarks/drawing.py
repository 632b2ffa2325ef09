"""A set of the benchmark's shape and size, drawn: the Hub's columns and Parquet layout, paintings of 8.3 megapixels.

    python benchmarks/drawing.py FOLDER [--paintings 150] [--width 3840 --height 2160]

The noise is chosen so that files weigh what the published ones do: JPEG of about 3.3 MB, 14 MB as PNG, and as slow to
encode as two of the published paintings. The same arguments draw the same set.
"""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

from visualoverload_tasks.prompts import build_prompt

_SEED = 135  # one that gives the first 3 paintings 18 questions each on average, and the first 15
SIZE = (3840, 2160)
PAINTINGS = 150
_ROWS_A_GROUP = 100  # as `datasets` writes images; a painting at the border of two groups is stored in both
_TEXTS = ("question_id", "question_type", "question", "options", "difficulty", "category", "default_prompt")
_YES_NO = ("yes", "no")
_COLOURS = ("red", "white", "blue", "green")
# What the published data asks: category, questions a unit, units (docs/benchmark.md); 1,875 units of 2,720 questions.
_UNITS = (
    ("activity", 1, 150),
    ("attributes", 1, 149),
    ("counting", 1, 559),
    ("ocr", 1, 118),
    ("reasoning", 1, 54),
    ("reasoning", 2, 151),
    ("scene", 2, 694),
)


def draw_rows(paintings: int = PAINTINGS) -> list[list[dict[str, str]]]:
    """The texts of the questions of each painting: of all 150 as many in each category as published."""
    units = [(category, size) for category, size, number in _UNITS for _ in range(number)]
    Random(_SEED).shuffle(units)
    every: list[list[dict[str, str]]] = []
    for painting in range(paintings):
        rows: list[dict[str, str]] = []
        for category, size in units[painting::PAINTINGS]:
            for _ in range(size):
                rows.append(_row(painting, len(rows), category, size))
        every.append(rows)
    return every


def _row(painting: int, number: int, category: str, size: int) -> dict[str, str]:
    kind = category if category in ("counting", "ocr") else "choice"
    options = () if kind != "choice" else _YES_NO if size == 2 else _COLOURS
    text = f"What about thing {number} of painting {painting}?"
    return {
        "question_id": f"{painting:04x}{number:04x}",
        "question_type": kind,
        "question": text,
        "options": str(list(options)),
        "difficulty": ("easy", "medium", "hard")[(painting + number) % 3],
        "category": category,
        "default_prompt": build_prompt(kind, text, options),
    }


def draw_set(folder: Path, paintings: int, size: tuple[int, int] = SIZE) -> Path:
    """Write ``folder/data/test-00000-of-00001.parquet`` with the questions and images of so many paintings."""
    file = folder / "data" / "test-00000-of-00001.parquet"
    file.parent.mkdir(parents=True)
    image = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    features = {name: {"dtype": "string", "_type": "Value"} for name in _TEXTS} | {"image": {"_type": "Image"}}
    fields = [("image", image), *((name, pa.string()) for name in _TEXTS)]
    schema = pa.schema(fields, {"huggingface": json.dumps({"info": {"features": features}})})
    with pq.ParquetWriter(file, schema) as writer:
        for rows in _groups(paintings, size):
            writer.write_table(pa.Table.from_pylist(rows, schema))
    return folder


def _groups(paintings: int, size: tuple[int, int]) -> Iterator[list[dict[str, Any]]]:
    group: list[dict[str, Any]] = []
    for rows, content in zip(draw_rows(paintings), draw_paintings(paintings, size)):
        image = {"bytes": content, "path": f"{rows[0]['question_id'][:4]}.jpg"}
        for row in rows:
            group.append({**row, "image": image})
            if len(group) == _ROWS_A_GROUP:
                yield group
                group = []
    if group:
        yield group


def draw_paintings(paintings: int, size: tuple[int, int] = SIZE) -> Iterator[bytes]:
    """JPEG files: large and small patches of colour under the grain of a canvas."""
    width, height = size
    grain = np.random.default_rng(0).normal(0, 4, (height, width, 1)).astype(np.int16)
    for number in range(paintings):
        dice = np.random.default_rng(number)
        large, small = (_patches(dice, shape, size) for shape in ((9, 16), (height // 8, width // 8)))
        pixels = np.asarray(Image.blend(large, small, 0.2), dtype=np.int16) + np.roll(grain, 7919 * number, axis=0)
        file = io.BytesIO()
        Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)).save(file, "JPEG", quality=95)
        yield file.getvalue()


def _patches(dice: np.random.Generator, shape: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    return Image.fromarray(dice.integers(0, 256, (*shape, 3), dtype=np.uint8)).resize(size, Image.Resampling.BICUBIC)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Draw a set of the benchmark's shape and size.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--paintings", type=int, default=PAINTINGS)
    parser.add_argument("--width", type=int, default=SIZE[0])
    parser.add_argument("--height", type=int, default=SIZE[1])
    wanted = parser.parse_args(arguments)
    draw_set(wanted.folder, wanted.paintings, (wanted.width, wanted.height))


if __name__ == "__main__":
    main()
