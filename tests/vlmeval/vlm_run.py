"""Runs of VLMEvalKit as processes of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

KEPT = ("PATH", "LANG", "LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR")
PLUGIN = ("-m", "vlmeval_plugin")
MODEL = "my-model"
TIMEOUT = 240


@dataclass(frozen=True)
class Finished:
    """One run that has ended: its exit code, all that it printed, and its output folder."""

    code: int
    text: str
    output: Path

    def file(self, pattern: str) -> Path:
        """The newest file of that name; links are left out."""
        found = [path for path in self.output.rglob(pattern) if not path.is_symlink()]
        assert found, f"no {pattern} in {self.output}\n{self.text}"
        return max(found, key=lambda path: path.stat().st_mtime_ns)

    def read(self, part: str) -> Any:
        """The newest submission, responses or report."""
        return json.loads(self.file(f"*_{part}.json").read_text(encoding="utf-8"))

    @property
    def status(self) -> dict[str, Any]:
        """What ``status.json`` says of the one dataset."""
        (dataset,) = json.loads(self.file("status.json").read_text())["datasets"].values()
        return dict(dataset)


@dataclass(frozen=True)
class Host:
    """An environment for runs, and a folder for each."""

    folder: Path
    env: Mapping[str, str]

    def start(self, name: str, *words: str, **env: str | Path | None) -> subprocess.Popen[str]:
        """Start ``python`` with these words in the folder of that name; None removes a variable."""
        cwd = self.folder / name
        cwd.mkdir(exist_ok=True)
        changed = {**self.env, **env}
        with (cwd / "printed.txt").open("w", encoding="utf-8") as printed:
            return subprocess.Popen(
                [sys.executable, *words],
                cwd=cwd,
                env={name: str(value) for name, value in changed.items() if value is not None},
                stdout=printed,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,
            )

    def run(self, name: str, *words: str, **env: str | Path | None) -> Finished:
        """Run it to its end."""
        process = self.start(name, *words, **env)
        try:
            code = process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            kill(process)
            code = -1
        return Finished(code, self.printed(name), self.folder / name / "outputs")

    def ask(self, name: str, url: str, *words: str, **env: str | Path | None) -> Finished:
        """Run VLMEvalKit on a server."""
        return self.run(name, *asking(url), *words, **env)

    def printed(self, name: str) -> str:
        """All that the last run in that folder printed."""
        return (self.folder / name / "printed.txt").read_text(encoding="utf-8")

    def visualoverload(self, *words: str | Path, **env: str | Path | None) -> subprocess.CompletedProcess[str]:
        """Our command line."""
        command = [sys.executable, "-m", "visualoverload_tasks", *map(str, words)]
        changed = {name: str(value) for name, value in {**self.env, **env}.items() if value is not None}
        done = subprocess.run(command, env=changed, capture_output=True, text=True, cwd=self.folder, timeout=TIMEOUT)
        assert done.returncode == 0, done.stderr
        return done


def asking(url: str) -> tuple[str, ...]:
    """The words that make VLMEvalKit ask a server; it tries once, as each further try waits for seconds."""
    return (*PLUGIN, "--data", "VisualOverload", "--base-url", url, "--model", MODEL, "--retry", "1")


def kill(process: subprocess.Popen[str]) -> None:
    """End a run and all its processes, as a node does that runs out of memory."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
