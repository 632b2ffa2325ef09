"""No test reads or writes outside of its own temporary folder, and none reaches the network."""

from __future__ import annotations

import os
import socket
import tempfile
from pathlib import Path

import pytest

# `huggingface_hub` reads its variables when it is imported, so they must be set before the first test module is.
_HOME = tempfile.TemporaryDirectory(prefix="visualoverload-tests-")
NOBODY = "http://127.0.0.1:9"  # the discard port: refused at once
for _name in [name for name in os.environ if name.startswith(("VISUALOVERLOAD_", "HF_", "HUGGING_FACE_"))]:
    del os.environ[_name]
os.environ.update(HF_HOME=_HOME.name, HF_ENDPOINT=NOBODY, HF_HUB_DISABLE_TELEMETRY="1", XDG_CACHE_HOME=_HOME.name)

_connect = socket.socket.connect


def _connect_here(self: socket.socket, address: object) -> None:
    if self.family in (socket.AF_INET, socket.AF_INET6) and str(address[0]) not in ("127.0.0.1", "::1", "localhost"):
        raise AssertionError(f"a test wants to reach {address}")
    _connect(self, address)


@pytest.fixture
def one_cache(alone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache of all tests that ask for it: the demo is drawn once for them, and nothing in it is changed."""
    from huggingface_hub import constants

    monkeypatch.setenv("HF_HOME", _HOME.name)
    monkeypatch.setattr(constants, "HF_HOME", _HOME.name)


@pytest.fixture(autouse=True)
def alone(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own, empty HF_HOME for the test and for the processes that it starts; its path."""
    from huggingface_hub import constants

    home = tmp_path_factory.mktemp("hf")
    monkeypatch.setenv("HF_HOME", str(home))
    monkeypatch.setattr(constants, "HF_HOME", str(home))
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(home / "hub"))
    monkeypatch.setattr(socket.socket, "connect", _connect_here)
    for name in [name for name in os.environ if name.startswith("VISUALOVERLOAD_")]:
        monkeypatch.delenv(name)
    return home
