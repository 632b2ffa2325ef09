"""Questions, runs and key -> what a report shows. Whoever lays it out sees a key only if it is to be shown."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..records import Key, Pairing, Questions
from ..studies import STUDIES, Cohort, StudyRun, make_cohort, read_cohort
from ..study import Study
from .sharing import shareable_reports, shareable_studies


@dataclass(frozen=True)
class Content:
    """All that a report shows.

    Attributes:
        runs: their reports, and ``right``, hold nothing that is not to be shown.
        key: None unless the truth itself is to be shown.
        withheld: accuracies that are left out because single truths would follow from them, a line each.
    """

    questions: Questions
    runs: tuple[StudyRun, ...]
    studies: tuple[Study, ...]
    key: Key | None
    withheld: tuple[str, ...] = ()


def collect(
    paths: Sequence[str | os.PathLike[str]],
    questions: Questions,
    key: Key | None,
    pairs: Pairing | None = None,
    *,
    show_key: bool = False,
) -> Content:
    """What a report of these runs shows; without ``show_key`` nothing from which the truth of a question follows.

    Args:
        paths, pairs: as for ``read_cohort``, which also tells what is raised.
    """
    full = read_cohort(paths, questions, key, pairs)
    if key is None or show_key:
        return Content(questions, full.runs, tuple(_make_studies(full)), key)
    public = make_cohort([(run.name, run.model, run.run) for run in full.runs], questions, None, pairs)
    reports, withheld = shareable_reports(full.runs, [run.report for run in public.runs])
    runs = tuple(replace(run, report=report) for run, report in zip(public.runs, reports))
    studies = shareable_studies(full, _make_studies(full), _make_studies(public), scores_shown=not withheld)
    return Content(questions, runs, studies, None, withheld)


def _make_studies(cohort: Cohort) -> list[Study]:
    return [_without_folders(kind.make(cohort), cohort.questions.source) for kind in STUDIES]


def _without_folders(study: Study, source: str) -> Study:
    """The study without the folders of whoever makes the report, should it lack a file beside the data."""
    path = Path(source).expanduser()
    return replace(study, lacks=study.lacks.replace(f"{path.parent.resolve()}{os.sep}", "")) if path.exists() else study
