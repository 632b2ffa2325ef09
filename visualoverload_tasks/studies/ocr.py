"""OCR: how far off the wrong answers are (paper, figure 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..records import Key
from ..study import Cell, Figure, Series, Study, StudyTable
from . import published
from .cohort import Cohort, StudyRun
from .measures import NO_KEY, average, grouped, histogram, published_notes, series, share, together_notes, variant_notes

OCR = Study(
    "ocr",
    "OCR: edit distances of wrong answers",
    "Edit distance of each wrong answer to the truth, over the longer text's length: near 0 for a slip, 1 for another "
    "text (section 4, figure 5). The distribution of the paper's models centres at about 0.7. Questions without an "
    "answer are counted apart: nothing was read wrong.",
)
_BINS = 10


@dataclass(frozen=True, slots=True)
class _Reading:
    distance: float | None  # None without an answer
    painting: str


def study_ocr(cohort: Cohort) -> Study:
    """Distances of the wrong answers of each run."""
    if cohort.key is None:
        return replace(OCR, lacks=NO_KEY)
    readings = {run.name: _readings(cohort, run, cohort.key) for run in cohort.runs}
    if not any(readings.values()):
        return replace(OCR, lacks="OCR questions: the runs were asked none.")
    right = StudyTable(
        ("run", "questions", "no answer", "right", "95 %"),
        (*(_right_row(name, own) for name, own in readings.items()), *_published_rows(cohort)),
        "Right, in percent of the questions",
    )
    distances = StudyTable(
        ("run", "wrong", "distance", "95 %", "of all", "95 %"),
        (*(_distance_row(name, own) for name, own in readings.items()), *_published_distances(cohort)),
        "Mean distance of the wrong answers, and of all questions, where no answer counts as 1",
        decimals=2,
    )
    bins = StudyTable(
        ("run", *(f"≤{bound / _BINS:g}" for bound in range(1, _BINS + 1))),
        tuple((name, *histogram(_wrong(own), _BINS)) for name, own in readings.items()),
        "Wrong answers by their distance",
    )
    bars = tuple(_bars(name, [r for run in runs for r in readings[run.name]]) for name, runs in grouped(cohort))
    figure = Figure("bars", "normalised edit distance", "share of the wrong answers (%)", bars)
    notes = (*published_notes(cohort), *together_notes(cohort), *variant_notes(cohort))
    return replace(OCR, tables=(right, distances, bins), figures=(figure,), notes=notes)


def _readings(cohort: Cohort, run: StudyRun, key: Key) -> list[_Reading]:
    from rapidfuzz.distance import Levenshtein

    return [
        _Reading(
            None if said is None else Levenshtein.normalized_distance(said, key.values[q.question_id]),
            q.painting.painting_id,
        )
        for q in cohort.asked(run, "ocr")
        for said in [run.answers[q.question_id].value]
    ]


def _wrong(readings: Sequence[_Reading]) -> list[float]:
    return [r.distance for r in readings if r.distance]


def _right_row(name: str, readings: Sequence[_Reading]) -> tuple[Cell, ...]:
    right = share([r.distance == 0 for r in readings], [r.painting for r in readings])
    return name, len(readings), sum(r.distance is None for r in readings), *right


def _published_rows(cohort: Cohort) -> Iterator[tuple[Cell, ...]]:
    for model, (accuracy, _) in published.OCR.items() if cohort.is_published else ():
        yield f"published: {model}", None, None, accuracy, None


def _distance_row(name: str, readings: Sequence[_Reading]) -> tuple[Cell, ...]:
    wrong = [r for r in readings if r.distance]
    over_all = [1.0 if r.distance is None else r.distance for r in readings]
    return (
        name,
        len(wrong),
        *average(_wrong(wrong), [r.painting for r in wrong]),
        *average(over_all, [r.painting for r in readings]),
    )


def _published_distances(cohort: Cohort) -> Iterator[tuple[Cell, ...]]:
    if cohort.is_published:
        yield "published average, about", None, published.OCR_CENTRE, None, None, None
        for model, (_, distance) in published.OCR.items():
            yield f"published: {model}", None, None, None, distance, None


def _bars(name: str, readings: Sequence[_Reading]) -> Series:
    wrong = [r for r in readings if r.distance]
    paintings = [r.painting for r in wrong]
    places = [histogram([distance], _BINS).index(1) for distance in _wrong(wrong)]
    return series(
        name,
        [((place + 0.5) / _BINS, *share([own == place for own in places], paintings)) for place in range(_BINS)],
    )
