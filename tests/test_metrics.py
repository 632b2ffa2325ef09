"""The paper's metrics against plain versions of themselves, and against every figure that is published."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest
from builders import question
from drawn import Drawn, drawn_runs, word
from hypothesis import given
from hypothesis import strategies as st

from visualoverload_tasks.evaluation import evaluate
from visualoverload_tasks.metrics import (
    PUBLISHED_UNITS,
    accuracies,
    bounds,
    consistencies,
    counting_rmse,
    counting_within,
    make_units,
    ocr_edit_distance,
)
from visualoverload_tasks.records import CATEGORIES, DIFFICULTIES, Answer, Key, Pair, Question

BOARD = json.loads((Path(__file__).parents[1] / "visualoverload_tasks" / "leaderboard.json").read_text())["rows"]


def said(value: str | None) -> Answer:
    return Answer(value, value or "", "test", "ok" if value else "unparsed")


def pair(first: str = "easy", second: str = "easy", options: tuple[str, str] = ("yes", "no")) -> list[Question]:
    return [question("p", difficulty=first), question("q", "Is it night?", difficulty=second, options=options)]


def score_of(rows: list[Question], values: dict[str, str | None], truth: dict[str, str], pairs: list[Pair]):
    answers = {question_id: said(value) for question_id, value in values.items()}
    return accuracies(make_units(rows, pairs), answers, Key(truth, {}))[0]


@pytest.mark.parametrize(
    ("first", "second", "correct"),
    [("A", "B", 1), ("A", "A", 0), ("B", "B", 0), ("B", "A", 0), ("A", None, 0), (None, "B", 0), (None, None, 0)],
)
def test_a_pair_is_one_unit_and_right_only_if_both_are(first: str | None, second: str | None, correct: int) -> None:
    score = score_of(pair(), {"p": first, "q": second}, {"p": "A", "q": "B"}, [Pair("p", "q")])
    assert (score.correct, score.units) == (correct, 1)


def test_answers_are_compared_by_letter_where_the_options_are_turned_round() -> None:
    rows = pair(options=("no", "yes"))
    score = score_of(rows, {"p": "A", "q": "A"}, {"p": "A", "q": "A"}, [Pair("p", "q")])
    assert (score.correct, score.units) == (1, 1)
    answers = {"p": said("A"), "q": said("A")}  # yes to the one, no to the other
    overall, _ = consistencies({row.question_id: row for row in rows}, [Pair("p", "q")], answers)
    assert (overall.consistent, overall.pairs) == (1, 1)


@pytest.mark.parametrize("first", DIFFICULTIES)
@pytest.mark.parametrize("second", DIFFICULTIES)
def test_a_pair_has_the_harder_difficulty(first: str, second: str) -> None:
    (unit,) = make_units(pair(first, second), [Pair("p", "q")])
    assert DIFFICULTIES.index(unit.difficulty) == max(DIFFICULTIES.index(first), DIFFICULTIES.index(second))


def test_a_yes_no_question_without_its_opposite_is_no_unit() -> None:
    assert make_units(pair(), []) == ()
    assert make_units([*pair(), question("c", options=("a", "b", "c", "d"))], [])[0].question_ids == ("c",)


def test_two_options_other_than_yes_and_no_are_a_unit_of_their_own() -> None:
    assert len(make_units([question("c", options=("left", "right"))], [])) == 1


KINDS = st.sampled_from(["pair", "choice", "counting", "ocr"])


@given(st.lists(st.tuples(KINDS, st.booleans(), st.booleans(), st.sampled_from(DIFFICULTIES)), max_size=12), st.data())
def test_accuracy_is_what_counting_by_hand_gives(parts: list[tuple], data: st.DataObject) -> None:
    rows, pairs, answers, truth, by_hand = [], [], {}, {}, []
    for number, (kind, right, also_right, difficulty) in enumerate(parts):
        if kind == "pair":
            category = data.draw(st.sampled_from(["scene", "reasoning"]))
            two = [f"{number}a", f"{number}b"]
            rows += [question(name, difficulty=difficulty, category=category) for name in two]
            pairs.append(Pair(*two))
            truth |= {two[0]: "A", two[1]: "B"}
            answers |= {two[0]: said("A" if right else "B"), two[1]: said("B" if also_right else None)}
            by_hand.append((category, difficulty, right and also_right))
            continue
        category = kind if kind != "choice" else "activity"
        options = tuple("abcd") if kind == "choice" else ()
        rows.append(
            question(str(number), question_type=kind, category=category, options=options, difficulty=difficulty)
        )
        truth[str(number)] = "B" if kind == "choice" else "1"
        answers[str(number)] = said(truth[str(number)] if right else None)
        by_hand.append((category, difficulty, right))
    total, by_category, by_difficulty = accuracies(make_units(rows, pairs), answers, Key(truth, {}))
    assert (total.correct, total.units) == (sum(right for *_, right in by_hand), len(by_hand))
    for name in CATEGORIES:
        mine = [right for category, _, right in by_hand if category == name]
        assert (by_category[name].correct, by_category[name].units) == (sum(mine), len(mine))
        assert (by_category[name].percent is None) == (not mine)
    for name in DIFFICULTIES:
        mine = [right for _, difficulty, right in by_hand if difficulty == name]
        assert (by_difficulty[name].correct, by_difficulty[name].units) == (sum(mine), len(mine))


def numbers(values: list[tuple[str | None, int]], kind: str = "counting"):
    rows = [question(str(n), question_type=kind, category=kind, options=()) for n in range(len(values))]
    return (
        rows,
        {str(n): said(v) for n, (v, _) in enumerate(values)},
        Key({str(n): str(t) for n, (_, t) in enumerate(values)}, {}),
    )


@given(st.lists(st.tuples(st.none() | st.integers(0, 10**12).map(str), st.integers(0, 10**6)), min_size=1))
def test_rmse_is_the_root_of_the_mean_square_and_no_answer_is_zero(values: list[tuple[str | None, int]]) -> None:
    expected = math.sqrt(math.fsum((float(said_ or 0) - truth) ** 2 for said_, truth in values) / len(values))
    assert counting_rmse(*numbers(values)) == pytest.approx(expected)


def test_rmse_by_hand() -> None:
    assert counting_rmse(*numbers([("3", 3), ("1", 3), (None, 4)])) == pytest.approx(math.sqrt((0 + 4 + 16) / 3))
    assert counting_rmse([question("c")], {"c": said("A")}, Key({"c": "A"}, {})) is None


def plain_edit_distance(one: str, other: str) -> int:
    """Wagner and Fischer's table, as in any textbook."""
    line = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, line[0] = line[0], i
        for j, b in enumerate(other, 1):
            before, line[j] = line[j], min(line[j] + 1, line[j - 1] + 1, before + (a != b))
    return line[-1]


