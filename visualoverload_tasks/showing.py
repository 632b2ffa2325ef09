"""What a model is shown of each painting: the authors' file, a smaller one, a plain grey one, or nothing."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from math import isqrt, prod
from pathlib import Path

from PIL import Image

from .files import cache_root, write_whole
from .pixels import open_painting
from .records import Painting
from .variants import RESOLUTIONS

# Part of the files' names: another filter, or another rule for the size, needs another word here.
_RULES = "lanczos-1"
_GREY_SIDE = 448  # one tile of InternVL, and whole patches of 14, 16, 28 and 32 pixels


def shown(paintings: Iterable[Painting], image: str) -> dict[Painting, Painting | None]:
    """The painting that a model is shown in place of each one; smaller ones are written into the cache the first time.

    Args:
        image: as in ``Variant``: ``original``, ``none`` (all values are None), ``grey``, or one of ``RESOLUTIONS``.

    Raises:
        SourceError: a painting cannot be read.
        OutputError: the cache cannot be written.
    """
    unique = list(dict.fromkeys(paintings))
    if image == "original":
        return dict(zip(unique, unique))
    if image == "none":
        return dict.fromkeys(unique)
    if image == "grey":
        grey = _grey()
        return {painting: replace(painting, path=grey) for painting in unique}
    return _resized(unique, image)


def resized_size(size: tuple[int, int], most: int) -> tuple[int, int]:
    """Width and height with as many pixels as fit into ``most``, each within one pixel of the exact aspect.

    An image that has no more stays as it is, and so does a strip too thin to keep its aspect.

    >>> resized_size((3840, 2160), 1920 * 1080), resized_size((3620, 2291), 640 * 480)
    ((1920, 1080), (696, 441))
    """
    width, height = size
    if width * height <= most:
        return size
    exact = isqrt(most * width // height), isqrt(most * height // width)  # rounded down
    near = product((exact[0], exact[0] + 1), (exact[1], exact[1] + 1))
    return max((pair for pair in near if 0 < prod(pair) <= most), key=prod, default=size)


def _resized(paintings: list[Painting], image: str) -> dict[Painting, Painting | None]:
    from rich.console import Console
    from rich.progress import track

    # In another order in each process, so that ranks that start together do not all make the same file.
    order = random.Random().sample(paintings, len(paintings))
    console = Console(stderr=True)
    title, quiet = f"Paintings as {image.upper()}", not console.is_terminal
    seen = track(order, title, console=console, transient=True, disable=quiet)
    made = {painting: _smaller(painting, image) for painting in seen}
    return {painting: made[painting] for painting in paintings}


def _smaller(painting: Painting, image: str) -> Painting:
    path = cache_root() / "resized" / f"{painting.path.stem}-{image}-{_RULES}.png"
    if path.exists():
        return replace(painting, path=path)
    original = open_painting(painting)
    size = resized_size(original.size, prod(RESOLUTIONS[image]))
    if size == original.size:
        return painting
    # The paper does not name its filter; this is the usual one for shrinking. PNG, since JPEG would lose detail.
    _write_png(path, original.resize(size, Image.Resampling.LANCZOS))
    return replace(painting, path=path)


def _write_png(path: Path, image: Image.Image) -> None:
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=1)  # 3 times as fast as the default level, for 4 % more bytes
    write_whole(path, file.getvalue())


def _grey() -> Path:
    path = cache_root() / "grey" / f"{_GREY_SIDE}.png"
    if not path.exists():
        _write_png(path, Image.new("RGB", (_GREY_SIDE, _GREY_SIDE), (128, 128, 128)))
    return path
