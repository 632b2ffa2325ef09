"""Guessers take the test: their responses go through the same extraction, pairs and scoring as a model's."""

from __future__ import annotations

from collections.abc import Sequence

from .baselines import make_policy
from .evaluation import extract_answers
from .metrics import break_down, make_units, right_units
from .pairs import choose_pairs
from .records import Key, Pairing, Questions
from .scores import Breakdown, Chance


def simulate_chance(
    questions: Questions, guesser: str, runs: int, key: Key | None = None, pairs: Pairing | None = None
) -> Breakdown[Chance]:
    """What so many guessers reached: mean, standard deviation and 95 % range; seeds 0, 1, ..., so always the same.

    Counting and OCR questions stay without a response, as guesses have no prior for them (paper, section 3.1).

    Args:
        guesser: ``random`` or ``consistent``, as in ``baselines``.
        runs: at least 1.
        key: without one every guesser meets a truth of its own that is drawn at random, opposite on every pair.
        pairs: as ``evaluate`` takes them.
    """
    pairing = choose_pairs(questions, key, pairs)
    units = make_units(questions, pairing.pairs)
    right = []
    for seed in range(runs):
        guess = make_policy(guesser, questions, key, seed=seed, pairs=pairing)
        said = {q.question_id: guess(q.question_id) for q in questions if q.question_type == "choice"}
        truth = key or _drawn_key(questions, seed, pairing)
        right.append(right_units(units, extract_answers(questions, said), truth))
    return break_down(units, lambda places: _summary([sum(run[n] for n in places) for run in right], len(places)))


def _drawn_key(questions: Questions, seed: int, pairs: Pairing) -> Key:
    truth = make_policy("consistent", questions, seed=-1 - seed, pairs=pairs)  # no seed of a guesser's
    return Key({question_id: truth(question_id) for question_id in questions.by_id}, {})


def _summary(right: Sequence[int], units: int) -> Chance:
    import numpy as np

    low, high = np.quantile(right, (0.025, 0.975), method="inverted_cdf")
    return Chance(float(np.mean(right)), float(np.std(right)), (int(low), int(high)), units)
