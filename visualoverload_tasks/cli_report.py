"""The command ``visualoverload report``."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from .cli_runs import questions_of
from .errors import UsageError
from .files import check_writable, write_whole
from .key import KEY_VARIABLE, load_key
from .pairs_file import PAIRS_VARIABLE, load_pairs
from .printing import DataOption, KeyOption, PairsOption, note
from .records import Questions
from .tables import describe_damage

if TYPE_CHECKING:
    from .page import Content

RunsArgument = Annotated[list[Path], typer.Argument(help="Runs on the same data.", metavar="RUN…")]


def report(
    runs: RunsArgument,
    output: Annotated[Path, typer.Option(help="The file to write: .html, .md or .json.")],
    key: KeyOption = None,
    pairs: PairsOption = None,
    show_key: Annotated[
        bool, typer.Option("--show-key", help="Show the truth of each question; not for passing on.")
    ] = False,
    data: DataOption = None,
) -> None:
    """One or several runs as a page to look at and to share, as Markdown, or as JSON."""
    lay_out = _layout(output)
    check_writable(output)
    questions = questions_of(data, *runs)
    _refuse_inputs(output, runs, _Given(key, pairs, questions.source))
    truth = load_key(key, questions)
    if show_key and truth is None:
        raise UsageError("--show-key", "no ground truth", "--key KEY or VISUALOVERLOAD_KEY")
    from .page import collect

    content = collect(runs, questions, truth, load_pairs(pairs, questions, truth), show_key=show_key)
    for run in content.runs:
        for line in describe_damage(run.run.damaged):
            note(f"{run.name}: {line}")
    for line in content.withheld:
        note(f"left out: {line}")
    write_whole(output, lay_out(content).encode("utf-8", "replace"))
    note(f"{output} written")


class _Given(NamedTuple):
    key: Path | None
    pairs: Path | None
    data: str

    def files(self) -> list[Path]:
        named = (self.key or os.environ.get(KEY_VARIABLE), self.pairs or os.environ.get(PAIRS_VARIABLE), self.data)
        return [Path(one).expanduser().resolve() for one in named if one]


def _refuse_inputs(output: Path, runs: Sequence[Path], given: _Given) -> None:
    target = output.expanduser().resolve()
    files = [run.expanduser().resolve() for run in runs]
    # A run's name may come from the report beside it; a folder may hold any JSON of the run or of the data.
    beside = target.name.endswith("_report.json") and target.parent in {file.parent for file in files}
    inside = target.suffix == ".json" and any(one in target.parents for one in (*files, *given.files()))
    if target in (*files, *given.files()) or ((beside or inside) and target.exists()):
        raise UsageError(output, "a file that is read for this report", "another one", "Name it with --output.")


def _layout(output: Path) -> Callable[[Content], str]:
    from .page import require_extra, to_json, to_markdown

    layouts = {".html": _page, ".md": to_markdown, ".json": to_json}
    if output.suffix not in layouts:
        raise UsageError(output, f"a report as {output.suffix!r}", f"a name that ends with {', '.join(layouts)}")
    if output.suffix == ".html":
        require_extra()
    return layouts[output.suffix]


def _page(content: Content) -> str:
    from .page import to_html

    return to_html(content, _pictures(content.questions))


def _pictures(questions: Questions) -> Mapping[str, str]:
    from rich.console import Console
    from rich.progress import track

    from .page import thumbnails

    paintings = list(dict.fromkeys(question.painting for question in questions))
    console = Console(stderr=True)
    small = thumbnails(paintings)
    return dict(
        track(small, "paintings", len(paintings), console=console, transient=True, disable=not console.is_terminal)
    )
