"""Opposite questions from their wording and their places: the most likely pairs of a whole dataset."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from .matching import Edge, best_matching, margins
from .records import Pair, Question
from .wording import Likeness, likeness

INFERENCE_VERSION = "2"  # in the signature of every score that rests on it

# Added to the likeness of two neighbours, so that they decide where the wording does not ...
_NEIGHBOURS = 0.001
# ... and this much more in a dataset that is found to have its opposites side by side, as authors write them.
_NEIGHBOURS_IN_ORDER = 0.3


@lru_cache(maxsize=4)  # a run is evaluated more than once: for its report, its files and its host's table
def infer_pairs(questions: tuple[Question, ...]) -> tuple[Pair, ...]:
    """The pairs among the yes/no questions of one painting and category that are most likely over all of them together.

    Of an odd number one stays unpaired.

    Args:
        questions: all of a dataset, in its order.
    """
    found = sorted(edge for group in _settle(_groups(questions)) for edge in group.matching())
    return tuple(_pair(questions, edge) for edge in found)


def rate_pairs(questions: tuple[Question, ...]) -> dict[Pair, float]:
    """The same pairs in the same order, each with a confidence from 0.

    It is the margin to the best other way to pair the questions, or some of them, without this pair: 0 if another way
    is just as good. The likeness of two questions is from 0 to 1, or to 1.3 for neighbours where neighbours are pairs.
    """
    found = sorted(rated for group in _settle(_groups(questions)) for rated in group.rated())
    return {_pair(questions, edge): confidence for edge, confidence in found}


@dataclass(frozen=True)
class _Group:
    """The yes/no questions of one painting and category: their numbers in the dataset, and what counts for a pair."""

    numbers: tuple[int, ...]
    likeness: Likeness
    neighbours: float = 0.0

    def weight(self, one: int, other: int) -> float:
        return self.likeness(one, other) + (self.neighbours if abs(one - other) == 1 else 0.0)

    def edges(self) -> list[Edge]:
        return best_matching(len(self.numbers), self.weight)

    def matching(self) -> list[Edge]:
        return [self._of_dataset(edge) for edge in self.edges()]

    def rated(self) -> Iterator[tuple[Edge, float]]:
        edges = self.edges()
        for edge, margin in zip(edges, margins(len(self.numbers), self.weight, edges)):
            yield self._of_dataset(edge), margin

    def _of_dataset(self, edge: Edge) -> Edge:
        return self.numbers[edge[0]], self.numbers[edge[1]]


def _groups(rows: Sequence[Question]) -> list[_Group]:
    numbers: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, question in enumerate(rows):
        if question.is_yes_no:
            numbers[question.painting.painting_id, question.category].append(number)
    return [_Group(tuple(own), likeness([rows[number].question for number in own])) for own in numbers.values()]


def _settle(groups: Sequence[_Group]) -> list[_Group]:
    """The groups, with as much weight on neighbours as this dataset shows them to be pairs by wording alone."""
    tied = [replace(group, neighbours=_NEIGHBOURS) for group in groups]
    share = _share_in_order(tied)
    return [replace(group, neighbours=_NEIGHBOURS + _NEIGHBOURS_IN_ORDER * share) for group in groups]


def _share_in_order(groups: Iterable[_Group]) -> float:
    """How many of the pairs are neighbours, beyond chance: 0 for a shuffled dataset, near 1 for one in order."""
    pairs = neighbours = by_chance = 0.0
    for group in groups:
        edges = group.edges()
        pairs += len(edges)
        neighbours += sum(other - one == 1 for one, other in edges)
        by_chance += 2 * len(edges) / max(2, len(group.numbers))  # one of n has its partner beside it in 2 of n cases
    surely_by_chance = by_chance + 2 * math.sqrt(by_chance)  # two standard deviations: small datasets show little
    return max(0.0, neighbours - surely_by_chance) / max(1.0, pairs - by_chance)


def _pair(rows: Sequence[Question], edge: Edge) -> Pair:
    return Pair(rows[edge[0]].question_id, rows[edge[1]].question_id)
