"""Accuracy per painting (paper, figure 9), and against the paintings' complexity (appendix A)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from ..complexity import load_complexity
from ..errors import SourceError
from ..intervals import ci95, rank_correlation, wilson
from ..study import Cell, Figure, Series, Study, StudyTable
from .cohort import Cohort, StudyRun
from .measures import NO_KEY, grouped, histogram, series, together_notes, variant_notes

PAINTINGS = Study(
    "paintings",
    "Accuracy per painting",
    "Accuracy at each painting's own questions (appendix B, figure 9). The paper's models are above chance on most "
    "paintings; a heap near 0 would mean that a model cannot read this kind of image at all. One painting has about "
    "12 scored units, so its interval is wide.",
)
COMPLEXITY = Study(
    "complexity",
    "Accuracy against complexity",
    "Accuracy per painting over its published complexity: the share of pairwise comparisons in which a model of the "
    "authors found it the denser image (appendix A, complexity.json). A rank correlation below 0 means that denser "
    "paintings are harder; the few questions per painting pull it towards 0. The paper reports no such correlation.",
)
_BINS = 10
_SHOWN = 5  # paintings at each end


@dataclass(frozen=True, slots=True)
class _Place:
    """The units of one painting."""

    painting_id: str
    correct: float  # over several runs the average
    units: int

    @property
    def share(self) -> float:
        return self.correct / self.units


def study_paintings(cohort: Cohort) -> Study:
    """How accuracy spreads over the paintings, and the ones at both ends."""
    if cohort.key is None:
        return replace(PAINTINGS, lacks=NO_KEY)
    places = {run.name: _places(run) for run in cohort.runs}
    if not any(places.values()):
        return replace(PAINTINGS, lacks="scored questions: the runs were asked none.")
    spread = StudyTable(
        ("run", "paintings", "lowest", "median", "highest", "below 10 %"),
        tuple(_spread_row(name, own) for name, own in places.items()),
        "Accuracy per painting in percent, and how many paintings are below 10 %",
    )
    bars = tuple(_bars(name, [places[run.name] for run in runs]) for name, runs in grouped(cohort))
    figure = Figure("bars", "accuracy per painting (%)", "paintings (%)", bars)
    return replace(
        PAINTINGS,
        tables=(spread, _ends(cohort, places)),
        figures=(figure,),
        notes=(*together_notes(cohort), *variant_notes(cohort)),
    )


def _places(run: StudyRun) -> list[_Place]:
    flags: dict[str, list[bool]] = {}
    for unit, right in run.right.items():
        flags.setdefault(unit.painting_id, []).append(right)
    return [_Place(painting, sum(own), len(own)) for painting, own in flags.items()]


def _together(runs: Sequence[Sequence[_Place]]) -> list[_Place]:
    """The runs' average at each painting. More runs are no more questions: the units are those of one run."""
    found: dict[str, list[_Place]] = {}
    for place in (place for run in runs for place in run):
        found.setdefault(place.painting_id, []).append(place)
    return [_average(painting, own) for painting, own in found.items()]


def _average(painting: str, places: Sequence[_Place]) -> _Place:
    units = max(place.units for place in places)
    return _Place(painting, units * sum(place.share for place in places) / len(places), units)


def _spread_row(name: str, places: Sequence[_Place]) -> tuple[Cell, ...]:
    shares = [100.0 * place.share for place in places]
    if not shares:
        return name, 0, None, None, None, None
    return name, len(shares), min(shares), median(shares), max(shares), sum(share < 10 for share in shares)


def _ends(cohort: Cohort, known: Mapping[str, Sequence[_Place]]) -> StudyTable:
    names = {q.painting.painting_id: q.painting.name for q in cohort.questions}
    runs = cohort.standard or cohort.runs
    places = _together([known[run.name] for run in runs])
    ordered = sorted(places, key=lambda place: (place.share, names[place.painting_id]))
    chosen = ordered if len(ordered) <= 2 * _SHOWN else [*ordered[:_SHOWN], *ordered[-_SHOWN:]]
    of = f"of {runs[0].name}" if len(runs) == 1 else f"on average over {len(runs)} runs"
    what = "All paintings" if chosen == ordered else f"The {_SHOWN} paintings at each end"
    return StudyTable(
        ("painting", "units", "accuracy", "95 %"),
        tuple((names[place.painting_id], place.units, 100.0 * place.share, _interval(place)) for place in chosen),
        f"{what}: accuracy {of} in percent, with Wilson's interval for that number of units",
    )


def _interval(place: _Place) -> tuple[float, float]:
    low, high = wilson(place.correct, place.units)
    return 100.0 * low, 100.0 * high


def _bars(name: str, runs: Sequence[Sequence[_Place]]) -> Series:
    counts = histogram((place.share for run in runs for place in run), _BINS)
    width = 100 / _BINS
    return series(
        name, [(width * (n + 0.5), 100.0 * count / max(1, sum(counts)), None) for n, count in enumerate(counts)]
    )


def study_complexity(cohort: Cohort) -> Study:
    """Rank correlation of accuracy per painting with the painting's complexity."""
    if cohort.key is None:
        return replace(COMPLEXITY, lacks=NO_KEY)
    try:
        complexity = load_complexity(cohort.questions)
    except SourceError as error:
        return replace(COMPLEXITY, lacks=str(error))
    places = {run.name: [p for p in _places(run) if p.painting_id in complexity] for run in cohort.runs}
    ranks = StudyTable(
        ("run", "paintings", "correlation", "95 %"),
        tuple(_rank_row(name, own, complexity) for name, own in places.items()),
        "Spearman's rank correlation of accuracy and complexity, with the interval of Bonett and Wright (2000)",
        decimals=2,
    )
    thirds = StudyTable(
        ("run", "third", "paintings", "units", "accuracy", "95 %"),
        tuple(row for run in cohort.runs for row in _thirds(run, complexity)),
        "Accuracy in percent on the least complex third of the paintings, the middle one, and the most complex one",
    )
    scatter = tuple(
        _scatter(name, _together([places[run.name] for run in runs]), complexity) for name, runs in grouped(cohort)
    )
    figure = Figure("scatter", "complexity (win rate)", "accuracy per painting (%)", scatter)
    return replace(
        COMPLEXITY, tables=(ranks, thirds), figures=(figure,), notes=(*together_notes(cohort), *variant_notes(cohort))
    )


def _rank_row(name: str, places: Sequence[_Place], complexity: Mapping[str, float]) -> tuple[Cell, ...]:
    rates = [complexity[place.painting_id] for place in places]
    return name, len(places), *rank_correlation(rates, [place.share for place in places])


def _thirds(run: StudyRun, complexity: Mapping[str, float]) -> Iterator[tuple[Cell, ...]]:
    ordered = sorted(complexity, key=lambda painting: (complexity[painting], painting))
    cuts = [len(ordered) * n // 3 for n in range(4)]
    for name, start, end in zip(("least complex", "middle", "most complex"), cuts, cuts[1:]):
        chosen = {*ordered[start:end]}
        units = [(right, unit.painting_id) for unit, right in run.right.items() if unit.painting_id in chosen]
        flags, paintings = [right for right, _ in units], [painting for _, painting in units]
        percent = 100.0 * sum(flags) / len(flags) if flags else None
        yield run.name, name, len({*paintings}), len(flags), percent, ci95(flags, paintings) if flags else None


def _scatter(name: str, places: Sequence[_Place], complexity: Mapping[str, float]) -> Series:
    return series(name, [(complexity[place.painting_id], 100.0 * place.share, None) for place in places])
