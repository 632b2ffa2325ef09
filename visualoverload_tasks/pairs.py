"""Which two yes/no questions are opposites of each other, and who says so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .errors import PairsFileError
from .inference import INFERENCE_VERSION, infer_pairs, rate_pairs
from .records import Key, Pair, Pairing, Question, Questions

INFERRED = f"inferred{INFERENCE_VERSION}"  # the origin of pairs that neither a key nor a file names

# Each grade with the least confidence that it takes. docs/pairs.md: how many pairs of each grade were right.
GRADES = (("sure", 0.4), ("likely", 0.2), ("doubtful", 0.0))


@dataclass(frozen=True, slots=True)
class GradedPair:
    """A pair as people look at it.

    Attributes:
        questions: the two of a pair, or one that is part of none.
        grade: ``sure``, ``likely`` or ``doubtful``; ``given`` if a file names the pair; ``unpaired``.
        confidence: of an inferred pair, as ``rate_pairs`` gives it.
    """

    questions: tuple[Question, ...]
    grade: str
    confidence: float | None = None


def find_pairs(questions: Iterable[Question], key: Key | None = None) -> tuple[Pair, ...]:
    """Pair the opposite questions, in dataset order of the first of each pair.

    The key decides if it names opposites. Else they are inferred among the yes/no questions of one painting and
    category, over all of them together, from their wording and, in a dataset that has opposites side by side, from
    their places. Of an odd number one stays unpaired.

    Args:
        questions: all of a dataset, in its order.
    """
    return choose_pairs(questions, key).pairs


def choose_pairs(
    questions: Iterable[Question], key: Key | None = None, given: Pairing | None = None, where: str = "pairs"
) -> Pairing:
    """The pairs to score by: the key's if it names opposites, else the given ones, else inferred ones.

    Args:
        questions: all of a dataset, in its order.
        where: the name of what was given, for messages.

    Raises:
        PairsFileError: both the key and ``given`` name pairs, and not the same.
    """
    rows = tuple(questions)
    if key is None or not key.opposite_of:
        return given or Pairing(infer_pairs(rows), INFERRED)
    named = _named(rows, key)
    if given is not None:
        _refuse_contradiction(where, given.pairs, named)
    return Pairing(named, "key")


def grade_pairs(questions: Questions, pairing: Pairing) -> list[GradedPair]:
    """All pairs in their order, then the yes/no questions that are part of none, which are not scored."""
    confidence = rate_pairs(questions.rows) if pairing.origin == INFERRED else {}
    graded = [_graded(questions, pair, confidence.get(pair)) for pair in pairing.pairs]
    paired = {question.question_id for one in graded for question in one.questions}
    alone = [q for q in questions if q.is_yes_no and q.question_id not in paired]
    return graded + [GradedPair((question,), "unpaired") for question in alone]


def _graded(questions: Questions, pair: Pair, confidence: float | None) -> GradedPair:
    both = (questions.by_id[pair.first], questions.by_id[pair.second])
    if confidence is None:
        return GradedPair(both, "given")
    return GradedPair(both, next(name for name, least in GRADES if confidence >= least), confidence)


def _named(rows: Sequence[Question], key: Key) -> tuple[Pair, ...]:
    place = {question.question_id: number for number, question in enumerate(rows)}
    return tuple(
        Pair(question_id, other)
        for question_id, number in place.items()
        if (other := key.opposite_of.get(question_id)) in place and number < place[other]
    )


def _refuse_contradiction(where: str, given: Iterable[Pair], named: Iterable[Pair]) -> None:
    only_given, only_named = sorted(set(given) - set(named), key=str), sorted(set(named) - set(given), key=str)
    for pairs, one, other in (
        (only_given, "a pair here", "not in the key"),
        (only_named, "a pair in the key", "not here"),
    ):
        if pairs:
            raise PairsFileError(
                where,
                f"{pairs[0].first!r} and {pairs[0].second!r} are {one}, and {other}",
                "the opposites that the key names",
                "Correct one of the two files, or leave the pairs file out.",
            )
