"""The exact test, its adjustment, and the verdict on two runs."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from visualoverload_tasks.paired import Difference, difference, holm, mcnemar

COUNTS = st.integers(0, 400)


@settings(deadline=None)
@given(COUNTS, COUNTS)
def test_mcnemar_is_the_binomial_sum(only_a: int, only_b: int) -> None:
    """The naive twin adds whole numbers: both tails that are no likelier than what was seen."""
    n = only_a + only_b
    tail = sum(comb(n, k) for k in range(n + 1) if comb(n, k) <= comb(n, only_a))
    assert mcnemar(only_a, only_b) == pytest.approx(float(Fraction(tail, 2**n)), rel=1e-9)
    assert mcnemar(only_a, only_b) == mcnemar(only_b, only_a)


@pytest.mark.parametrize(
    ("only_a", "only_b", "p"),
    # by hand: 2 * (1 + 5) / 2**5, 2 * 1 / 2**6, and nothing to tell from
    [(1, 4, 0.375), (0, 6, 0.03125), (0, 0, 1.0), (3, 3, 1.0)],
)
def test_mcnemar_by_hand(only_a: int, only_b: int, p: float) -> None:
    assert mcnemar(only_a, only_b) == pytest.approx(p)


def test_holm_by_hand() -> None:
    """The smallest of four times 4, the next times 3, ..., never below one before, in the order given."""
    assert holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005}) == pytest.approx(
        {"a": 0.03, "b": 0.06, "c": 0.06, "d": 0.02}
    )
    assert holm({"a": 0.9, "b": 0.8}) == {"a": 1.0, "b": 1.0}
    assert holm({}) == {}


@pytest.mark.parametrize(
    ("interval", "p", "only", "verdict"),
    [
        ((1.0, 5.0), 0.01, (3, 9), "B is better"),
        ((-5.0, -1.0), 0.01, (9, 3), "A is better"),
        ((-1.0, 5.0), 0.01, (3, 9), "cannot be told apart"),  # the paintings differ more than units would alone
        ((1.0, 5.0), 0.06, (3, 9), "cannot be told apart"),
        ((0.0, 5.0), 0.01, (3, 9), "cannot be told apart"),  # no difference is still possible
        ((-5.0, 0.0), 0.01, (9, 3), "cannot be told apart"),
    ],
)
def test_the_verdict_needs_interval_and_test(
    interval: tuple[float, float], p: float, only: tuple[int, int], verdict: str
) -> None:
    assert Difference(100, 20, 50 + only[0], 50 + only[1], *only, interval, p).verdict == verdict


@pytest.mark.parametrize(
    ("paintings", "verdict"),
    # of two equal runs on 2 or 3 paintings more than one in ten pairs would have a winner
    [(1, "cannot be told apart"), (3, "cannot be told apart"), (4, "B is better")],
)
def test_few_paintings_give_no_verdict(paintings: int, verdict: str) -> None:
    """All twelve units are B's alone: p is 2 / 2**12, and every resample says 100 points."""
    names = [n % paintings for n in range(12)]
    assert difference([False] * 12, [True] * 12, names).verdict == verdict


@settings(deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=40))
def test_turned_round_it_is_the_negative(units: list[tuple[bool, bool]]) -> None:
    a, b = [one for one, _ in units], [other for _, other in units]
    names = ["1"] * len(units)  # intervals are tested for themselves
    forth, back = difference(a, b, names), difference(b, a, names)
    assert (forth.only_a, forth.only_b, forth.p) == (back.only_b, back.only_a, back.p)
    assert (forth.points is None) == (not units)
    if units:
        assert forth.points == -back.points == pytest.approx(100 * (sum(b) - sum(a)) / len(units))
