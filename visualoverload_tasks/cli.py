"""The command ``visualoverload``: data on standard output, notes on standard error.

It exits with 0 if all is fine, 1 if a check failed, 2 for a usage error.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated, Optional

import typer
from rich.console import Console
from rich.table import Table

from . import data as data_module
from .baselines import make_policy
from .enabling import disable as disable_host
from .enabling import enable as enable_host
from .errors import VisualOverloadError
from .evaluation import evaluate, extract_answers
from .hosts import hosts as host_states
from .key import load_key
from .records import Questions, Report, Run
from .report import to_markdown, to_table
from .runs import model_of, read_run
from .signature import package_version
from .source import DATA_VARIABLE, DEFAULT_SOURCE, load_questions, locate
from .submission import build_submission, check_submission
from .tables import describe_damage

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The VisualOverload benchmark: data, scores and submissions.",
)
data_app = typer.Typer(no_args_is_help=True, help="The questions and their paintings.")
submission_app = typer.Typer(no_args_is_help=True, help="The files for the evaluation server.")
app.add_typer(data_app, name="data")
app.add_typer(submission_app, name="submission")


class Format(str, Enum):
    """How a result is printed."""

    table = "table"
    json = "json"
    markdown = "markdown"


RunArgument = Annotated[
    Path,
    typer.Argument(
        help="A submission, lmms-eval samples, a VLMEvalKit table, or a folder with one of the last two.", metavar="RUN"
    ),
]
DataOption = Annotated[
    Optional[str],
    typer.Option(
        help=f"Hub id[@revision], folder, Parquet file or 'demo'. [env {DATA_VARIABLE}, else {DEFAULT_SOURCE}]"
    ),
]
KeyOption = Annotated[Optional[Path], typer.Option(help="Ground-truth file. [env VISUALOVERLOAD_KEY]")]
FormatOption = Annotated[Format, typer.Option(help="How to print.")]


def main() -> None:
    """Run the command line; a mistake of the user's is one line on standard error, never a traceback."""
    for stream in (sys.stdout, sys.stderr):  # a response may hold what the terminal's encoding has no letter for
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except VisualOverloadError as error:
        print(f"visualoverload: {error}", file=sys.stderr)
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
    questions = load_questions("demo")
    key = load_key(None, questions)
    guess = make_policy("consistent", questions, key)
    report = evaluate(questions, {q.question_id: guess(q.question_id) for q in questions}, key)
    _note(
        f"{len(questions)} questions about {_paintings(questions)} drawn scenes in {questions[0].painting.path.parent}"
    )
    _print_report(report, format)


@app.command()
def score(
    run: RunArgument, key: KeyOption = None, data: DataOption = None, format: FormatOption = Format.table
) -> None:
    """Score a run with a ground truth, or tell what can be known without one."""
    questions = load_questions(data)
    answered = _read(run, questions)
    _print_report(evaluate(questions, answered.responses, load_key(key, questions), asked=answered.asked), format)


@app.command()
def extract(
    run: RunArgument,
    unparsed: Annotated[bool, typer.Option("--unparsed", help="Only responses without an answer.")] = False,
    data: DataOption = None,
    format: FormatOption = Format.table,
) -> None:
    """The answer to each question of a run, and the rule that found it."""
    questions = load_questions(data)
    responses = _read(run, questions).responses
    rows = [
        {
            "question_id": question_id,
            "question_type": questions.by_id[question_id].question_type,
            "status": answer.status,
            "rule": answer.rule,
            "value": answer.value,
            "text": answer.text,
            "response": responses[question_id],
        }
        for question_id, answer in extract_answers(questions, responses).items()
        if question_id in responses and not (unparsed and answer.status == "ok")
    ]
    _print_rows(rows, ("question_id", "question_type", "status", "rule", "value", "response"), format)


@app.command()
def hosts(format: FormatOption = Format.table) -> None:
    """The evaluation frameworks: installed, version, whether the tasks are registered, how to run them."""
    _print_rows(host_states(), ("host", "version", "registered", "use"), format)


HostArgument = Annotated[str, typer.Argument(help="vlmeval", metavar="HOST")]


@app.command()
def enable(host: HostArgument) -> None:
    """Have VLMEvalKit know the datasets at every start of this environment's Python."""
    _note(f"{enable_host(host)} written; undo with `visualoverload disable {host}`")


@app.command()
def disable(host: HostArgument) -> None:
    """Undo `enable`."""
    _note(f"{host} disabled" if disable_host(host) else f"{host} was not enabled")


@data_app.command()
def info(data: DataOption = None, format: FormatOption = Format.table) -> None:
    """Where the data is and what it holds."""
    questions = load_questions(data)
    location = locate(data)
    facts = {
        "source": questions.source,
        "revision": questions.revision,
        "commit": location.commit,
        "files": [str(path) for path in location.files],
        "painting files": str(questions[0].painting.path.parent),
        **{count.name: count.found for count in data_module.counts(questions)},
    }
    if format is Format.json:
        print(json.dumps(facts, indent=1))
        return
    rows = [
        {"": name, "value": "\n".join(value) if isinstance(value, list) else value} for name, value in facts.items()
    ]
    _print_rows(rows, ("", "value"), format)


