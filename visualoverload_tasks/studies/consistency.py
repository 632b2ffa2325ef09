"""What needs no key: opposite answers to opposite questions (paper, figure 6), and how alike runs answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from ..metrics import consistencies
from ..records import CATEGORIES
from ..study import Figure, Interval, Study, StudyTable
from . import published
from .cohort import Cohort, StudyRun
from .measures import mean_of, published_notes, series, share, variant_notes

CONSISTENCY = Study(
    "consistency",
    "Logical consistency",
    "Share of the pairs of opposite questions whose two answers are opposite, right or wrong (section 4, figure 6). "
    "Guesses reach 50 %. The paper's models are consistent about scenes, and much less so where they must reason. An "
    "inconsistent pair cannot score.",
)
AGREEMENT = Study(
    "agreement",
    "Agreement between runs",
    "Share of the questions that two runs both answer, and answer alike, right or wrong. Runs that agree far more with "
    "each other than with the rest share a model, a flaw, or a bias. The paper has no such figure.",
)

_Row = tuple[str, str, int | None, float | None, Interval | None]
_AlikeRow = tuple[str, str | None, int, float | None, Interval | None, float | None]


def study_consistency(cohort: Cohort) -> Study:
    """Consistency of each run, by category and over all pairs."""
    if not cohort.pairs:
        return replace(CONSISTENCY, lacks="pairs of opposite yes/no questions: these data have none.")
    rows = [row for run in cohort.runs for row in _rows(cohort, run)]
    usual = {run.name for run in cohort.standard}
    averages = [*_average_rows([row for row in rows if row[0] in usual], len(usual))]
    known = published.CONSISTENCY if cohort.is_published else {}
    beside = {(row[0], row[1]): known.get(row[1]) for row in (*rows, *averages) if row[0] in usual or row in averages}
    table = StudyTable(
        ("run", "category", "pairs", "consistent", "95 %", *(["published average"] if known else [])),
        tuple((*row, *([beside.get(row[:2])] if known else [])) for row in (*rows, *averages)),
        "Consistent pairs in percent",
    )
    bars = tuple(
        series(category, [(row[0], row[3], row[4]) for row in rows if row[1] == category])
        for category in dict.fromkeys(row[1] for row in rows)
        if category in CATEGORIES
    )
    figure = Figure("bars", "run", "consistent pairs (%)", bars)
    return replace(
        CONSISTENCY, tables=(table,), figures=(figure,), notes=(*published_notes(cohort), *variant_notes(cohort))
    )


def _rows(cohort: Cohort, run: StudyRun) -> Iterator[_Row]:
    pairs = [pair for pair in cohort.pairs if pair.first in run.answers and pair.second in run.answers]
    by_id = cohort.questions.by_id
    flags = [consistencies(by_id, [pair], run.answers)[0].consistent == 1 for pair in pairs]
    known = [(by_id[pair.first].category, by_id[pair.first].painting.painting_id) for pair in pairs]
    for name in (*dict.fromkeys(sorted((own for own, _ in known), key=CATEGORIES.index)), "all pairs"):
        chosen = [n for n, (own, _) in enumerate(known) if name in (own, "all pairs")]
        figures = share([flags[n] for n in chosen], [known[n][1] for n in chosen])
        yield run.name, name, len(chosen), *figures


def _average_rows(rows: Sequence[_Row], runs: int) -> Iterator[_Row]:
    for name in dict.fromkeys(row[1] for row in rows) if runs > 1 else ():
        own = [row for row in rows if row[1] == name]
        yield f"average of {runs} runs", name, None, mean_of(row[3] for row in own), None


def study_agreement(cohort: Cohort) -> Study:
    """For each run the one that answers most like it, and its agreement with the others on average."""
    if len(cohort.runs) < 2:
        return replace(AGREEMENT, lacks="two runs or more: name the others too.")
    equal: dict[frozenset[str], Mapping[str, bool]] = {
        frozenset((one.name, other.name)): _equal(one, other) for one, other in combinations(cohort.runs, 2)
    }
    rows = [_agreement_row(cohort, run, equal) for run in cohort.runs]
    table = StudyTable(
        ("run", "most alike", "questions", "equal", "95 %", "average"),
        tuple(rows),
        "Equal answers in percent of the questions that both runs were asked: of the two most alike, and the average "
        "with all others",
    )
    bars = (
        series("most alike run", [(name, percent, interval) for name, _, _, percent, interval, _ in rows]),
        series("average of all others", [(name, mean, None) for name, _, _, _, _, mean in rows]),
    )
    return replace(AGREEMENT, tables=(table,), figures=(Figure("bars", "run", "equal answers (%)", bars),))


def _equal(one: StudyRun, other: StudyRun) -> dict[str, bool]:
    """For each question that both were asked, whether both gave the same answer; no answer is none."""
    return {
        question_id: answer.value is not None and answer.value == other.answers[question_id].value
        for question_id, answer in one.answers.items()
        if question_id in other.answers
    }


def _agreement_row(cohort: Cohort, run: StudyRun, equal: Mapping[frozenset[str], Mapping[str, bool]]) -> _AlikeRow:
    shares = {
        other.name: sum(flags.values()) / len(flags)
        for other in cohort.runs
        if other is not run and (flags := equal[frozenset((run.name, other.name))])
    }
    if not shares:
        return run.name, None, 0, None, None, None
    most = max(shares, key=shares.__getitem__)
    flags = equal[frozenset((run.name, most))]
    paintings = [cohort.questions.by_id[question_id].painting.painting_id for question_id in flags]
    mean = 100.0 * sum(shares.values()) / len(shares)
    return run.name, most, len(flags), *share([*flags.values()], paintings), mean
