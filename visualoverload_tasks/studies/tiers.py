"""Difficulty from many runs, by the paper's thresholds (section 2.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from ..records import DIFFICULTIES
from ..study import Cell, Figure, Study, StudyTable
from .cohort import Cohort
from .measures import NO_KEY, series, share

TIERS = Study(
    "tiers",
    "Difficulty from these runs",
    "Each question's difficulty by the share of the runs that answer it right: up to 20 % hard, from 90 % easy, "
    "medium between (section 2.1, there of 37 models), beside the published one. Runs that were shown no or smaller"
    " paintings, or asked in other words, do not count here.",
)
AT_LEAST = 5  # with fewer, one run alone moves a question from the middle over a threshold

_Answered = Mapping[str, int]  # question id -> runs that answer it right


def tier(right: int, runs: int) -> str:
    """``hard`` for [0, 20] % of the runs, ``medium`` for (20, 90) %, ``easy`` for [90, 100] %; borders are exact."""
    if 100 * right <= 20 * runs:
        return "hard"
    return "easy" if 100 * right >= 90 * runs else "medium"


def study_tiers(cohort: Cohort) -> Study:
    """The tier of each question that all runs were asked."""
    if cohort.key is None:
        return replace(TIERS, lacks=NO_KEY)
    runs = cohort.standard
    if len(runs) < AT_LEAST:
        return replace(
            TIERS,
            lacks=f"{AT_LEAST} runs or more on the paintings as published, here are {len(runs)}: name more of them.",
        )
    values = cohort.key.values
    asked = [q for q in cohort.questions if all(q.question_id in run.answers for run in runs)]
    right = {
        q.question_id: sum(run.answers[q.question_id].value == values[q.question_id] for run in runs) for q in asked
    }
    found = {question_id: tier(number, len(runs)) for question_id, number in right.items()}
    return replace(
        TIERS,
        tables=(_confusion(cohort, found), _far(cohort, found, right, len(runs))),
        figures=(_figure(cohort, found),),
        notes=(f"{len(runs)} runs, so that one run is {100 / len(runs):.1f} %; {len(asked)} questions asked in all.",),
    )


def _confusion(cohort: Cohort, found: Mapping[str, str]) -> StudyTable:
    by_id = cohort.questions.by_id
    cells = Counter((by_id[question_id].difficulty, own) for question_id, own in found.items())
    rows: list[tuple[Cell, ...]] = []
    for name in (*reversed(DIFFICULTIES), "all"):
        chosen = [question_id for question_id in found if name in (by_id[question_id].difficulty, "all")]
        counts = [sum(cells[row, own] for row in DIFFICULTIES if name in (row, "all")) for own in DIFFICULTIES]
        same = [found[question_id] == by_id[question_id].difficulty for question_id in chosen]
        paintings = [by_id[question_id].painting.painting_id for question_id in chosen]
        rows.append((name, *counts, len(chosen), *share(same, paintings)))
    return StudyTable(
        ("published", *(f"{own} here" for own in DIFFICULTIES), "questions", "same", "95 %"),
        tuple(rows),
        "Questions by their published difficulty and the one of these runs, and how many are the same in percent",
    )


def _far(cohort: Cohort, found: Mapping[str, str], right: _Answered, runs: int) -> StudyTable:
    by_id = cohort.questions.by_id
    rows = tuple(
        (question_id, by_id[question_id].difficulty, own, 100.0 * right[question_id] / runs)
        for question_id, own in found.items()
        if {own, by_id[question_id].difficulty} == {"easy", "hard"}
    )
    return StudyTable(
        ("question", "published", "here", "runs right %"), rows, "Questions that are easy in one and hard in the other"
    )


def _figure(cohort: Cohort, found: Mapping[str, str]) -> Figure:
    by_id = cohort.questions.by_id
    groups = {
        name: [question_id for question_id in found if by_id[question_id].difficulty == name] for name in DIFFICULTIES
    }
    bars = tuple(
        series(
            f"{own} here",
            [
                (name, *share([found[q] == own for q in ids], [by_id[q].painting.painting_id for q in ids]))
                for name, ids in groups.items()
            ],
        )
        for own in DIFFICULTIES
    )
    return Figure("bars", "published difficulty", "questions (%)", bars)
