"""What a study of one or several runs finds, before anybody lays it out. All records are frozen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Interval = tuple[float, float]
Cell = str | int | float | Interval | None


@dataclass(frozen=True, slots=True)
class StudyTable:
    """Rows under headers; a cell that is None was not defined. Percentages are 0 to 100 and not rounded.

    Attributes:
        rows: a cell that is a pair of numbers is an interval.
        decimals: of every number that is not whole, intervals too, where people read it.
    """

    headers: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    decimals: int = 1

    def text(self, cell: Cell) -> str:
        """A cell as people read it: ``69.5``, ``[66.0, 72.9]``, ``-`` where it is not defined."""
        if isinstance(cell, tuple):
            return f"[{', '.join(self.text(bound) for bound in cell)}]"
        if isinstance(cell, float):
            return f"{cell:.{self.decimals}f}"
        return "-" if cell is None else str(cell)


@dataclass(frozen=True, slots=True)
class Series:
    """One named set of points of a figure.

    Attributes:
        x: numbers, or names for bars.
        low: lower bounds of a 95 % interval of each ``y``, or empty; as ``high``.
        counts: how often each point occurs, where points fall on each other, or empty.
    """

    name: str
    x: tuple[float | str, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    counts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """What to draw.

    Attributes:
        diagonal: draw the line y = x, on which a perfect prediction would lie.
        x_scale: ``symlog`` for counts that run from 0 to thousands; as ``y_scale``.
    """

    kind: Literal["scatter", "line", "bars"]
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    x_scale: Literal["linear", "log", "symlog"] = "linear"
    y_scale: Literal["linear", "log", "symlog"] = "linear"
    diagonal: bool = False


@dataclass(frozen=True, slots=True)
class Study:
    """One study.

    Attributes:
        name: for the command line, such as ``counting``.
        text: what it shows and how to read it, in one to three sentences; with the paper's section.
        lacks: what it needs and was not given ("a key"), with the next step; then there are no tables and figures.
        notes: what was left out or does not compare, a line each.
    """

    name: str
    title: str
    text: str
    tables: tuple[StudyTable, ...] = ()
    figures: tuple[Figure, ...] = ()
    lacks: str = ""
    notes: tuple[str, ...] = ()
