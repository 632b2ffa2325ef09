"""One file per painting in the cache, with the original bytes; decoded once and shared."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image
from rich.console import Console
from rich.progress import track

from .errors import SourceError, some
from .files import cache_root, write_whole
from .records import Painting

FileState = tuple[str, int, int]  # path, size in bytes, modification time in nanoseconds

_INDEX_VERSION = 1
_ROWS_AT_ONCE = 16  # 2 to 4 MB of JPEG each
_SUFFIXES = {"JPEG": ".jpg", "PNG": ".png", "WEBP": ".webp", "TIFF": ".tif"}


def index_paintings(name: str, states: Sequence[FileState], ids: Sequence[str]) -> list[Painting]:
    """The painting of every row. The first time, every image is read once, checked and put into the cache.

    Args:
        name: of the source, for messages.
        states: the Parquet files, in order; a changed file is read again.
        ids: the question id of every row, for messages.

    Raises:
        SourceError: images are missing or cannot be decoded; all affected questions are named.
        OutputError: the cache cannot be written.
    """
    index_file = cache_root() / "index" / f"{hashlib.sha256(repr(states).encode()).hexdigest()[:32]}.json"
    known = _read_index(index_file)
    if known is not None and len(known) == len(ids):
        return known
    paintings = _extract(name, [Path(path) for path, _, _ in states], ids)
    write_whole(index_file, _dump_index(paintings))
    return paintings


def _read_index(path: Path) -> list[Painting] | None:
    try:
        index = json.loads(path.read_bytes())
        if index["version"] != _INDEX_VERSION:
            return None
        folder = _folder()
        paintings = [Painting(key, name, folder / file) for key, name, file, _ in index["paintings"]]
        sizes = [size for *_, size in index["paintings"]]
        if any(painting.path.stat().st_size != size for painting, size in zip(paintings, sizes)):
            return None
        return [paintings[number] for number in index["rows"]]
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return None  # the cache may be cleared or cut at any time; it is only ever rebuilt from the source


def _dump_index(rows: Sequence[Painting]) -> bytes:
    numbers = {painting: number for number, painting in enumerate(dict.fromkeys(rows))}
    index = {
        "version": _INDEX_VERSION,
        "paintings": [[p.painting_id, p.name, p.path.name, p.path.stat().st_size] for p in numbers],
        "rows": [numbers[painting] for painting in rows],
    }
    return json.dumps(index).encode()


def _folder() -> Path:
    return cache_root() / "paintings"


def _extract(name: str, files: Sequence[Path], ids: Sequence[str]) -> list[Painting]:
    rows: list[Painting] = []
    broken: dict[str, list[str]] = {}
    stored: dict[str, tuple[str, Path | None]] = {}  # SHA-256 -> problem or "", file
    previous: tuple[pa.Buffer | None, str] = (None, "")
    images = track(_images(files), "Preparing paintings", len(ids), console=Console(stderr=True), transient=True)
    for image, image_name in images:
        question_id = ids[len(rows)]
        # Rows of one painting are contiguous, and comparing 4 MB is many times faster than hashing them.
        same = image is not None and previous[0] is not None and image.equals(previous[0])
        digest = previous[1] if same else hashlib.sha256(image or b"").hexdigest()
        previous = (image, digest)
        if digest not in stored:
            stored[digest] = _store(image, digest)
        problem, path = stored[digest]
        if problem:
            broken.setdefault(problem, []).append(question_id)
        rows.append(Painting(digest[:16], image_name or digest[:16], path or Path()))
    if broken:
        found = "; ".join(f"{why} of question(s) {some(which)}" for why, which in broken.items())
        raise SourceError(name, found, "an image that can be decoded for every question", "Download the dataset again.")
    return rows


def _store(image: pa.Buffer | None, digest: str) -> tuple[str, Path | None]:
    if image is None or len(image) == 0:
        return "no image", None
    try:
        with Image.open(io.BytesIO(image)) as opened:
            suffix = _SUFFIXES.get(opened.format or "", ".img")
            opened.load()  # a cut file is only found by decoding it; better now than at question 1,900
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        return f"unreadable image ({error})", None
    path = _folder() / f"{digest}{suffix}"
    if not path.exists() or path.stat().st_size != len(image):
        write_whole(path, image.to_pybytes())
    return "", path


def _images(files: Sequence[Path]) -> Iterator[tuple[pa.Buffer | None, str]]:
    """Bytes and file name of every row's image, from a column of structs, bytes or paths."""
    for file in files:
        try:
            for batch in pq.ParquetFile(file).iter_batches(batch_size=_ROWS_AT_ONCE, columns=["image"]):
                for scalar in batch.column(0):
                    yield _image(scalar, file)
        except (pa.ArrowException, OSError) as error:
            raise SourceError(
                file, f"its images cannot be read ({error})", "a whole Parquet file", "Download it again."
            ) from None


def _image(scalar: Any, file: Path) -> tuple[pa.Buffer | None, str]:
    fields = {}
    if pa.types.is_struct(scalar.type):
        fields = dict(scalar.items()) if scalar.is_valid else {}
    elif pa.types.is_string(scalar.type) or pa.types.is_large_string(scalar.type):
        fields = {"path": scalar}
    else:
        fields = {"bytes": scalar}
    content = fields["bytes"].as_buffer() if "bytes" in fields and fields["bytes"].is_valid else None
    path = fields["path"].as_py() if "path" in fields and fields["path"].is_valid else ""
    if content is None and path:
        content = _read_beside(path, file)
    return content, Path(path).name


def _read_beside(path: str, file: Path) -> pa.Buffer | None:
    # A copy made by hand keeps its images beside the Parquet file or beside its folder `data`.
    for folder in (file.parent, file.parent.parent):
        if (folder / path).is_file():
            return pa.py_buffer((folder / path).read_bytes())
    return None