@data_app.command()
def verify(data: DataOption = None, format: FormatOption = Format.table) -> None:
    """Compare the counts with the published ones, and the cached paintings with their original bytes."""
    questions = load_questions(data)
    counts = list(data_module.counts(questions))
    damaged = data_module.damaged_paintings(questions)
    rows = [
        {"": c.name, "found": c.found, "published": c.published, "differs": "differs" if c.found != c.published else ""}
        for c in counts
    ]
    _print_rows(rows, ("", "found", "published", "differs"), format)
    for path in damaged:
        _note(f"{path}: not the original bytes; delete it, it is made again at the next use")
    different = sum(count.found != count.published for count in counts)
    _note(f"{different} of {len(counts)} counts differ from the published ones, {len(damaged)} paintings damaged")
    if different or damaged:
        raise typer.Exit(1)


@data_app.command()
def prepare(
    folder: Annotated[Optional[Path], typer.Argument(help="Copy the data here, for machines without network.")] = None,
    data: DataOption = None,
) -> None:
    """Download the data and put its paintings into the cache, or copy it all to a folder."""
    if folder is None:
        questions = load_questions(data)
        where = questions[0].painting.path.parent
        _note(f"{len(questions)} questions and {_paintings(questions)} paintings ready in {where}")
        return
    copied = data_module.copy_data(folder, data)
    questions = load_questions(copied)
    _note(f"{len(questions)} questions copied; on the other machine: export {DATA_VARIABLE}={copied.resolve()}")


@submission_app.command()
def build(
    run: RunArgument,
    output: Annotated[Path, typer.Option(help="Folder for the files.")] = Path("submissions"),
    model: Annotated[Optional[str], typer.Option(help="Name of the model, for the file names.")] = None,
    key: KeyOption = None,
    data: DataOption = None,
) -> None:
    """Make the files for the server from a run, also from `lmms-eval --predict_only` or VLMEvalKit's `--mode infer`."""
    questions = load_questions(data)
    answered = _read(run, questions)
    files, report = build_submission(
        questions,
        answered.responses,
        output,
        task="visualoverload",
        model=model or model_of(run),
        key=load_key(key, questions),
        asked=answered.asked,
    )
    for path in (files.submission, files.responses, files.report):
        print(path)
    if report.counts.partial:
        _note(f"partial run: {_gaps(report)}; the report file lists them")


@submission_app.command()
def check(
    file: Annotated[Path, typer.Argument(help="The file to submit.")],
    data: DataOption = None,
    format: FormatOption = Format.table,
) -> None:
    """All flaws for which the server would refuse or misread a submission."""
    flaws = check_submission(file, load_questions(data))
    if flaws or format is Format.json:
        _print_rows([{"place": flaw.place, "problem": flaw.problem} for flaw in flaws], ("place", "problem"), format)
    if flaws:
        _note(f"{file}: {len(flaws)} flaws")
        raise typer.Exit(1)
    _note(f"{file}: no flaws")


def _read(run: Path, questions: Questions) -> Run:
    read = read_run(run, questions)
    for line in describe_damage(read.damaged):
        _note(line)
    return read


def _gaps(report: Report) -> str:
    counts = report.counts
    return f"{counts.not_asked} questions not asked, {counts.failed} failed, {counts.missing} missing"


def _paintings(questions: Questions) -> int:
    return len({question.painting.painting_id for question in questions})


def _note(text: str) -> None:
    print(text, file=sys.stderr)


def _print_report(report: Report, format: Format) -> None:
    if format is Format.json:
        print(json.dumps(report.to_dict(), indent=1))
    elif format is Format.markdown:
        print(to_markdown(report))
    else:
        _console().print(to_table(report), soft_wrap=True)


def _print_rows(rows: Sequence[Mapping[str, object]], columns: tuple[str, ...], format: Format) -> None:
    if format is Format.json:
        print(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    cells = [["" if row.get(name) is None else str(row[name]) for name in columns] for row in rows]
    if format is Format.markdown:
        print("| " + " | ".join(columns) + " |\n|" + " --- |" * len(columns))
        for row in cells:
            print("| " + " | ".join(cell.replace("|", "\\|").replace("\n", "<br>") for cell in row) + " |")
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in columns:
        table.add_column(name, overflow="fold")
    for row in cells:
        table.add_row(*(_shortened(cell) for cell in row))
    _console().print(table)


def _console() -> Console:
    # Responses are data: nothing in them is markup. A pipe gets lines wide enough to search in.
    return Console(width=None if sys.stdout.isatty() else 200, markup=False, highlight=False, emoji=False)


def _shortened(cell: str, limit: int = 300) -> str:
    return cell if len(cell) <= limit else f"{cell[: limit // 2]} … {cell[-limit // 2 :]}"
