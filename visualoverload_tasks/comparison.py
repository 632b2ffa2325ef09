"""Two runs beside each other: composes the stages as ``evaluation`` does for one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from .errors import RunError
from .evaluation import evaluate_run, extract_answers
from .metrics import break_down, make_units, right_units
from .paired import Difference, difference, holm
from .pairs import choose_pairs
from .records import CATEGORIES, Answer, Key, Pairing, Question, Questions, Run, Unit
from .scores import Breakdown, Report

IDENTICAL = "identical answers"


@dataclass(frozen=True, slots=True)
class Agreement:
    """On how many questions two runs have the same answer, right or wrong; two without an answer agree."""

    equal: int
    questions: int

    @property
    def percent(self) -> float | None:
        """0 to 100; None where there is no question."""
        return 100.0 * self.equal / self.questions if self.questions else None


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A question to which two runs have different answers."""

    question: Question
    a: Answer
    b: Answer


@dataclass(frozen=True)
class Comparison:
    """What two runs have to do with each other.

    Attributes:
        a, b: the report of each, over the questions that both were asked.
        only_a, only_b: how many questions only this run was asked; they are left out of everything else.
        total: None without a key.
        category, difficulty: empty without a key.
        holm: category or difficulty -> p adjusted for looking at all of them; empty without a key.
        disagreements: in dataset order.
    """

    a: Report
    b: Report
    only_a: int
    only_b: int
    total: Difference | None
    category: Mapping[str, Difference]
    difficulty: Mapping[str, Difference]
    holm: Mapping[str, float]
    agreement: Agreement
    agreement_by_category: Mapping[str, Agreement]
    disagreements: Sequence[Disagreement]

    @property
    def identical(self) -> bool:
        """Whether the answers to all questions compared are equal; two runs without any answer are not called so."""
        return not self.disagreements and self.a.counts.ok > 0

    @property
    def verdict(self) -> str | None:
        """``identical answers`` if there are any, or as of the total's difference; None where neither is known."""
        if self.identical:
            return IDENTICAL
        return self.total.verdict if self.total else None

    @property
    def differing_fields(self) -> dict[str, tuple[str, str]]:
        """Fields of the signature, other than the host, in which the runs differ: name -> (A's, B's)."""
        a, b = (dict(part.split(":", 1) for part in run.signature.split("|")) for run in (self.a, self.b))
        names = [name for name in {**a, **b} if name != "host" and a.get(name) != b.get(name)]
        return {name: (a.get(name, "unknown"), b.get(name, "unknown")) for name in names}


def compare(
    questions: Questions, a: Run, b: Run, key: Key | None = None, *, pairs: Pairing | None = None
) -> Comparison:
    """Compare two runs over the questions that both were asked.

    Args:
        questions: all questions of the dataset.
        key: without one there is no accuracy, only agreement and consistency.
        pairs: as ``evaluate`` takes them.

    Raises:
        PairsFileError: as ``evaluate``.
        RunError: the runs have no question in common.
    """
    asked_a, asked_b = (set(questions.by_id) if run.asked is None else set(run.asked) for run in (a, b))
    rows = [question for question in questions if question.question_id in asked_a & asked_b]
    if not rows:
        raise RunError("A and B", "no question that both runs were asked", "two runs of the same questions")
    said_a, said_b = (extract_answers(rows, run.responses) for run in (a, b))
    pairing = choose_pairs(questions, key, pairs)
    report_a, report_b = (
        evaluate_run(questions, replace(run, asked=frozenset(said)), key, pairing, answers=said)
        for said, run in ((said_a, a), (said_b, b))
    )
    found = _differences(_units(rows, pairing), said_a, said_b, key) if key is not None else None
    parts = {**found.category, **found.difficulty} if found else {}
    return Comparison(
        a=report_a,
        b=report_b,
        only_a=len(asked_a - asked_b),
        only_b=len(asked_b - asked_a),
        total=found.total if found else None,
        category=found.category if found else {},
        difficulty=found.difficulty if found else {},
        holm=holm({name: part.p for name, part in parts.items() if part.units}),
        agreement=_agreement(rows, said_a, said_b),
        agreement_by_category={
            name: _agreement([row for row in rows if row.category == name], said_a, said_b) for name in CATEGORIES
        },
        disagreements=[
            Disagreement(row, said_a[row.question_id], said_b[row.question_id])
            for row in rows
            if said_a[row.question_id].value != said_b[row.question_id].value
        ],
    )


def _units(rows: Iterable[Question], pairing: Pairing) -> tuple[Unit, ...]:
    asked = {row.question_id: row for row in rows}
    pairs = [pair for pair in pairing.pairs if pair.first in asked and pair.second in asked]
    return make_units(list(asked.values()), pairs)


def _differences(
    units: Sequence[Unit], a: Mapping[str, Answer], b: Mapping[str, Answer], key: Key
) -> Breakdown[Difference]:
    right_a, right_b = right_units(units, a, key), right_units(units, b, key)

    def measure(places: Sequence[int]) -> Difference:
        paintings = [units[n].painting_id for n in places]
        return difference([right_a[n] for n in places], [right_b[n] for n in places], paintings)

    return break_down(units, measure)


def _agreement(rows: Sequence[Question], a: Mapping[str, Answer], b: Mapping[str, Answer]) -> Agreement:
    return Agreement(sum(a[row.question_id].value == b[row.question_id].value for row in rows), len(rows))
