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

from ..records import Answer, Question
from ..scores import Report, Score
from ..study import Study

FEWEST = 20
"""Units that a score needs, and answers in which two runs must differ, to say nothing about single ones."""

# Studies that use a key only for figures of whole categories. All others are made without it; a new study too, until
# somebody has thought about it.
SHAREABLE = frozenset({"profile", "tolerance", "ocr", "resolution", "cot"})
# Studies that use a key only for the opposites that it names.
_OF_PAIRS = frozenset({"consistency"})

_GROUPS = {
    "category": "accuracy by category, RMSE and edit distance",
    "difficulty": "accuracy by difficulty",
    "total": "total accuracy",
}
_LACKS = (
    "your word: it shows single answers of the ground truth, and this report is made to be passed on. Add --show-key."
)


def shareable_reports(
    questions: Iterable[Question],
    answers: Mapping[str, Mapping[str, Answer]],
    scored: Sequence[Report],
    public: Sequence[Report],
) -> tuple[list[Report], tuple[str, ...]]:
    """The reports with those accuracies that tell no single truth, and a line about each that is left out.

    Total, categories and difficulties stay or go as groups, since one of a group follows from the others and the total.

    Args:
        answers: of each run, by its name and by question id.
        scored: the report of each run with the key.
        public: the same without.
    """
    rows, names = list(questions), list(answers)
    reports, withheld = [], []
    for number, (name, full, bare) in enumerate(zip(names, scored, public)):
        known = {field: getattr(full, field) for field in _WITHOUT_TRUTH}
        for group, scores in _groups(full).items():
            reason = _few(full, scores)
            for before in names[:number]:
                reason = reason or _close(rows, answers[before], answers[name], group, before)
            if reason:
                withheld.append(f"{name}: {_GROUPS[group]}, {reason}")
            else:
                known |= _fields(full, group)
        reports.append(dataclasses.replace(bare, **known))
    return reports, tuple(withheld)


# What a key changes only by the opposites that it names, and the line that says which key it was.
_WITHOUT_TRUTH = ("counts", "bound", "chance", "consistency", "consistency_by_category", "pairs_from", "signature")


def _fields(full: Report, group: str) -> dict[str, Any]:
    names = ("category", "counting_rmse", "counting_within", "ocr_edit_distance") if group == "category" else (group,)
    return {name: getattr(full, name) for name in names}


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
            return f"as all of {name} that can be right is right"
        if score.units and score.correct == 0 and _has_pairs(report, name):
            return f"as none of {name} is right"
    return ""


def _has_pairs(report: Report, name: str) -> bool:
    # Of a difficulty nobody counts the pairs.
    return name in report.consistency_by_category if name in report.category else report.consistency.pairs > 0


def _close(
    questions: Iterable[Question], one: Mapping[str, Answer], other: Mapping[str, Answer], group: str, name: str
) -> str:
    """Whether two runs differ in so few answers that their scores tell who is right in these."""
    counts: Counter[str] = Counter()
    for question in questions:
        values = [answers[question.question_id].value for answers in (one, other) if question.question_id in answers]
        if len(values) == 1 or len(set(values)) == 2:
            counts["total" if group == "total" else getattr(question, group)] += 1
    few = {which: count for which, count in counts.items() if count < FEWEST}
    return (
        f"as it differs from {name} in only {min(few.values())} answers of {min(few, key=few.__getitem__)}"
        if few
        else ""
    )


def shareable_studies(full: Iterable[Study], public: Iterable[Study], *, scores_shown: bool) -> tuple[Study, ...]:
    """The studies with those figures of the key that tell no single truth.

    Args:
        full: made with the key; ``public`` are the same without it.
        scores_shown: whether all accuracies of all runs are shown; else a study could tell them.
    """
    return tuple(
        with_key
        if with_key == without or with_key.name in _OF_PAIRS or (scores_shown and with_key.name in SHAREABLE)
        else _without(with_key, without)
        for with_key, without in zip(full, public)
    )


def _without(full: Study, public: Study) -> Study:
    return dataclasses.replace(public, lacks=_LACKS) if public.lacks and not full.lacks else public
