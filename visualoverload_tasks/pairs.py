"""Which two yes/no questions are opposites of each other."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from .records import Key, Pair, Question

Cost = Callable[[int, int], float]

# How much unlikeness of wording (0 to 1) outweighs that the two are not neighbours in the dataset: enough to decide
# where the wording does not, little enough to find the pairs of a shuffled dataset.
_NOT_NEIGHBOURS = 0.05
_ALONE = -1  # the partner of the one question that stays over
_WORD = re.compile(r"\w+")
# What questions of every content share ("Are there ... in the ...?"), so that it tells nothing about their content.
_FUNCTION_WORDS = {
    "a", "an", "and", "any", "are", "as", "at", "be", "by", "can", "do", "does", "from", "had", "has", "have", "in",
    "is", "it", "no", "not", "of", "on", "or", "some", "than", "that", "the", "there", "these", "this", "those", "to",
    "was", "were", "with",
}  # fmt: skip


def find_pairs(questions: Iterable[Question], key: Key | None = None) -> tuple[Pair, ...]:
    """Pair the opposite questions, in dataset order of the first of each pair.

    The key decides if it names opposites. Else they are inferred among the yes/no questions of one painting and
    category, over all of them together: opposites share the words that tell them from the others ("Are there people in
    the square?", "Is the square empty of people?"), and else they are neighbours. Of an odd number one stays unpaired.

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
    found = sorted(
        (numbers[first], numbers[second])
        for numbers in groups.values()
        for first, second in _match(len(numbers), _cost([rows[number].question for number in numbers]))
    )
    return tuple(Pair(rows[first].question_id, rows[second].question_id) for first, second in found)


def _named(rows: Sequence[Question], key: Key) -> tuple[Pair, ...]:
    place = {question.question_id: number for number, question in enumerate(rows)}
    return tuple(
        Pair(question_id, other)
        for question_id, number in place.items()
        if (other := key.opposite_of.get(question_id)) in place and number < place[other]
    )


def _match(size: int, cost: Cost) -> list[tuple[int, int]]:
    # Start from neighbours and exchange partners between two pairs as long as that lowers the cost: quick, and hardly
    # ever worse than the best of all matchings.
    order = [*range(size), *([_ALONE] if size % 2 else [])]
    pairs = list(zip(order[::2], order[1::2]))
    improved = True
    while improved:
        improved = False
        for one, two in combinations(range(len(pairs)), 2):
            (a, b), (c, d) = pairs[one], pairs[two]
            best = min(
                ((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)), key=lambda both: sum(cost(*p) for p in both)
            )
            if best != ((a, b), (c, d)):
                pairs[one], pairs[two] = best
                improved = True
    return [(min(pair), max(pair)) for pair in pairs if _ALONE not in pair]


def _cost(texts: Sequence[str]) -> Cost:
    """How unlike two of the questions are. A shared word weighs 1 if no third question has it, less the more do."""
    words = [frozenset(_WORD.findall(text.lower())) - _FUNCTION_WORDS for text in texts]
    having = Counter(word for some in words for word in some)

    def cost(one: int, other: int) -> float:
        if _ALONE in (one, other):
            return 1.0
        shared = sum(1 / (having[word] - 1) for word in words[one] & words[other])
        return 1 / (1 + shared) + (_NOT_NEIGHBOURS if abs(one - other) > 1 else 0.0)

    return cost
