"""How sure a score is: bootstrap over paintings, because the questions of one painting are not independent."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

RESAMPLES = 10_000
SEED = 2509_25339  # the paper's arXiv number; fixed, so that one run always prints the same interval


def bootstrap_ci95(right: Sequence[bool], paintings: Sequence[Hashable]) -> tuple[float, float] | None:
    """95 % percentile interval of an accuracy, resampling whole paintings with replacement.

    Where all units are right, or all wrong, resampling sees no spread and would claim certainty; then the bound is the
    exact binomial one (Clopper and Pearson 1934) with each painting as one observation.

    Args:
        right: one value per unit.
        paintings: the painting of each unit.

    Returns:
        Lower and upper bound in percent (0 to 100); None for units of fewer than two paintings.
    """
    names = {name: number for number, name in enumerate(sorted(set(map(str, paintings))))}
    if len(names) < 2:
        return None
    if all(right) or not any(right):
        bound = 100.0 * 0.025 ** (1 / len(names))
        return (bound, 100.0) if all(right) else (0.0, 100.0 - bound)
    place = np.array([names[str(painting)] for painting in paintings])
    units = np.bincount(place, minlength=len(names))
    correct = np.bincount(place, weights=np.asarray(right, dtype=float), minlength=len(names))
    draws = np.random.default_rng(SEED).multinomial(len(names), np.full(len(names), 1 / len(names)), size=RESAMPLES)
    low, high = np.quantile(100.0 * (draws @ correct) / (draws @ units), (0.025, 0.975))
    return float(low), float(high)
