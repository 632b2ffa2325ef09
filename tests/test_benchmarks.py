"""The measurements of ``make bench`` measure what they say. Those in the hosts are tested in their environments."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import measured
import pytest
from drawing import draw_rows
from performance import Measured, Original, Result, rows

from visualoverload_tasks import CATEGORIES, load_questions
from visualoverload_tasks.data import PUBLISHED_BY_NAME, PUBLISHED_PAINTINGS, PUBLISHED_QUESTIONS


def test_a_full_set_has_the_published_numbers_of_questions() -> None:
    every = draw_rows()
    assert (len(every), sum(map(len, every))) == (PUBLISHED_PAINTINGS, PUBLISHED_QUESTIONS)
    asked = Counter(row["category"] for rows in every for row in rows)
    assert asked == {name: PUBLISHED_BY_NAME[name] for name in CATEGORIES}


def test_the_drawn_set_is_data_of_the_benchmark(tmp_path: Path) -> None:
    data = measured.draw(tmp_path / "data")
    again = measured.draw(tmp_path / "again")
    questions = load_questions(data)
    assert len({question.painting for question in questions}) == measured.PAINTINGS
    assert len(questions) == len(measured.original(data).pixels)
    assert [file.read_bytes() for file in data.rglob("*.parquet")] == [f.read_bytes() for f in again.rglob("*.parquet")]


def test_the_first_build_decodes_and_writes_each_painting_once(tmp_path: Path) -> None:
    data = measured.draw(tmp_path / "data")
    found = measured.measure("measure_core.py", "build", data=data)
    assert (found["decodes"], found["encodes"]) == (measured.PAINTINGS, 0)
    index = 10_000  # bytes; more than the index needs, less than a second copy of the paintings
    assert 0 <= found["disk"] - measured.original(data).bytes < index < measured.original(data).bytes


def test_a_plain_loop_finds_the_same_scores(tmp_path: Path) -> None:
    found = measured.measure("measure_core.py", "scoring", data=tmp_path)
    assert found["same"]
    assert found["questions"] == PUBLISHED_QUESTIONS


def results(**changed: dict[str, object]) -> Measured:
    """What a run may find: 2 paintings of 1 MB and 36 questions; all as required, unless changed."""
    ours = {
        "questions": 36,
        "cpu": 0.36,
        "peak": 500e6,
        "peak_imports": 400e6,
        "disk": 2.02e6,
        "seen": ["a"],
        "sent": 36,
    }
    ours |= {"decodes": 2, "encodes": 2}
    naive = {**ours, "cpu": 72, "decodes": 36, "encodes": 36, "seen": ["b"]}
    single = {"scoring": {"cpu": 0.5, "naive": 100}, "startup": {"import": 0.1, "line": 0.001}}
    single["startup"] |= {"help": [0.2, 0.2], "version": [0.2, 0.2]}
    names = [
        f"{part} {side}" for part in ("vlmeval", "build", "local", "core build") for side in ("ours some", "ours all")
    ]
    every = {name.replace("core build ours", "core build"): ours for name in [*names, "PNG ours", "JPEG ours"]}
    every |= {f"{part} naive": naive for part in ("vlmeval", "build", "local", "PNG", "JPEG")} | single
    made = {name: Result(name, 2, {**values, **changed.get(name, {})}) for name, values in every.items()}
    return Measured(made, {2: Original(2_000_000, ["a"])}, {}, "")


@pytest.mark.parametrize(
    ("name", "changed", "missed"),
    [
        ("vlmeval ours some", {"disk": 2.11e6}, {"VLMEvalKit: disk / paintings"}),  # 1.055 of 1.05
        ("build ours some", {"disk": 2.11e6}, set()),  # 1.055 of 1.1
        ("build ours some", {"peak": 601e6}, {"lmms-eval: peak memory"}),
        ("vlmeval naive", {"cpu": 35.9}, {"VLMEvalKit: CPU a question"}),  # 99.7 times of 100
        ("PNG naive", {"cpu": 2.15}, {"chat, PNG: CPU a question"}),  # 5.97 times of 6
        ("local ours some", {"decodes": 3}, {"local model: decodes a painting"}),
        ("PNG ours", {"seen": ["b"]}, {"pixels: PNG"}),
        ("scoring", {"cpu": 1.1, "naive": 111}, {"scoring 2,720 responses"}),
        ("local ours all", {"cpu": 0.46}, {"local model: 2 to 2 paintings, CPU"}),  # 1.28 times of 1.25
    ],
)
def test_what_is_missed_is_said(name: str, changed: dict[str, object], missed: set[str]) -> None:
    assert {row.what for row in rows(results()) if row.met is False} == set()
    assert {row.what for row in rows(results(**{name: changed})) if row.met is False} == missed
