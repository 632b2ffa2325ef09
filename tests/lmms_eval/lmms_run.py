"""Real processes of lmms-eval, and what they leave behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SCRIPTS = Path(sysconfig.get_path("scripts"))
LMMS_EVAL = (str(SCRIPTS / "lmms-eval"),)
PYTHON_M = (sys.executable, "-m", "lmms_eval")
RANK = Path(__file__).with_name("rank.py")
TORCHRUN = (str(SCRIPTS / "torchrun"), "--standalone", "--nproc_per_node", "2", str(RANK))
VISUALOVERLOAD = (str(SCRIPTS / "visualoverload"),)

TIMEOUT = 240  # seconds; a run takes 10 to 20 on two cores, and one that waits for another rank would wait for ever


def run(*command: object, env: Mapping[str, str], cwd: Path, code: int | None = 0) -> subprocess.CompletedProcess[str]:
    """Run a command to its end and compare its exit code (None: must not be 0). A failure shows all of its output."""
    words = [str(word) for word in command]
    with subprocess.Popen(
        words,
        env=dict(env),
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)  # the ranks are children of their own
            out, err = process.communicate()
            raise AssertionError(f"no end after {TIMEOUT} s\n{_shown(words, out, err)}") from None
    done = subprocess.CompletedProcess(words, process.returncode, out, err)
    expected = done.returncode == code if code is not None else done.returncode != 0
    assert expected, (
        f"exit code {done.returncode}, expected {'another than 0' if code is None else code}\n{_shown(words, out, err)}"
    )
    return done


def _shown(words: list[str], out: str, err: str) -> str:
    return f"{' '.join(words)}\n--- stdout\n{out}\n--- stderr\n{err}"


@dataclass(frozen=True)
class Finished:
    """A run that ended, and the files in its output folder."""

    process: subprocess.CompletedProcess[str]
    output: Path
    task: str = "visualoverload"

    @property
    def text(self) -> str:
        """All that the process printed."""
        return self.process.stdout + self.process.stderr

    @property
    def table(self) -> dict[str, str]:
        """Metric -> value, in the table that lmms-eval prints."""
        rows = [line.strip("|").split("|") for line in self.process.stdout.splitlines() if line.startswith("|")]
        task, table = "", {}
        for cells in rows[2:]:
            task = cells[0].strip() or task
            if task == self.task:
                table[cells[3].strip()] = cells[5].strip()
        return table

    @property
    def metrics(self) -> dict[str, Any]:
        """Metric -> value, in the results file of lmms-eval, without its bookkeeping and standard errors."""
        results = json.loads(self.one("*_results.json").read_text())["results"][self.task]
        named = {name.partition(",")[0]: value for name, value in results.items() if name.endswith(",none")}
        return {name: value for name, value in named.items() if "_stderr" not in name}

    @property
    def samples_file(self) -> Path:
        return self.one(f"*_samples_{self.task}.jsonl")

    @property
    def samples(self) -> list[dict[str, Any]]:
        """The logged samples, by row of the dataset."""
        lines = [json.loads(line) for line in self.samples_file.read_text().splitlines()]
        return sorted(lines, key=lambda line: line["doc_id"])

    @property
    def records(self) -> dict[str, dict[str, Any]]:
        """Question id -> our record in the samples."""
        return {line["submission"]["question_id"]: line["submission"] for line in self.samples}

    def file(self, part: str) -> Path:
        """The file ``submission``, ``responses`` or ``report``."""
        reports = [*self.output.rglob("submissions/*_report.json")]
        (report,) = (path for path in reports if json.loads(path.read_text())["run"]["task"] == self.task)
        return report.with_name(report.name.replace("_report.json", f"_{part}.json"))

    def read(self, part: str) -> Any:
        return json.loads(self.file(part).read_text())

    def one(self, pattern: str) -> Path:
        """The one file of that name."""
        found = [*self.output.rglob(pattern)]
        assert len(found) == 1, (
            f"{pattern}: {found}\n{_shown(self.process.args, self.process.stdout, self.process.stderr)}"
        )
        return found[0]


Runs = Callable[[str], Finished]  # name of a run -> the run, once it has ended
Start = Callable[[dict[str, Callable[[], Finished]]], Runs]


@dataclass(frozen=True)
class Host:
    """The environment in which runs take place: nothing of the user's, no network, one cache for all tests."""

    folder: Path
    env: Mapping[str, str]

    def environment(self, **changes: str | Path | None) -> dict[str, str]:
        """The environment with changes; None removes a variable."""
        changed = {**self.env, **changes}
        return {name: str(value) for name, value in changed.items() if value is not None}

    def run(self, *command: object, code: int | None = 0, **env: str | Path | None) -> subprocess.CompletedProcess[str]:
        return run(*command, env=self.environment(**env), cwd=self.folder, code=code)

    def evaluate(
        self,
        name: str,
        *args: object,
        tasks: str = "visualoverload",
        model: str = "visualoverload_baseline",
        command: tuple[str, ...] = LMMS_EVAL,
        code: int | None = 0,
        **env: str | Path | None,
    ) -> Finished:
        """Run lmms-eval with its output, samples included, in a folder of that name."""
        output = self.folder / name
        words = (*command, "--model", model, "--tasks", tasks, "--output_path", output, "--log_samples", *args)
        return Finished(self.run(*words, code=code, **env), output)

    def visualoverload(self, *args: object, code: int | None = 0, **env: str | Path | None) -> str:
        """What our command prints on standard output."""
        return self.run(*VISUALOVERLOAD, *args, code=code, **env).stdout
