"""Paintings as PIL images: decoded once, shared by their questions, safe to change, and encoded at most once."""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

from PIL import Image, ImageOps
from PIL.ExifTags import Base

from .errors import OutputError, SourceError
from .files import cache_root, write_whole
from .records import Painting

_PAINTINGS_HELD = 4  # each about 25 MB of pixels and 3 MB of JPEG


class _Decoded:
    """The pixels of one painting and its encodings."""

    def __init__(self, path: Path) -> None:
        content = path.read_bytes()
        with Image.open(io.BytesIO(content)) as opened:
            plain = _is_plain(opened)
            # As `datasets` decodes images: upright by EXIF. A CMYK scan becomes RGB, since hosts save PNG.
            self.image = (opened if plain else ImageOps.exif_transpose(opened)).convert("RGB")
            # The file itself for its own format: the authors' JPEG, and the PNG of a painting that was shrunk.
            self._encoded: dict[object, bytes] = {opened.format: content} if plain else {}
        self._sha256 = hashlib.sha256(content).hexdigest()

    def encoded(self, name: str, params: Mapping[str, Any]) -> bytes:
        """The file of this format: the painting's own for its own format, else made once."""
        wanted = name if name in self._encoded else (name, repr(sorted(params.items())))
        if wanted not in self._encoded and (name, params) == ("PNG", {}):
            with suppress(OutputError, OSError):  # a run goes on without the cache, only slower
                return self.png_file().read_bytes()
        if wanted not in self._encoded:
            buffer = io.BytesIO()
            self.image.save(buffer, name, **params)
            self._encoded[wanted] = buffer.getvalue()
        return self._encoded[wanted]

    def png_file(self) -> Path:
        """Its PNG, kept in the cache: hosts ask in an order of their own, and memory should not hold 150 of them.

        Raises:
            OutputError: the cache cannot be written.
        """
        file = cache_root() / "png" / f"{self._sha256}.png"
        if not file.exists():
            buffer = io.BytesIO()
            self.image.save(buffer, "PNG")
            write_whole(file, buffer.getvalue())
        return file


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
        content = self._decoded.encoded(name, params)
        if isinstance(fp, (str, bytes, os.PathLike)):
            Path(os.fsdecode(fp)).write_bytes(content)
        else:
            fp.write(content)


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
    return PaintingImage.of(_decoded(painting))


def _decoded(painting: Painting) -> _Decoded:
    try:
        return _decode(painting.path)
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
    with suppress(OSError, SyntaxError, ValueError), Image.open(painting.path) as opened:  # the last line tells
        if _is_plain(opened):
            return painting.path
    return _decoded(painting).png_file()
