"""Turns the plan of a demo painting into a scene: finds a place for everything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from PIL import Image

from .scene import Box, Group, Plan, Scene, Thing

_MARGIN = 4  # pixels to the edge of the picture
_TRIES = {"clear": 600, "crowd": 40, "backdrop": 1}


@dataclass
class _Canvas:
    """Where there is still room, as two masks at a quarter of the size."""

    plan: Plan
    clear: Image.Image = field(init=False)
    taken: Image.Image = field(init=False)

    def __post_init__(self) -> None:
        size = self.plan.size[0] // 4, self.plan.size[1] // 4
        self.clear, self.taken = Image.new("L", size), Image.new("L", size)

    def has_room(self, thing: Thing, mode: str) -> bool:
        """Whether the thing fits into the picture and covers nothing that must stay in view."""
        if mode == "backdrop":
            return True
        left, top, right, bottom = thing.box
        width, height = self.plan.size
        inside = min(left, top, width - right, height - bottom) >= _MARGIN
        return inside and not _used(self.clear, thing.box) and not _used(self.taken, _claim(thing, mode))

    def add(self, thing: Thing, mode: str) -> None:
        """Takes the room of the thing."""
        if mode == "clear":
            _fill(self.clear, thing.box)
        if mode != "backdrop":
            _fill(self.taken, _claim(thing, mode))


def build_scene(plan: Plan) -> Scene:
    """Places everything that a plan asks for, the same on every call; things behind come first."""
    random, canvas = Random(plan.seed), _Canvas(plan)
    behind: list[Thing] = []
    front: list[Thing] = []
    for group in plan.groups:
        (behind if group.mode == "backdrop" else front).extend(_place(group, plan, canvas, random))
    return Scene(plan, (*behind, *sorted(front, key=lambda thing: thing.y)))


def _place(group: Group, plan: Plan, canvas: _Canvas, random: Random) -> Iterator[Thing]:
    for index in range(group.count):
        candidates = (_candidate(group, plan, index, random) for _ in range(_TRIES[group.mode]))
        thing = next((candidate for candidate in candidates if canvas.has_room(candidate, group.mode)), None)
        if thing is None and group.mode == "clear":
            raise RuntimeError(f"{plan.name}: no room for {group.kind} {index + 1} of {group.count}")
        if thing is not None:
            canvas.add(thing, group.mode)
            yield thing


def _candidate(group: Group, plan: Plan, index: int, random: Random) -> Thing:
    x, y = _spot(group, index, random)
    left, top, right, bottom = group.zone
    far, near = group.height
    return Thing(
        kind=group.kind,
        x=plan.size[0] * (left + (right - left) * x),
        y=plan.size[1] * (top + (bottom - top) * y),
        height=(far + (near - far) * y) * (1.0 if group.columns else random.uniform(0.94, 1.06)),
        colour=group.colours[index % len(group.colours)],
        accent=random.choice(group.accents),
        doing=random.choice(group.doing) if group.kind == "person" else "",
        clothes=random.choice(("gown", "tunic")),
        hat=random.choice(group.hats),
        text=group.text,
        flip=random.random() < 0.5 if group.flip is None else group.flip,
    )


def _spot(group: Group, index: int, random: Random) -> tuple[float, float]:
    if not group.columns:
        return random.random(), random.random()
    rows = -(-group.count // group.columns)
    row, column = divmod(index, group.columns)
    return (column + random.uniform(0.46, 0.54)) / group.columns, row / max(1, rows - 1)


def _claim(thing: Thing, mode: str) -> Box:
    left, top, right, bottom = thing.box
    if mode == "clear":
        return thing.box
    width, height = right - left, bottom - top
    return left + width * 0.24, top + height * 0.28, right - width * 0.24, bottom - height * 0.16


def _cells(box: Box) -> tuple[int, int, int, int]:
    left, top, right, bottom = box
    return int(left // 4), int(top // 4), int(right // 4) + 1, int(bottom // 4) + 1


def _used(mask: Image.Image, box: Box) -> bool:
    return mask.crop(_cells(box)).getbbox() is not None


def _fill(mask: Image.Image, box: Box) -> None:
    mask.paste(255, _cells(box))
