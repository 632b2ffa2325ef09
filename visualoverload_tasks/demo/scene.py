"""The records of a demo painting: a plan, and the scene of things that it becomes.

What stands where is decided first, and the picture is painted from that, so every answer can be read off the scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from .people import BODIES, HATS, HEAD, POSES
from .shapes import SHAPES

Box = tuple[float, float, float, float]  # left, top, right, bottom


class Stroke(NamedTuple):
    """One line of a shape in ``shapes``."""

    operation: str
    colour: str
    size: float
    points: tuple[tuple[float, float], ...]


@cache
def _strokes(shapes: tuple[str, ...]) -> tuple[Stroke, ...]:
    lines = (line.split() for shape in shapes for line in shape.splitlines())
    return tuple(_stroke(words) for words in lines if words)


@cache
def _extent(strokes: tuple[Stroke, ...]) -> Box:
    xs, ys = zip(*(point for stroke in strokes for point in stroke.points), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _stroke(words: Sequence[str]) -> Stroke:
    operation, colour, *rest = words
    size = float(rest.pop(0)) if "," not in rest[0] else 0.0
    points = (word.split(",") for word in rest)
    return Stroke(operation, colour, size, tuple((float(x), float(y)) for x, y in points))


@dataclass(frozen=True, slots=True)
class Thing:
    """One object of a scene.

    Attributes:
        x, y: the middle of its foot, in pixels of the finished picture.
        doing: the pose of a person, empty for all else.
        text: what is written on it.
    """

    kind: str
    x: float
    y: float
    height: float
    colour: str
    accent: str
    doing: str = ""
    clothes: str = ""
    hat: str = ""
    text: str = ""
    flip: bool = False

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        """The strokes from the first painted to the last."""
        if self.kind != "person":
            return _strokes((SHAPES[self.kind],))
        return _strokes((BODIES[self.clothes], HEAD, HATS[self.hat], POSES[self.doing]))

    @property
    def box(self) -> Box:
        """The rectangle that holds everything painted for it."""
        left, top, right, bottom = _extent(self.strokes)
        (x0, y0), (x1, y1) = self.to_pixel((left, top)), self.to_pixel((right, bottom))
        return min(x0, x1), y0, max(x0, x1), y1

    def to_pixel(self, point: tuple[float, float]) -> tuple[float, float]:
        """A point of its shape as a point of the picture."""
        unit = self.height / 100
        return self.x + point[0] * (-unit if self.flip else unit), self.y + point[1] * unit


@dataclass(frozen=True, slots=True)
class Group:
    """Things to place alike.

    Attributes:
        zone: where their feet may stand, as fractions of the picture: left, top, right, bottom.
        height: in pixels at the top and at the bottom of the zone, which makes the perspective.
        mode: ``clear`` (nothing may cover any part: what questions are about), ``crowd`` (as many as find room, may
            overlap each other a little) or ``backdrop`` (behind everything, may be covered).
        columns: 0 for random places; else an even grid of so many columns.
        flip: whether they face left; None for both ways.
    """

    kind: str
    count: int
    zone: Box
    height: tuple[float, float]
    colours: tuple[str, ...] = ("white",)
    accents: tuple[str, ...] = ("red",)
    doing: tuple[str, ...] = ("standing",)
    hats: tuple[str, ...] = ("cap", "brim", "bonnet", "hair", "cone")
    text: str = ""
    mode: str = "clear"
    columns: int = 0
    flip: bool | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A painting to be made.

    Attributes:
        bands: the background from top to bottom: where each begins (fraction), its colours at top and bottom.
        tint: multiplies all that is painted: what the light does to the colours.
        light_from: ``left``, ``right``, or empty for light without shadows.
        facts: what the background and the light show: ``day``, ``indoors``, ``snow``, ``ice``.
    """

    name: str
    seed: int
    size: tuple[int, int]
    bands: tuple[tuple[float, str, str], ...]
    groups: tuple[Group, ...]
    tint: str = "#ffffff"
    light_from: str = ""
    facts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Scene:
    """All that stands in one painting."""

    plan: Plan
    things: tuple[Thing, ...]

    def of(self, kind: str, **attributes: str) -> list[Thing]:
        """The things of a kind with these attributes, such as ``of("person", doing="dancing")``."""
        wanted = attributes.items()
        return [t for t in self.things if t.kind == kind and all(getattr(t, name) == value for name, value in wanted)]

    def count(self, kind: str, **attributes: str) -> int:
        """How many things there are of a kind with these attributes."""
        return len(self.of(kind, **attributes))

    def only(self, kind: str, **attributes: str) -> Thing:
        """The one thing of a kind with these attributes; ``ValueError`` unless there is exactly one."""
        (thing,) = self.of(kind, **attributes)
        return thing
