"""The measurements of ``make bench`` in lmms-eval, ours and the naive twin's, on paintings of a few pixels."""

from __future__ import annotations

from pathlib import Path

import measured
import pytest


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return measured.draw(tmp_path_factory.mktemp("drawn") / "data")


@pytest.mark.parametrize("side", ["ours", "naive"])
def test_a_local_model_gets_the_pixels(data: Path, side: str) -> None:
    found = measured.measure("measure_lmms_eval.py", "local", side, data=data)
    expected = measured.original(data).pixels
    assert found["seen"] == expected
    assert found["decodes"] == (measured.PAINTINGS if side == "ours" else len(expected))
    if side == "ours":  # one file for each painting, an index, and what `datasets` keeps of one line of JSON
        assert 0 < found["disk"] - measured.original(data).bytes < 20_000


@pytest.mark.parametrize(
    ("side", "format", "encodes"), [("ours", "PNG", 6), ("naive", "PNG", 107), ("ours", "JPEG", 0)]
)
def test_a_server_gets_the_pixels(data: Path, side: str, format: str, encodes: int) -> None:
    """6 paintings, 107 questions, in the order of lmms-eval's queue: more paintings than are held in memory."""
    found = measured.measure("measure_lmms_eval.py", "chat", side, data=data, LMMS_IMAGE_ENCODE_FORMAT=format)
    assert found["seen"] == measured.original(data).pixels
    assert (found["questions"], found["encodes"]) == (107, encodes)
    assert found["sent"] > found["questions"] * measured.original(data).bytes / measured.PAINTINGS
