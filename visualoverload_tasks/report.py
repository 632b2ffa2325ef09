"""Report -> what people read. ``Report.to_dict`` is what programs read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .scores import Consistency, Report, Score

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

Row = tuple[str, str, str, str]

_HEADERS: Row = ("", "accuracy", "correct / units", "95 % interval")
_NO_KEY = "No ground truth here, so no accuracy: submit the files to the evaluation server for it."


def to_table(report: Report) -> RenderableType:
    """The report for a terminal."""
    from rich.console import Group

    parts: list[RenderableType] = []
    if report.total is not None:
        parts += [_table(_HEADERS, score_rows(report)), ""]
    parts.append(_table(("", "consistent", "pairs", ""), consistency_rows(report)))
    return Group(*parts, "", *notes(report))


def to_markdown(report: Report) -> str:
    """The report as Markdown tables, for an issue or a paper's repository."""
    lines: list[str] = []
    if report.total is not None:
        lines += [*_markdown(_HEADERS, score_rows(report)), ""]
    lines += [*_markdown(("", "consistent", "pairs", ""), consistency_rows(report)), ""]
    return "\n".join([*lines, *(f"{note}  " for note in notes(report))])


def score_rows(report: Report) -> Iterator[Row]:
    """Name, percentage, whole counts and interval of each accuracy; none without a key."""
    if report.total is None:
        return
    for name, score in {**report.category, **report.difficulty, "total": report.total}.items():
        yield (name, percent(score), f"{score.correct} / {score.units}", interval(score))


def consistency_rows(report: Report) -> Iterator[Row]:
    """Name, percentage and whole counts of each consistency."""
    for name, value in {**report.consistency_by_category, "all pairs": report.consistency}.items():
        yield (name, percent(value), f"{value.consistent} / {value.pairs}", "")


def notes(report: Report) -> Iterator[str]:
    """What else there is to say, one line each: errors, counts, gaps, provenance."""
    if report.total is None:
        yield _NO_KEY
    if report.counting_rmse is not None:
        yield f"counting RMSE {report.counting_rmse:.1f}"
    if report.ocr_edit_distance is not None:
        yield f"OCR edit distance {report.ocr_edit_distance:.2f}"
    counts = report.counts
    parts = ", ".join(f"{getattr(counts, name)} {name}" for name in ("ok", "unparsed", "failed", "missing"))
    yield f"{counts.questions} questions asked: {parts}"
    if counts.partial:
        unanswered = counts.failed + counts.missing
        yield f"PARTIAL RUN: {counts.not_asked} questions not asked, {unanswered} without a response"
    if counts.incomplete_pairs:
        yield f"{counts.incomplete_pairs} yes/no questions not scored: their opposites were not asked, or are not known"
    yield f"signature {report.signature}"


def percent(value: Score | Consistency) -> str:
    """``69.5``, as the leaderboard rounds; ``-`` where nothing was scored."""
    return "-" if value.percent is None else f"{value.percent:.1f}"


def interval(score: Score) -> str:
    """``[66.0, 72.9]``; ``-`` where it is undefined."""
    return "-" if score.ci95 is None else f"[{score.ci95[0]:.1f}, {score.ci95[1]:.1f}]"


def _table(headers: Row, rows: Iterator[Row]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for number, header in enumerate(headers):
        table.add_column(header, justify="right" if number else "left")
    listed = list(rows)
    for number, row in enumerate(listed, start=1):
        table.add_row(*row, style="bold" if number == len(listed) else None)
    return table


def _markdown(headers: Row, rows: Iterator[Row]) -> Iterator[str]:
    used = len(headers) if headers[-1] else len(headers) - 1
    yield "| " + " | ".join(headers[:used]) + " |"
    yield "| --- |" + " ---: |" * (used - 1)
    for row in rows:
        yield "| " + " | ".join(row[:used]) + " |"
