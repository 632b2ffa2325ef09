"""The bootstrap: deterministic, independent of order, and as wide as theory says."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from visualoverload_tasks.intervals import bootstrap_ci95


def simulated(paintings: int, each: int, spread: float, seed: int = 0) -> tuple[list[bool], list[str]]:
    """Units whose chance to be right differs between paintings by ``spread``."""
    dice = random.Random(seed)
    right, names = [], []
    for number in range(paintings):
        chance = 0.5 + spread * dice.choice((-1, 1))
        right += [dice.random() < chance for _ in range(each)]
        names += [f"{number}.jpg"] * each
    return right, names


def cluster_error(right: list[bool], names: list[str]) -> float:
    """The standard error of a mean with clustered data, in percent (Miller, arXiv 2411.00640, section 2.2)."""
    mean = sum(right) / len(right)
    sums: dict[str, float] = {}
    for flag, name in zip(right, names, strict=True):
        sums[name] = sums.get(name, 0.0) + flag - mean
    return 100 * math.sqrt(sum(value**2 for value in sums.values())) / len(right)


@pytest.mark.parametrize("spread", [0.0, 0.2, 0.4])
def test_it_is_as_wide_as_the_clustered_standard_error(spread: float) -> None:
    right, names = simulated(150, 12, spread)
    low, high = bootstrap_ci95(right, names)
    assert (high - low) / (2 * 1.96) == pytest.approx(cluster_error(right, names), rel=0.05)
    assert low < 100 * sum(right) / len(right) < high


def test_dependence_within_paintings_makes_it_wider() -> None:
    right, names = simulated(150, 12, 0.4)
    low, high = bootstrap_ci95(right, names)
    alone_low, alone_high = bootstrap_ci95(right, [str(number) for number in range(len(right))])
    assert high - low > 1.5 * (alone_high - alone_low)


@settings(max_examples=20)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=40), st.randoms())
def test_order_decides_nothing_and_the_bounds_hold(units: list[tuple[bool, int]], dice: random.Random) -> None:
    interval = bootstrap_ci95(*zip(*units, strict=True))
    dice.shuffle(units)
    assert bootstrap_ci95(*zip(*units, strict=True)) == interval
    if len({painting for _, painting in units}) < 2:
        assert interval is None
    else:
        assert 0 <= interval[0] <= 100 * sum(flag for flag, _ in units) / len(units) <= interval[1] <= 100


@pytest.mark.parametrize("paintings", [2, 3, 150])
def test_all_alike_is_no_certainty(paintings: int) -> None:
    """The exact bound is the share at which all paintings come out right with a chance of just 2.5 %."""
    names = [str(number) for number in range(paintings)]
    low, high = bootstrap_ci95([True] * paintings, names)
    assert ((low / 100) ** paintings, high) == (pytest.approx(0.025), 100.0)
    assert bootstrap_ci95([False] * paintings, names) == (0.0, pytest.approx(100 - low))


@pytest.mark.parametrize("names", [[], ["a"], ["a", "a"]])
def test_fewer_than_two_paintings_have_none(names: list[str]) -> None:
    assert bootstrap_ci95([True] * len(names), names) is None
