"""Policies that answer without looking: the chance levels of the paper, and an upper bound to test a set-up with."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from string import ascii_uppercase

from .errors import UsageError
from .key import KEY_VARIABLE, load_key
from .pairs import choose_pairs
from .pairs_file import load_pairs
from .records import Key, Pairing, Question, Questions
from .source import load_questions

POLICIES = ("random", "consistent", "constant", "oracle")

Policy = Callable[[str], str]  # question id -> response


def check_policy(name: str, seed: object = 0) -> None:
    """Refuse what no data is needed to refuse, so that a host need not load its data first.

    Raises:
        UsageError: no such policy, or a seed that is no whole number.
    """
    if name not in POLICIES:
        raise UsageError("policy", repr(name), " or ".join(POLICIES))
    if not str(seed).lstrip("-").isdecimal():
        raise UsageError("seed", repr(seed), "a whole number")


@lru_cache(maxsize=4)
def load_policy(source: str | None, name: str, seed: int, response: str) -> Policy:
    """``make_policy`` for the data and the key that a host's run is about; made once.

    Raises:
        SourceError: as ``load_questions``.
        KeyFileError: as ``load_key``.
        PairsFileError: as ``load_pairs``.
        UsageError: as ``make_policy``.
    """
    questions = load_questions(source)
    key = load_key(None, questions)
    return make_policy(name, questions, key, seed=seed, response=response, pairs=load_pairs(None, questions, key))


def make_policy(
    name: str,
    questions: Questions,
    key: Key | None = None,
    *,
    seed: int = 0,
    response: str = "A",
    pairs: Pairing | None = None,
) -> Policy:
    """A function that answers a question by its id, always the same, in whatever order it is asked.

    Args:
        name: ``random`` (guesses each question), ``consistent`` (guesses, but opposite on the two of a pair),
            ``constant`` (says ``response``) or ``oracle`` (says what the key says). Guesses have no priors for counting
            and OCR, as in the paper: ``0`` and ``unknown``.
        key: for ``oracle``, and for the pairs of ``consistent`` where it names them.
        pairs: for ``consistent``, as ``evaluate`` takes them.

    Raises:
        UsageError: no such policy, or an oracle without a key.
    """
    check_policy(name)
    if name == "constant":
        return lambda _: response
    if name == "oracle":
        if key is None:
            raise UsageError("policy=oracle", "no ground truth", f"a key: set {KEY_VARIABLE} to its file")
        return lambda question_id: key.values[question_id]
    chosen = choose_pairs(questions, key, pairs).pairs if name == "consistent" else ()
    opposite = {pair.second: pair.first for pair in chosen}
    return lambda question_id: _guess(questions, question_id, opposite.get(question_id), seed)


def _guess(questions: Questions, question_id: str, opposite_of: str | None, seed: int) -> str:
    question = questions.by_id[question_id]
    if question.question_type != "choice":
        return "0" if question.question_type == "counting" else "unknown"
    if opposite_of is None:
        return _letter(question, random.Random(f"{seed}:{question_id}").choice(question.options))
    first = questions.by_id[opposite_of]
    said = first.options[ascii_uppercase.index(_guess(questions, opposite_of, None, seed))].strip().lower()
    return _letter(question, next(option for option in question.options if option.strip().lower() != said))


def _letter(question: Question, option: str) -> str:
    return ascii_uppercase[question.options.index(option)]