TEXTS = st.text("abuié日", max_size=9)


@given(st.lists(st.tuples(st.none() | TEXTS, TEXTS.filter(bool)), min_size=1, max_size=6))
def test_edit_distance_is_the_mean_share_of_the_longer_text(values: list[tuple[str | None, str]]) -> None:
    rows, answers, key = numbers(values, "ocr")
    shares = [plain_edit_distance(given or "", truth) / max(len(given or ""), len(truth)) for given, truth in values]
    assert ocr_edit_distance(rows, answers, key) == pytest.approx(sum(shares) / len(shares))


@pytest.mark.parametrize("digits", [20, 308, 309, 1000, 5000])
def test_a_number_without_end_raises_nothing(digits: int) -> None:
    """Python refuses to make an integer of more than 4,300 digits, and a float of one above 10^308."""
    rows, answers, key = numbers([("9" * digits, 3), ("3", 3)])
    expected = 10.0**digits / math.sqrt(2) if digits < 308 else math.inf
    error = counting_rmse(rows, answers, key)
    assert error == pytest.approx(expected) if digits != 308 else error > 1e307
    assert counting_within(rows, answers, key, [400])[400].correct == 1


def test_a_response_with_such_a_number_counts_nothing() -> None:
    row = question("c", "How many?", question_type="counting", category="counting", options=())
    report = evaluate([row], {"c": "There are " + "9" * 1000}, Key({"c": "4"}, {}))
    assert (report.counting_rmse, report.unread) == (4.0, {"runaway-number": ("c",)})


