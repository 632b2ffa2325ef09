"""What the commands that read a run share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from .demo import DEMO_SOURCE
from .printing import note
from .records import Questions, Run
from .runs import read_run, recorded_data
from .source import DATA_VARIABLE, load_questions
from .tables import describe_damage

RunArgument = Annotated[
    Path,
    typer.Argument(
        help="A submission, lmms-eval samples, a VLMEvalKit table, or a folder with one of the last two.", metavar="RUN"
    ),
]


def questions_of(data: str | None, *runs: Path) -> Questions:
    """The questions that the runs are about.

    A run of the demo says so, and needs no other word: its ids belong to nothing else.
    """
    named = data or os.environ.get(DATA_VARIABLE)
    is_demo = not named and any(recorded_data(run) == DEMO_SOURCE for run in runs)
    return load_questions(DEMO_SOURCE if is_demo else data)


def read(path: Path, questions: Questions) -> Run:
    """A run, with a note of each response that its file has changed."""
    run = read_run(path, questions)
    for line in describe_damage(run.damaged):
        note(line)
    return run
