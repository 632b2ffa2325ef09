"""Two runs at the same units: difference, interval and exact test."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from .intervals import paired_ci95

UNDECIDED = "cannot be told apart"
FEWEST_PAINTINGS = 4  # on fewer, equal runs differ "significantly" too often (docs/comparing.md)


@dataclass(frozen=True, slots=True)
class Difference:
    """How the accuracies of two runs differ.

    Attributes:
        units: units scored in both; 0 leaves the percentages undefined.
        paintings: how many these units are about.
        correct_a, correct_b: units that each run has right.
        only_a, only_b: units that only this one has right.
        ci95: of the difference B - A, in points (``intervals.paired_ci95``); None for fewer than two paintings.
        p: of McNemar's exact test.
    """

    units: int
    paintings: int
    correct_a: int
    correct_b: int
    only_a: int
    only_b: int
    ci95: tuple[float, float] | None
    p: float

    @property
    def points(self) -> float | None:
        """B - A in percentage points; None where nothing was scored."""
        return 100.0 * (self.correct_b - self.correct_a) / self.units if self.units else None

    @property
    def verdict(self) -> str:
        """``A is better`` or ``B is better`` if interval and test both say so, else ``cannot be told apart``.

        The test takes units for independent, which those of one painting are not; the interval does not, but needs
        ``FEWEST_PAINTINGS`` to hold what it says.
        """
        few = self.paintings < FEWEST_PAINTINGS
        if few or self.ci95 is None or self.p >= 0.05 or self.ci95[0] <= 0 <= self.ci95[1]:
            return UNDECIDED
        return "B is better" if self.only_b > self.only_a else "A is better"


def difference(a: Sequence[bool], b: Sequence[bool], paintings: Sequence[Hashable]) -> Difference:
    """Compare two runs.

    Args:
        a, b: whether each unit is right.
        paintings: the painting of each unit.
    """
    only_a = sum(right_a and not right_b for right_a, right_b in zip(a, b))
    only_b = sum(right_b and not right_a for right_a, right_b in zip(a, b))
    interval = paired_ci95(a, b, paintings)
    shown = len(set(paintings))
    return Difference(len(a), shown, sum(a), sum(b), only_a, only_b, interval, mcnemar(only_a, only_b))


def mcnemar(only_a: int, only_b: int) -> float:
    """Two-sided p of the exact test: are units that only one run has right as often A's as B's (binomial, 1/2)?"""
    from scipy.special import bdtr  # as scipy.stats.binomtest, which takes a second to import

    return min(1.0, 2.0 * float(bdtr(min(only_a, only_b), only_a + only_b, 0.5)))


def holm(p: Mapping[str, float]) -> dict[str, float]:
    """The p values adjusted for looking at all of them (Holm, Scandinavian Journal of Statistics 6, 1979)."""
    adjusted: dict[str, float] = {}
    worst = 0.0
    for rank, name in enumerate(sorted(p, key=lambda name: p[name])):
        worst = max(worst, min(1.0, (len(p) - rank) * p[name]))
        adjusted[name] = worst
    return {name: adjusted[name] for name in p}
