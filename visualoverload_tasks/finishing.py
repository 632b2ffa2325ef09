"""What every host does around a run: stop at a user's mistake, and leave files and a report at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, wraps
from pathlib import Path
from tempfile import mkdtemp
from typing import ParamSpec, TypeVar

from .errors import OutputError, VisualOverloadError
from .key import load_key
from .pairs_file import load_pairs
from .records import Questions, Run
from .report import to_table
from .scores import Report
from .submission import Submission, build_submission

P = ParamSpec("P")
R = TypeVar("R")
Log = Callable[[str], object]


def stopping_at_user_errors(log: Log) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorator: log the one line of an error that the user can mend, and end the process with code 2.

    Hosts would try again, hide the cause behind a traceback, and exit with 0.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def stopping(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return function(*args, **kwargs)
            except VisualOverloadError as error:
                log(str(error))
                raise SystemExit(2) from None

        return stopping

    return decorate


def finish_run(
    questions: Questions,
    responses: Mapping[str, str],
    folder: Path,
    *,
    model: str,
    host: str,
    prompt: str,
    image: str,
    log: Log,
    settings: Mapping[str, object] | None = None,
) -> tuple[Submission, Report]:
    """Evaluate a host's run with the key, if there is one, write its files and print the report.

    Files that cannot be written where they belong go to a temporary folder: after hours of inference, no result may get
    lost.

    Args:
        responses: of all questions that were asked, and only of these.
        prompt, image: what the model was asked and shown, as in ``evaluate``.
        log: told where the files are, if not in ``folder``.
        settings: how the model was run, in JSON types, for the report's file.

    Raises:
        KeyFileError: the key does not fit the questions.
        PairsFileError: as ``load_pairs``.
        OutputError: not even a temporary folder can be written.
    """
    key = load_key(None, questions)
    build = partial(
        build_submission,
        questions,
        Run(responses, frozenset(responses), host, prompt, image),
        model=model,
        key=key,
        pairs=load_pairs(None, questions, key),
        settings=settings,
    )
    try:
        files, report = build(folder)
    except OutputError as error:
        log(str(error))
        files, report = build(Path(mkdtemp(prefix="visualoverload-")))
        log(f"The submission is in {files.submission.parent} instead.")
    from rich.console import Console

    console = Console(soft_wrap=True, markup=False, highlight=False)
    console.print("\n", to_table(report), f"\nsubmission {files.submission}\n")
    return files, report
