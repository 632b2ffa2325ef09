"""Report -> what people read. ``Report.to_dict`` is what programs read."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from .bias import Bias
from .diagnosis import Lengths
from .scores import Bound, Chance, Consistency, Report, Score
from .variants import describe_variant

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

Row = tuple[str, ...]

_HEADERS: Row = ("", "accuracy", "correct / units", "95 % interval", "chance", "at most")
_HEADERS_WITHOUT_KEY: Row = ("", "at most", "possible / units", "chance")
_CONSISTENCY: Row = ("", "consistent", "pairs")
_COLUMNS = 80  # of a terminal that nobody has made wider
_SHOWN_IDS = 3


def to_table(report: Report) -> RenderableType:
    """The report for a terminal."""
    from rich.console import Group

    lines = [part for note in notes(report) for part in _wrapped(note)]
    parts = [part for headers, rows in _tables(report) for part in (plain_table(headers, rows), "")]
    return Group(*parts, *lines)


def to_markdown(report: Report) -> str:
    """The report as Markdown tables, for an issue or a paper's repository."""
    lines = [line for headers, rows in _tables(report) for line in (*markdown_table(headers, rows), "")]
    return "\n".join([*lines, *(f"{note}  " for note in notes(report))])


def _tables(report: Report) -> Iterator[tuple[Row, list[Row]]]:
    if report.total is None:
        yield _HEADERS_WITHOUT_KEY, list(bound_rows(report))
    else:
        yield _HEADERS, list(score_rows(report))
    yield _CONSISTENCY, list(consistency_rows(report))


def score_rows(report: Report) -> Iterator[Row]:
    """Name, percentage, whole counts and interval of each accuracy, its chance level and bound; none without a key."""
    if report.total is None:
        return
    chance, bound = report.chance["consistent"].named(), report.bound.named()
    for name, score in {**report.category, **report.difficulty, "total": report.total}.items():
        counts = f"{score.correct} / {score.units}"
        yield (name, percent(score), counts, interval(score), percent(chance[name]), percent(bound[name]))


def bound_rows(report: Report) -> Iterator[Row]:
    """Name, percentage and whole counts of each bound, and its chance level."""
    chance = report.chance["consistent"].named()
    for name, bound in report.bound.named().items():
        yield (name, percent(bound), f"{bound.possible} / {bound.units}", percent(chance[name]))


def consistency_rows(report: Report) -> Iterator[Row]:
    """Name, percentage and whole counts of each consistency."""
    for name, value in {**report.consistency_by_category, "all pairs": report.consistency}.items():
        yield (name, percent(value), f"{value.consistent} / {value.pairs}")


def notes(report: Report) -> Iterator[str]:
    """What else there is to say, one line each: variant, errors, bias, counts, gaps, what is suspicious, provenance."""
    if (variant := describe_variant(report.prompt, report.image)) is not None:
        yield variant
    if report.total is None:
        yield (
            f"No ground truth here, so no accuracy, but it is at most {percent(report.bound.total)}: no unit scores "
            "with an answer unread or with two that contradict each other. Submit the files to the evaluation server."
        )
    random = percent(report.chance["random"].total)
    yield f"chance: guesses that are opposite on every pair; random ones reach {random} in total"
    yield from _errors(report)
    yield from (_bias(bias) for bias in report.bias)
    yield from _reading(report)
    yield from _gaps(report)
    yield from suspicions(report)
    yield f"signature {report.signature}"


def suspicions(report: Report) -> Iterator[str]:
    """One line for each finding."""
    for finding in report.findings:
        yield f"SUSPICIOUS: {finding.count} {finding.message}"


def _errors(report: Report) -> Iterator[str]:
    if report.counting_rmse is not None:
        within = ", ".join(f"{tolerance} % {percent(score)}" for tolerance, score in report.counting_within.items())
        yield f"counting RMSE {report.counting_rmse:.1f}; right within {within}"
    if report.ocr_edit_distance is not None:
        yield f"OCR edit distance {report.ocr_edit_distance:.2f}"


def _bias(bias: Bias) -> str:
    letters = ", ".join(f"{letter} {_share(count, bias.answered)}" for letter, count in bias.letters.items())
    yes = f", yes {_share(bias.yes, bias.answered)}" if bias.yes is not None else ""
    truth = ""
    if bias.truth is not None:
        counts = [*bias.truth.values(), *([bias.truth_yes] if bias.truth_yes is not None else [])]
        truth = f"; truth {', '.join(_share(count, bias.questions) for count in counts)}"
    return f"{bias.kind}: {letters}{yes} % of {bias.answered} answers{truth}"


def _share(count: int, of: int) -> str:
    return f"{100 * count / of:.0f}" if of else "-"


def _reading(report: Report) -> Iterator[str]:
    if report.lengths:
        yield describe_lengths(report.lengths)
    counts = report.counts
    parts = ", ".join(f"{getattr(counts, name)} {name}" for name in ("ok", "unparsed", "failed", "missing"))
    yield f"{counts.questions} questions asked: {parts}"
    for rule, ids in report.unread.items():
        more = ", …" if len(ids) > _SHOWN_IDS else ""
        yield f"  {len(ids)} {rule}: {', '.join(ids[:_SHOWN_IDS])}{more}"


def describe_lengths(lengths: Lengths) -> str:
    """How long the responses are, and which one is the longest."""
    return (
        f"responses: median {lengths.median:.0f} characters, longest {lengths.longest} ({lengths.longest_id}), "
        f"{lengths.empty} empty"
    )


def _gaps(report: Report) -> Iterator[str]:
    counts = report.counts
    if counts.partial:
        unanswered = counts.failed + counts.missing
        yield f"PARTIAL RUN: {counts.not_asked} questions not asked, {unanswered} without a response"
    if counts.incomplete_pairs:
        yield f"{counts.incomplete_pairs} yes/no questions not scored: their opposites were not asked, or are not known"


def percent(value: Score | Bound | Chance | Consistency) -> str:
    """``69.5``, as the leaderboard rounds; ``-`` where nothing was scored."""
    return "-" if value.percent is None else f"{value.percent:.1f}"


def interval(score: Score) -> str:
    """``[66.0, 72.9]``; ``-`` where it is undefined."""
    return "-" if score.ci95 is None else f"[{score.ci95[0]:.1f}, {score.ci95[1]:.1f}]"


def _wrapped(note: str) -> list[str]:
    # The signature stays one line, to be searched and copied.
    return [note] if note.startswith(("signature", "  ")) else wrapped(note)


def wrapped(line: str) -> list[str]:
    """A line as lines that a terminal has room for."""
    return wrap(line, _COLUMNS, subsequent_indent="  ")


def plain_table(headers: Row, rows: list[Row], *, left: int = 1, gap: int = 2, total: bool = True) -> Table:
    """A table for a terminal.

    Args:
        left: so many columns are texts; the others are numbers, and to the right.
        gap: spaces between columns.
        total: whether the last row sums up.
    """
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0))
    for number, header in enumerate(headers):
        # Where there is no room a cell takes more lines: a number that is cut off would be another number.
        table.add_column(header, justify="left" if number < left else "right", overflow="fold")
    for number, row in enumerate(rows, start=1):
        table.add_row(*row, style="bold" if total and number == len(rows) else None)
    return table


def markdown_table(headers: Row, rows: list[Row]) -> Iterator[str]:
    """The lines of a table, numbers to the right."""
    yield "| " + " | ".join(headers) + " |"
    yield "| --- |" + " ---: |" * (len(headers) - 1)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
