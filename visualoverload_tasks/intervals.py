"""How sure an accuracy is, given that the questions of one painting are not independent."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import sqrt

RESAMPLES = 10_000
SEED = 2509_25339  # the paper's arXiv number; fixed, so that one run always prints the same interval
_Z = 1.959964  # of a standard normal variable, 95 % lie between -_Z and _Z


def ci95(right: Sequence[bool], paintings: Sequence[Hashable]) -> tuple[float, float] | None:
    """95 % interval of an accuracy: what both of two methods call likely, and what either does.

    The percentile bootstrap resamples whole paintings. With few paintings it is too narrow, and of units that are all
    right or all wrong it claims certainty. Wilson's interval (1927) takes units for independent, so it is too narrow
    where they are not, but never absurd. Each mends the other; with 150 paintings the bootstrap decides
    (``benchmarks/intervals.py`` measures the coverage).

    Args:
        right: one value per unit.
        paintings: the painting of each unit.

    Returns:
        Lower and upper bound in percent (0 to 100); None for units of fewer than two paintings.
    """
    if len(set(map(str, paintings))) < 2:
        return None
    low, high = zip(bootstrap(right, paintings), _wilson(sum(right), len(right)))
    return 100.0 * min(low), 100.0 * max(high)


def bootstrap(right: Sequence[bool], paintings: Sequence[Hashable]) -> tuple[float, float]:
    """Percentile interval of a share (0 to 1), resampling whole paintings with replacement."""
    import numpy as np

    names = {name: number for number, name in enumerate(sorted(set(map(str, paintings))))}
    place = np.array([names[str(painting)] for painting in paintings])
    units = np.bincount(place, minlength=len(names))
    correct = np.bincount(place, weights=np.asarray(right, dtype=float), minlength=len(names))
    draws = np.random.default_rng(SEED).multinomial(len(names), np.full(len(names), 1 / len(names)), size=RESAMPLES)
    low, high = np.quantile((draws @ correct) / (draws @ units), (0.025, 0.975))
    return float(low), float(high)


def _wilson(correct: int, units: int) -> tuple[float, float]:
    share, spread = correct / units, _Z * _Z / units
    middle = share + spread / 2
    half = _Z * sqrt(share * (1 - share) / units + spread / (4 * units))
    # Rounding may leave the share itself, or 0 and 1, outside by one part in 10^16.
    return max(0.0, min(share, (middle - half) / (1 + spread))), min(1.0, max(share, (middle + half) / (1 + spread)))
