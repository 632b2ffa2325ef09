"""The cells of an .xlsx file, exactly as the file keeps them.

Spreadsheet libraries repair and convert; here a cell of text stays that text, a formula is the text that somebody
wrote, and a number is known to be one. Source of the format: ECMA-376 part 1, chapter 18.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal
from xml.etree import ElementTree as ET
from zipfile import BadZipFile, ZipFile

from .errors import RunError

Kind = Literal["text", "number", "boolean", "formula", "error", "nothing"]

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_PARTS = "xl/"
_NEWER = re.compile(r"_xlfn\.(?:_xlws\.)?")  # put before functions that Excel 2007 did not have
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_KINDS: dict[str, Kind] = {"n": "number", "b": "boolean", "e": "error"}


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of one cell, and what the file says that it is; ``nothing`` is an empty cell, with an empty text."""

    text: str
    kind: Kind = "text"


NOTHING = Cell("", "nothing")


def read_sheet(path: Path) -> Iterator[list[Cell]]:
    """The rows of the first sheet, each up to its last cell.

    Raises:
        RunError: the file is no whole .xlsx file.
    """
    try:
        with ZipFile(path) as archive:
            shared = list(_shared_texts(archive))
            with archive.open(_first_sheet(archive)) as sheet:
                yield from _rows(sheet, shared)
    except (OSError, BadZipFile, KeyError, IndexError, ValueError, ET.ParseError) as error:
        raise RunError(path, f"cannot be read ({error})", "an .xlsx file", "Was the run cut off?") from None


def _first_sheet(archive: ZipFile) -> str:
    sheet = ET.fromstring(archive.read(f"{_PARTS}workbook.xml")).find(f"{_MAIN}sheets/{_MAIN}sheet")
    if sheet is None:
        raise ValueError("no sheet")
    links = ET.fromstring(archive.read(f"{_PARTS}_rels/workbook.xml.rels"))
    targets = {link.get("Id"): link.get("Target", "") for link in links}
    target = targets[sheet.get(_LINK)]
    return target.lstrip("/") if target.startswith("/") else _PARTS + target


def _shared_texts(archive: ZipFile) -> Iterator[str]:
    name = f"{_PARTS}sharedStrings.xml"
    if name in archive.namelist():
        for item in ET.fromstring(archive.read(name)).iter(f"{_MAIN}si"):
            yield _text(item)


def _text(item: ET.Element) -> str:
    """The text of an item: one piece, or pieces with their own fonts; readings of Japanese (``rPh``) are left out."""
    pieces = item.findall(f"{_MAIN}t") + item.findall(f"{_MAIN}r/{_MAIN}t")
    return unescape("".join(piece.text or "" for piece in pieces))


def unescape(text: str) -> str:
    """``_x000D_`` -> carriage return: how these files keep what XML cannot, and ``_x005F_`` for a real underscore."""
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)


def _rows(sheet: IO[bytes], shared: list[str]) -> Iterator[list[Cell]]:
    for _, element in ET.iterparse(sheet):
        if element.tag == f"{_MAIN}row":
            cells: dict[int, Cell] = {}
            for cell in element.iter(f"{_MAIN}c"):
                cells[_column(cell.get("r"), len(cells))] = _cell(cell, shared)
            yield [cells.get(number, NOTHING) for number in range(max(cells, default=-1) + 1)]
            element.clear()


def _column(reference: str | None, otherwise: int) -> int:
    """``C7`` -> 2."""
    if not reference:
        return otherwise
    number = 0
    for letter in reference.rstrip("0123456789"):
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _cell(cell: ET.Element, shared: list[str]) -> Cell:
    formula, value, inline = (cell.find(f"{_MAIN}{name}") for name in ("f", "v", "is"))
    if formula is not None and formula.text:
        return Cell("=" + _NEWER.sub("", formula.text), "formula")
    if inline is not None:
        return Cell(_text(inline))
    text = value.text if value is not None and value.text else ""
    kind = cell.get("t", "n")
    if kind == "s":
        return Cell(shared[int(text)])
    if kind == "str":
        return Cell(unescape(text))
    if not text:
        return NOTHING
    return Cell({"1": "TRUE", "0": "FALSE"}.get(text, text) if kind == "b" else text, _KINDS[kind])
