"""The demo, drawn once into the cache."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from ..errors import OutputError
from ..files import cache_root

DEMO_SOURCE = "demo"  # the name that stands for this data wherever a source is named
KEY_NAME = "ground_truth.json"


def demo_folder() -> Path:
    """The folder with the demo's ``data/*.parquet`` and ``ground_truth.json``; drawn the first time.

    Raises:
        OutputError: the cache cannot be written.
    """
    from .dataset import DEMO_VERSION

    folder = cache_root() / f"demo-{DEMO_VERSION}"
    if not folder.exists():
        _draw_into(folder)
    return folder


def _draw_into(folder: Path) -> None:
    from .dataset import write_demo

    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        drawn = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".demo-"))
        try:
            write_demo(drawn)
            os.replace(drawn, folder)
        except OSError:
            # Another process may have finished the same folder first; its copy is as good.
            if not folder.exists():
                raise
        finally:
            shutil.rmtree(drawn, ignore_errors=True)
    except OSError as error:
        raise OutputError(folder, f"cannot be written ({error.strerror or error})", "a writable HF_HOME") from None
