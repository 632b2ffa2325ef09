"""What guessing reaches at the very questions at hand: exactly, and by letting guessers take the test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from .metrics import break_down
from .records import Question, Unit
from .scores import Breakdown, Chance

GUESSERS = ("random", "consistent")

# Paper, table 1. The 42.5 for consistent guesses at reasoning does not follow from its units (docs/benchmark.md).
PUBLISHED_CHANCE: Mapping[str, Mapping[str, float]] = {
    "random": {
        **{"activity": 25.0, "attributes": 25.0, "counting": 0.0, "ocr": 0.0, "reasoning": 25.0, "scene": 25.0},
        **{"easy": 24.5, "medium": 16.7, "hard": 3.7, "total": 16.0},
    },
    "consistent": {
        **{"activity": 25.0, "attributes": 25.0, "counting": 0.0, "ocr": 0.0, "reasoning": 42.5, "scene": 50.0},
        **{"easy": 47.2, "medium": 26.2, "hard": 4.7, "total": 27.2},
    },
}


def chance_levels(units: Sequence[Unit], questions: Mapping[str, Question], guesser: str) -> Breakdown[Chance]:
    """What a guesser reaches (paper, section 3.1): the exact distribution of a sum of independent guesses.

    Args:
        questions: by id.
        guesser: ``random`` guesses every question; ``consistent`` too, but the opposite at the second of a pair. Both
            have no prior for counting and OCR, and never hit there.
    """
    chances = [hit_chance(unit, questions, guesser) for unit in units]
    return break_down(units, lambda places: _level([chances[n] for n in places]))


def hit_chance(unit: Unit, questions: Mapping[str, Question], guesser: str) -> float:
    """How likely a guesser, as in ``chance_levels``, is right at one unit."""
    if guesser == "consistent" and len(unit.question_ids) == 2:
        return 1 / 2  # right at the first of two opposites is right at both
    hit = 1.0
    for question_id in unit.question_ids:
        hit *= 1 / len(questions[question_id].options) if questions[question_id].options else 0.0
    return hit


def _level(chances: Sequence[float]) -> Chance:
    deviation = sqrt(sum(chance * (1 - chance) for chance in chances))
    return Chance(sum(chances), deviation, _range95(chances), len(chances))


def _range95(chances: Sequence[float]) -> tuple[int, int]:
    import numpy as np

    likely = np.ones(1)  # of 0, 1, 2, ... units right
    for chance in chances:
        if chance:
            likely = np.convolve(likely, (1 - chance, chance))
    low, high = np.searchsorted(np.cumsum(likely), (0.025, 0.975))
    return int(low), int(high)
