"""The 95 % interval: deterministic, independent of order, and as wide as theory says."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from visualoverload_tasks.intervals import bootstrap, ci95


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
    low, high = ci95(right, names)
    assert (high - low) / (2 * 1.96) == pytest.approx(cluster_error(right, names), rel=0.1)
    assert low < 100 * sum(right) / len(right) < high


def test_dependence_within_paintings_makes_it_wider() -> None:
    right, names = simulated(150, 12, 0.4)
    low, high = ci95(right, names)
    alone_low, alone_high = ci95(right, [str(number) for number in range(len(right))])
    assert high - low > 1.5 * (alone_high - alone_low)


@settings(max_examples=20)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=40), st.randoms())
def test_order_decides_nothing_and_the_bounds_hold(units: list[tuple[bool, int]], dice: random.Random) -> None:
    interval = ci95(*zip(*units, strict=True))
    dice.shuffle(units)
    assert ci95(*zip(*units, strict=True)) == interval
    if len({painting for _, painting in units}) < 2:
        assert interval is None
    else:
        assert 0 <= interval[0] <= 100 * sum(flag for flag, _ in units) / len(units) <= interval[1] <= 100


@pytest.mark.parametrize("units", [2, 42, 1875])
def test_all_alike_is_no_certainty(units: int) -> None:
    """Wilson's bound: the share from which all units right is 1.96 standard errors away (Wilson 1927)."""
    names = [str(number % 2) for number in range(units)]
    low, high = ci95([True] * units, names)
    share = low / 100
    assert (1 - share) / math.sqrt(share * (1 - share) / units) == pytest.approx(1.96, abs=1e-3)
    assert high == pytest.approx(100)
    assert ci95([False] * units, names) == (pytest.approx(0, abs=1e-9), pytest.approx(100 - low))


def test_one_more_right_unit_does_not_make_it_wider() -> None:
    names = [str(number % 6) for number in range(42)]
    widths = [high - low for low, high in (ci95([True] * right + [False] * (42 - right), names) for right in (41, 42))]
    assert widths[1] < widths[0]


def test_paintings_that_are_all_alike_do_not_make_it_a_point() -> None:
    low, high = ci95([True, False, False] * 2, ["a"] * 3 + ["b"] * 3)
    assert low < 15 and high > 60  # two of six: the bootstrap alone says exactly 33.3


def test_with_few_paintings_it_still_holds_the_truth() -> None:
    """19 of 20 intervals should; a plain bootstrap over three paintings holds it in about 16."""
    dice = random.Random(1)
    held = {"ours": 0, "plain": 0}
    for _ in range(200):
        right, names = [dice.random() < 0.5 for _ in range(36)], [str(number % 3) for number in range(36)]
        for method, (low, high) in (
            ("ours", ci95(right, names)),
            ("plain", [100 * b for b in bootstrap(right, names)]),
        ):
            held[method] += low <= 50 <= high
    assert held["plain"] < 180 <= held["ours"]


@pytest.mark.parametrize("names", [[], ["a"], ["a", "a"]])
def test_fewer_than_two_paintings_have_none(names: list[str]) -> None:
    assert ci95([True] * len(names), names) is None
