"""What one process used, printed as one line of JSON: the measurements of `make bench` start one process each."""

from __future__ import annotations

import hashlib
import json
import re
import resource
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Any

from PIL import Image, ImageFile

codecs: Counter[str] = Counter()  # decodes and encodes of images in this process


def count_codecs() -> None:
    """From now on count each image that Pillow decodes or encodes."""
    load = ImageFile.ImageFile.load

    def counted_load(self: Any) -> Any:
        codecs["decodes"] += bool(self.tile)  # what is left to decode; Pillow calls `load` again and again
        return load(self)

    ImageFile.ImageFile.load = counted_load
    Image.init()
    for name, save in list(Image.SAVE.items()):
        Image.register_save(name, _counted(save))


def _counted(save: Any) -> Any:
    def counted_save(*args: Any) -> None:
        codecs["encodes"] += 1
        save(*args)

    return counted_save


class Meter:
    """CPU seconds and image codecs of the blocks it measures, memory of the whole process.

    Made after the host is imported, so that ``peak_imports`` is what the host alone takes.
    """

    def __init__(self) -> None:
        self.result: dict[str, Any] = {"cpu": 0.0, "cpu_imports": process_time(), "peak_imports": peak_memory()}
        count_codecs()

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Measure a block; blocks add up, and what is outside of them only counts for the memory."""
        before, start = codecs.copy(), process_time()
        yield
        self.result["cpu"] += process_time() - start
        for name in ("decodes", "encodes"):
            self.result[name] = self.result.get(name, 0) + codecs[name] - before[name]
        self.result["peak"] = peak_memory()

    def print(self, **more: object) -> None:
        """Print the line."""
        print(json.dumps({**self.result, **more}), file=sys.__stdout__, flush=True)


def peak_memory() -> int:
    """The most memory that this process ever held, in bytes."""
    try:
        # Not `ru_maxrss`, which begins with what the starting process held.
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return 1024 * int(re.findall(r"VmHWM:\s+(\d+)", status)[0])
    except (OSError, IndexError):
        unit = 1 if sys.platform == "darwin" else 1024
        return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def disk(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def seen(image: Image.Image) -> str:
    """What tells images of different pixels apart."""
    return hashlib.sha256(image.convert("RGB").tobytes()).hexdigest()[:16]
