"""Which two yes/no questions are opposites of each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from rapidfuzz.distance import Levenshtein

from .records import Key, Pair, Question

# How much unlikeness of wording (0 to 1) outweighs one question standing between the two in the dataset.
_PER_STEP_APART = 0.05


def find_pairs(questions: Iterable[Question], key: Key | None = None) -> tuple[Pair, ...]:
    """Pair the opposite questions, in dataset order of the first of each pair.

    The key decides if it names opposites. Else they are inferred among the yes/no questions of one painting and
    category: those pairs are taken that are alike in wording and near each other in the dataset, over all pairs of the
    painting together. With an odd number one question stays unpaired.

    Args:
        questions: in dataset order.
    """
    rows = tuple(questions)
    if key is not None and key.opposite_of:
        return _named(rows, key)
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, question in enumerate(rows):
        if question.is_yes_no:
            groups[question.painting.painting_id, question.category].append(number)
    found = sorted(pair for numbers in groups.values() for pair in _match(rows, numbers))
    return tuple(Pair(rows[first].question_id, rows[second].question_id) for first, second in found)


def _named(rows: Sequence[Question], key: Key) -> tuple[Pair, ...]:
    place = {question.question_id: number for number, question in enumerate(rows)}
    return tuple(
        Pair(question_id, other)
        for question_id, number in place.items()
        if (other := key.opposite_of.get(question_id)) in place and number < place[other]
    )


def _match(rows: Sequence[Question], numbers: Sequence[int]) -> list[tuple[int, int]]:
    # Start from neighbours and exchange partners between two pairs as long as that lowers the cost: quick, and never
    # worse than plain neighbours. -1 is the partner of the one that stays alone.
    order = [*numbers, -1] if len(numbers) % 2 else list(numbers)
    pairs = list(zip(order[::2], order[1::2]))
    improved = True
    while improved:
        improved = False
        for one, two in combinations(range(len(pairs)), 2):
            (a, b), (c, d) = pairs[one], pairs[two]
            best = min(((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)), key=lambda both: sum(_cost(rows, *p) for p in both))
            if best != ((a, b), (c, d)):
                pairs[one], pairs[two] = best
                improved = True
    return [(min(pair), max(pair)) for pair in pairs if -1 not in pair]


def _cost(rows: Sequence[Question], one: int, other: int) -> float:
    if -1 in (one, other):
        return 1.0
    first, second = (rows[number].question.lower().split() for number in (one, other))
    return Levenshtein.normalized_distance(first, second) + _PER_STEP_APART * abs(one - other)
