"""How often the 95 % interval of an accuracy, or of a difference of two, holds the true one, beside a plain bootstrap.

    python benchmarks/intervals.py
    python benchmarks/intervals.py --paired

Simulated: units of one painting share a chance to be right, drawn around the true accuracy (beta distribution; the
correlation between two units of a painting is the third column). Of two runs, each has its own such chances, and at
7 of 10 units luck is the same for both.
"""

from __future__ import annotations

import sys
from itertools import product

import numpy as np

from visualoverload_tasks.intervals import bootstrap, ci95, paired_ci95

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


def paired() -> None:
    dice = np.random.default_rng(0)
    print(f"% of {RUNS} pairs of runs, in brackets the mean width")
    print(f"{'paintings':>9}{'difference':>12}{'correlation':>13}{'ours':>8}{'bootstrap':>11}")
    for paintings, difference, correlation in product((2, 3, 6, 20, 150), (0.0, 0.1), (0.0, 0.1)):
        runs = [simulate_two(dice, paintings, difference, correlation) for _ in range(RUNS)]
        ours = [paired_ci95(*run) or (0.0, 0.0) for run in runs]
        plain = [
            tuple(100 * bound for bound in bootstrap(np.subtract(b, a, dtype=float).tolist(), names))
            for a, b, names in runs
        ]
        cells = [f"{held(intervals, difference):4.0f} ({width(intervals):2.0f})" for intervals in (ours, plain)]
        print(f"{paintings:9}{100 * difference:12.0f}{correlation:13.1f}{cells[0]:>8}{cells[1]:>11}", flush=True)


def simulate_two(
    dice: np.random.Generator, paintings: int, difference: float, correlation: float
) -> tuple[list[bool], list[bool], list[int]]:
    a: list[bool] = []
    b: list[bool] = []
    names: list[int] = []
    for painting in range(paintings):
        chances = [painting_chance(dice, accuracy, correlation) for accuracy in (0.6, 0.6 + difference)]
        units = 1 + dice.poisson(UNITS_A_PAINTING - 1)
        luck = dice.random(units)
        a += [bool(flag) for flag in luck < chances[0]]
        b += [bool(flag) for flag in np.where(dice.random(units) < 0.7, luck, dice.random(units)) < chances[1]]
        names += [painting] * units
    return a, b, names


def painting_chance(dice: np.random.Generator, accuracy: float, correlation: float) -> float:
    spread = (1 - correlation) / correlation if correlation else 0.0
    return float(dice.beta(accuracy * spread, (1 - accuracy) * spread)) if correlation else accuracy


def simulate(
    dice: np.random.Generator, paintings: int, accuracy: float, correlation: float
) -> tuple[list[bool], list[int]]:
    right: list[bool] = []
    names: list[int] = []
    for painting in range(paintings):
        chance = painting_chance(dice, accuracy, correlation)
        units = 1 + dice.poisson(UNITS_A_PAINTING - 1)
        right += [bool(flag) for flag in dice.random(units) < chance]
        names += [painting] * units
    return right, names


def held(intervals: list[tuple[float, ...]], accuracy: float) -> float:
    return 100 * sum(low <= 100 * accuracy <= high for low, high in intervals) / len(intervals)


def width(intervals: list[tuple[float, ...]]) -> float:
    return sum(high - low for low, high in intervals) / len(intervals)


if __name__ == "__main__":
    paired() if "--paired" in sys.argv else main()
