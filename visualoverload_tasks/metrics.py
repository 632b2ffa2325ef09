"""Units and the paper's metrics over them (section 2.2 and section 4)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from .intervals import ci95
from .records import CATEGORIES, DIFFICULTIES, Answer, Key, Pair, Question, Unit
from .scores import Consistency, Score

METRICS_VERSION = "1"

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


def accuracies(
    units: Sequence[Unit], answers: Mapping[str, Answer], key: Key
) -> tuple[Score, dict[str, Score], dict[str, Score]]:
    """Total, by category, by difficulty: the share of units whose questions are all answered right (micro-average)."""
    right = [all(answers[q].value == key.values[q] for q in unit.question_ids) for unit in units]
    total = _score(units, right)
    by_category = {name: _score(units, right, category=name) for name in CATEGORIES}
    by_difficulty = {name: _score(units, right, difficulty=name) for name in DIFFICULTIES}
    return total, by_category, by_difficulty


def _score(
    units: Sequence[Unit], right: Sequence[bool], category: str | None = None, difficulty: str | None = None
) -> Score:
    chosen = [
        (is_right, unit.painting_id)
        for unit, is_right in zip(units, right)
        if category in (None, unit.category) and difficulty in (None, unit.difficulty)
    ]
    flags = [is_right for is_right, _ in chosen]
    return Score(sum(flags), len(flags), ci95(flags, [painting for _, painting in chosen]))


def counting_rmse(questions: Sequence[Question], answers: Mapping[str, Answer], key: Key) -> float | None:
    """Root mean square error over all counting questions; no answer is 0 (paper, section 4). None without any."""
    errors = [
        int(answers[q.question_id].value or 0) - int(key.values[q.question_id])
        for q in questions
        if q.question_type == "counting"
    ]
    return math.sqrt(sum(error * error for error in errors) / len(errors)) if errors else None


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
    if answer.value is None:
        return None
    return question.options["ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(answer.value)].strip().lower()
