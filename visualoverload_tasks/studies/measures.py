"""What several studies measure alike: shares and means with their intervals, and how they stand in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil

from ..intervals import bootstrap, ci95, paired_ci95
from ..records import Unit
from ..study import Interval, Series
from .cohort import Cohort, StudyRun

NO_KEY = (
    "a key: without the ground truth there is no accuracy. Name one with --key, or submit the runs to the evaluation "
    "server."
)
FEW = 4
"""As many runs can be told apart in one scatter plot or histogram; of more, the figure shows all together."""

LINES = 7
"""As many lines, or bars side by side, have a colour of their own."""


def published_notes(cohort: Cohort, runs: Sequence[StudyRun] | None = None) -> tuple[str, ...]:
    """Why the paper's figures do not stand beside these, or beside which of them they should not.

    Args:
        runs: those that the paper's figures are about; by default the standard ones.
    """
    fit = cohort.standard if runs is None else runs
    if not any(run.is_published for run in fit):
        return (
            "No run of this kind was asked all of the published data, so that no published figures stand beside these.",
        )
    return tuple(
        f"{run.name} was asked only {len(run.answers)} questions: the published figures are about all."
        for run in fit
        if not run.is_published
    )


def variant_notes(cohort: Cohort) -> tuple[str, ...]:
    """Which runs no average holds, and no published figure is about."""
    names = [run.name for run in cohort.runs if not run.is_standard]
    if not names:
        return ()
    return (f"Other prompts or images, so in no average and beside no published figure: {', '.join(names)}.",)


def share(flags: Sequence[bool], paintings: Sequence[str]) -> tuple[float | None, Interval | None]:
    """Percentage of the flags that are true, and its 95 % interval; None where they are undefined."""
    return (100.0 * sum(flags) / len(flags), ci95(flags, paintings)) if flags else (None, None)


def average(values: Sequence[float], paintings: Sequence[str]) -> tuple[float | None, Interval | None]:
    """Mean, and its 95 % interval by resampling paintings; None where they are undefined."""
    if not values:
        return None, None
    known = len(set(paintings)) > 1 and len(set(values)) > 1  # resampling equal values would claim certainty
    return sum(values) / len(values), bootstrap(values, paintings) if known else None


def units_of(right: Mapping[Unit, bool], part: str) -> list[Unit]:
    """The units of a category or a difficulty, or all for ``total``."""
    return [unit for unit in right if part in (unit.category, unit.difficulty, "total")]


def accuracy(run: StudyRun, part: str = "total") -> tuple[int, float | None, Interval | None]:
    """Units, percentage right and its interval."""
    units = units_of(run.right, part)
    return len(units), *share([run.right[unit] for unit in units], [unit.painting_id for unit in units])


def difference(before: StudyRun, after: StudyRun, part: str = "total") -> tuple[float | None, Interval | None]:
    """How many points the second run is better, at the units that both were asked, and the interval of that."""
    units = [unit for unit in units_of(before.right, part) if unit in after.right]
    if not units:
        return None, None
    one, other = [before.right[unit] for unit in units], [after.right[unit] for unit in units]
    interval = paired_ci95(one, other, [unit.painting_id for unit in units])
    return 100.0 * (sum(other) - sum(one)) / len(units), interval


def mean_of(values: Iterable[float | None]) -> float | None:
    """Mean of the values that are defined, each run counting alike; None if there are none."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def histogram(values: Iterable[float], bins: int) -> list[int]:
    """How many values of 0 to 1 are in each bin of equal width; a value on a border is in the lower bin."""
    # Rounded, as 0.3 is on a border, but ten times it may be a little more than 3.
    places = Counter(max(0, ceil(round(value * bins, 9)) - 1) for value in values)
    return [places[place] for place in range(bins)]


def series(name: str, points: Iterable[tuple[float | str, float | None, Interval | None]]) -> Series:
    """Points whose value is defined; error bars where all of them have an interval."""
    known = [(x, y, interval) for x, y, interval in points if y is not None]
    intervals = [interval for _, _, interval in known if interval is not None]
    low, high = zip(*intervals) if intervals and len(intervals) == len(known) else ((), ())
    return Series(name, tuple(x for x, _, _ in known), tuple(y for _, y, _ in known), low, high)


def together_notes(cohort: Cohort, most: int = FEW) -> tuple[str, ...]:
    """That a figure of ``grouped`` shows many runs as one."""
    name, runs = next(grouped(cohort, most))
    if len(runs) < 2:
        return ()
    return (f"The figure shows {name} together: more than {most} would hide each other.",)


def grouped(cohort: Cohort, most: int = FEW) -> Iterator[tuple[str, tuple[StudyRun, ...]]]:
    """The series of a figure that many runs would crowd: each run, or all standard ones of many together."""
    shown = cohort.runs if len(cohort.runs) <= most else cohort.standard or cohort.runs
    if len(shown) <= most:
        yield from ((run.name, (run,)) for run in shown)
    else:
        yield f"all {len(shown)} {'standard runs' if len(shown) < len(cohort.runs) else 'runs'}", shown
