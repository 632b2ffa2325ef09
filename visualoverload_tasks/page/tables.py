"""What is known of the runs, as tables and figures that every layout shows, runs side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import nan
from pathlib import Path

from ..records import CATEGORIES, DIFFICULTIES
from ..report import notes
from ..scores import Report, Score
from ..studies import StudyRun
from ..studies.measures import FEW, LINES, series
from ..study import Cell, Figure, Series, StudyTable
from .content import Content
from .sharing import ERROR_DECIMALS

PUBLISHED_ORDER = (*CATEGORIES, *DIFFICULTIES, "total")  # of the leaderboard's columns


def result_tables(content: Content) -> Iterator[StudyTable]:
    """Accuracy, errors, consistency and counts; what no run has is left out. Many runs are rows, few are columns."""
    for table in _tables(content.runs):
        if len(content.runs) <= FEW:
            yield table
        else:
            yield from map(_with_runs_as_rows, _each_once(table, content.runs))


def _tables(runs: Sequence[StudyRun]) -> Iterator[StudyTable]:
    yield _accuracy(runs) if any(_scores(run.report) for run in runs) else _reach(runs)
    if any(run.report.counting_rmse is not None or run.report.ocr_edit_distance is not None for run in runs):
        yield StudyTable(
            ("", *(run.name for run in runs)),
            (
                ("counting RMSE", *(run.report.counting_rmse for run in runs)),
                ("OCR edit distance", *(run.report.ocr_edit_distance for run in runs)),
            ),
            "Errors: lower is better",
            decimals=ERROR_DECIMALS,
        )
    yield _consistency(runs)
    yield _counts(runs)


def _each_once(table: StudyTable, runs: Sequence[StudyRun]) -> Iterator[StudyTable]:
    """A table with two columns for each run as tables with one, those of the second in parts that fit a page."""
    if len(table.headers) <= 2 * len(runs):
        yield table
        return
    headers = ("", *(run.name for run in runs))
    first, second = (tuple((row[0], *row[start::2]) for row in table.rows) for start in (1, 2))
    yield replace(table, headers=headers, rows=first)
    for start in range(0, len(second), len(CATEGORIES)):
        rows = second[start : start + len(CATEGORIES)]
        yield replace(table, headers=headers, rows=rows, caption=f"{table.caption}: {table.headers[2]}")


def _with_runs_as_rows(table: StudyTable) -> StudyTable:
    rows = tuple(zip(table.headers[1:], *(row[1:] for row in table.rows)))
    return replace(table, headers=("run", *(str(row[0]) for row in table.rows)), rows=rows)


def _scores(report: Report) -> dict[str, Score]:
    total = {"total": report.total} if report.total is not None else {}
    return {**report.category, **report.difficulty, **total}


def _accuracy(runs: Sequence[StudyRun]) -> StudyTable:
    scores = [_scores(run.report) for run in runs]
    names = [name for name in PUBLISHED_ORDER if any(name in own and own[name].units for own in scores)]
    alone = len(runs) == 1
    headers = ("accuracy", "95 % interval", "correct", "units", "chance", "at most") if alone else _twice(runs, "95 %")
    rows = tuple(
        (name, *(cell for run, own in zip(runs, scores) for cell in _score_cells(run.report, name, own, alone)))
        for name in names
    )
    return StudyTable(("", *headers), rows, "Accuracy in percent of the scored units")


def _score_cells(report: Report, name: str, scores: Mapping[str, Score], alone: bool) -> tuple[Cell, ...]:
    score = scores.get(name)
    shown = (score.percent, score.ci95) if score else (None, None)
    if not alone:
        return shown
    counts = (score.correct, score.units) if score else (None, None)
    return (*shown, *counts, report.chance["consistent"].named()[name].percent, report.bound.named()[name].percent)


def _reach(runs: Sequence[StudyRun]) -> StudyTable:
    reports = [run.report for run in runs]
    names = [name for name in PUBLISHED_ORDER if any(report.bound.named()[name].units for report in reports)]
    rows = tuple(
        (
            name,
            reports[0].chance["consistent"].named()[name].percent,
            *(report.bound.named()[name].percent for report in reports),
        )
        for name in names
    )
    headers = ("", "chance", *(["at most"] if len(runs) == 1 else [run.name for run in runs]))
    return StudyTable(headers, rows, "Accuracy that the answers can reach at most, and that of guessing, in percent")


def _consistency(runs: Sequence[StudyRun]) -> StudyTable:
    known = [{**run.report.consistency_by_category, "all pairs": run.report.consistency} for run in runs]
    names = dict.fromkeys(name for own in known for name in own)
    rows = []
    for name in [*(one for one in names if one != "all pairs"), "all pairs"]:
        found = [own.get(name) for own in known]
        rows.append((name, *(cell for one in found for cell in ((one.percent, one.pairs) if one else (None, None)))))
    return StudyTable(
        ("", *_twice(runs, "pairs", "consistent")), tuple(rows), "Logical consistency in percent of pairs"
    )


def _twice(runs: Sequence[StudyRun], second: str, alone: str = "") -> tuple[str, ...]:
    names = [alone] if alone and len(runs) == 1 else [run.name for run in runs]
    return tuple(header for name in names for header in (name, second))


def _counts(runs: Sequence[StudyRun]) -> StudyTable:
    names = ("questions", "ok", "unparsed", "failed", "missing", "not_asked", "incomplete_pairs")
    rows = tuple((name.replace("_", " "), *(getattr(run.report.counts, name) for run in runs)) for name in names)
    return StudyTable(("", *(run.name for run in runs)), rows, "Questions asked, and what became of them")


def data_name(content: Content) -> str:
    """The source without the folders of whoever made the report."""
    source = content.questions.source
    return Path(source).name if Path(source).expanduser().exists() else source


def remarks(content: Content, run: StudyRun) -> list[str]:
    """The notes of the run's report; what is withheld is no lack of a ground truth."""
    return [line for line in notes(run.report) if not (content.withheld and line.startswith("No ground truth"))]


