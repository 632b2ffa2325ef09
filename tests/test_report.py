"""What people read says the same as what programs read, and says what is missing."""

from __future__ import annotations

import dataclasses

import pytest
from rich.console import Console

from visualoverload_tasks.records import CATEGORIES, DIFFICULTIES
from visualoverload_tasks.report import interval, percent, to_markdown, to_table
from visualoverload_tasks.scores import Consistency, Counts, Report, Score

FULL = Report(
    counts=Counts(questions=2720, ok=2719, unparsed=1, failed=0, missing=0),
    total=Score(1303, 1875, (66.04, 72.96)),
    category={name: Score(number, 100, (0.0, 5.55)) for number, name in enumerate(CATEGORIES, 1)},
    difficulty={name: Score(number, 100, None) for number, name in enumerate(DIFFICULTIES, 51)},
    counting_rmse=5.25,
    ocr_edit_distance=0.369,
    consistency=Consistency(700, 845),
    consistency_by_category={"reasoning": Consistency(90, 151), "scene": Consistency(610, 694)},
    pairs_from="inferred",
    signature="data:0123|prompt:default|host:[red]lmms-eval[/red]",
)
NO_KEY = dataclasses.replace(FULL, total=None, category={}, difficulty={}, counting_rmse=None, ocr_edit_distance=None)
PARTIAL = dataclasses.replace(
    FULL, counts=Counts(10, ok=5, unparsed=1, failed=3, missing=1, not_asked=2710, incomplete_pairs=4)
)


def as_table(report: Report) -> str:
    console = Console(width=300, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(to_table(report), markup=False, highlight=False)
    return console.export_text()


LAYOUTS = pytest.mark.parametrize("lay_out", [as_table, to_markdown])


@LAYOUTS
def test_every_score_has_its_counts_and_its_signature(lay_out) -> None:
    text = lay_out(FULL)
    for name in (*CATEGORIES, *DIFFICULTIES, "total", "all pairs"):
        assert name in text
    assert "69.5" in text and "1303 / 1875" in text and "[66.0, 73.0]" in text
    assert "82.8" in text and "700 / 845" in text and "87.9" in text
    assert "counting RMSE 5.2" in text or "counting RMSE 5.3" in text
    assert "OCR edit distance 0.37" in text
    assert "2720 questions asked: 2719 ok, 1 unparsed, 0 failed, 0 missing" in text
    assert f"signature {FULL.signature}" in text
    assert "PARTIAL" not in text and "No ground truth" not in text


@LAYOUTS
def test_without_a_key_it_says_so_and_shows_no_score(lay_out) -> None:
    text = lay_out(NO_KEY)
    assert "No ground truth here, so no accuracy" in text
    assert "accuracy |" not in text and "activity" not in text and "RMSE" not in text and "OCR" not in text
    assert "700 / 845" in text


@LAYOUTS
def test_a_partial_run_is_called_one(lay_out) -> None:
    text = lay_out(PARTIAL)
    assert "PARTIAL RUN: 2710 questions not asked, 4 without a response" in text
    assert "4 yes/no questions not scored" in text


@pytest.mark.parametrize(
    ("score", "shown"),
    [(Score(1303, 1875), "69.5"), (Score(0, 5), "0.0"), (Score(5, 5), "100.0"), (Score(0, 0), "-")],
)
def test_percent_is_rounded_as_on_the_leaderboard(score: Score, shown: str) -> None:
    assert percent(score) == shown


def test_an_undefined_interval_is_a_dash() -> None:
    assert interval(Score(1, 2)) == "-"
    assert interval(Score(1, 2, (0.04, 99.96))) == "[0.0, 100.0]"


def test_markdown_tables_are_rectangular() -> None:
    tables = [block.split("\n") for block in to_markdown(FULL).split("\n\n") if block.startswith("|")]
    assert len(tables) == 2
    for lines in tables:
        assert len({line.count("|") for line in lines}) == 1
        assert set(lines[1]) <= set("| -:")
