"""How lmms-eval learns of the tasks: from the installed package alone, and never in the way of other tasks."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from lmms_run import LMMS_EVAL, Finished, Host, Runs, Start

from visualoverload_tasks import VARIANTS

OURS = {*(variant.task for variant in VARIANTS), "visualoverload_resolutions"}

MY_TASK = """\
include: {template}
task: visualoverload
process_docs: !function lmms_eval_plugin.docs.visualoverload
generation_kwargs:
  max_new_tokens: 77
  until: []
"""


@pytest.fixture(scope="module")
def folder(host: Host) -> Path:
    """The folder of the tasks, as our command tells it."""
    (row,) = [row for row in json.loads(host.visualoverload("hosts", "--format", "json")) if row["host"] == "lmms-eval"]
    assert row["registered"]
    return Path(row["tasks"])


@pytest.fixture(scope="module")
def runs(host: Host, folder: Path, tmp_path_factory: pytest.TempPathFactory, start: Start) -> Runs:
    mine = tmp_path_factory.mktemp("my_tasks")
    (mine / "mine.yaml").write_text(MY_TASK.format(template=folder / "_visualoverload_template_yaml"))
    return start(
        {
            "installed": lambda: host.evaluate("installed"),
            "include path": lambda: host.evaluate("include_path", "--include_path", folder),
            "my own": lambda: host.evaluate("my_own", "--include_path", mine),
        }
    )


def longest_answer(run: Finished) -> int:
    """The setting by which the two tasks of one name can be told apart."""
    configs = json.loads(run.one("*_results.json").read_text())["configs"]
    return int(configs["visualoverload"]["generation_kwargs"]["max_new_tokens"])


def test_installing_the_package_is_enough(runs: Runs, host: Host) -> None:
    run = runs("installed")
    assert not [word for word in (*run.process.args, *host.env) if "include" in word or "PLUGINS" in word]
    assert longest_answer(run) == 512
    assert run.metrics["missing"] == 0


def test_include_path_of_the_same_folder_changes_nothing(runs: Runs) -> None:
    run = runs("include path")
    assert longest_answer(run) == 512
    assert run.file("submission").read_bytes() == runs("installed").file("submission").read_bytes()


def test_a_task_of_the_same_name_from_include_path_wins(runs: Runs) -> None:
    run = runs("my own")
    assert longest_answer(run) == 77
    assert run.metrics["missing"] == 0


def listed(host: Host, **env: str | Path | None) -> set[str]:
    """The tasks that lmms-eval lists."""
    done = host.run(*LMMS_EVAL, "--tasks", "list", **env)
    return set(re.findall(r"^ - ([^\s\x1b]+)", done.stdout + done.stderr, re.MULTILINE))


def broken_package(folder: Path, name: str) -> Path:
    """A folder for PYTHONPATH in which the package is there but cannot be imported, as after an update gone wrong."""
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(f"raise ImportError('{name} is broken')\n")
    return folder


def test_tasks_are_listed_whatever_the_data(host: Host) -> None:
    tasks = listed(host, VISUALOVERLOAD_DATA="/nowhere", VISUALOVERLOAD_KEY="/nowhere.json")
    assert tasks > OURS and "mmmu_val" in tasks


@pytest.mark.parametrize("package", ["lmms_eval_plugin", "visualoverload_tasks"])
def test_a_broken_package_leaves_other_tasks_alone(host: Host, tmp_path: Path, package: str) -> None:
    assert "mmmu_val" in listed(host, PYTHONPATH=broken_package(tmp_path, package))


def test_importing_lmms_eval_loads_nothing_but_the_registration(host: Host) -> None:
    script = "import lmms_eval.models, sys; print(*sorted(sys.modules))"
    done = host.run(Path(LMMS_EVAL[0]).with_name("python"), "-c", script)
    loaded = set(done.stdout.split())
    assert "lmms_eval_plugin.register" in loaded
    assert not {name for name in loaded if name.startswith(("visualoverload_tasks", "lmms_eval_plugin.task"))}
