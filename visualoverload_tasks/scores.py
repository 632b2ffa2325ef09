"""What is known of a run in the end. All records are frozen; ``docs/scoring.md`` defines every figure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Generic, TypeVar

from .bias import Bias
from .diagnosis import Finding, Lengths

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Score:
    """An accuracy.

    Attributes:
        correct: units answered right.
        units: units scored; 0 leaves the percentages undefined.
        ci95: lower and upper bound in percent (``intervals``), None for fewer than two paintings.
    """

    correct: int
    units: int
    ci95: tuple[float, float] | None = None

    @property
    def percent(self) -> float | None:
        """0 to 100; None where nothing was scored."""
        return 100.0 * self.correct / self.units if self.units else None


@dataclass(frozen=True, slots=True)
class Bound:
    """What a run can reach at most, whatever the truth is.

    Attributes:
        possible: units whose every question is answered and, of a pair, with opposite answers; only these can be right.
    """

    possible: int
    units: int

    @property
    def percent(self) -> float | None:
        """0 to 100; None where nothing is scored."""
        return 100.0 * self.possible / self.units if self.units else None


@dataclass(frozen=True, slots=True)
class Chance:
    """What guessing reaches (paper, section 3.1), over all guessers or over some simulated ones.

    Attributes:
        expected: units right on average.
        deviation: standard deviation of the units right.
        range95: units right that at most 2.5 % of the guessers stay below, and at most 2.5 % exceed.
    """

    expected: float
    deviation: float
    range95: tuple[int, int]
    units: int

    @property
    def percent(self) -> float | None:
        """0 to 100; None where nothing is scored."""
        return 100.0 * self.expected / self.units if self.units else None


@dataclass(frozen=True, slots=True)
class Consistency:
    """Share of pairs whose two answers are opposite, right or wrong (paper, section 4)."""

    consistent: int
    pairs: int

    @property
    def percent(self) -> float | None:
        """0 to 100; None where there is no pair."""
        return 100.0 * self.consistent / self.pairs if self.pairs else None


@dataclass(frozen=True)
class Breakdown(Generic[T]):
    """One figure of all units, and of the units of each category and of each difficulty."""

    total: T
    category: Mapping[str, T]
    difficulty: Mapping[str, T]

    def named(self) -> dict[str, T]:
        """All of them, the total last."""
        return {**self.category, **self.difficulty, "total": self.total}

    def to_dict(self, lay_out: Callable[[T], object]) -> dict[str, object]:
        """JSON types, where ``lay_out`` gives those of one figure."""
        return {
            "total": lay_out(self.total),
            "category": {name: lay_out(value) for name, value in self.category.items()},
            "difficulty": {name: lay_out(value) for name, value in self.difficulty.items()},
        }


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of the questions asked got which status.

    Attributes:
        questions: questions asked; the next four add up to it.
        not_asked: questions of the dataset that the run never asked (``--limit``).
        incomplete_pairs: yes/no questions whose opposite was not asked, or is not known; they are not scored.
    """

    questions: int
    ok: int
    unparsed: int
    failed: int
    missing: int
    not_asked: int = 0
    incomplete_pairs: int = 0

    @property
    def partial(self) -> bool:
        """Whether the run lacks a response to any question of the dataset."""
        return bool(self.failed or self.missing or self.not_asked)


@dataclass(frozen=True)
class Report:
    """All that can be known of one run; ``visualoverload_tasks.report`` lays it out.

    Attributes:
        total: None without a key; ``category`` and ``difficulty`` are then empty.
        bound: what the run can reach at most; needs no key.
        chance: what ``random`` and ``consistent`` guesses reach at the same questions; needs no key.
        counting_rmse: None without a key or counting questions.
        counting_within: tolerance in percent -> accuracy of counting; empty without a key or counting questions.
        ocr_edit_distance: 0 (all right) to 1; None without a key or OCR questions.
        bias: one for each kind of choice question asked.
        unread: rule -> ids of the questions without an answer, by why there is none.
        lengths: None where the responses are not known, only their answers, or where there are none.
        findings: what is suspicious; empty where the responses are not known.
        pairs_from: ``key``, ``file:`` with a hash, or ``inferred`` with a version (``Pairing.origin``).
        signature: the provenance line.
        prompt: what the model was asked, as in the signature; None if unknown.
        image: what it was shown, likewise.
    """

    counts: Counts
    total: Score | None
    category: Mapping[str, Score]
    difficulty: Mapping[str, Score]
    bound: Breakdown[Bound]
    chance: Mapping[str, Breakdown[Chance]]
    counting_rmse: float | None
    counting_within: Mapping[float, Score]
    ocr_edit_distance: float | None
    consistency: Consistency
    consistency_by_category: Mapping[str, Consistency]
    bias: tuple[Bias, ...]
    unread: Mapping[str, tuple[str, ...]]
    lengths: Lengths | None
    findings: tuple[Finding, ...]
    pairs_from: str
    signature: str
    prompt: str | None = None
    image: str | None = None

    def to_dict(self) -> dict[str, object]:
        """The report as JSON types, for ``--format json``; see ``docs/formats.md``. Percentages are not rounded."""
        scores = Breakdown(self.total, self.category, self.difficulty) if self.total is not None else None
        within = {str(tolerance): _figure(score) for tolerance, score in self.counting_within.items()}
        return {
            "counts": {**asdict(self.counts), "partial": self.counts.partial},
            "scores": scores.to_dict(score_to_dict) if scores else None,
            "bound": self.bound.to_dict(_figure),
            "chance": {name: levels.to_dict(chance_to_dict) for name, levels in self.chance.items()},
            "counting": {"rmse": self.counting_rmse, "within": within or None},
            "ocr": {"edit_distance": self.ocr_edit_distance},
            "consistency": {
                "overall": _figure(self.consistency),
                "category": {name: _figure(value) for name, value in self.consistency_by_category.items()},
            },
            "bias": [asdict(bias) for bias in self.bias],
            "unread": {rule: list(ids) for rule, ids in self.unread.items()},
            "responses": asdict(self.lengths) if self.lengths else None,
            "findings": [asdict(finding) for finding in self.findings],
            "pairs": self.pairs_from,
            "prompt": self.prompt,
            "image": self.image,
            "signature": self.signature,
        }


def score_to_dict(score: Score) -> dict[str, object]:
    """JSON types of one accuracy."""
    return {**_figure(score), "ci95": list(score.ci95) if score.ci95 else None}


def chance_to_dict(chance: Chance) -> dict[str, object]:
    """JSON types of one chance level: all but ``units`` in percent."""
    units = chance.units
    return {
        "percent": chance.percent,
        "deviation": 100.0 * chance.deviation / units if units else None,
        "range95": [100.0 * bound / units for bound in chance.range95] if units else None,
        "units": units,
    }


def _figure(value: Score | Bound | Consistency) -> dict[str, object]:
    counts = {name: count for name, count in asdict(value).items() if name != "ci95"}
    return {"percent": value.percent, **counts}
