"""Files with responses -> runs that can be studied together."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import RunError, UsageError
from ..evaluation import evaluate_run, extract_answers
from ..leaderboard import refuse_other_data
from ..metrics import make_units, right_units
from ..pairs import choose_pairs
from ..records import Answer, Key, Pair, Pairing, Question, Questions, Run, Unit
from ..runs import model_of, read_run
from ..scores import Report
from ..tables import is_table

_PART = re.compile(r"_(submission|responses)$")


@dataclass(frozen=True)
class StudyRun:
    """One run among several.

    Attributes:
        name: what tables call it; no other run of the cohort has it.
        model: shared by the runs of one model in several variants.
        answers: by question id, of the questions asked only.
        right: of each unit whose questions were all asked, whether they are all answered right; empty without a key.
        is_published: whether it was asked all of the published data, in whatever way.
    """

    name: str
    model: str
    run: Run
    answers: Mapping[str, Answer]
    report: Report
    right: Mapping[Unit, bool]
    is_published: bool

    @property
    def is_standard(self) -> bool:
        """Whether it was asked with the dataset's prompts and saw the paintings as published, or does not tell."""
        return self.run.image in (None, "original") and self.run.prompt in (None, "default")


@dataclass(frozen=True)
class Cohort:
    """Runs on the same questions, and what is known of these."""

    questions: Questions
    key: Key | None
    pairs: tuple[Pair, ...]
    runs: tuple[StudyRun, ...]

    @property
    def is_published(self) -> bool:
        """Whether the paper's figures are about the same: any standard run was asked all of the published data."""
        return any(run.is_published for run in self.standard)

    @property
    def standard(self) -> tuple[StudyRun, ...]:
        """The runs that averages are over, and that published figures may stand beside."""
        return tuple(run for run in self.runs if run.is_standard)

    def asked(self, run: StudyRun, question_type: str) -> list[Question]:
        """The questions of one type that a run was asked, in dataset order."""
        return [q for q in self.questions if q.question_type == question_type and q.question_id in run.answers]


def read_cohort(
    paths: Sequence[str | os.PathLike[str]],
    questions: Questions,
    key: Key | None = None,
    pairs: Pairing | None = None,
) -> Cohort:
    """Read runs, extract each answer once, and score them.

    Args:
        paths: as for ``read_run``.
        pairs: as ``evaluate`` takes them.

    Raises:
        PairsFileError: as ``evaluate``.
        RunError: as ``read_run``.
        UsageError: the same file twice.
    """
    files = [Path(path).expanduser() for path in paths]
    _refuse_twice(files)
    runs = [read_run(file, questions) for file in files]
    models = [_model(file) for file in files]
    names = _distinct([_label(model, run) for model, run in zip(models, runs)], files)
    return make_cohort(zip(names, models, runs), questions, key, pairs)


def make_cohort(
    named: Iterable[tuple[str, str, Run]], questions: Questions, key: Key | None = None, pairs: Pairing | None = None
) -> Cohort:
    """Runs that are read already.

    Args:
        named: the name of each, unlike the others', and its model's.
        pairs: as ``evaluate`` takes them.
    """
    pairing = choose_pairs(questions, key, pairs)
    runs = tuple(_study_run(name, model, run, questions, key, pairing) for name, model, run in named)
    return Cohort(questions, key, pairing.pairs, runs)


def _study_run(name: str, model: str, run: Run, questions: Questions, key: Key | None, pairing: Pairing) -> StudyRun:
    asked = questions.by_id if run.asked is None else run.asked
    rows = [question for question in questions if question.question_id in asked]
    answers = extract_answers(rows, run.responses)
    report = evaluate_run(questions, run, key, pairing, answers=answers)
    within = [pair for pair in pairing.pairs if pair.first in answers and pair.second in answers]
    units = make_units(rows, within)
    right = dict(zip(units, right_units(units, answers, key))) if key is not None else {}
    return StudyRun(name, model, run, answers, report, right, _is_published(questions, report))


def _is_published(questions: Questions, report: Report) -> bool:
    try:
        refuse_other_data(questions, replace(report, image=None))
    except RunError:
        return False
    return True


def _refuse_twice(files: Sequence[Path]) -> None:
    twice = [file for file, times in Counter(file.resolve() for file in files).items() if times > 1]
    if twice:
        raise UsageError(twice[0], "the same run more than once", "each run once")


def _model(file: Path) -> str:
    """As ``model_of``; of a submission what the report beside it says, or the file's own name."""
    if file.suffix != ".json" or is_table(file):
        return model_of(file)
    try:
        report = json.loads(file.with_name(_PART.sub("_report", file.stem) + ".json").read_bytes())
        return str(report["run"]["model"])
    except (OSError, ValueError, KeyError, TypeError):
        return _PART.sub("", file.stem)


def _label(model: str, run: Run) -> str:
    """The model's name, and what sets the run apart from the standard task."""
    prompt = {"other": "other prompts"}.get(run.prompt or "", run.prompt)
    image = {"none": "blind"}.get(run.image or "", run.image)
    differs = [text for text, usual in ((prompt, "default"), (image, "original")) if text not in (None, usual)]
    return f"{model} ({', '.join(map(str, differs))})" if differs else model


def _distinct(names: Sequence[str], files: Sequence[Path]) -> list[str]:
    """Names that differ: those that do not get what their paths differ in."""
    times = Counter(names)
    alike = {name: [file.resolve() for file, own in zip(files, names) if own == name] for name in times}
    return [
        name if times[name] == 1 else f"{name} [{_difference(file.resolve(), alike[name])}]"
        for name, file in zip(names, files)
    ]


def _difference(file: Path, files: Sequence[Path]) -> str:
    folders = Counter(one.parent for one in files)
    if folders[file.parent] == 1 and len(folders) == len(files):
        return os.path.relpath(file.parent, os.path.commonpath([*folders])).replace(os.sep, "/")
    return os.path.relpath(file, os.path.commonpath([one.parent for one in files])).replace(os.sep, "/")
