"""What all tests with VLMEvalKit share. They start real processes, two at a time, on ten questions and on the demo."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from builders import write_dataset, write_key
from vlm_run import KEPT, Finished, Host

# By its metadata: importing it here would come before the plugin is installed, and this very folder would pass for a
# package of the name vlmeval.
try:
    version("ms-vlmeval")
except PackageNotFoundError:
    collect_ignore_glob = ["test_*"]

Runs = Callable[[str], Finished]


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_dataset(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_key(tmp_path_factory.mktemp("key") / "key.json")


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory, data: Path, key: Path) -> Host:
    """Runs on the dataset of these tests, with its key; no judge could be reached, and no key for one is set."""
    folder = tmp_path_factory.mktemp("runs")
    env = {name: os.environ[name] for name in KEPT if name in os.environ}
    env |= {
        "HOME": str(folder / "home"),
        "HF_HOME": str(folder / "huggingface"),
        "HF_HUB_OFFLINE": "1",
        "HF_ENDPOINT": "http://127.0.0.1:9",  # refused at once, where a test goes online
        "OMP_NUM_THREADS": "1",
        "PRED_FORMAT": "tsv",
        "VISUALOVERLOAD_DATA": str(data),
        "VISUALOVERLOAD_KEY": str(key),
    }
    return Host(folder, env)


@pytest.fixture(scope="session")
def start() -> Iterator[Callable[[dict[str, Callable[[], Finished]]], Runs]]:
    """Start runs in the background, two at a time, and get each by its name when it is done."""
    with ThreadPoolExecutor(2) as pool:

        def begin(runs: dict[str, Callable[[], Finished]]) -> Runs:
            started: dict[str, Future[Finished]] = {name: pool.submit(run) for name, run in runs.items()}
            return lambda name: started[name].result()

        yield begin
        pool.shutdown(cancel_futures=True)
