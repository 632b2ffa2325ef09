"""What a user gets from `pip install`: the built wheel in an empty environment, never the checkout."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def call(*command: object, cwd: Path, **env: str) -> str:
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(
        [*map(str, command)], cwd=cwd, env={**clean, **env}, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # From a copy, since a build leaves folders behind, and what an earlier build left must not get into the wheel.
    skip = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__", "logs", "submissions")
    shutil.copytree(ROOT, folder / "source", ignore=skip)
    call(sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", folder, folder / "source", cwd=folder)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The folder of the programs of an environment that has the wheel and what it declares, nothing else."""
    folder = wheel.parent / "env"
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    call(programs / "python", "-m", "pip", "install", "--quiet", wheel, cwd=wheel.parent)
    return programs


def test_the_console_script_runs_the_demo(installed: Path, tmp_path: Path):
    shown = call(installed / "visualoverload", "demo", "--format", "json", cwd=tmp_path, HF_HOME=str(tmp_path / "hf"))
    assert json.loads(shown)["counts"]["questions"] == 60


def test_the_tasks_are_in_the_wheel(installed: Path, tmp_path: Path):
    row = json.loads(call(installed / "visualoverload", "hosts", "--format", "json", cwd=tmp_path))[0]
    shipped = {path.name for path in Path(row["tasks"]).iterdir()}
    source = {path.name for path in (ROOT / "lmms_eval_plugin" / "tasks").iterdir()}
    assert shipped - {"__pycache__"} == source - {"__pycache__"}
    assert ROOT not in Path(row["tasks"]).parents
    assert row["registered"] is True and row["version"] is None


def test_the_leaderboard_is_in_the_wheel(installed: Path, tmp_path: Path):
    assert len(json.loads(call(installed / "visualoverload", "leaderboard", "--format", "json", cwd=tmp_path))) == 53


def test_the_parts_of_the_page_are_in_the_wheel(installed: Path, tmp_path: Path):
    code = "import visualoverload_tasks.page.html as html; print(len(html._resource('template.html')))"
    assert int(call(installed / "python", "-c", code, cwd=tmp_path)) > 1000
    for name in ("style.css", "script.js"):
        call(installed / "python", "-c", code.replace("template.html", name), cwd=tmp_path)


def test_nothing_but_the_packages_is_installed(installed: Path, tmp_path: Path):
    code = "import importlib.metadata as m; print(m.distribution('visualoverload').read_text('top_level.txt'))"
    packages = {path.name for path in ROOT.iterdir() if (path / "__init__.py").is_file()} - {"tests"}
    assert set(call(installed / "python", "-c", code, cwd=tmp_path).split()) == packages


def test_the_core_imports_nothing_heavy(installed: Path, tmp_path: Path):
    code = (
        "import sys, visualoverload_tasks.cli; print([m for m in ('torch', 'datasets', 'pandas') if m in sys.modules])"
    )
    assert call(installed / "python", "-c", code, cwd=tmp_path).strip() == "[]"
