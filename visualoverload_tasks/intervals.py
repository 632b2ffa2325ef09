"""How sure an accuracy or a difference of two is, given that the questions of one painting are not independent."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import atanh, sqrt, tanh
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RESAMPLES = 10_000
SEED = 2509_25339  # the paper's arXiv number; fixed, so that one run always prints the same interval
TAIL = 0.025
_Z = 1.959964  # of a standard normal variable, 95 % lie between -_Z and _Z


def ci95(right: Sequence[bool], paintings: Sequence[Hashable]) -> tuple[float, float] | None:
    """95 % interval of an accuracy: what both of two methods call likely, and what either does.

    The percentile bootstrap resamples whole paintings; its tails are expanded by what a normal distribution lacks to
    Student's with so few paintings (Hesterberg, The American Statistician 69, 2015, section 5.3). Of units that are all
    right or all wrong it claims certainty all the same. Wilson's interval (1927) takes units for independent, so it is
    too narrow where they are not, but never absurd. Each mends the other; with 150 paintings the bootstrap decides
    (``benchmarks/intervals.py`` measures the coverage).

    Args:
        right: one value per unit.
        paintings: the painting of each unit.

    Returns:
        Lower and upper bound in percent (0 to 100); None for units of fewer than two paintings.
    """
    clusters = len(set(map(str, paintings)))
    if clusters < 2:
        return None
    low, high = zip(bootstrap(right, paintings, _expanded_tail(clusters)), wilson(sum(right), len(right)))
    return 100.0 * min(low), 100.0 * max(high)


def paired_ci95(a: Sequence[bool], b: Sequence[bool], paintings: Sequence[Hashable]) -> tuple[float, float] | None:
    """95 % interval of the difference B - A of two accuracies at the same units: the wider of two methods, as ``ci95``.

    The bootstrap is that of ``ci95``, with the same paintings drawn for both runs. Newcombe's interval (Statistics in
    Medicine 17, 1998, 2635-2650, method 10) takes units for independent, but claims no certainty where the runs seldom
    differ.

    Args:
        a, b: one value per unit each.
        paintings: the painting of each unit.

    Returns:
        Lower and upper bound in points (-100 to 100); None for units of fewer than two paintings.
    """
    clusters = len(set(map(str, paintings)))
    if clusters < 2:
        return None
    resampled = bootstrap([right_b - right_a for right_a, right_b in zip(a, b)], paintings, _expanded_tail(clusters))
    low, high = zip(resampled, newcombe(a, b))
    return 100.0 * min(low), 100.0 * max(high)


def _expanded_tail(clusters: int) -> float:
    from scipy.special import ndtr, stdtrit  # scipy.stats has them too, but takes a second to import

    return float(ndtr(sqrt(clusters / (clusters - 1)) * stdtrit(clusters - 1, TAIL)))


def newcombe(a: Sequence[bool], b: Sequence[bool]) -> tuple[float, float]:
    """Interval of the difference B - A (-1 to 1) of two shares at the same, independent units (1998, method 10)."""
    units, right_a, right_b = len(a), sum(a), sum(b)
    both = sum(map(min, a, b))
    margins = right_a * (units - right_a) * right_b * (units - right_b)
    # Cell products' difference: both * neither - only_a * only_b; a positive one is corrected for continuity.
    excess = float(units * both - right_a * right_b)
    if excess > 0:
        excess = max(0.0, excess - units / 2)
    return square_and_add(
        right_a / units,
        wilson(right_a, units),
        right_b / units,
        wilson(right_b, units),
        correlation=excess / sqrt(margins) if margins else 0.0,
    )


def square_and_add(
    a: float,
    interval_a: tuple[float, float],
    b: float,
    interval_b: tuple[float, float],
    *,
    correlation: float = 0.0,
) -> tuple[float, float]:
    """Interval of b - a from an interval of each (Newcombe 1998; also called MOVER).

    Args:
        correlation: of the two estimates; 0 if they are independent, or as a cautious value if it can only be positive.
    """

    def distance(down: float, up: float) -> float:
        return sqrt(max(0.0, down * down - 2 * correlation * down * up + up * up))

    low = b - a - distance(b - interval_b[0], interval_a[1] - a)
    high = b - a + distance(a - interval_a[0], interval_b[1] - b)
    return low, high


def bootstrap(values: Sequence[float], paintings: Sequence[Hashable], tail: float = TAIL) -> tuple[float, float]:
    """Percentile interval of the mean of the units' values, resampling whole paintings with replacement.

    Args:
        tail: the share of resamples that each side of the interval leaves out.
    """
    import numpy as np

    names = {name: number for number, name in enumerate(sorted(set(map(str, paintings))))}
    place = np.array([names[str(painting)] for painting in paintings])
    units = np.bincount(place, minlength=len(names))
    sums = np.bincount(place, weights=np.asarray(values, dtype=float), minlength=len(names))
    drawn = _draws(len(names)) @ np.stack([sums, units], axis=1)
    low, high = np.quantile(drawn[:, 0] / drawn[:, 1], (tail, 1 - tail))
    return float(low), float(high)


@lru_cache(maxsize=8)  # 12 MB each; a report needs them ten times over, and studies of many runs thousands of times
def _draws(paintings: int) -> NDArray[np.float64]:
    """How often each painting is drawn: resamples x paintings."""
    import numpy as np

    drawn = np.random.default_rng(SEED).integers(paintings, size=(RESAMPLES, paintings))
    drawn += paintings * np.arange(RESAMPLES)[:, None]  # one row of counters for each resample
    counted = np.bincount(drawn.ravel(), minlength=RESAMPLES * paintings).reshape(RESAMPLES, paintings)
    return counted.astype(np.float64)  # what the product needs; whole numbers, so that sums stay exact


def wilson(correct: float, units: int) -> tuple[float, float]:
    """Interval of a share (0 to 1) of independent units (Wilson 1927)."""
    share, spread = correct / units, _Z * _Z / units
    middle = share + spread / 2
    half = _Z * sqrt(share * (1 - share) / units + spread / (4 * units))
    # Rounding may leave the share itself, or 0 and 1, outside by one part in 10^16.
    return max(0.0, min(share, (middle - half) / (1 + spread))), min(1.0, max(share, (middle + half) / (1 + spread)))


def rank_correlation(x: Sequence[float], y: Sequence[float]) -> tuple[float | None, tuple[float, float] | None]:
    """Spearman's rank correlation and its 95 % interval (Bonett and Wright, Psychometrika 65, 2000, 23-28).

    Returns:
        None in place of the correlation where all values of one side are equal; in place of the interval also for fewer
        than 4 points, or a correlation of 1 or -1, for which the method would claim certainty.
    """
    import numpy as np

    if len(set(x)) < 2 or len(set(y)) < 2:
        return None, None
    rank = float(np.corrcoef(_ranks(x), _ranks(y))[0, 1])
    if len(x) < 4 or abs(rank) > 1 - 1e-12:
        return rank, None
    reach = _Z * sqrt((1 + rank * rank / 2) / (len(x) - 3))
    return rank, (tanh(atanh(rank) - reach), tanh(atanh(rank) + reach))


def _ranks(values: Sequence[float]) -> NDArray[np.float64]:
    import numpy as np  # scipy.stats has this too, but takes a second to import

    _, place, times = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(times) - (times - 1) / 2)[place])  # equal values share the mean of their ranks
