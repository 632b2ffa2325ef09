"""The studies, against figures worked out by hand, naive twins and identities."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from pathlib import Path

import pytest
from builders import picture, question, questions, row, write_dataset
from hypothesis import given
from hypothesis import strategies as st

from visualoverload_tasks import load_key, load_questions, make_key, make_policy
from visualoverload_tasks.leaderboard import load_leaderboard
from visualoverload_tasks.records import Questions, Run
from visualoverload_tasks.studies import STUDIES, Cohort, make_cohort, published
from visualoverload_tasks.studies.counting import _Count, study_counting, study_tolerance
from visualoverload_tasks.studies.measures import histogram
from visualoverload_tasks.studies.paintings import study_complexity, study_paintings
from visualoverload_tasks.studies.tiers import study_tiers, tier
from visualoverload_tasks.study import Cell, Study, StudyTable

pytestmark = pytest.mark.usefixtures("one_cache")
MAKE = {kind.about.name: kind.make for kind in STUDIES}
WITHOUT_KEY = {"consistency", "agreement"}
COLOURS = ("red", "white", "blue", "green")


def counting(question_id: str, painting: str = "1") -> object:
    return question(
        question_id, "How many?", question_type="counting", options=(), category="counting", painting=painting
    )


def ocr(question_id: str, painting: str = "1") -> object:
    return question(question_id, "Which word?", question_type="ocr", options=(), category="ocr", painting=painting)


def colour(question_id: str, painting: str = "1", **fields: str) -> object:
    return question(question_id, "Which colour?", options=COLOURS, category="attributes", painting=painting, **fields)


def pair(first: str, second: str, painting: str = "1") -> list[object]:
    return [question(first, "Is it day?", painting=painting), question(second, "Is it night?", painting=painting)]


def cohort(rows: Questions, key: Mapping[str, str] | None, *runs: Mapping[str, str] | Run) -> Cohort:
    """Runs named a, b, … of models of the same names."""
    truth = make_key(key, rows) if key is not None else None
    read = [run if isinstance(run, Run) else Run(run) for run in runs]
    return make_cohort([("abcdefgh"[n], "abcdefgh"[n], run) for n, run in enumerate(read)], rows, truth)


def column(table: StudyTable, header: str) -> list[Cell]:
    return [row[table.headers.index(header)] for row in table.rows]


def demo(*policies: str, key: bool = True) -> Cohort:
    rows = load_questions("demo")
    truth = load_key(None, rows)
    runs = []
    for seed, name in enumerate(policies):
        say = make_policy(name, rows, truth, seed=seed)
        runs.append((f"{name}-{seed}", name, Run({q.question_id: say(q.question_id) for q in rows})))
    return make_cohort(runs, rows, truth if key else None)


# --- what holds for every study


@pytest.mark.parametrize("name", MAKE)
def test_without_a_key_there_is_no_accuracy_but_what_to_do_next(name: str) -> None:
    made = MAKE[name](demo("random", "consistent", key=False))
    assert bool(made.lacks) == (name not in WITHOUT_KEY)
    assert bool(made.tables) == bool(made.figures) == (name in WITHOUT_KEY)
    if made.lacks:
        assert "--key" in made.lacks and "evaluation server" in made.lacks


def complete() -> Cohort:
    """Every study has what it needs: six runs, of which some are variants of one model."""
    plain = demo("random", "consistent", "oracle", "constant", "random", "random", "random", "consistent")
    changes = [{}, {}, {}, {}, {}, {"image": "none"}, {"image": "vga"}, {"prompt": "cot", "image": "original"}]
    named = [
        (f"{run.name} {n}", "m", replace(run.run, **{"prompt": "default", "image": "original", **change}))
        for n, (run, change) in enumerate(zip(plain.runs, changes))
    ]
    return make_cohort(named, plain.questions, plain.key)


@pytest.fixture(scope="module")
def together() -> Cohort:
    return complete()


@pytest.fixture(scope="module")
def everything(together: Cohort) -> dict[str, Study]:
    return {name: make(together) for name, make in MAKE.items()}


@pytest.mark.parametrize("name", MAKE)
def test_tables_and_figures_are_whole(name: str, everything: dict[str, Study]) -> None:
    made = everything[name]
    assert not made.lacks and made.tables and made.figures
    assert "section" in made.text or "appendix" in made.text or "paper has no such" in made.text
    for table in made.tables:
        assert all(len(one) == len(table.headers) for one in table.rows), table.caption
    for figure in made.figures:
        assert len({line.name for line in figure.series}) == len(figure.series) > 0
        for line in figure.series:
            assert len(line.x) == len(line.y)
            assert len(line.low) == len(line.high) in (0, len(line.y))
            assert len(line.counts) in (0, len(line.y))
            assert all(low - 1e-9 <= y <= high + 1e-9 for low, y, high in zip(line.low, line.y, line.high))


def test_no_part_of_a_run_counts_that_was_not_asked() -> None:
    rows = questions(colour("1"), colour("2", "2"), counting("3"))
    part = cohort(rows, {"1": "red", "2": "red", "3": "4"}, Run({"1": "A"}, frozenset({"1"})))
    assert column(study_paintings(part).tables[0], "paintings") == [1]
    assert MAKE["counting"](part).lacks == "counting questions: the runs were asked none."
    assert column(MAKE["profile"](part).tables[0], "units") == [0, 1, 0, 0, 0, 0, 1, 0, 0, 1]


# --- counting


def counted() -> Cohort:
    rows = questions(*(counting(str(n), str(n % 2)) for n in range(5)))
    key = {"0": "0", "1": "4", "2": "10", "3": "20", "4": "8"}
    return cohort(rows, key, {"0": "0", "1": "5", "2": "10", "3": "22", "4": "too many to count"})


def test_counting_by_hand() -> None:
    right, sides, bias = study_counting(counted()).tables
    assert right.rows[0][:4] == ("a", 5, 1, 40.0)
    assert right.rows[0][5] == pytest.approx(sqrt((0 + 1 + 0 + 4 + 64) / 5))  # no answer is 0 here, as in the paper
    assert (column(sides, "says 0"), column(sides, "too low"), column(sides, "too high")) == ([1], [0.0], [50.0])
    assert column(bias, "answers") == [3] and column(bias, "error") == [pytest.approx((25 + 0 + 10) / 3)]


def test_the_rmse_is_the_reports() -> None:
    runs = demo("random", "oracle", "constant")
    found = column(study_counting(runs).tables[0], "RMSE")
    assert found == [pytest.approx(run.report.counting_rmse) for run in runs.runs]


def test_points_of_the_scatter_are_the_answers() -> None:
    (figure,) = study_counting(counted()).figures
    (line,) = figure.series
    assert list(zip(line.x, line.y, line.counts)) == [(0, 0, 1), (4, 5, 1), (10, 10, 1), (20, 22, 1)]


def test_tolerance_by_hand() -> None:
    (table,) = study_tolerance(counted()).tables
    assert column(table, "tolerance %") == [0, 10, 50, 100]
    assert column(table, "accuracy") == [40.0, 60.0, 80.0, 80.0]  # 22 is within 10 % of 20, 5 within 50 % of 4
    assert column(table, "gain") == [None, 20.0, 40.0, 40.0]


@given(st.integers(0, 10_000), st.none() | st.integers(0, 99_999))
def test_more_tolerance_never_makes_an_answer_wrong(truth: int, said: int | None) -> None:
    near = [_Count(truth, said, "1").is_within(tolerance) for tolerance in range(0, 201)]
    assert near == sorted(near)
    assert near[0] == (said == truth)
    if said is not None and truth:
        assert near == [Fraction(abs(said - truth), truth) <= Fraction(t, 100) for t in range(0, 201)]
    else:
        assert near[200] == (said == 0)


# --- OCR


def test_ocr_by_hand() -> None:
    rows = questions(*(ocr(str(n), str(n % 2)) for n in range(4)))
    key = {"0": "Teniers", "1": "abcd", "2": "Rome", "3": "Paris"}
    made = MAKE["ocr"](cohort(rows, key, {"0": "TÉNIERS", "1": "abcx", "2": "xyzw", "3": ""}))
    right, distances, bins = made.tables
    assert right.rows[0][:4] == ("a", 4, 1, 25.0)
    assert distances.rows[0][1:3] == (2, pytest.approx((1 / 4 + 1) / 2))
    assert distances.rows[0][4] == pytest.approx((0 + 1 / 4 + 1 + 1) / 4)  # no answer is 1 here, as in the report
    assert bins.rows[0][1:] == (0, 0, 1, 0, 0, 0, 0, 0, 0, 1)


@given(st.lists(st.fractions(0, 1, max_denominator=200)))
def test_every_value_is_in_the_bin_below_its_border(values: list[Fraction]) -> None:
    bounds = [Fraction(n, 10) for n in range(11)]
    naive = [sum(low < v <= high or v == low == 0 for v in values) for low, high in pairwise(bounds)]
    assert histogram(map(float, values), 10) == naive


# --- consistency and agreement


def test_consistency_is_the_reports() -> None:
    runs = demo("random", "consistent", "constant", key=False)
    table = MAKE["consistency"](runs).tables[0]
    found = dict(zip(zip(column(table, "run"), column(table, "category")), column(table, "consistent")))
    for run in runs.runs:
        assert found[run.name, "all pairs"] == pytest.approx(run.report.consistency.percent)
        for category, value in run.report.consistency_by_category.items():
            assert found[run.name, category] == pytest.approx(value.percent)
    assert found["average of 3 runs", "all pairs"] == pytest.approx(
        sum(run.report.consistency.percent or 0 for run in runs.runs) / 3
    )


def test_agreement_by_hand() -> None:
    rows = questions(*(colour(str(n), str(n % 2)) for n in range(4)))
    made = MAKE["agreement"](
        cohort(
            rows, None, {"0": "A", "1": "A", "2": "A"}, {"0": "A", "1": "A", "2": "B"}, {"0": "A", "1": "B", "2": "C"}
        )
    )
    # The fourth question has no answer in any run, and no answer is never an equal one.
    assert [line[:4] for line in made.tables[0].rows] == [("a", "b", 4, 50.0), ("b", "a", 4, 50.0), ("c", "a", 4, 25.0)]
    assert column(made.tables[0], "average") == [37.5, 37.5, 25.0]
    assert MAKE["agreement"](cohort(rows, None, {"0": "A"})).lacks == "two runs or more: name the others too."


# --- paintings


def test_units_of_the_paintings_add_up_to_the_total() -> None:
    runs = demo("consistent")
    total = runs.runs[0].report.total
    assert total is not None
    table = study_paintings(runs).tables[1]
    units = [cell for cell in column(table, "units") if isinstance(cell, int)]
    shares = [cell for cell in column(table, "accuracy") if isinstance(cell, float)]
    assert sum(units) == total.units
    assert sum(n * share / 100 for n, share in zip(units, shares)) == pytest.approx(total.correct)
    assert shares == sorted(shares)
    assert sum(study_paintings(runs).figures[0].series[0].y) == pytest.approx(100)


def test_several_runs_are_averaged_but_add_no_units() -> None:
    rows = questions(colour("1"), colour("2"), colour("3", "2"))
    key = dict.fromkeys("123", "red")
    table = study_paintings(cohort(rows, key, {"1": "A", "2": "A", "3": "B"}, {"1": "B", "2": "A", "3": "B"})).tables[1]
    assert [line[:3] for line in table.rows] == [("2.jpg", 1, 0.0), ("1.jpg", 2, 75.0)]


def dense(folder: Path, content: object) -> Study:
    rows = [
        row(
            str(n),
            question_type="counting",
            category="counting",
            options="[]",
            image={"bytes": picture(n), "path": f"{n}.jpg"},
        )
        for n in range(5)
    ]
    write_dataset(folder, rows)
    if content is not None:
        (folder / "complexity.json").write_text(json.dumps(content))
    read = load_questions(folder)
    return study_complexity(cohort(read, {str(n): "1" for n in range(5)}, {"0": "1", "1": "1", "2": "1"}))


def test_complexity_by_hand(tmp_path: Path) -> None:
    # Named by file for one half and by question for the other, as either may be what a copy of the data has kept.
    content = [{"image": f"{n}.jpg", "win_rate": n / 10, "corresponding_qids": []} for n in range(3)]
    content += [{"image": "x.jpg", "win_rate": n / 10, "corresponding_qids": [str(n)]} for n in (3, 4)]
    made = dense(tmp_path, content)
    ranks, thirds = made.tables
    # Ranks 1 to 5 against 4, 4, 4, 1.5, 1.5: covariance -7.5, variances 10 and 7.5.
    assert ranks.rows[0][:3] == ("a", 5, pytest.approx(-7.5 / sqrt(10 * 7.5)))
    assert column(thirds, "accuracy") == [100.0, 100.0, 0.0]
    assert column(thirds, "paintings") == [1, 2, 2]
    assert made.figures[0].series[0].x == (0.0, 0.1, 0.2, 0.3, 0.4)


@pytest.mark.parametrize(
    ("content", "lacks"),
    [
        (None, "no such file"),
        ([{"image": "9.jpg", "win_rate": 0.5, "corresponding_qids": ["9"]}], "other paintings"),
        ([{"image": "1.jpg"}], "cannot be read (KeyError: 'corresponding_qids')"),
        ({"1.jpg": 0.5}, "cannot be read"),
    ],
)
def test_complexity_without_its_file_says_so(tmp_path: Path, content: object, lacks: str) -> None:
    assert f"complexity.json: {lacks}" in dense(tmp_path, content).lacks


# --- tiers


@pytest.mark.parametrize(
    ("right", "runs", "expected"),
    [
        (0, 37, "hard"),
        (1, 5, "hard"),  # exactly 20 %
        (7, 37, "hard"),  # 18.9 %
        (8, 37, "medium"),  # 21.6 %
        (33, 37, "medium"),  # 89.2 %
        (34, 37, "easy"),  # 91.9 %
        (9, 10, "easy"),  # exactly 90 %
        (8, 9, "medium"),
        (37, 37, "easy"),
    ],
)
def test_tiers_have_the_papers_borders(right: int, runs: int, expected: str) -> None:
    assert tier(right, runs) == expected


@given(st.integers(1, 200).flatmap(lambda runs: st.tuples(st.integers(0, runs), st.just(runs))))
def test_tiers_are_exact(case: tuple[int, int]) -> None:
    percent = Fraction(100 * case[0], case[1])
    assert tier(*case) == ("hard" if percent <= 20 else "medium" if percent < 90 else "easy")


def test_tiers_of_five_runs() -> None:
    rows = questions(
        colour("1", difficulty="hard"), colour("2", difficulty="easy"), colour("3", "2", difficulty="medium")
    )
    # Right in 5, 1 and 3 of the five runs; the blind run would make them 5, 1 and 3 of six.
    said = ["AAA", "ABA", "ABA", "ABB", "ABB"]
    runs = [dict(zip("123", answers)) for answers in said]
    blind = Run(dict(zip("123", "BBB")), image="none")
    made = study_tiers(cohort(rows, dict.fromkeys("123", "red"), *runs, blind))
    confusion, far = made.tables
    assert confusion.headers[:4] == ("published", "easy here", "medium here", "hard here")
    assert [line[:6] for line in confusion.rows] == [
        ("hard", 1, 0, 0, 1, 0.0),
        ("medium", 0, 1, 0, 1, 100.0),
        ("easy", 0, 0, 1, 1, 0.0),
        ("all", 1, 1, 1, 3, pytest.approx(100 / 3)),
    ]
    assert far.rows == (("1", "hard", "easy", 100.0), ("2", "easy", "hard", 20.0))
    assert "here are 4" in study_tiers(cohort(rows, dict.fromkeys("123", "red"), *runs[:4], blind)).lacks


# --- blind runs and ablations


def test_blind_by_hand() -> None:
    rows = questions(colour("1"), colour("2", "2"), *pair("3", "4"), counting("5", "2"))
    key = {"1": "red", "2": "red", "3": "yes", "4": "no", "5": "7"}
    one = Run({"1": "A", "2": "A", "3": "A", "4": "B", "5": "7"}, image="none")
    two = Run({"1": "A", "2": "B", "3": "A", "4": "B", "5": "7"}, image="none")
    grey = Run({"1": "B", "2": "B", "3": "B", "4": "B", "5": "1"}, image="grey")
    seeing = Run({"1": "B", "2": "A", "3": "B", "4": "B", "5": "1"}, image="original")
    made = MAKE["blind"](cohort(rows, key, one, two, seeing, grey))
    totals, shared, listed = made.tables
    assert [line[:3] for line in totals.rows] == [("a", 4, 100.0), ("b", 4, 75.0), ("d", 4, 0.0)]
    assert made.notes[-1].endswith("grey images: d.")
    assert [(*line[:4], *line[5:]) for line in shared.rows] == [
        ("attributes", 2, 1, 50.0, 2 / 16, 2 / 16),
        ("counting", 1, 1, 100.0, 0.0, 0.0),
        ("scene", 1, 1, 100.0, 1 / 16, 1 / 4),
        ("total", 4, 3, 75.0, 3 / 16, 6 / 16),
    ]
    assert column(listed, "question") == ["1", "5"]  # no pair: it balances itself
    assert column(MAKE["blind"](cohort(rows, key, grey)).tables[1], "all right") == [0, 0, 0, 0]
    assert "visualoverload_blind" in MAKE["blind"](cohort(rows, key, seeing)).lacks


def ladder(folder: Path) -> Cohort:
    image = {"bytes": picture(1, (800, 600)), "path": "1.jpg"}
    other = {"bytes": picture(2, (800, 600)), "path": "2.jpg"}
    fields = {"question_type": "choice", "category": "activity", "options": str(list(COLOURS))}
    rows = [row(str(n), image=image if n < 2 else other, **fields) for n in range(4)]
    read = load_questions(write_dataset(folder, rows))
    runs = [
        ("m", "m", Run(dict(zip("0123", "AAAB")), image="original", prompt="default")),
        ("m vga", "m", Run(dict(zip("0123", "ABBB")), image="vga", prompt="default")),
        ("m cot", "m", Run(dict(zip("0123", "AAAA")), image="original", prompt="cot")),
        ("n", "n", Run(dict(zip("0123", "AAAA")), image="original", prompt="default")),
    ]
    return make_cohort(runs, read, make_key(dict.fromkeys("0123", "red"), read))


def test_resolution_by_hand(tmp_path: Path) -> None:
    made = MAKE["resolution"](ladder(tmp_path))
    totals = made.tables[0]
    assert [line[:4] for line in totals.rows] == [("m vga", 640 * 480 / 1e6, 4, 25.0), ("m", 0.48, 4, 75.0)]
    assert column(totals, "to original") == [-50.0, None]
    assert [(line.name, line.x, line.y) for line in made.figures[0].series] == [
        ("activity", (0.3072, 0.48), (25.0, 75.0)),
        ("total", (0.3072, 0.48), (25.0, 75.0)),
    ]


def test_resolutions_are_of_one_prompt_and_what_is_left_out_is_named(tmp_path: Path) -> None:
    known = ladder(tmp_path)
    added = [
        ("m again", "m", Run(dict(zip("0123", "BBBB")), image="vga", prompt="default")),
        ("m other", "m", Run(dict(zip("0123", "BBBB")), image="hd", prompt="other")),
        ("m cot vga", "m", Run(dict(zip("0123", "AABB")), image="vga", prompt="cot")),
    ]
    runs = [(run.name, run.model, run.run) for run in known.runs]
    made = MAKE["resolution"](make_cohort([*runs, *added], known.questions, known.key))
    assert column(made.tables[0], "run") == ["m vga", "m", "m cot vga", "m cot"]
    assert [figure.x_label for figure in made.figures] == ["megapixels shown to m", "megapixels shown to m (cot)"]
    assert made.notes == ("Not here, without another resolution or as a second run at one: n, m again, m other.",)
    (tmp_path / "lost.jpg").touch()
    lost = [replace(q, painting=replace(q.painting, path=tmp_path / "lost.jpg")) for q in known.questions]
    assert "some cannot be read" in MAKE["resolution"](make_cohort(runs, questions(lost), known.key)).lacks


def test_chain_of_thought_by_hand(tmp_path: Path) -> None:
    (table,) = MAKE["cot"](ladder(tmp_path)).tables
    assert table.rows[0][:6] == ("m cot", "activity", 4, 75.0, 100.0, 25.0)
    assert table.rows[-1][:6] == ("m cot", "total", 4, 75.0, 100.0, 25.0)


def test_ablations_name_what_they_lack() -> None:
    rows = questions(colour("1"))
    alone = cohort(rows, {"1": "red"}, {"1": "A"})
    assert "here are a: not told" in MAKE["resolution"](alone).lacks
    assert "visualoverload_cot" in MAKE["cot"](alone).lacks


# --- variants among other runs


def mixed(rows: Questions, key: Mapping[str, str], *said: str, variants: int = 1) -> Cohort:
    """Runs of which the last are blind; each says one letter or number to all."""
    names = [q.question_id for q in rows]
    last = len(said) - variants
    return cohort(rows, key, *(Run(dict.fromkeys(names, one), image="none" if n >= last else None)
                               for n, one in enumerate(said)))  # fmt: skip


def test_averages_are_over_standard_runs_only() -> None:
    rows = questions(*pair("1", "2"), *(counting(str(n), str(n)) for n in range(3, 7)))
    key = {"1": "yes", "2": "no", "3": "10", "4": "20", "5": "30", "6": "40"}
    of = mixed(rows, key, "10", "20", "7")
    table = study_tolerance(of).tables[0]
    assert table.rows[-4][:3] == ("average of 2 runs", 0, 25.0)  # the blind run has none right
    assert "in no average and beside no published figure: c." in study_tolerance(of).notes[0]
    assert MAKE["consistency"](of).tables[0].rows[-1][0] == "average of 2 runs"


def test_figures_of_many_runs_pool_the_standard_ones_only() -> None:
    rows = questions(colour("1"), colour("2", "2"))
    key = {"1": "red", "2": "red"}
    of = mixed(rows, key, "A", "A", "A", "A", "A", "B")
    (everything,) = study_paintings(of).figures[0].series
    assert everything.name == "all 5 standard runs" and everything.y[-1] == 100.0
    assert column(study_paintings(of).tables[1], "accuracy") == [100.0, 100.0]
    assert MAKE["profile"](of).figures[0].series[0].name == "average of all 5 standard runs"
    few = mixed(rows, key, "A", "A", "A", "B", "B", "B", variants=3)
    assert [line.name for line in study_paintings(few).figures[0].series] == ["a", "b", "c"]


def test_tolerance_of_many_runs_is_one_curve() -> None:
    rows = questions(*(counting(str(n), str(n)) for n in range(2)))
    of = mixed(rows, {"0": "10", "1": "20"}, *["10"] * 4, *["20"] * 4, variants=0)
    ((curve,),) = [figure.series for figure in study_tolerance(of).figures]
    assert (curve.name, curve.y[0]) == ("all 8 runs", 50.0)
    seven = replace(of, runs=of.runs[:7])
    assert len(study_tolerance(seven).figures[0].series) == 7


# --- the paper's figures


@pytest.fixture(scope="module")
def as_published(together: Cohort) -> Cohort:
    """The demo, taken for the published data."""
    return replace(together, runs=tuple(replace(run, is_published=True) for run in together.runs[4:]))


def test_published_figures_stand_beside_published_data_only(everything: dict[str, Study], as_published: Cohort) -> None:
    assert not [name for name, made in everything.items() for t in made.tables if "published: " in str(t.rows)]
    assert "so that no published figures" in everything["consistency"].notes[0]
    consistency = MAKE["consistency"](as_published).tables[0]
    beside = [(line[0], line[1], line[-1]) for line in consistency.rows]
    first, *variants = (run.name for run in as_published.runs)
    assert beside[:3] == [(first, "reasoning", 60.6), (first, "scene", 83.3), (first, "all pairs", None)]
    assert {figure for name, _, figure in beside if name in variants} == {None}
    assert MAKE["tolerance"](as_published).tables[0].rows[-1] == ("published average", 10, None, None, 1.6, None)
    assert column(MAKE["blind"](as_published).tables[0], "right")[-3:] == [22.8, 24.5, 29.2]
    thinking = MAKE["cot"](as_published).tables[0]
    assert dict(zip(column(thinking, "part"), column(thinking, thinking.headers[-1])))["hard"] == pytest.approx(7.2)
    profile = MAKE["profile"](as_published)
    assert column(profile.tables[0], "best published")[-1] == max(r.percent["total"] for r in load_leaderboard())
    # Neither the blind run, nor the smaller paintings, nor chain of thought is what those rows are about.
    assert ["best published" in table.headers for table in profile.tables[:-1]] == [True, False, False, False]
    assert {row[0] for row in profile.tables[-1].rows} == {first}
    assert profile.notes == (
        f"Other prompts or images, so in no average and beside no published figure: {', '.join(variants)}.",
    )
    alone = replace(as_published, runs=as_published.runs[1:2])
    assert column(MAKE["blind"](alone).tables[0], "right")[-3:] == [22.8, 24.5, 29.2]


def test_a_partial_run_is_said_to_be_no_match_for_published_figures(as_published: Cohort) -> None:
    whole = as_published.runs[0]
    other = replace(whole, name="other", is_published=False)
    part = replace(as_published, runs=(whole, other))
    assert MAKE["profile"](part).notes == (
        f"{other.name} was asked only 60 questions: the published figures are about all.",
    )


def test_the_papers_figures_are_those_of_the_leaderboard() -> None:
    rows = {row.model: row.percent for row in load_leaderboard()}
    rows |= {"o3": rows["o3 (medium)"], "o4-mini": rows["o4 mini"]}
    for model, (accuracy, _) in published.COUNTING.items():
        assert rows[model]["counting"] == accuracy
    for model, (accuracy, _) in published.OCR.items():
        assert rows[model]["ocr"] == accuracy
    usual = {part: before for part, (before, _) in published.COT.items()}
    differing = {part for part in usual if rows[published.COT_MODEL][part] != usual[part]}
    assert differing <= {"easy", "medium"}  # the paper's tables 1 and 3 do not agree there
