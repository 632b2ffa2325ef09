"""How the command line shows things: results on standard output, notes on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from .report import to_markdown, to_table
from .scores import Report
from .source import DATA_VARIABLE, DEFAULT_SOURCE

if TYPE_CHECKING:
    from rich.console import Console


class Format(str, Enum):
    """How a result is printed."""

    table = "table"
    json = "json"
    markdown = "markdown"


FormatOption = Annotated[Format, typer.Option(help="How to print.")]
DataOption = Annotated[
    Optional[str],
    typer.Option(
        help=f"Hub id[@revision], folder, Parquet file or 'demo'. [env {DATA_VARIABLE}, else {DEFAULT_SOURCE}]"
    ),
]


def note(text: str) -> None:
    """Say something beside the result, on standard error."""
    print(text, file=sys.stderr)


def print_report(report: Report, format: Format) -> None:
    """A report on standard output."""
    if format is Format.json:
        print(json.dumps(report.to_dict(), indent=1))
    elif format is Format.markdown:
        print(to_markdown(report))
    else:
        _console().print(to_table(report), soft_wrap=True)


def print_rows(rows: Sequence[Mapping[str, object]], columns: tuple[str, ...], format: Format) -> None:
    """Rows on standard output: all their fields as JSON, else the named columns."""
    if format is Format.json:
        print(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    cells = [["" if row.get(name) is None else str(row[name]) for name in columns] for row in rows]
    if format is Format.markdown:
        _print_markdown(cells, columns)
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in columns:
        table.add_column(name, overflow="fold")
    for row in cells:
        table.add_row(*(_shortened(cell) for cell in row))
    _console().print(table)


def _print_markdown(cells: Sequence[Sequence[str]], columns: tuple[str, ...]) -> None:
    print("| " + " | ".join(columns) + " |\n|" + " --- |" * len(columns))
    for row in cells:
        print("| " + " | ".join(cell.replace("|", "\\|").replace("\n", "<br>") for cell in row) + " |")


def _console() -> Console:
    from rich.console import Console

    # Responses are data: nothing in them is markup. A pipe gets lines wide enough to search in.
    return Console(width=None if sys.stdout.isatty() else 200, markup=False, highlight=False, emoji=False)


def _shortened(cell: str, limit: int = 300) -> str:
    return cell if len(cell) <= limit else f"{cell[: limit // 2]} … {cell[-limit // 2 :]}"
