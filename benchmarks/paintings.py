"""Seconds a question of handing paintings to a host, beside a naive twin, in one run.

    python benchmarks/paintings.py [DATA]      DATA as in VISUALOVERLOAD_DATA; by default the demo

The twin opens, converts and encodes the image of every question, as a task does that keeps images in its rows.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from time import process_time

import pyarrow.parquet as pq
from PIL import Image

from visualoverload_tasks import Question, load_questions, open_painting
from visualoverload_tasks import source as data


def shared(question: Question) -> Image.Image:
    return open_painting(question.painting)


def naive(question: Question) -> Image.Image:
    return Image.open(question.painting.path).convert("RGB")


def encoded(image: Image.Image, name: str) -> int:
    buffer = io.BytesIO()
    image.save(buffer, format=name)
    return buffer.tell()


def encode_all(
    questions: Sequence[Question], twin: Callable[[Question], Image.Image], name: str
) -> tuple[float, float]:
    """CPU seconds and megabytes a question."""
    start = process_time()
    size = sum(encoded(twin(question), name) for question in questions)
    return (process_time() - start) / len(questions), size / len(questions) / 1e6


def load_all(load: Callable[[], object], number: int) -> float:
    """CPU seconds a question."""
    start = process_time()
    load()
    return (process_time() - start) / number


def main() -> None:
    source = sys.argv[1] if len(sys.argv) > 1 else "demo"
    questions = load_questions(source)
    paintings = {question.painting.painting_id for question in questions}
    print(f"{len(questions)} questions, {len(paintings)} paintings; CPU seconds a question")
    print(f"{'':24}{'shared':>10}{'naive':>10}{'ratio':>8}{'MB shared':>12}{'MB naive':>10}")
    for name in ("PNG", "JPEG"):
        (ours, our_size), (theirs, their_size) = (encode_all(questions, twin, name) for twin in (shared, naive))
        row(f"{name} of each question", ours, theirs, f"{our_size:12.2f}{their_size:10.2f}")
    data._load.cache_clear()  # time a new process that finds a prepared cache
    files = data.locate(source).files
    ours = load_all(lambda: load_questions(source), len(questions))
    theirs = load_all(lambda: [pq.read_table(path).to_pylist() for path in files], len(questions))
    row("loading the questions", ours, theirs)


def row(name: str, ours: float, theirs: float, rest: str = "") -> None:
    print(f"{name:24}{ours:10.4f}{theirs:10.4f}{theirs / ours:8.1f}{rest}")


if __name__ == "__main__":
    main()