@given(
    st.lists(st.tuples(st.none() | st.integers(0, 300).map(str), st.integers(0, 100)), max_size=8),
    st.sampled_from([0, 1, 10, 33, 50, 100, 400]),
)
def test_counting_under_tolerance_is_what_fractions_say(values: list[tuple[str | None, int]], percent: int) -> None:
    near = [given is not None and abs(int(given) - truth) <= Fraction(percent, 100) * truth for given, truth in values]
    found = counting_within(*numbers(values), [percent])
    if not values:
        assert found == {}
        return
    assert (found[percent].correct, found[percent].units) == (sum(near), len(near))


@pytest.mark.parametrize(
    ("said", "truth", "percent", "right"),
    [
        ("22", 20, 10, 1),  # the edge belongs to it
        ("23", 20, 10, 0),
        ("18", 20, 10, 1),
        ("21", 20, 0, 0),
        ("0", 0, 0, 1),
        ("1", 0, 400, 0),  # a share of nothing is nothing
        ("0", 7, 100, 1),  # an error of 100 % as defined: the model did say 0
        (None, 7, 100, 0),  # but silence is never right
        (None, 0, 100, 0),
    ],
)
def test_tolerance_by_hand(said: str | None, truth: int, percent: int, right: int) -> None:
    assert counting_within(*numbers([(said, truth)]), [percent])[percent].correct == right


@given(drawn_runs())
def test_tolerance_0_is_the_accuracy_and_more_tolerance_is_never_less(run: Drawn) -> None:
    counting = [row for row in run.rows if row.question_type == "counting"]
    curve = counting_within(run.rows, run.answers, run.key, [0, 5, 10, 50, 100, 400])
    score = accuracies(make_units(counting, []), run.answers, run.key)[0]
    correct = [point.correct for point in curve.values()]
    assert correct == sorted(correct)
    assert (curve[0].correct, curve[0].units) == (score.correct, score.units) if counting else curve == {}


def test_edit_distance_by_hand() -> None:
    assert ocr_edit_distance(*numbers([("teniers", "teniers"), ("tenier", "teniers"), (None, "x")], "ocr")) == (
        pytest.approx((0 + 1 / 7 + 1) / 3)
    )
    assert ocr_edit_distance([question("c")], {"c": said("A")}, Key({"c": "A"}, {})) is None


@given(st.lists(st.tuples(st.sampled_from("AB") | st.none(), st.sampled_from("AB") | st.none(), st.booleans())))
def test_consistency_is_the_share_of_pairs_with_opposite_answers(values: list[tuple]) -> None:
    rows: dict[str, Question] = {}
    answers, pairs, by_hand = {}, [], []
    for number, (first, second, turned) in enumerate(values):
        one, two = f"{number}a", f"{number}b"
        rows |= {one: question(one), two: question(two, options=("no", "yes") if turned else ("yes", "no"))}
        answers |= {one: said(first), two: said(second)}
        pairs.append(Pair(one, two))
        opposite = (first == second) if turned else (first != second)
        by_hand.append(first is not None and second is not None and opposite)
    overall, by_category = consistencies(rows, pairs, answers)
    assert (overall.consistent, overall.pairs) == (sum(by_hand), len(by_hand))
    assert (overall.percent is None) == (not by_hand)
    assert set(by_category) == ({"scene"} if by_hand else set())


