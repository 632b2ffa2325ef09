"""What all tests with lmms-eval share. They start real processes, two at a time, and share those that take long."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from importlib.metadata import distributions
from pathlib import Path

import pytest
from lmms_data import write_data, write_key
from lmms_run import Finished, Host, Runs, Start

# By its metadata, since this very folder could be imported under the name lmms_eval.
collect_ignore_glob = [] if [*distributions(name="lmms_eval")] else ["test_*.py"]

KEPT = ("PATH", "LANG", "LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR")


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_data(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_key(tmp_path_factory.mktemp("key") / "key.json")


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Host:
    """Runs on the dataset of these tests, without a key."""
    folder = tmp_path_factory.mktemp("runs")
    env = {name: os.environ[name] for name in KEPT if name in os.environ}
    env |= {
        "HOME": str(folder / "home"),
        "HF_HOME": str(folder / "huggingface"),
        "HF_HUB_OFFLINE": "1",
        "HF_ENDPOINT": "http://127.0.0.1:9",  # refused at once, where a test goes online
        "OPENAI_API_KEY": "dummy",
        "OMP_NUM_THREADS": "1",
        "PYTHONFAULTHANDLER": "1",  # where a process of several ranks is killed by a signal, its output tells where
        "VISUALOVERLOAD_DATA": str(data),
    }
    return Host(folder, env)


@pytest.fixture(scope="module")
def start() -> Iterator[Start]:
    """Starts the runs of a test module in the background, two at a time."""
    with ThreadPoolExecutor(2) as pool:
        started: dict[str, Future[Finished]] = {}

        def begin(runs: dict[str, Callable[[], Finished]]) -> Runs:
            started.update({name: pool.submit(run) for name, run in runs.items()})
            return lambda name: started[name].result()

        yield begin
        pool.shutdown(cancel_futures=True)
