"""The paper's metrics against plain versions of themselves, and against every figure that is published."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest
from builders import question, questions
from hypothesis import given
from hypothesis import strategies as st

from visualoverload_tasks.baselines import make_policy
from visualoverload_tasks.evaluation import evaluate
from visualoverload_tasks.metrics import (
    PUBLISHED_UNITS,
    accuracies,
    consistencies,
    counting_rmse,
    make_units,
    ocr_edit_distance,
)
from visualoverload_tasks.records import CATEGORIES, DIFFICULTIES, Answer, Key, Pair, Question, Questions

BOARD = json.loads((Path(__file__).parent / "cases" / "leaderboard.json").read_text())["rows"]


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


@pytest.fixture(scope="module")
def published() -> Questions:
    """Questions in the published composition: 2,720 questions, 1,875 units, with the derived 151 reasoning pairs.

    Counts per difficulty are met by unit only in all; chance does not depend on how a category spreads over them.
    """
    left = {name: PUBLISHED_UNITS[name] for name in DIFFICULTIES}
    kinds = [("scene", 2)] * 694 + [("reasoning", 2)] * 151 + [("reasoning", 1)] * 54
    kinds += [("activity", 1)] * 150 + [("attributes", 1)] * 149 + [("counting", 1)] * 559 + [("ocr", 1)] * 118
    random.Random(1).shuffle(kinds)
    rows = []
    for number, (category, size) in enumerate(kinds):
        difficulty = next(name for name in DIFFICULTIES if left[name])
        left[difficulty] -= 1
        kind = category if category in ("counting", "ocr") else "choice"
        options = () if kind != "choice" else ("yes", "no") if size == 2 else tuple("abcd")
        for half in range(size):
            text = f"Is {number} {'day' if half else 'night'}?"
            fields = {"question_type": kind, "category": category, "options": options, "difficulty": difficulty}
            rows.append(question(f"{number:07d}{half}", text, painting=f"{number // 13}", **fields))
    return questions(rows)


def truth_of(rows: Questions) -> Key:
    dice = random.Random(2)
    values: dict[str, str] = {}
    for row in rows:
        if row.is_yes_no and row.question_id.endswith("1"):
            values[row.question_id] = "A" if values[row.question_id[:-1] + "0"] == "B" else "B"
        else:
            values[row.question_id] = dice.choice("ABCD"[: len(row.options)]) if row.options else "7"
    return Key(values, {})


def test_the_composition_is_the_published_one(published: Questions) -> None:
    report = evaluate(published, {}, truth_of(published))
    assert report.counts.questions == len(published) == 2720
    assert report.total.units == 1875
    assert {name: score.units for name, score in {**report.category, **report.difficulty}.items()} == PUBLISHED_UNITS


@pytest.mark.parametrize(
    ("policy", "category", "total"),
    [
        ("random", {"activity": 25, "attributes": 25, "counting": 0, "ocr": 0, "reasoning": 25, "scene": 25}, 16.0),
        # The published 42.5 for reasoning does not follow from the units: (151 / 2 + 54 / 4) / 205 = 43.4.
        (
            "consistent",
            {"activity": 25, "attributes": 25, "counting": 0, "ocr": 0, "reasoning": 43.4, "scene": 50},
            27.2,
        ),
    ],
)
def test_guesses_reach_the_published_chance_levels(
    published: Questions, policy: str, category: dict[str, float], total: float
) -> None:
    """The mean of some runs, and the exact expectation: the sum over units of the chance to be right."""
    key = truth_of(published)
    pair_chance = {"random": 1 / 4, "consistent": 1 / 2}[policy]
    expected = (845 * pair_chance + (54 + 150 + 149) / 4) / 1875
    assert round(100 * expected, 1) == total
    runs = 12
    right = dict.fromkeys(["total", *CATEGORIES], 0)
    for seed in range(runs):
        guess = make_policy(policy, published, seed=seed)
        answers = {q.question_id: said(guess(q.question_id)) for q in published}
        units = make_units(published, [Pair(q.question_id, q.question_id[:-1] + "1") for q in published
                                       if q.is_yes_no and q.question_id.endswith("0")])  # fmt: skip
        correct = {**dict.fromkeys(["total", *CATEGORIES], 0)}
        for unit in units:
            hit = all(answers[q].value == key.values[q] for q in unit.question_ids)
            correct["total"] += hit
            correct[unit.category] += hit
        right = {name: right[name] + correct[name] for name in right}
    for name, percent in {**category, "total": total}.items():
        count = runs * (1875 if name == "total" else PUBLISHED_UNITS[name])
        error = 100 * math.sqrt(0.25 / count)  # at most, of a share of independent units
        assert 100 * right[name] / count == pytest.approx(percent, abs=4 * error + 0.05)


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