def plain_bound(run: Drawn, category: str) -> tuple[int, int]:
    """Units of the category that the answers leave open, and all of them, each counted on its own."""
    paired = {question_id for pair in run.pairs for question_id in (pair.first, pair.second)}
    open_, every = 0, 0
    for row in run.rows:
        if row.category == category and row.question_id not in paired:
            every += 1
            open_ += run.answers[row.question_id].value is not None
    for pair in run.pairs:
        said = [word(run.by_id[q], run.answers[q].value) for q in (pair.first, pair.second)]
        if run.by_id[pair.first].category == category:
            every += 1
            open_ += sorted(map(str, said)) == ["no", "yes"]
    return open_, every


@given(drawn_runs())
def test_the_bound_is_what_counting_by_hand_gives(run: Drawn) -> None:
    bound = bounds(make_units(run.rows, run.pairs), run.by_id, run.answers)
    by_hand = {name: plain_bound(run, name) for name in CATEGORIES}
    assert {name: (one.possible, one.units) for name, one in bound.category.items()} == by_hand
    assert (bound.total.possible, bound.total.units) == tuple(map(sum, zip(*by_hand.values(), strict=True)))


@given(drawn_runs())
def test_no_score_exceeds_its_bound(run: Drawn) -> None:
    units = make_units(run.rows, run.pairs)
    bound = bounds(units, run.by_id, run.answers).named()
    total, by_category, by_difficulty = accuracies(units, run.answers, run.key)
    for name, score in {**by_category, **by_difficulty, "total": total}.items():
        assert score.correct <= bound[name].possible
        assert score.units == bound[name].units


@given(drawn_runs())
def test_some_truth_reaches_the_bound(run: Drawn) -> None:
    """So no tighter bound follows from the answers: where they are possible, let them be the truth."""
    units = make_units(run.rows, run.pairs)
    truth = dict(run.truth)
    for unit in units:
        said = {q: run.answers[q].value for q in unit.question_ids}
        opposite = len({word(run.by_id[q], value) for q, value in said.items()}) == 2 if len(said) == 2 else True
        if None not in said.values() and opposite:
            truth |= said
    total, *_ = accuracies(units, run.answers, Key(truth, {}))
    assert total.correct == bounds(units, run.by_id, run.answers).total.possible


def test_the_bound_by_hand() -> None:
    rows = [*pair(), question("c", options=tuple("wxyz")), question("d", options=tuple("wxyz"))]
    answers = {"p": said("A"), "q": said("A"), "c": said("D"), "d": said(None)}
    bound = bounds(make_units(rows, [Pair("p", "q")]), {row.question_id: row for row in rows}, answers)
    assert (bound.total.possible, bound.total.units) == (1, 3)  # a contradiction, an answer, a gap
    assert bound.total.percent == pytest.approx(100 / 3)


@pytest.mark.parametrize("row", BOARD, ids=lambda row: row["model"])
def test_every_published_row_is_whole_counts_of_the_units(row: dict) -> None:
    """With other denominators hardly any row would be: so a pair is one unit, in the harder difficulty."""
    counts = {name: round(row[name] * units / 100) for name, units in PUBLISHED_UNITS.items()}
    for name, units in PUBLISHED_UNITS.items():
        assert round(100 * counts[name] / units, 1) == row[name], name
    by_category = sum(counts[name] for name in CATEGORIES)
    assert by_category == sum(counts[name] for name in DIFFICULTIES)
    assert round(100 * by_category / 1875, 1) == row["total"]


def test_the_units_add_up_both_ways() -> None:
    assert sum(PUBLISHED_UNITS[name] for name in CATEGORIES) == 1875
    assert sum(PUBLISHED_UNITS[name] for name in DIFFICULTIES) == 1875
    assert len(BOARD) == 53
