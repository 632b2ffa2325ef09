"""How often the 95 % interval of an accuracy holds the true one, beside a plain bootstrap over paintings.

    python benchmarks/intervals.py

Simulated: units of one painting share a chance to be right, drawn around the true accuracy (beta distribution; the
correlation between two units of a painting is the third column).
"""

from __future__ import annotations

from itertools import product

import numpy as np

from visualoverload_tasks.intervals import bootstrap, ci95

RUNS = 300
UNITS_A_PAINTING = 12.5  # 1,875 units over 150 paintings


def main() -> None:
    dice = np.random.default_rng(0)
    print(f"% of {RUNS} runs, in brackets the mean width")
    print(f"{'paintings':>9}{'accuracy':>10}{'correlation':>13}{'ours':>8}{'bootstrap':>11}")
    for paintings, accuracy, correlation in product((2, 3, 6, 20, 150), (0.2, 0.5, 0.9), (0.0, 0.1)):
        runs = [simulate(dice, paintings, accuracy, correlation) for _ in range(RUNS)]
        ours = [ci95(*run) or (0.0, 0.0) for run in runs]
        plain = [tuple(100 * bound for bound in bootstrap(*run)) for run in runs]
        cells = [f"{held(intervals, accuracy):4.0f} ({width(intervals):2.0f})" for intervals in (ours, plain)]
        print(f"{paintings:9}{100 * accuracy:10.0f}{correlation:13.1f}{cells[0]:>8}{cells[1]:>11}")


def simulate(
    dice: np.random.Generator, paintings: int, accuracy: float, correlation: float
) -> tuple[list[bool], list[int]]:
    right: list[bool] = []
    names: list[int] = []
    for painting in range(paintings):
        spread = (1 - correlation) / correlation if correlation else 0.0
        chance = dice.beta(accuracy * spread, (1 - accuracy) * spread) if correlation else accuracy
        units = 1 + dice.poisson(UNITS_A_PAINTING - 1)
        right += [bool(flag) for flag in dice.random(units) < chance]
        names += [painting] * units
    return right, names


def held(intervals: list[tuple[float, ...]], accuracy: float) -> float:
    return 100 * sum(low <= 100 * accuracy <= high for low, high in intervals) / len(intervals)


def width(intervals: list[tuple[float, ...]]) -> float:
    return sum(high - low for low, high in intervals) / len(intervals)


if __name__ == "__main__":
    main()
