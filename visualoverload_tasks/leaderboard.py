"""The published leaderboard, and where a score stands among its rows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from .data import PUBLISHED_BY_NAME, PUBLISHED_PAINTINGS, PUBLISHED_QUESTIONS
from .errors import RunError
from .intervals import square_and_add, wilson
from .metrics import PUBLISHED_UNITS
from .records import CATEGORIES, DIFFICULTIES, Questions
from .scores import Report, Score

COLUMNS = (*CATEGORIES, *DIFFICULTIES, "total")  # in the order of the published table, after model and inference
UNITS = sum(PUBLISHED_UNITS[name] for name in CATEGORIES)


@dataclass(frozen=True, slots=True)
class Published:
    """One row of the leaderboard.

    Attributes:
        special_inference: ``No`` if the model was asked with the default prompts.
        percent: by category, difficulty and ``total``, with one decimal as published.
    """

    model: str
    special_inference: str
    percent: Mapping[str, float]

    @property
    def correct(self) -> int:
        """Units answered right: the percentages are whole counts of ``PUBLISHED_UNITS`` (docs/benchmark.md)."""
        return sum(round(self.percent[name] * PUBLISHED_UNITS[name] / 100) for name in CATEGORIES)


@dataclass(frozen=True, slots=True)
class Rival:
    """A published row beside a score.

    Attributes:
        rank: among all rows and the score; equal totals share one.
        points: the score minus the row's total.
        ci95: of that difference.
    """

    row: Published
    rank: int
    points: float
    ci95: tuple[float, float]

    @property
    def verdict(self) -> str:
        """What the score is beside the row: ``better``, ``worse``, or ``not told apart``."""
        return "better" if self.ci95[0] > 0 else "worse" if self.ci95[1] < 0 else "not told apart"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a score stands.

    Attributes:
        rank: among the published rows and the score itself; equal totals share one.
        best, worst: the ranks that the intervals leave possible.
        of: published rows, and one.
        total: the score, with the interval that was used.
        rivals: all published rows, the best first.
    """

    rank: int
    best: int
    worst: int
    of: int
    total: Score
    rivals: tuple[Rival, ...]


@cache
def load_leaderboard() -> tuple[Published, ...]:
    """The published rows, the best first; equal totals in the published order."""
    rows = [
        Published(row["model"], row["special_inference"], {name: row[name] for name in COLUMNS})
        for row in _content()["rows"]
    ]
    return tuple(sorted(rows, key=lambda row: -row.percent["total"]))


def leaderboard_source() -> str:
    """Where the rows come from, and of which day they are."""
    return str(_content()["source"])


@cache
def _content() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(files(__package__).joinpath("leaderboard.json").read_text(encoding="utf-8"))
    return content


def ranks(totals: list[float]) -> list[int]:
    """The rank of each total: one more than there are higher ones."""
    return [1 + sum(other > total for other in totals) for total in totals]


def place(total: Score) -> Standing:
    """Rank a score over the published units among the published rows, by totals of one decimal as these have.

    What tells two apart is the interval of their difference, put together from the score's own and Wilson's of the
    row's whole counts. That takes the two for independent. They answered the same questions, and what is hard for one
    is mostly hard for the other, so the true interval is mostly narrower, and "better" and "worse" are cautious. To be
    sure of a small difference needs the other's responses, and ``compare``.
    """
    rows = load_leaderboard()
    assert total.percent is not None
    interval = total.ci95 or _percent(*wilson(total.correct, total.units))
    ranked = ranks([round(total.percent, 1), *(row.percent["total"] for row in rows)])
    rivals = tuple(_rival(row, rank, total, interval) for row, rank in zip(rows, ranked[1:]))
    verdicts = Counter(rival.verdict for rival in rivals)
    return Standing(
        rank=ranked[0],
        best=1 + verdicts["worse"],
        worst=len(ranked) - verdicts["better"],
        of=len(ranked),
        total=Score(total.correct, total.units, interval),
        rivals=rivals,
    )


def _rival(row: Published, rank: int, total: Score, interval: tuple[float, float]) -> Rival:
    low, high = interval
    share, own = row.correct / UNITS, total.correct / total.units
    bounds = square_and_add(share, wilson(row.correct, UNITS), own, (low / 100, high / 100))
    return Rival(row, rank, 100 * (own - share), _percent(*bounds))


def _percent(low: float, high: float) -> tuple[float, float]:
    return 100 * low, 100 * high


def score_of_total(percent: float) -> Score:
    """The score that the evaluation server tells as a percentage of the published units; its interval is not known."""
    return Score(round(percent * UNITS / 100), UNITS)


def refuse_other_data(questions: Questions, report: Report) -> None:
    """Published rows are about the whole published data: nothing else is to be ranked among them.

    Raises:
        RunError: the data has other counts than the published ones, or the run lacks responses or was shown other
            images.
    """
    found = Counter(q.category for q in questions) + Counter(q.difficulty for q in questions)
    paintings = len({question.painting.painting_id for question in questions})
    expected = f"the published {PUBLISHED_QUESTIONS:,} questions about {PUBLISHED_PAINTINGS} paintings"
    if found != PUBLISHED_BY_NAME or paintings != PUBLISHED_PAINTINGS:
        shown = f"{len(questions):,} questions about {paintings} paintings"
        raise RunError(questions.source, shown, expected, "The leaderboard is about no other data.")
    counts = report.counts
    if counts.partial:
        gaps = f"{counts.not_asked:,} questions not asked, {counts.failed:,} failed, {counts.missing:,} missing"
        raise RunError("run", f"a partial run ({gaps})", f"a response to each of {expected}", "Complete the run first.")
    if report.image not in (None, "original"):
        raise RunError("run", f"images {report.image!r}", "the paintings as published", "The rows are about no others.")
    units = {name: score.units for name, score in {**report.category, **report.difficulty}.items()}
    if units and units != dict(PUBLISHED_UNITS):
        raise RunError("run", f"units {units}", f"units {dict(PUBLISHED_UNITS)}", "Do key and data name other pairs?")
