"""Chance levels: by enumerating every guess, by the paper's figures, and by guessers who take the test."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest
from builders import question, questions
from drawn import LETTERS, Drawn, drawn_runs, letter_of, word
from hypothesis import given, settings

from visualoverload_tasks.chance import GUESSERS, PUBLISHED_CHANCE, chance_levels
from visualoverload_tasks.evaluation import evaluate
from visualoverload_tasks.metrics import PUBLISHED_UNITS, make_units
from visualoverload_tasks.pairs import find_pairs
from visualoverload_tasks.records import CATEGORIES, DIFFICULTIES, Key, Questions, Unit
from visualoverload_tasks.simulation import simulate_chance


def guesses(run: Drawn, unit: Unit, guesser: str) -> list[bool]:
    """Whether each of a guesser's equally likely answers to a unit is right."""
    rows = [run.by_id[question_id] for question_id in unit.question_ids]
    if not rows[0].options:
        return [False]
    truth = tuple(run.truth[row.question_id] for row in rows)
    every = product(*(LETTERS[: len(row.options)] for row in rows))
    if guesser == "consistent" and len(rows) == 2:
        opposite = {"yes": "no", "no": "yes"}
        every = [(one, letter_of(rows[1], opposite[word(rows[0], one)])) for one in "AB"]
    return [said == truth for said in every]


@settings(max_examples=40)
@given(drawn_runs(max_size=6))
def test_the_levels_are_those_of_all_guessers_together(run: Drawn) -> None:
    units = make_units(run.rows, run.pairs)
    for guesser in GUESSERS:
        level = chance_levels(units, run.by_id, guesser).total
        likely = {0: Fraction(1)}  # units right -> probability
        for unit in units:
            hits = guesses(run, unit, guesser)
            hit = Fraction(sum(hits), len(hits))
            likely = {
                n: likely.get(n, Fraction(0)) * (1 - hit) + likely.get(n - 1, Fraction(0)) * hit
                for n in range(len(likely) + 1)
            }
        mean = sum(n * share for n, share in likely.items())
        variance = sum((n - mean) ** 2 * share for n, share in likely.items())
        assert level.expected == pytest.approx(float(mean))
        assert level.deviation == pytest.approx(sqrt(variance))
        low, high = level.range95
        tail = Fraction(25, 1000)
        assert sum(share for n, share in likely.items() if n < low) <= tail
        assert sum(share for n, share in likely.items() if n > high) <= tail
        assert sum(share for n, share in likely.items() if n <= low) >= tail  # and it is no wider than that
        assert sum(share for n, share in likely.items() if n >= high) >= tail


@given(drawn_runs())
def test_the_parts_add_up_to_the_total(run: Drawn) -> None:
    units = make_units(run.rows, run.pairs)
    levels = chance_levels(units, run.by_id, "random")
    for parts in (levels.category, levels.difficulty):
        assert sum(part.expected for part in parts.values()) == pytest.approx(levels.total.expected)
        assert sum(part.deviation**2 for part in parts.values()) == pytest.approx(levels.total.deviation**2)
        assert sum(part.units for part in parts.values()) == len(units)


def test_the_number_of_options_decides() -> None:
    rows = [question(str(size), options=tuple(LETTERS[:size])) for size in (2, 3, 4)]
    level = chance_levels(make_units(rows, []), {row.question_id: row for row in rows}, "random").total
    assert level.expected == pytest.approx(1 / 2 + 1 / 3 + 1 / 4)


def test_over_no_units_there_is_no_chance() -> None:
    level = chance_levels([], {}, "random").total
    assert (level.percent, level.expected, level.range95) == (None, 0.0, (0, 0))


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


@pytest.mark.parametrize(("guesser", "total"), [("random", 16.0), ("consistent", 27.2)])
def test_the_published_totals_follow_from_the_published_units(published: Questions, guesser: str, total: float) -> None:
    levels = chance_levels(make_units(published, find_pairs(published)), published.by_id, guesser)
    assert round(levels.total.percent, 1) == PUBLISHED_CHANCE[guesser]["total"] == total
    # 845 pairs (694 scene, 151 reasoning) and 353 four-way questions (150 + 149 + 54), by hand:
    by_hand = 845 * {"random": 1 / 4, "consistent": 1 / 2}[guesser] + 353 / 4
    assert levels.total.expected == pytest.approx(by_hand)
    # The one published category that does not follow: (151 / 2 + 54 / 4) / 205 is 43.4, and so is what 27.2 needs.
    derived = {**PUBLISHED_CHANCE[guesser], **({"reasoning": 43.4} if guesser == "consistent" else {})}
    assert {name: round(levels.category[name].percent, 1) for name in CATEGORIES} == {n: derived[n] for n in CATEGORIES}


@pytest.mark.parametrize(("guesser", "mean"), [("random", 15.7), ("consistent", 26.6)])
def test_the_published_figures_by_difficulty_do_not_give_the_published_total(guesser: str, mean: float) -> None:
    """So they are not taken for the exact level of anything here (docs/scoring.md)."""
    published = PUBLISHED_CHANCE[guesser]
    of_units = sum(published[name] * PUBLISHED_UNITS[name] for name in DIFFICULTIES) / 1875
    assert of_units == pytest.approx(mean, abs=0.05)
    most = of_units + 0.05  # had each been rounded down as far as rounding goes
    assert round(most, 1) < published["total"]


@pytest.mark.parametrize("guesser", GUESSERS)
@pytest.mark.parametrize("with_key", [True, False])
def test_guessers_who_take_the_test_reach_the_exact_levels(published: Questions, guesser: str, with_key: bool) -> None:
    """Ten means, each within 4.5 standard errors: one leaves that in 15,000 tests by chance; seeds are fixed."""
    runs = 12
    exact = chance_levels(make_units(published, find_pairs(published)), published.by_id, guesser).named()
    simulated = simulate_chance(published, guesser, runs, truth_of(published) if with_key else None).named()
    for name, level in exact.items():
        assert simulated[name].units == level.units
        assert abs(simulated[name].expected - level.expected) <= 4.5 * level.deviation / sqrt(runs)


def test_simulated_spread_and_range_are_the_exact_ones() -> None:
    """The error of a deviation of 1,000 guessers is about 1 / sqrt(2 x 1,000) = 2.2 % of it; 10 % are 4.5 of these."""
    rows = [
        question(
            f"{n:07d}{half}", f"Is {n} {word}?", painting=str(n), options=("no", "yes") if n % 2 else ("yes", "no")
        )
        for n in range(6)
        for half, word in ((0, "day"), (1, "night"))
    ]
    rows += [question(f"f{n}", "Which?", options=tuple("wxyz"), category="activity") for n in range(2)]
    few = questions(rows)
    for guesser in GUESSERS:
        exact = chance_levels(make_units(few, find_pairs(few)), few.by_id, guesser).total
        simulated = simulate_chance(few, guesser, 1000).total
        assert simulated.deviation == pytest.approx(exact.deviation, rel=0.1)
        assert simulated.range95 == pytest.approx(exact.range95, abs=1)  # whole units: the next one may be as likely


def test_a_truth_of_zero_is_no_hit_of_a_guesser() -> None:
    """Guesses have no prior for counting, though the baselines must say something there and say 0."""
    rows = questions(question("c", "How many?", question_type="counting", category="counting", options=()))
    assert simulate_chance(rows, "random", 3, Key({"c": "0"}, {})).total.expected == 0
