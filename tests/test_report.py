"""What people read says the same as what programs read, and says what is missing."""

from __future__ import annotations

import dataclasses

import pytest
from rich.console import Console

from visualoverload_tasks.bias import Bias
from visualoverload_tasks.diagnosis import Finding, Lengths
from visualoverload_tasks.records import CATEGORIES, DIFFICULTIES
from visualoverload_tasks.report import interval, percent, plain_table, to_markdown, to_table
from visualoverload_tasks.scores import Bound, Breakdown, Chance, Consistency, Counts, Report, Score


def everywhere(total: object, part: object) -> Breakdown:
    return Breakdown(total, dict.fromkeys(CATEGORIES, part), dict.fromkeys(DIFFICULTIES, part))


FULL = Report(
    counts=Counts(questions=2720, ok=2719, unparsed=1, failed=0, missing=0),
    total=Score(1303, 1875, (66.04, 72.96)),
    category={name: Score(number, 100, (0.0, 5.55)) for number, name in enumerate(CATEGORIES, 1)},
    difficulty={name: Score(number, 100, None) for number, name in enumerate(DIFFICULTIES, 51)},
    bound=everywhere(Bound(1730, 1875), Bound(97, 100)),
    chance={
        "random": everywhere(Chance(299.5, 14.9, (271, 329), 1875), Chance(25.0, 4.3, (17, 34), 100)),
        "consistent": everywhere(Chance(510.75, 16.7, (478, 543), 1875), Chance(44.4, 5.0, (35, 54), 100)),
    },
    counting_rmse=5.25,
    counting_within={10: Score(200, 559), 50: Score(300, 559)},
    ocr_edit_distance=0.369,
    consistency=Consistency(700, 845),
    consistency_by_category={"reasoning": Consistency(90, 151), "scene": Consistency(610, 694)},
    bias=(
        Bias("yes/no", 1690, 1600, {"A": 1200, "B": 400}, 1200, {"A": 845, "B": 845}, 845),
        Bias("4 options", 353, 353, {"A": 100, "B": 100, "C": 100, "D": 53}, None, None, None),
    ),
    unread={"refusal": ("28deb79e", "1b", "1c", "1d"), "empty": ("2a",)},
    lengths=Lengths(2720, 3, 1.0, 812, "28deb79e"),
    findings=(Finding("refusals", 4, 2720, "of 2720 responses decline. " + "Check the image. " * 5),),
    pairs_from="inferred",
    signature="data:0123|prompt:default|host:[red]lmms-eval[/red]",
)
NO_KEY = dataclasses.replace(
    FULL, total=None, category={}, difficulty={}, counting_rmse=None, counting_within={}, ocr_edit_distance=None
)
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
    assert "right within 10 % 35.8, 50 % 53.7" in text
    assert "OCR edit distance 0.37" in text
    assert "27.2" in text and "44.4" in text and "random ones reach 16.0 in total" in text
    assert "92.3" in text and "97.0" in text
    assert "yes/no: A 75, B 25, yes 75 % of 1600 answers; truth 50, 50, 50" in text
    assert "4 options: A 28, B 28, C 28, D 15 % of 353 answers" in text
    assert "responses: median 1 characters, longest 812 (28deb79e), 3 empty" in text
    assert "4 refusal: 28deb79e, 1b, 1c, …" in text and "1 empty: 2a" in text
    assert "SUSPICIOUS: 4 of 2720 responses decline." in text
    assert "2720 questions asked: 2719 ok, 1 unparsed, 0 failed, 0 missing" in text
    assert f"signature {FULL.signature}" in text
    assert "PARTIAL" not in text and "No ground truth" not in text


@LAYOUTS
def test_a_score_of_a_variant_cannot_be_taken_for_a_standard_one(lay_out) -> None:
    for prompt, image, start in (
        ("cot", "original", "VARIANT CoT: asked to think step by step; no standard score"),
        ("default", "none", "VARIANT Blind: no painting shown; no standard score"),
        ("default", "qhd", "VARIANT QHD: at most 3.7 megapixels a painting (2560 x 1440); no standard score"),
    ):
        assert start in lay_out(dataclasses.replace(FULL, prompt=prompt, image=image))
    for prompt, image in (("default", "original"), (None, None)):
        assert "VARIANT" not in lay_out(dataclasses.replace(FULL, prompt=prompt, image=image))


@LAYOUTS
def test_without_a_key_it_says_so_and_shows_no_score(lay_out) -> None:
    text = lay_out(NO_KEY)
    assert "No ground truth here, so no accuracy" in text
    assert "at most 92.3" in text and "1730 / 1875" in text
    assert "accuracy |" not in text and "interval" not in text and "RMSE" not in text and "OCR" not in text
    assert "700 / 845" in text and "1303" not in text


@LAYOUTS
def test_a_partial_run_is_called_one(lay_out) -> None:
    text = lay_out(PARTIAL)
    assert "PARTIAL RUN: 2710 questions not asked, 4 without a response" in text
    assert "4 yes/no questions not scored" in text


@pytest.mark.parametrize("report", [FULL, NO_KEY, PARTIAL])
def test_it_fits_a_terminal_but_for_the_signature(report: Report) -> None:
    lines = as_table(report).splitlines()
    assert [line for line in lines if len(line.rstrip()) > 80 and not line.startswith("signature")] == []


def test_a_narrow_terminal_cuts_no_number() -> None:
    cells = [("", "accuracy", "95 % interval"), ("counting", "100.0", "[66.0, 72.9]")]
    console = Console(width=14, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(plain_table(cells[0], cells[1:]))
    lines = console.export_text().splitlines()
    assert max(map(len, lines)) <= 14
    assert sorted("".join("".join(lines).split())) == sorted("".join("".join(map("".join, cells)).split()))


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
