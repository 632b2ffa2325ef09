"""The measurements of ``make bench`` on paintings of a few pixels, to see that they still measure what they say."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

from drawing import draw_set
from run import original, run

PAINTINGS = 6  # more than are held in memory

draw = partial(draw_set, paintings=PAINTINGS, size=(64, 48))
__all__ = ["PAINTINGS", "draw", "measure", "original"]


def measure(script: str, *words: str, data: Path, **env: str) -> Mapping[str, Any]:
    """One measurement in the environment of the test."""
    return run(sys.executable, script, *words, data=data, **env)