def result_figures(content: Content) -> Iterator[Figure]:
    """Accuracy with its intervals, by category and by difficulty; of runs too many to tell apart the total."""
    if len(content.runs) > LINES:
        yield from _totals(content.runs)
        return
    for label, names in (("category", CATEGORIES), ("difficulty", (*DIFFICULTIES, "total"))):
        bars = tuple(_bars(run, names) for run in content.runs if names[0] in _scores(run.report))
        if bars:
            yield Figure("bars", label, "accuracy (%)", bars)


def _totals(runs: Sequence[StudyRun]) -> Iterator[Figure]:
    points = [(run.name, run.report.total.percent, run.report.total.ci95) for run in runs if run.report.total]
    bars = series("total", points)
    if bars.y:
        yield Figure("bars", "run", "total accuracy (%)", (bars,))


def _bars(run: StudyRun, names: Sequence[str]) -> Series:
    scores = _scores(run.report)
    known = {name: scores[name] for name in names if name in scores and scores[name].units}
    low, high = zip(*(score.ci95 or (nan, nan) for score in known.values())) if known else ((), ())
    return Series(run.name, tuple(known), tuple(100.0 * s.correct / s.units for s in known.values()), low, high)


def published_rows(content: Content) -> dict[str, str]:
    """The runs in the order of the published table's columns, as Markdown, LaTeX and CSV; empty without such a run."""
    full = [(run.name, _scores(run.report)) for run in content.runs if run.is_published and run.is_standard]
    rows = [(name, [_percent(own[column]) for column in PUBLISHED_ORDER]) for name, own in full if len(own) == 10]
    if not rows:
        return {}
    return {
        "Markdown": "\n".join(
            [
                "| model | " + " | ".join(PUBLISHED_ORDER) + " |",
                "| --- |" + " ---: |" * len(PUBLISHED_ORDER),
                *(f"| {markdown_cell(name)} | {' | '.join(cells)} |" for name, cells in rows),
            ]
        ),
        "LaTeX": "\n".join(f"{_latex(name)} & {' & '.join(cells)} \\\\" for name, cells in rows),
        "CSV": "\n".join(
            [",".join(("model", *PUBLISHED_ORDER)), *(",".join((_csv(name), *cells)) for name, cells in rows)]
        ),
    }


def without_row(content: Content) -> str:
    """Which runs with accuracies have no row, and why; empty if there are none."""
    names = [run.name for run in content.runs if run.report.total and not (run.is_published and run.is_standard)]
    if not names:
        return ""
    return (
        f"No row for {', '.join(names)}: the published ones are of all questions of the published data, with its "
        "prompts and paintings."
    )


def _percent(score: Score) -> str:
    return "" if score.percent is None else f"{score.percent:.1f}"


def markdown_cell(text: str) -> str:
    """A text in a cell of a Markdown table, where nothing in it is markup of a table or of HTML."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


def _csv(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',"\r\n') else text


def _latex(text: str) -> str:
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    return "".join(special.get(letter, f"\\{letter}" if letter in "&%$#_{}" else letter) for letter in text)
