"""What runs answer right without an image (paper, section 2.1, quality control, and table 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ..chance import GUESSERS, hit_chance
from ..records import CATEGORIES, Unit
from ..study import Cell, Figure, Interval, Series, Study, StudyTable
from . import published
from .cohort import Cohort, StudyRun
from .measures import NO_KEY, accuracy, published_notes, series, share, units_of

BLIND = Study(
    "blind",
    "Blind quality control",
    "Units that all blind runs answer right may be answerable from the text alone. The authors had Gemini 2.5 Pro "
    "judge those of three models, and removed the multiple-choice questions with severe biases (section 2.1, "
    "appendix E, table 2). Some are always hit by luck: as many as the columns say if runs guess independently, "
    "which models of one family do not.",
)
_NO_BLIND_RUN = (
    "blind runs: none of these tells that it was shown no painting. Run the task visualoverload_blind of lmms-eval or "
    "VisualOverload_Blind of VLMEvalKit, and name its samples or table (a submission alone does not tell)."
)

_Row = tuple[str, int, int, float | None, Interval | None, float, float]


def study_blind(cohort: Cohort) -> Study:
    """Units that every blind run answers right, against chance."""
    if cohort.key is None:
        return replace(BLIND, lacks=NO_KEY)
    runs, others = _blind_runs(cohort)
    if not runs:
        return replace(BLIND, lacks=_NO_BLIND_RUN)
    units = [unit for unit in runs[0].right if all(unit in run.right for run in runs)]
    right = {unit: all(run.right[unit] for run in runs) for unit in units}
    groups = {part: units_of(right, part) for part in (*CATEGORIES, "total")}
    rows = [_row(cohort, name, own, right, len(runs)) for name, own in groups.items() if own]
    totals = StudyTable(
        ("run", "units", "right", "95 %"),
        (*map(_total_row, (*runs, *others)), *_published_rows(runs)),
        "Accuracy of each blind run in percent",
    )
    shared = StudyTable(
        ("category", "units", "all right", "% of units", "95 %", "random", "consistent"),
        tuple(rows),
        f"Units that {_all_of(runs)} right, and how many it would be on average by random and by consistent guesses",
    )
    figure = Figure("bars", "category", "units (%)", _bars(rows))
    notes = (*published_notes(cohort, runs), *_other_notes(others))
    return replace(BLIND, tables=(totals, shared, _list(cohort, right)), figures=(figure,), notes=notes)


def _blind_runs(cohort: Cohort) -> tuple[list[StudyRun], list[StudyRun]]:
    """The runs that were shown nothing, else those that saw grey; and the rest of the latter."""
    nothing, grey = ([run for run in cohort.runs if run.run.image == image] for image in ("none", "grey"))
    return (nothing, grey) if nothing else (grey, [])


def _other_notes(others: Sequence[StudyRun]) -> tuple[str, ...]:
    # With both, one model would count as two that are right independently.
    names = ", ".join(run.name for run in others)
    return (f"Not among the runs that must all be right, as they were shown grey images: {names}.",) if names else ()


def _all_of(runs: Sequence[StudyRun]) -> str:
    return "the one blind run answers" if len(runs) == 1 else f"all {len(runs)} blind runs answer"


def _total_row(run: StudyRun) -> tuple[Cell, ...]:
    return run.name, *accuracy(run)


def _published_rows(runs: Sequence[StudyRun]) -> Iterator[tuple[Cell, ...]]:
    for model, total in published.BLIND.items() if any(run.is_published for run in runs) else ():
        yield f"published: {model}", None, total, None


def _row(cohort: Cohort, name: str, units: Sequence[Unit], right: Mapping[Unit, bool], runs: int) -> _Row:
    flags = [right[unit] for unit in units]
    by_id = cohort.questions.by_id
    random, consistent = (sum(hit_chance(unit, by_id, guesser) ** runs for unit in units) for guesser in GUESSERS)
    return name, len(units), sum(flags), *share(flags, [unit.painting_id for unit in units]), random, consistent


def _bars(rows: Sequence[_Row]) -> tuple[Series, ...]:
    return (
        series("all runs right", [(name, percent, interval) for name, _, _, percent, interval, _, _ in rows]),
        series("random guesses", [(name, 100.0 * luck / units, None) for name, units, _, _, _, luck, _ in rows]),
        series("consistent guesses", [(name, 100.0 * luck / units, None) for name, units, _, _, _, _, luck in rows]),
    )


def _list(cohort: Cohort, right: Mapping[Unit, bool]) -> StudyTable:
    by_id = cohort.questions.by_id
    found = [by_id[u.question_ids[0]] for u, own in right.items() if own and len(u.question_ids) == 1]
    return StudyTable(
        ("question", "category", "difficulty", "text"),
        tuple((q.question_id, q.category, q.difficulty, q.question) for q in found),
        "The single questions among them, to be judged by hand; pairs balance themselves (section 2.1)",
    )
