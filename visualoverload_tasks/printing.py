"""How the command line shows things: results on standard output, notes on standard error."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from .report import Row, markdown_table, plain_table, to_markdown, to_table
from .scores import Report
from .source import DATA_VARIABLE, DEFAULT_SOURCE

if TYPE_CHECKING:
    from rich.console import Console


class Format(str, Enum):
    """How a result is printed."""

    table = "table"
    json = "json"
    markdown = "markdown"


KeyOption = Annotated[Optional[Path], typer.Option(help="Ground-truth file. [env VISUALOVERLOAD_KEY]")]
FormatOption = Annotated[Format, typer.Option(help="How to print.")]
DataOption = Annotated[
    Optional[str],
    typer.Option(
        help=f"Hub id[@revision], folder, Parquet file or 'demo'. [env {DATA_VARIABLE}, else {DEFAULT_SOURCE}]"
    ),
]

PairsOption = Annotated[
    Optional[Path], typer.Option(help="File of corrected pairs, from `data pairs`. [env VISUALOVERLOAD_PAIRS]")
]


def note(text: str) -> None:
    """Say something beside the result, on standard error."""
    print(text, file=sys.stderr)


def print_report(report: Report, format: Format) -> None:
    """A report on standard output."""
    if format is Format.json:
        print_json(report.to_dict())
    elif format is Format.markdown:
        print(to_markdown(report))
    else:
        _console().print(to_table(report), soft_wrap=True)


def print_table(
    headers: Row, rows: list[Row], format: Format, *, left: int = 1, gap: int = 2, total: bool = True
) -> None:
    """A table of numbers on standard output, to be read: not for JSON. The layout is that of ``plain_table``."""
    if format is Format.markdown:
        print("\n".join(markdown_table(headers, rows)))
    else:
        _console().print(plain_table(headers, rows, left=left, gap=gap, total=total), soft_wrap=True)


def print_parts(parts: Iterable[str | tuple[Row, list[Row]]], format: Format) -> None:
    """Lines, and tables of headers and rows, on standard output, to be read: not for JSON."""
    for part in parts:
        if not isinstance(part, str):
            print_table(*part, format)
        elif format is Format.markdown:
            print(part and f"{part}  ")
        else:
            _console().print(part, soft_wrap=True)


def print_json(content: object) -> None:
    """JSON types on standard output; in plain ASCII where its encoding has not all letters."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(content, indent=1, ensure_ascii=not unicode))


def print_rows(
    rows: Sequence[Mapping[str, object]], columns: tuple[str, ...], format: Format, *, one_line: bool = False
) -> None:
    """Rows on standard output: all their fields as JSON, else the named columns.

    Args:
        one_line: have each row of a table take one line, with the last column as wide as there is room.
    """
    if format is Format.json:
        print_json(rows)
        return
    cells = [["" if row.get(name) is None else str(row[name]) for name in columns] for row in rows]
    if format is Format.markdown:
        _print_markdown(cells, columns)
    else:
        _print_plain(cells, columns, one_line=one_line)


def _print_markdown(cells: Sequence[Sequence[str]], columns: tuple[str, ...]) -> None:
    print("| " + " | ".join(columns) + " |\n|" + " --- |" * len(columns))
    for row in cells:
        print("| " + " | ".join(map(_in_markdown, row)) + " |")


_MARKUP = str.maketrans({"\\": "\\\\", "|": "\\|", "<": "&lt;", "&": "&amp;"})


def _in_markdown(cell: str) -> str:
    return "<br>".join(_without_controls(line) for line in cell.translate(_MARKUP).splitlines())


def _print_plain(cells: Sequence[Sequence[str]], columns: tuple[str, ...], *, one_line: bool) -> None:
    from rich.table import Table

    console = _console()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in columns:
        table.add_column(name, overflow="ellipsis" if one_line else "fold", no_wrap=one_line)
    shown = _on_one_line(cells, columns, console.width) if one_line else [[*map(_shortened, row)] for row in cells]
    for row in shown:
        table.add_row(*row)
    console.print(table)


def _console() -> Console:
    from rich.console import Console

    # Responses are data: nothing in them is markup. A pipe gets lines wide enough to search in.
    return Console(width=None if sys.stdout.isatty() else 200, markup=False, highlight=False, emoji=False)


_MOST = 20  # characters of a cell beside the last, when each row is one line


def _on_one_line(cells: Sequence[Sequence[str]], columns: tuple[str, ...], width: int) -> list[list[str]]:
    cells = [[_without_controls(" ".join(cell.split())) for cell in row] for row in cells]
    rows = [[_cut(cell, _MOST) for cell in row[:-1]] for row in cells]
    taken = sum(2 + max(map(len, column)) for column in zip(columns, *rows))
    return [[*row, _cut(whole[-1], width - taken)] for row, whole in zip(rows, cells)]


def _cut(text: str, size: int) -> str:
    """The beginning and, where answers are, more of the end."""
    size = max(size, _MOST)
    end = (size - 1) * 2 // 3
    return text if len(text) <= size else f"{text[: size - 1 - end]}…{text[-end:]}"


_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def _without_controls(text: str) -> str:
    # A response may hold what moves a terminal's cursor or renames its window.
    return _CONTROLS.sub("\ufffd", text)


def _shortened(cell: str, limit: int = 300) -> str:
    cell = _without_controls(cell)
    return cell if len(cell) <= limit else f"{cell[: limit // 2]} … {cell[-limit // 2 :]}"
