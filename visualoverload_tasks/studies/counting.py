"""Counting: prediction against truth (paper, figure 3), and accuracy under tolerance (figure 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from ..metrics import is_near
from ..records import Key
from ..study import Cell, Figure, Interval, Series, Study, StudyTable
from . import published
from .cohort import Cohort, StudyRun
from .measures import (
    FEW,
    LINES,
    NO_KEY,
    average,
    grouped,
    mean_of,
    published_notes,
    series,
    share,
    together_notes,
    variant_notes,
)

COUNTING = Study(
    "counting",
    "Counting: prediction against truth",
    "Each counting question's answer over its truth: below the diagonal the model counts too few, as the paper's "
    "models mostly do (section 4, figure 3). No answer counts as 0 in the RMSE, as in the paper, and nowhere else.",
)
TOLERANCE = Study(
    "tolerance",
    "Counting: accuracy under tolerance",
    "Accuracy of counting if an error of so many percent of the truth were right (section 4, figure 4). A curve "
    "that stays flat means that wrong counts are not even near. No answer is never right, and a truth of 0 needs a "
    "0.",
)

_NO_QUESTIONS = "counting questions: the runs were asked none."
_STEPS = tuple(range(0, 101, 5))
_NAMED = (0, 10, 50, 100)  # percent, the tolerances that the paper names

_ToleranceRow = tuple[str, int, float | None, Interval | None, float | None, Interval | None]


@dataclass(frozen=True, slots=True)
class _Count:
    truth: int
    said: int | None
    painting: str

    def is_within(self, tolerance: float) -> bool:
        return is_near(self.said, self.truth, tolerance)


def study_counting(cohort: Cohort) -> Study:
    """Prediction against truth of each run."""
    if cohort.key is None:
        return replace(COUNTING, lacks=NO_KEY)
    counts = {run.name: _counts(cohort, run, cohort.key) for run in cohort.runs}
    if not any(counts.values()):
        return replace(COUNTING, lacks=_NO_QUESTIONS)
    right = StudyTable(
        ("run", "questions", "no answer", "right", "95 %", "RMSE", "95 %"),
        (*(_right_row(name, own) for name, own in counts.items()), *_published_rows(cohort)),
        "Right, in percent of the questions, and how far off",
    )
    sides = StudyTable(
        ("run", "says 0", "too low", "95 %", "too high", "95 %"),
        tuple(_sides_row(name, own) for name, own in counts.items()),
        "On which side, in percent of the questions with an answer; answers of 0 as a number",
    )
    bias = StudyTable(
        ("run", "answers", "error", "95 %"),
        tuple(_bias_row(name, own) for name, own in counts.items()),
        "Mean signed error in percent of the truth, over answers to questions whose truth is not 0",
    )
    plot = tuple(_scatter(name, [c for run in runs for c in counts[run.name]]) for name, runs in grouped(cohort))
    figure = Figure("scatter", "truth", "prediction", plot, "symlog", "symlog", diagonal=True)
    notes = (*published_notes(cohort), *together_notes(cohort), *variant_notes(cohort))
    return replace(COUNTING, tables=(right, sides, bias), figures=(figure,), notes=notes)


def study_tolerance(cohort: Cohort) -> Study:
    """Accuracy of counting by the error that is allowed."""
    if cohort.key is None:
        return replace(TOLERANCE, lacks=NO_KEY)
    counts = {run.name: own for run in cohort.runs if (own := _counts(cohort, run, cohort.key))}
    if not counts:
        return replace(TOLERANCE, lacks=_NO_QUESTIONS)
    usual = {run.name for run in cohort.standard if run.name in counts}
    rows = [row for name, own in counts.items() for row in _tolerance_rows(name, own)]
    table = StudyTable(
        ("run", "tolerance %", "accuracy", "95 %", "gain", "95 %"),
        (*rows, *_average_rows([row for row in rows if row[0] in usual], len(usual)), *_published_gain(cohort)),
        "Accuracy in percent, and what it gains over no tolerance in points",
    )
    groups = [(name, [c for run in runs for c in counts.get(run.name, ())]) for name, runs in grouped(cohort, LINES)]
    curves = tuple(_curve(name, own, bars=len(groups) <= FEW) for name, own in groups if own)
    notes = (*together_notes(cohort, LINES), *variant_notes(cohort))
    figure = Figure("line", "allowed error (%)", "accuracy (%)", curves)
    return replace(TOLERANCE, tables=(table,), figures=(figure,), notes=notes)


def _counts(cohort: Cohort, run: StudyRun, key: Key) -> list[_Count]:
    return [
        _Count(int(key.values[q.question_id]), None if said is None else int(said), q.painting.painting_id)
        for q in cohort.asked(run, "counting")
        for said in [run.answers[q.question_id].value]
    ]


def _right_row(name: str, counts: Sequence[_Count]) -> tuple[Cell, ...]:
    errors = [float((c.said or 0) - c.truth) ** 2 for c in counts]
    mean, interval = average(errors, [c.painting for c in counts])
    return (
        name,
        len(counts),
        sum(c.said is None for c in counts),
        *_within(counts, 0),
        None if mean is None else sqrt(mean),
        None if interval is None else (sqrt(interval[0]), sqrt(interval[1])),
    )


def _published_rows(cohort: Cohort) -> Iterator[tuple[Cell, ...]]:
    for model, (accuracy, rmse) in published.COUNTING.items() if cohort.is_published else ():
        yield f"published: {model}", None, None, accuracy, None, rmse, None


def _sides_row(name: str, counts: Sequence[_Count]) -> tuple[Cell, ...]:
    answered = [(c.said, c.truth, c.painting) for c in counts if c.said is not None]
    paintings = [painting for _, _, painting in answered]
    low = share([said < truth for said, truth, _ in answered], paintings)
    high = share([said > truth for said, truth, _ in answered], paintings)
    return name, sum(said == 0 for said, _, _ in answered), *low, *high


def _bias_row(name: str, counts: Sequence[_Count]) -> tuple[Cell, ...]:
    known = [(100.0 * (c.said - c.truth) / c.truth, c.painting) for c in counts if c.said is not None and c.truth]
    return name, len(known), *average([error for error, _ in known], [painting for _, painting in known])


def _scatter(name: str, counts: Sequence[_Count]) -> Series:
    times = Counter((c.truth, c.said) for c in counts if c.said is not None)
    places = sorted((truth, said) for truth, said in times if said is not None)
    return Series(
        name,
        tuple(float(truth) for truth, _ in places),
        tuple(float(said) for _, said in places),
        counts=tuple(times[place] for place in places),
    )


def _within(counts: Sequence[_Count], tolerance: float) -> tuple[float | None, Interval | None]:
    return share([c.is_within(tolerance) for c in counts], [c.painting for c in counts])


def _curve(name: str, counts: Sequence[_Count], *, bars: bool) -> Series:
    points = [(float(step), *_within(counts, step)) for step in _STEPS]
    return series(name, points if bars else [(x, y, None) for x, y, _ in points])


def _tolerance_rows(name: str, counts: Sequence[_Count]) -> Iterator[_ToleranceRow]:
    exact, paintings = [c.is_within(0) for c in counts], [c.painting for c in counts]
    for tolerance in _NAMED:
        near = [c.is_within(tolerance) for c in counts]
        gained = [now and not before for before, now in zip(exact, near)]
        yield name, tolerance, *share(near, paintings), *(share(gained, paintings) if tolerance else (None, None))


def _average_rows(rows: Sequence[_ToleranceRow], runs: int) -> Iterator[_ToleranceRow]:
    for tolerance in _NAMED if runs > 1 else ():
        own = [row for row in rows if row[1] == tolerance]
        means = mean_of(row[2] for row in own), None, mean_of(row[4] for row in own), None
        yield f"average of {runs} runs", tolerance, *means


def _published_gain(cohort: Cohort) -> Iterator[tuple[Cell, ...]]:
    if cohort.is_published:
        yield "published average", 10, None, None, published.GAIN_WITHIN_10, None
