"""Units and the paper's metrics over them (section 2.2 and section 4)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import ascii_uppercase
from typing import TypeVar

from .intervals import ci95
from .records import CATEGORIES, DIFFICULTIES, Answer, Key, Pair, Question, Unit
from .scores import Bound, Breakdown, Consistency, Score

METRICS_VERSION = "2"
"""Changes whenever any figure of the same answers may change, pairs included; part of every signature."""

T = TypeVar("T")

# Scored units of the published data, worked out from the leaderboard: with these denominators each of its 53 rows turns
# into whole counts (docs/benchmark.md).
PUBLISHED_UNITS: Mapping[str, int] = {
    "activity": 150,
    "attributes": 149,
    "counting": 559,
    "ocr": 118,
    "reasoning": 205,
    "scene": 694,
    "easy": 468,
    "medium": 989,
    "hard": 418,
}


def make_units(questions: Sequence[Question], pairs: Iterable[Pair]) -> tuple[Unit, ...]:
    """One unit for each pair and for each question that is not part of a pair, in dataset order.

    A yes/no question whose opposite is not among the questions makes no unit: alone it would be scored twice as easy.
    A pair belongs to the harder of its two difficulties.
    """
    by_id = {question.question_id: question for question in questions}
    partner = {pair.first: pair.second for pair in pairs}
    seconds = set(partner.values())
    units = []
    for question in questions:
        if question.question_id in partner:
            units.append(_unit(question, by_id[partner[question.question_id]]))
        elif question.question_id not in seconds and not question.is_yes_no:
            units.append(_unit(question))
    return tuple(units)


def _unit(*questions: Question) -> Unit:
    return Unit(
        tuple(question.question_id for question in questions),
        questions[0].category,
        max((question.difficulty for question in questions), key=DIFFICULTIES.index),
        questions[0].painting.painting_id,
    )


def break_down(units: Sequence[Unit], measure: Callable[[Sequence[int]], T]) -> Breakdown[T]:
    """What ``measure`` says of the places of all units, and of those of each category and difficulty."""
    return Breakdown(
        measure(range(len(units))),
        {name: measure([n for n, unit in enumerate(units) if unit.category == name]) for name in CATEGORIES},
        {name: measure([n for n, unit in enumerate(units) if unit.difficulty == name]) for name in DIFFICULTIES},
    )


def right_units(units: Iterable[Unit], answers: Mapping[str, Answer], key: Key) -> list[bool]:
    """For each unit, whether all of its questions are answered right."""
    return [all(answers[q].value == key.values[q] for q in unit.question_ids) for unit in units]


def accuracies(
    units: Sequence[Unit], answers: Mapping[str, Answer], key: Key
) -> tuple[Score, Mapping[str, Score], Mapping[str, Score]]:
    """Total, by category, by difficulty: the share of units whose questions are all answered right (micro-average)."""
    right = right_units(units, answers, key)

    def score(places: Sequence[int]) -> Score:
        flags = [right[n] for n in places]
        return Score(sum(flags), len(flags), ci95(flags, [units[n].painting_id for n in places]))

    scores = break_down(units, score)
    return scores.total, scores.category, scores.difficulty


def bounds(units: Sequence[Unit], questions: Mapping[str, Question], answers: Mapping[str, Answer]) -> Breakdown[Bound]:
    """What the run can reach at most, by the answers alone.

    A unit with an unanswered question cannot be right, nor can a pair with two equal answers, since its truths differ.
    """
    possible = [_can_be_right([_says(questions[q], answers[q]) for q in unit.question_ids]) for unit in units]
    return break_down(units, lambda places: Bound(sum(possible[n] for n in places), len(places)))


def _can_be_right(said: Sequence[str | None]) -> bool:
    return None not in said and len(set(said)) == len(said)


def counting_rmse(questions: Sequence[Question], answers: Mapping[str, Answer], key: Key) -> float | None:
    """Root mean square error over all counting questions; no answer is 0 (paper, section 4). None without any.

    Counts above 10^308 give infinity; extraction reads none of more than 6 digits.
    """
    errors = [float(said or 0) - truth for said, truth in _counts(questions, answers, key)]
    return math.hypot(*errors) / math.sqrt(len(errors)) if errors else None


def counting_within(
    questions: Sequence[Question], answers: Mapping[str, Answer], key: Key, tolerances: Iterable[float]
) -> dict[float, Score]:
    """Accuracy of counting where an error of up to so many percent of the truth is right (paper, figure 4).

    No answer is never right, and a truth of 0 needs a 0. Empty without counting questions.

    Args:
        tolerances: in percent of the truth, 0 and more.
    """
    counts = list(_counts(questions, answers, key))
    return {
        tolerance: Score(sum(is_near(said, truth, tolerance) for said, truth in counts), len(counts))
        for tolerance in (tolerances if counts else ())
    }


def is_near(said: str | float | None, truth: float, tolerance: float) -> bool:
    """Whether a count is within so many percent of the truth; no answer never is, and a truth of 0 needs a 0."""
    # Times 100 rather than over 100: 22 is within 10 % of 20, though 20 * 0.1 may be rounded.
    return said is not None and 100 * abs(float(said) - truth) <= tolerance * truth


def _counts(
    questions: Iterable[Question], answers: Mapping[str, Answer], key: Key
) -> Iterator[tuple[str | None, float]]:
    return (
        (answers[q.question_id].value, float(key.values[q.question_id]))
        for q in questions
        if q.question_type == "counting"
    )


def ocr_edit_distance(questions: Sequence[Question], answers: Mapping[str, Answer], key: Key) -> float | None:
    """Mean edit distance over the longer text's length, of all OCR questions' normalised texts (paper, section 4).

    0 is identical, 1 has nothing in common; no answer counts as 1. None without OCR questions.
    """
    from rapidfuzz.distance import Levenshtein

    distances = [
        Levenshtein.normalized_distance(answers[q.question_id].value or "", key.values[q.question_id])
        for q in questions
        if q.question_type == "ocr"
    ]
    return sum(distances) / len(distances) if distances else None


def consistencies(
    questions: Mapping[str, Question], pairs: Iterable[Pair], answers: Mapping[str, Answer]
) -> tuple[Consistency, dict[str, Consistency]]:
    """Share of pairs with opposite answers, over all and by category; a pair without both answers is not consistent."""
    by_category: dict[str, list[bool]] = {}
    for pair in pairs:
        said = [_says(questions[q], answers[q]) for q in (pair.first, pair.second)]
        by_category.setdefault(questions[pair.first].category, []).append(None not in said and said[0] != said[1])
    every = [flag for flags in by_category.values() for flag in flags]
    ordered = {name: by_category[name] for name in CATEGORIES if name in by_category}
    return Consistency(sum(every), len(every)), {name: Consistency(sum(f), len(f)) for name, f in ordered.items()}


def _says(question: Question, answer: Answer) -> str | None:
    # By the option's text: the two questions of a pair may list yes and no in different orders.
    if answer.value is None or question.question_type != "choice":
        return answer.value
    return question.options[ascii_uppercase.index(answer.value)].strip().lower()
