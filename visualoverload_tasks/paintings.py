"""One file per painting in the cache, with the original bytes."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import SourceError, some
from .files import cache_root, write_whole
from .records import Painting

if TYPE_CHECKING:
    import pyarrow as pa

FileState = tuple[str, int, int]  # path, size in bytes, modification time in nanoseconds

_INDEX_VERSION = 2
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
    index_file = _index_file(states)
    known = _read_index(index_file)
    if known is not None and len(known) == len(ids):
        return known
    paintings, beside = _extract(name, [Path(path) for path, _, _ in states], ids)
    write_whole(index_file, _dump_index(paintings, beside))
    return paintings


def images_beside(states: Sequence[FileState]) -> list[Path]:
    """The image files, outside of the Parquet files, that ``index_paintings`` has read for the same states."""
    return [Path(file) for file, _, _ in json.loads(_index_file(states).read_bytes())["beside"]]


def _index_file(states: Sequence[FileState]) -> Path:
    return cache_root() / "index" / f"{hashlib.sha256(repr(states).encode()).hexdigest()[:32]}.json"


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
        if any(_state(Path(file)) != [file, size, time] for file, size, time in index["beside"]):
            return None
        return [paintings[number] for number in index["rows"]]
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return None  # the cache may be cleared or cut at any time; it is only ever rebuilt from the source


def _state(file: Path) -> list[object]:
    return [str(file), file.stat().st_size, file.stat().st_mtime_ns]


def _dump_index(rows: Sequence[Painting], beside: Iterable[Path]) -> bytes:
    numbers = {painting: number for number, painting in enumerate(dict.fromkeys(rows))}
    index = {
        "version": _INDEX_VERSION,
        "paintings": [[p.painting_id, p.name, p.path.name, p.path.stat().st_size] for p in numbers],
        "rows": [numbers[painting] for painting in rows],
        "beside": [_state(file) for file in sorted(beside)],
    }
    return json.dumps(index).encode()


def _folder() -> Path:
    return cache_root() / "paintings"


class _Image(NamedTuple):
    content: pa.Buffer | None
    name: str
    file: Path | None = None  # where the bytes are not in the Parquet file


def _extract(name: str, files: Sequence[Path], ids: Sequence[str]) -> tuple[list[Painting], set[Path]]:
    """The painting of every row, and the files outside of the Parquet files that were read for them."""
    from rich.console import Console
    from rich.progress import track

    rows: list[Painting] = []
    beside: set[Path] = set()
    broken: dict[str, list[str]] = {}
    stored: dict[str, tuple[str, Path | None]] = {}  # SHA-256 -> problem or "", file
    previous: tuple[pa.Buffer | None, str] = (None, "")
    images = track(_images(files), "Preparing paintings", len(ids), console=Console(stderr=True), transient=True)
    for image, image_name, file in images:
        question_id = ids[len(rows)]
        beside |= {file} if file else set()
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
    return rows, beside


def _store(image: pa.Buffer | None, digest: str) -> tuple[str, Path | None]:
    from PIL import Image, UnidentifiedImageError

    if image is None or len(image) == 0:
        return "no image", None
    try:
        with _strictly(), Image.open(io.BytesIO(image)) as opened:
            suffix = _SUFFIXES.get(opened.format or "", ".img")
            opened.load()  # a cut file is only found by decoding it; better now than at question 1,900
    except UnidentifiedImageError:
        return "no known image format", None  # Pillow's own message holds a memory address
    except Exception as error:  # of damaged bytes Pillow's decoders raise almost anything
        return f"unreadable image ({error})", None
    path = _folder() / f"{digest}{suffix}"
    if not path.exists() or path.stat().st_size != len(image):
        write_whole(path, image.to_pybytes())
    return "", path


@contextmanager
def _strictly() -> Iterator[None]:
    from PIL import ImageFile

    # lmms-eval makes Pillow fill the lost part of a cut image with grey, in all of the process.
    before = ImageFile.LOAD_TRUNCATED_IMAGES
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before


def _images(files: Sequence[Path]) -> Iterator[_Image]:
    """Bytes and file name of every row's image, from a column of structs, bytes or paths."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    for file in files:
        try:
            # Row by row: a batch holds each row's own copy of its painting, which takes time as well as memory. And
            # without reading ahead, which by default holds the whole file.
            for batch in pq.ParquetFile(file, pre_buffer=False).iter_batches(batch_size=1, columns=["image"]):
                yield _image(batch.column(0)[0], file)
        except (pa.ArrowException, OSError) as error:
            raise SourceError(
                file, f"its images cannot be read ({error})", "a whole Parquet file", "Download it again."
            ) from None


def _image(scalar: Any, file: Path) -> _Image:
    import pyarrow as pa

    fields = {}
    if pa.types.is_struct(scalar.type):
        fields = dict(scalar.items()) if scalar.is_valid else {}
    elif pa.types.is_string(scalar.type) or pa.types.is_large_string(scalar.type):
        fields = {"path": scalar}
    elif pa.types.is_binary(scalar.type) or pa.types.is_large_binary(scalar.type):
        fields = {"bytes": scalar}
    else:
        raise SourceError(file, f"column 'image' holds {scalar.type}", "bytes, paths, or both in a struct")
    content = fields["bytes"].as_buffer() if "bytes" in fields and fields["bytes"].is_valid else None
    path = fields["path"].as_py() if "path" in fields and fields["path"].is_valid else ""
    if content is None and path:
        # A copy made by hand keeps its images beside the Parquet file or beside its folder `data`.
        found = next((f for f in (file.parent / path, file.parent.parent / path) if f.is_file()), None)
        return _Image(pa.py_buffer(found.read_bytes()) if found else None, Path(path).name, found)
    return _Image(content, Path(path).name)
