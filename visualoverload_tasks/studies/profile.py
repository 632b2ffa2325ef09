"""Accuracy by category and difficulty, beside the published models (paper, table 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import median

from ..leaderboard import load_leaderboard, place
from ..records import CATEGORIES, DIFFICULTIES
from ..study import Cell, Figure, Series, Study, StudyTable
from .cohort import Cohort, StudyRun
from .measures import NO_KEY, accuracy, grouped, mean_of, published_notes, series, together_notes, variant_notes

PROFILE = Study(
    "profile",
    "Profile by category and difficulty",
    "Accuracy at each part of the benchmark (section 3.2, table 1). On the published data the best and the median of "
    "the published leaderboard stand beside it, part by part, and the rows that are nearest in total: a part that "
    "leaves theirs is what a model is good or bad at.",
)
_PARTS = (*CATEGORIES, *DIFFICULTIES, "total")
_NEAREST = 2  # on each side


def study_profile(cohort: Cohort) -> Study:
    """Accuracy by part, and the published rows around each run."""
    if cohort.key is None:
        return replace(PROFILE, lacks=NO_KEY)
    published = _published() if cohort.is_published else ()
    tables = [_table(run, published if run.is_standard else ()) for run in cohort.runs]
    if published:
        rows = [row for run in cohort.standard if run.is_published for row in _nearest(run)]
        headers = ("run", "published", "its rank", "its total", "ahead of it", "95 %", "")
        tables.append(StudyTable(headers, tuple(rows), "The published rows nearest in total; differences in points"))
    bars = (*(_bars(name, runs) for name, runs in grouped(cohort)), *published)
    figure = Figure("bars", "category or difficulty", "accuracy (%)", bars)
    notes = (*published_notes(cohort), *together_notes(cohort), *variant_notes(cohort))
    return replace(PROFILE, tables=tuple(tables), figures=(figure,), notes=notes)


def _published() -> tuple[Series, ...]:
    columns = [[row.percent[part] for row in load_leaderboard()] for part in _PARTS]
    return (
        Series("best published", _PARTS, tuple(map(max, columns))),
        Series("median published", _PARTS, tuple(map(median, columns))),
    )


def _table(run: StudyRun, published: Sequence[Series]) -> StudyTable:
    beside: list[tuple[Cell, ...]] = list(zip(*(line.y for line in published))) or [()] * len(_PARTS)
    return StudyTable(
        ("part", "units", "accuracy", "95 %", *(line.name for line in published)),
        tuple((part, *accuracy(run, part), *own) for part, own in zip(_PARTS, beside)),
        f"{run.name}, in percent",
    )


def _nearest(run: StudyRun) -> Iterator[tuple[Cell, ...]]:
    assert run.report.total is not None
    rivals = place(run.report.total).rivals
    better = sum(rival.points < 0 for rival in rivals)
    for rival in rivals[max(0, better - _NEAREST) : better + _NEAREST]:
        yield (
            run.name,
            rival.row.model,
            rival.rank,
            rival.row.percent["total"],
            rival.points,
            rival.ci95,
            rival.verdict,
        )


def _bars(name: str, runs: Sequence[StudyRun]) -> Series:
    if len(runs) == 1:
        return series(name, [(part, *accuracy(runs[0], part)[1:]) for part in _PARTS])
    return series(
        f"average of {name}", [(part, mean_of(accuracy(run, part)[1] for run in runs), None) for part in _PARTS]
    )
