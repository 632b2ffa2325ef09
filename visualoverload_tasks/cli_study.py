"""The command ``visualoverload study``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from textwrap import fill
from typing import Annotated, Optional

import typer

from .cli_runs import questions_of
from .errors import UsageError, some
from .figures import check_figure, write_figure
from .files import check_writable
from .key import load_key
from .pairs_file import load_pairs
from .printing import (
    DataOption,
    Format,
    FormatOption,
    KeyOption,
    PairsOption,
    note,
    print_json,
    print_rows,
    print_table,
)
from .studies import STUDIES, Cohort, StudyKind, read_cohort
from .study import Study
from .tables import describe_damage

_ALL = "all"


def study(
    name: Annotated[Optional[str], typer.Argument(help="The study, or all; leave out for a list.")] = None,
    runs: Annotated[Optional[list[Path]], typer.Argument(help="Runs on the same data.", metavar="RUN…")] = None,
    key: KeyOption = None,
    pairs: PairsOption = None,
    data: DataOption = None,
    figure: Annotated[
        Optional[Path], typer.Option(help="Also draw it, as .svg or .png.", metavar="FILE", dir_okay=False)
    ] = None,
    format: FormatOption = Format.table,
) -> None:
    """What the paper did for its models, for yours: without arguments the list of studies."""
    if name is None:
        rows = [{"study": kind.about.name, "shows": kind.about.title, "needs": kind.needs} for kind in STUDIES]
        print_rows(rows, ("study", "shows", "needs"), format)
        return
    kinds = _chosen(name)
    if not runs:
        raise UsageError(f"study {name}", "no run", "one or more", "Name the files of the runs after the study.")
    if figure is not None and len(kinds) > 1:
        raise UsageError("--figure", f"the figures of {len(kinds)} studies", "one study", "Name it in place of 'all'.")
    if figure is not None:
        check_figure(figure)
        check_writable(figure)
    questions = questions_of(data, *runs)
    truth = load_key(key, questions)
    cohort = read_cohort(runs, questions, truth, load_pairs(pairs, questions, truth))
    for run in cohort.runs:
        for line in describe_damage(run.run.damaged):
            note(f"{run.name}: {line}")
    made = [kind.make(cohort) for kind in kinds]
    _print(made, cohort, format)
    if figure is not None:
        _draw(made[0], figure)
    if all(one.lacks for one in made):
        raise typer.Exit(2)


def _chosen(name: str) -> tuple[StudyKind, ...]:
    found = tuple(kind for kind in STUDIES if name in (kind.about.name, _ALL))
    if not found:
        known = some([kind.about.name for kind in STUDIES] + [_ALL], len(STUDIES) + 1)
        raise UsageError("study", repr(name), f"one of {known}", "Name the study first, then the runs.")
    return found


def _print(made: Sequence[Study], cohort: Cohort, format: Format) -> None:
    signatures = [{"name": run.name, "signature": run.report.signature} for run in cohort.runs]
    if format is Format.json:
        print_json({"studies": [asdict(one) for one in made], "runs": signatures})
        return
    for one in made:
        if one.lacks:
            note(f"study {one.name} lacks {one.lacks}")
        else:
            _print_study(one, format)
    if any(not one.lacks for one in made):
        end = "  " if format is Format.markdown else ""
        print("\n".join(f"{run['name']}: signature {run['signature']}{end}" for run in signatures))


def _print_study(made: Study, format: Format) -> None:
    plain = format is Format.table
    escaped = "|" if plain else "\\|"
    print(f"{made.title}\n\n{_wrapped(made.text)}\n" if plain else f"## {made.title}\n\n{made.text}\n")
    for table in made.tables:
        print(f"{_wrapped(table.caption)}:" if plain else f"{table.caption}:\n")
        rows = [tuple(table.text(cell).replace("|", escaped) for cell in row) for row in table.rows]
        print_table(table.headers, rows, format, total=False)
        print()
    for line in made.notes:
        print(f"{_wrapped(line) if plain else line}\n")


def _wrapped(text: str) -> str:
    return fill(text, 80, break_on_hyphens=False)


def _draw(made: Study, path: Path) -> None:
    for number, one in enumerate(made.figures, start=1):
        file = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        write_figure(one, file)
        note(f"{file} written")
