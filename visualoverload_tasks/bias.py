"""Whether a model prefers a letter or a word, whatever it is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import ascii_uppercase

from .records import Answer, Key, Question


@dataclass(frozen=True)
class Bias:
    """How often choice questions of one kind were answered with each letter.

    Attributes:
        kind: ``yes/no``, or the number of options such as ``4 options``: their letters do not mean the same.
        answered: questions of this kind with an answer; ``letters`` add up to it.
        letters: letter -> answers, for every letter that the kind has.
        yes: answers that say yes, in whatever order yes and no stand; None for other kinds.
        questions: questions of this kind; ``truth`` adds up to it.
        truth: letter -> right answers; None without a key.
        truth_yes: right answers that say yes; None without a key and for other kinds.
    """

    kind: str
    questions: int
    answered: int
    letters: Mapping[str, int]
    yes: int | None
    truth: Mapping[str, int] | None
    truth_yes: int | None


def answer_bias(
    questions: Iterable[Question], answers: Mapping[str, Answer], key: Key | None = None
) -> tuple[Bias, ...]:
    """The letters of each kind of choice question: first yes/no, then by the number of options."""
    kinds: dict[tuple[int, str], list[Question]] = {}
    for question in questions:
        if question.is_yes_no:
            kinds.setdefault((0, "yes/no"), []).append(question)
        elif question.question_type == "choice":
            kinds.setdefault((len(question.options), f"{len(question.options)} options"), []).append(question)
    return tuple(_bias(kind, rows, answers, key) for (_, kind), rows in sorted(kinds.items()))


def _bias(kind: str, rows: list[Question], answers: Mapping[str, Answer], key: Key | None) -> Bias:
    given = [(q, value) for q in rows if (value := answers[q.question_id].value) is not None]
    truth = [(q, key.values[q.question_id]) for q in rows] if key is not None else None
    size = len(rows[0].options)
    return Bias(
        kind,
        len(rows),
        len(given),
        _letters(given, size),
        _yes(given) if kind == "yes/no" else None,
        _letters(truth, size) if truth is not None else None,
        _yes(truth) if truth is not None and kind == "yes/no" else None,
    )


def _letters(chosen: list[tuple[Question, str]], size: int) -> dict[str, int]:
    count = Counter(letter for _, letter in chosen)
    return {letter: count[letter] for letter in ascii_uppercase[:size]}


def _yes(chosen: list[tuple[Question, str]]) -> int:
    return sum(q.options[ascii_uppercase.index(letter)].strip().lower() == "yes" for q, letter in chosen)
