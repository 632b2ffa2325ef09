"""Paintings -> pictures that a page can hold."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

from ..records import Painting

WIDTH = 480  # an eighth of the published 3,840 pixels: a JPEG decoder gets there without the full picture
_QUALITY = 75


def thumbnails(paintings: Iterable[Painting]) -> Iterator[tuple[str, str]]:
    """The id and a small JPEG as a data URI of each painting, in order; an empty text where the file cannot be read."""
    with ThreadPoolExecutor() as pool:  # Pillow decodes outside of Python's lock
        yield from pool.map(lambda painting: (painting.painting_id, _thumbnail(painting)), paintings)


def _thumbnail(painting: Painting) -> str:
    from PIL import Image, ImageOps

    try:
        with Image.open(painting.path) as opened:
            opened.thumbnail((WIDTH, 2 * WIDTH))
            small = ImageOps.exif_transpose(opened).convert("RGB")
    except (OSError, SyntaxError, ValueError):
        return ""  # deleted, or never there: the report says so
    file = io.BytesIO()
    small.save(file, "JPEG", quality=_QUALITY, optimize=True)
    return "data:image/jpeg;base64," + base64.b64encode(file.getvalue()).decode("ascii")
