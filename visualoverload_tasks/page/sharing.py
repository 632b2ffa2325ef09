"""What may be in a report that is passed on, so that nobody can work out the private truth of a question from it.

A report holds every answer. So it must not tell which of them are right: a yes/no question that was answered wrong is
known, and so is every question of a group that was answered right as a whole. Figures of whole categories and
difficulties are shown, as the evaluation server and the leaderboard show them.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..records import Unit
from ..scores import Report, Score
from ..studies import Cohort, StudyRun
from ..study import Series, Study

FEWEST = 20
"""Units that a score needs, and in which two runs must differ, to say nothing about single ones."""
NEAR = 5
"""By so many units a gain must fall short of those in which two runs differ, else nearly all of these are known."""
PERCENT_DECIMALS = 1
ERROR_DECIMALS = 2

# Studies that use a key only for figures of whole categories. All others are made without it; a new study too, until
# somebody has thought about it.
SHAREABLE = frozenset({"profile", "tolerance", "ocr", "resolution", "cot"})
# Those of them that compare runs at the units that both were asked, however few these are.
_DIFFERENCES = frozenset({"resolution", "cot"})
# Studies that use a key only for the opposites that it names.
_OF_PAIRS = frozenset({"consistency"})

_GROUPS = {
    "category": "accuracy by category, RMSE and edit distance",
    "difficulty": "accuracy by difficulty",
    "total": "total accuracy",
}
# The reason itself must not tell what is right: not that all is, nor that none is, nor in which part.
_EXTREME = "as the truth of single questions would follow"

# What the studies lack that are left out.
_TELLS = "--show-key: it shows the truth of single questions, and this report is made to be passed on."
_LEFT_OUT = "the accuracies that are left out of this report (see above). --show-key has them in."
_UNALIKE = (
    "runs that were all asked the same: compared at a few common units, it could tell single truths. --show-key has it "
    "in."
)


def shareable_reports(scored: Sequence[StudyRun], public: Sequence[Report]) -> tuple[list[Report], tuple[str, ...]]:
    """The reports with those accuracies that tell no single truth, and a line about each that is left out.

    Total, categories and difficulties stay or go as groups, since one of a group follows from the others and the total.

    Args:
        scored: the runs with the key.
        public: the report of each without.
    """
    reports, withheld = [], []
    for number, (run, bare) in enumerate(zip(scored, public)):
        known = {field: getattr(run.report, field) for field in _WITHOUT_TRUTH}
        for group, scores in _groups(run.report).items():
            reason = _few(run.report, scores)
            for before in scored[:number]:
                reason = reason or _close(before, run, group)
            if reason:
                withheld.append(f"{run.name}: {_GROUPS[group]}, {reason}")
            else:
                known |= _fields(run.report, group)
        reports.append(dataclasses.replace(bare, **known))
    return reports, tuple(withheld)


# What a key changes only by the opposites that it names, and the line that says which key it was.
_WITHOUT_TRUTH = ("counts", "bound", "chance", "consistency", "consistency_by_category", "pairs_from", "signature")


def _fields(full: Report, group: str) -> dict[str, Any]:
    """What is shown of a group, no finer than it is printed: from all digits of a mean, single values follow."""
    if group != "category":
        return {group: _rounded_scores(getattr(full, group))}
    errors = {name: getattr(full, name) for name in ("counting_rmse", "ocr_edit_distance")}
    scores = {name: _rounded_scores(getattr(full, name)) for name in ("category", "counting_within")}
    return scores | {name: _rounded(value, ERROR_DECIMALS) for name, value in errors.items()}


def _rounded_scores(scores: Any) -> Any:
    if isinstance(scores, Mapping):
        return {name: _rounded_scores(score) for name, score in scores.items()}
    return dataclasses.replace(scores, ci95=_rounded(scores.ci95, PERCENT_DECIMALS))


def _rounded(cell: Any, decimals: int) -> Any:
    if isinstance(cell, tuple):
        return tuple(_rounded(one, decimals) for one in cell)
    return round(cell, decimals) if isinstance(cell, float) else cell


def _groups(report: Report) -> dict[str, Mapping[str, Score]]:
    total = {"total": report.total} if report.total is not None else {}
    return {"category": report.category, "difficulty": report.difficulty, "total": total}


def _few(report: Report, scores: Mapping[str, Score]) -> str:
    """Why one of the scores tells single truths; empty if none does."""
    bounds = report.bound.named()
    for name, score in scores.items():
        if 0 < score.units < FEWEST:
            return f"as {name} has {score.units} units, fewer than {FEWEST}"
        if score.correct and score.correct == bounds[name].possible:
            return _EXTREME
        if score.units and score.correct == 0 and _has_pairs(report, name):
            return _EXTREME
    return ""


def _has_pairs(report: Report, name: str) -> bool:
    # Of a difficulty nobody counts the pairs.
    return name in report.consistency_by_category if name in report.category else report.consistency.pairs > 0


def _close(one: StudyRun, other: StudyRun, group: str) -> str:
    """Why the scores of two runs tell who is right where they differ; empty if they do not.

    If the second is right in n units more, at least n of those in which they differ are gained.
    """
    differing: Counter[str] = Counter()
    gained: Counter[str] = Counter()
    for unit in one.right.keys() | other.right.keys():
        part = "total" if group == "total" else getattr(unit, group)
        differing[part] += unit not in one.right or unit not in other.right or _differs(unit, one, other)
        gained[part] += other.right.get(unit, False) - one.right.get(unit, False)
    for part in sorted(differing):
        if 0 < differing[part] < FEWEST:
            return f"as it differs from {one.name} in only {differing[part]} units of {part}"
        if 0 < differing[part] < abs(gained[part]) + NEAR:
            return _EXTREME
    return ""


def _differs(unit: Unit, one: StudyRun, other: StudyRun) -> bool:
    return any(one.answers[name].value != other.answers[name].value for name in unit.question_ids)


def shareable_studies(
    full: Cohort, made: Iterable[Study], public: Iterable[Study], *, scores_shown: bool
) -> tuple[Study, ...]:
    """The studies with those figures of the key that tell no single truth.

    Args:
        full: the runs with the key; ``made`` are the studies of them, ``public`` the same without the key.
        scores_shown: whether all accuracies of all runs are shown; else a study could tell them.
    """
    alike = len({frozenset(run.right) for run in full.runs}) < 2
    return tuple(
        _shareable(with_key, without, scores_shown=scores_shown, alike=alike) for with_key, without in zip(made, public)
    )


def _shareable(full: Study, public: Study, *, scores_shown: bool, alike: bool) -> Study:
    if full.lacks or full == public or full.name in _OF_PAIRS:
        return full
    if not public.lacks:  # made of the answers alone, and the key adds to it
        return public
    if full.name not in SHAREABLE:
        return dataclasses.replace(public, lacks=_TELLS)
    if not scores_shown:
        return dataclasses.replace(public, lacks=_LEFT_OUT)
    if full.name in _DIFFERENCES and not alike:
        return dataclasses.replace(public, lacks=_UNALIKE)
    return _rounded_study(full)


def _rounded_study(study: Study) -> Study:
    tables = [
        dataclasses.replace(table, rows=tuple(_rounded(row, table.decimals) for row in table.rows))
        for table in study.tables
    ]
    figures = [
        dataclasses.replace(figure, series=tuple(_rounded_series(line) for line in figure.series))
        for figure in study.figures
    ]
    return dataclasses.replace(study, tables=tuple(tables), figures=tuple(figures))


def _rounded_series(line: Series) -> Series:
    """All shareable figures show percentages and points."""
    heights = {name: _rounded(getattr(line, name), PERCENT_DECIMALS) for name in ("y", "low", "high")}
    return dataclasses.replace(line, **heights)
