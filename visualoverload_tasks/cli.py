"""The command ``visualoverload``: data on standard output, notes on standard error.

It exits with 0 if all is fine, 1 if a check failed, 2 for a usage error.
"""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn, Optional

import typer

from .baselines import make_policy
from .cli_chance import chance
from .cli_compare import compare, leaderboard, leaderboard_issue
from .cli_data import data_app
from .cli_extract import show_answers
from .cli_report import report
from .cli_runs import RunArgument, questions_of, read
from .cli_study import study
from .demo import DEMO_SOURCE
from .enabling import disable as disable_host
from .enabling import enable as enable_host
from .errors import VisualOverloadError
from .evaluation import evaluate, evaluate_run
from .hosts import hosts as host_states
from .key import load_key
from .pairs_file import load_pairs
from .printing import DataOption, Format, FormatOption, KeyOption, PairsOption, note, print_report, print_rows
from .runs import model_of
from .signature import package_version
from .source import load_questions
from .submission import build_submission, check_submission

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The VisualOverload benchmark: data, scores and submissions.",
)
submission_app = typer.Typer(no_args_is_help=True, help="The files for the evaluation server.")
app.add_typer(data_app, name="data")
app.add_typer(submission_app, name="submission")
app.command()(chance)
app.command()(compare)
app.command()(leaderboard)
app.command()(report)
app.command()(study)
submission_app.command("leaderboard-issue")(leaderboard_issue)


def main() -> None:
    """Run the command line; a mistake of the user's is one line on standard error, never a traceback."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115  closed by whoever started us
    for stream in (sys.stdout, sys.stderr):  # a response may hold what the terminal's encoding has no letter for
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except VisualOverloadError as error:
        _stop(str(error))
    except OSError as error:
        # What could not be written would be tried again at the end of the process, with a traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _stop(f"standard output: cannot be written ({error.strerror}); expected free space and a reader.")


def _stop(line: str) -> NoReturn:
    print(f"visualoverload: {line}", file=sys.stderr)
    sys.exit(2)


@app.callback(invoke_without_command=True)
def _version(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.", is_eager=True)] = False,
) -> None:
    if version:
        print(package_version())
        raise typer.Exit


@app.command()
def demo(format: FormatOption = Format.table) -> None:
    """A scored run, offline, in seconds: consistent guesses at six drawn scenes."""
    questions = load_questions(DEMO_SOURCE)
    key = load_key(None, questions)
    guess = make_policy("consistent", questions, key)
    responses = {q.question_id: guess(q.question_id) for q in questions}
    report = evaluate(questions, responses, key, prompt="default", image="original")
    note(f"{len(questions)} questions about drawn scenes in {questions[0].painting.path.parent}")
    print_report(report, format)


@app.command()
def score(
    run: RunArgument,
    key: KeyOption = None,
    pairs: PairsOption = None,
    data: DataOption = None,
    format: FormatOption = Format.table,
) -> None:
    """Score a run with a ground truth, or tell what can be known without one."""
    questions = questions_of(data, run)
    found = read(run, questions)
    truth = load_key(key, questions)
    report = evaluate_run(questions, found, truth, load_pairs(pairs, questions, truth))
    print_report(report, format)


@app.command()
def extract(
    run: RunArgument,
    unparsed: Annotated[
        bool, typer.Option("--unparsed", help="Only responses without an answer, by the reason why.")
    ] = False,
    data: DataOption = None,
    format: FormatOption = Format.table,
) -> None:
    """The answer to each question of a run, and the rule that found it."""
    questions = questions_of(data, run)
    show_answers(questions, read(run, questions).responses, format, unparsed=unparsed)


@app.command()
def hosts(format: FormatOption = Format.table) -> None:
    """The evaluation frameworks: installed, version, whether the tasks are registered, how to run them."""
    print_rows(host_states(), ("host", "version", "registered", "use"), format)


HostArgument = Annotated[str, typer.Argument(help="vlmeval", metavar="HOST")]


@app.command()
def enable(host: HostArgument) -> None:
    """Have VLMEvalKit know the datasets at every start of this environment's Python."""
    note(f"{enable_host(host)} written; undo with `visualoverload disable {host}`")


@app.command()
def disable(host: HostArgument) -> None:
    """Undo `enable`."""
    note(f"{host} disabled" if disable_host(host) else f"{host} was not enabled")


@submission_app.command()
def build(
    run: RunArgument,
    output: Annotated[Path, typer.Option(help="Folder for the files.")] = Path("submissions"),
    model: Annotated[Optional[str], typer.Option(help="Name of the model, for the file names.")] = None,
    key: KeyOption = None,
    pairs: PairsOption = None,
    data: DataOption = None,
) -> None:
    """Make the files for the server from a run, also from `lmms-eval --predict_only` or VLMEvalKit's `--mode infer`."""
    questions = questions_of(data, run)
    found = read(run, questions)
    truth = load_key(key, questions)
    files, report = build_submission(
        questions,
        found,
        output,
        model=model or model_of(run),
        key=truth,
        pairs=load_pairs(pairs, questions, truth),
    )
    for path in (files.submission, files.responses, files.report):
        print(path)
    counts = report.counts
    if counts.partial:
        gaps = f"{counts.not_asked} questions not asked, {counts.failed} failed, {counts.missing} missing"
        note(f"partial run: {gaps}; the report file lists them")


@submission_app.command()
def check(
    file: Annotated[Path, typer.Argument(help="The file to submit.")],
    data: DataOption = None,
    format: FormatOption = Format.table,
) -> None:
    """All flaws for which the server would refuse or misread a submission."""
    flaws = check_submission(file, questions_of(data, file))
    if flaws or format is Format.json:
        print_rows([{"place": flaw.place, "problem": flaw.problem} for flaw in flaws], ("place", "problem"), format)
    if flaws:
        note(f"{file}: {len(flaws)} flaws")
        raise typer.Exit(1)
    note(f"{file}: no flaws")
