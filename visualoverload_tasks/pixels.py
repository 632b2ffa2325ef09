"""Paintings as PIL images: decoded once, shared by their questions, safe to change, and encoded at most once."""

from __future__ import annotations

import io
import os
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

from PIL import Image, ImageOps
from PIL.ExifTags import Base

from .errors import SourceError
from .files import cache_root, write_whole
from .records import Painting

_PAINTINGS_HELD = 4  # each about 25 MB of pixels and, where a host asks for it, 20 MB of PNG


class _Decoded:
    """The pixels of one painting and its encodings."""

    def __init__(self, path: Path) -> None:
        content = path.read_bytes()
        with Image.open(io.BytesIO(content)) as opened:
            plain = _is_plain(opened)
            # As `datasets` decodes images: upright by EXIF. A CMYK scan becomes RGB, since hosts save PNG.
            self.image = (opened if plain else ImageOps.exif_transpose(opened)).convert("RGB")
            # The file itself for its own format: the authors' JPEG, and the PNG of a painting that was shrunk.
            self.encoded: dict[object, bytes] = {opened.format: content} if plain else {}


def _is_plain(opened: Image.Image) -> bool:
    """Whether every program shows this file alike: RGB, upright, and of a format that all of them read."""
    return opened.format in ("JPEG", "PNG") and opened.mode == "RGB" and opened.getexif().get(Base.Orientation, 1) == 1


class PaintingImage(Image.Image):
    """A decoded painting that behaves as a PIL image of its own.

    All images of one painting share their pixels until one is changed (PIL's read-only flag makes it copy first).
    Saved unchanged in the format of its file, at whatever quality, it is that file: re-encoding the authors' JPEG could
    only lose detail. Other encodings are made once and kept, because hosts encode the same painting again for each of
    its 18 questions.
    """

    _decoded: _Decoded | None = None  # absent from a copy that was pickled

    @classmethod
    def of(cls, decoded: _Decoded) -> PaintingImage:
        """A new image of these pixels."""
        image = cls()
        image.__dict__.update(decoded.image.__dict__)
        image.info = dict(decoded.image.info)
        image.readonly = 1
        image._decoded = decoded
        return image

    def _unchanged(self) -> bool:
        return self._decoded is not None and self.im is self._decoded.image.im

    def copy(self) -> Image.Image:
        """A copy whose pixels are shared until one of the two is changed."""
        return PaintingImage.of(self._decoded) if self._decoded is not None and self._unchanged() else super().copy()

    def save(
        self,
        fp: str | bytes | os.PathLike[str] | os.PathLike[bytes] | IO[bytes],
        format: str | None = None,
        **params: Any,
    ) -> None:
        """As ``PIL.Image.Image.save``, with the file's own bytes for its format, and each other one made only once."""
        name = (format or _format_of(fp)).upper()
        if not name or self._decoded is None or not self._unchanged():
            super().save(fp, format, **params)
            return
        wanted = name if name in self._decoded.encoded else (name, repr(sorted(params.items())))
        if wanted not in self._decoded.encoded:
            buffer = io.BytesIO()
            super().save(buffer, name, **params)
            self._decoded.encoded[wanted] = buffer.getvalue()
        if isinstance(fp, (str, bytes, os.PathLike)):
            Path(os.fsdecode(fp)).write_bytes(self._decoded.encoded[wanted])
        else:
            fp.write(self._decoded.encoded[wanted])


def _format_of(fp: str | bytes | os.PathLike[str] | os.PathLike[bytes] | IO[bytes]) -> str:
    """The format that the name of a file asks for; empty if it has none that Pillow knows."""
    name = os.fsdecode(fp) if isinstance(fp, (str, bytes, os.PathLike)) else ""
    return Image.registered_extensions().get(Path(name).suffix.lower(), "")


@lru_cache(maxsize=_PAINTINGS_HELD)
def _decode(path: Path) -> _Decoded:
    return _Decoded(path)


def open_painting(painting: Painting) -> PaintingImage:
    """The painting in RGB, upright, at its full size. Safe to call from several threads.

    Raises:
        SourceError: the file is gone from the cache or damaged; it was whole when the questions were loaded.
    """
    try:
        return PaintingImage.of(_decode(painting.path))
    except (OSError, SyntaxError, ValueError) as error:
        raise SourceError(
            painting.path,
            f"the painting {painting.name} cannot be read any more ({error})",
            "the file that was there at the start",
            "Start again.",
        ) from None


def painting_file(painting: Painting) -> Path:
    """A file for hosts that want a path: the original one, or its lossless PNG with the pixels of ``open_painting``.

    The PNG is made where programs differ about the original: turned by EXIF, in CMYK, or of a rare format. None of the
    published paintings is.

    Raises:
        SourceError: as ``open_painting``.
        OutputError: the cache cannot be written.
    """
    try:
        with Image.open(painting.path) as opened:
            if _is_plain(opened):
                return painting.path
    except (OSError, SyntaxError, ValueError):
        open_painting(painting)  # tells what is wrong
        raise
    upright = cache_root() / "upright" / f"{painting.path.stem}.png"
    if not upright.exists():
        buffer = io.BytesIO()
        open_painting(painting).save(buffer, "PNG")
        write_whole(upright, buffer.getvalue())
    return upright
