"""The measurements of ``make bench`` in VLMEvalKit, ours and the naive twin's, on paintings of a few pixels."""

from __future__ import annotations

from pathlib import Path

import measured
import pytest


@pytest.mark.parametrize("side", ["ours", "naive"])
def test_models_get_files_with_the_pixels(tmp_path: Path, side: str) -> None:
    data = measured.draw(tmp_path / "data")
    found = measured.measure("measure_vlmeval.py", side, data=data)
    original = measured.original(data)
    questions = len(original.pixels)
    assert found["seen"] == original.pixels
    assert (found["questions"], found["encodes"]) == (questions, 0 if side == "ours" else questions)
    assert found["disk"] >= (original.bytes if side == "ours" else 18 * original.bytes * 4 / 3)  # base64 alone
    assert side == "naive" or found["decodes"] == measured.PAINTINGS
