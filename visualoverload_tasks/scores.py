"""What is known of a run in the end. All records are frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


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
class Consistency:
    """Share of pairs whose two answers are opposite, right or wrong (paper, section 4)."""

    consistent: int
    pairs: int

    @property
    def percent(self) -> float | None:
        """0 to 100; None where there is no pair."""
        return 100.0 * self.consistent / self.pairs if self.pairs else None


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
        scores: None without a key, else ``total`` and one mapping each for category and difficulty.
        counting_rmse: None without a key or counting questions.
        ocr_edit_distance: 0 (all right) to 1; None without a key or OCR questions.
        pairs_from: ``key`` or ``inferred``.
        signature: the provenance line.
    """

    counts: Counts
    total: Score | None
    category: Mapping[str, Score]
    difficulty: Mapping[str, Score]
    counting_rmse: float | None
    ocr_edit_distance: float | None
    consistency: Consistency
    consistency_by_category: Mapping[str, Consistency]
    pairs_from: str
    signature: str

    def to_dict(self) -> dict[str, object]:
        """The report as JSON types, for ``--format json``; see ``docs/formats.md``. Percentages are not rounded."""
        scores = None
        if self.total is not None:
            scores = {
                "total": _score(self.total),
                "category": {name: _score(score) for name, score in self.category.items()},
                "difficulty": {name: _score(score) for name, score in self.difficulty.items()},
            }
        counts = self.counts
        return {
            "counts": {
                "questions": counts.questions,
                "ok": counts.ok,
                "unparsed": counts.unparsed,
                "failed": counts.failed,
                "missing": counts.missing,
                "not_asked": counts.not_asked,
                "incomplete_pairs": counts.incomplete_pairs,
                "partial": counts.partial,
            },
            "scores": scores,
            "counting": {"rmse": self.counting_rmse},
            "ocr": {"edit_distance": self.ocr_edit_distance},
            "consistency": {
                "overall": _consistency(self.consistency),
                "category": {name: _consistency(value) for name, value in self.consistency_by_category.items()},
            },
            "pairs": self.pairs_from,
            "signature": self.signature,
        }


def _score(score: Score) -> dict[str, object]:
    return {
        "percent": score.percent,
        "correct": score.correct,
        "units": score.units,
        "ci95": list(score.ci95) if score.ci95 else None,
    }


def _consistency(value: Consistency) -> dict[str, object]:
    return {"percent": value.percent, "consistent": value.consistent, "pairs": value.pairs}
