"""``visualoverload enable vlmeval`` in an environment made for it, without VLMEvalKit."""

from __future__ import annotations

import os
import subprocess
import sysconfig
import venv
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import visualoverload_tasks.enabling as enabling
from visualoverload_tasks import OutputError, UsageError
from visualoverload_tasks.cli import app

ROOT = Path(__file__).parent.parent
LIBRARY = sysconfig.get_path("purelib")


class Environment:
    """A virtual environment; our package and what it needs are on its path only where a call asks for that."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, symlinks=os.name != "nt")
        self.python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        self.library = Path(self("import sysconfig; print(sysconfig.get_path('purelib'))"))

    def __call__(self, *code: str, path: tuple[str | Path, ...] = (), check: bool = True) -> str:
        command = ["-c", *code] if len(code) == 1 else code
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
        done = subprocess.run([self.python, *command], env=env, capture_output=True, text=True, cwd=self.python.parent)
        assert done.returncode == 0 or not check, done.stderr
        return (done.stdout + done.stderr).strip()

    def command(self, *words: str, check: bool = True) -> str:
        return self("-m", "visualoverload_tasks", *words, path=(ROOT, LIBRARY), check=check)

    def files(self) -> set[str]:
        return {str(path.relative_to(self.library)) for path in self.library.rglob("*")}


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("environment"))


def test_enabling_writes_one_file_and_disabling_leaves_no_trace(environment: Environment) -> None:
    before = environment.files()
    for _ in range(2):
        assert "visualoverload-vlmeval.pth written" in environment.command("enable", "vlmeval")
    assert environment.files() - before == {"visualoverload-vlmeval.pth"}
    assert (environment.library / "visualoverload-vlmeval.pth").read_text().count("\n") == 1
    assert "vlmeval disabled" in environment.command("disable", "vlmeval")
    assert environment.files() == before
    assert "vlmeval was not enabled" in environment.command("disable", "vlmeval")


def test_every_python_gets_the_finder_and_no_module(environment: Environment) -> None:
    environment.command("enable", "vlmeval")
    try:
        said = environment(
            "import sys; print(type(sys.meta_path[0]).__name__, *(n for n in sys.modules if n.split('.')[0] in "
            "('visualoverload_tasks', 'vlmeval_plugin', 'numpy', 'pyarrow', 'PIL', 'typing', 'importlib')))",
            path=(ROOT,),
        )
        assert said == "VisualOverload"
    finally:
        environment.command("disable", "vlmeval")


def test_the_line_is_harmless_when_the_package_is_gone(environment: Environment, tmp_path: Path) -> None:
    environment.command("enable", "vlmeval")
    try:
        assert environment("print('started')") == "started"
        (tmp_path / "vlmeval.py").write_text("print('VLMEvalKit')")
        assert environment("import vlmeval", path=(tmp_path,)) == "VLMEvalKit"
    finally:
        environment.command("disable", "vlmeval")


def test_another_version_of_vlmevalkit_still_starts(environment: Environment, tmp_path: Path) -> None:
    (tmp_path / "vlmeval").mkdir()
    (tmp_path / "vlmeval" / "__init__.py").touch()
    (tmp_path / "vlmeval" / "dataset.py").write_text("MINE = 1")
    code = "import vlmeval_plugin.register as r; r.install(); import vlmeval.dataset as d; print(d.MINE)"
    said = environment(code, path=(tmp_path, ROOT))
    assert said.startswith("1\nvisualoverload: not added to vlmeval.dataset (") and "\nTraceback" not in said


def test_installing_twice_adds_one_finder(environment: Environment) -> None:
    code = (
        "import sys, vlmeval_plugin.register as r; r.install(); r.install();"
        "print(sum(isinstance(finder, r.Finder) for finder in sys.meta_path))"
    )
    assert environment(code, path=(ROOT,)) == "1"


def test_without_vlmevalkit_the_runner_says_what_to_install(environment: Environment) -> None:
    said = environment("-m", "vlmeval_plugin", "--data", "VisualOverload", path=(ROOT,), check=False)
    assert said.startswith("vlmeval_plugin: no VLMEvalKit here") and said.count("\n") == 0


def test_hosts_tell_what_is_there(environment: Environment) -> None:
    def row() -> str:
        lines = environment.command("hosts", "--format", "markdown").splitlines()
        return next(line for line in lines if "VLMEvalKit" in line)

    assert "| False |" in row() and "visualoverload[ms-vlmeval]" in row()
    environment.command("enable", "vlmeval")
    assert "| True |" in row()
    environment.command("disable", "vlmeval")


def test_the_folder_of_a_clone_is_a_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "vlmeval").mkdir()
    (tmp_path / "vlmeval" / "__init__.py").touch()
    (tmp_path / "run.py").touch()
    monkeypatch.chdir(tmp_path)
    said = CliRunner().invoke(app, ["hosts", "--format", "markdown"]).output
    assert f"clone {tmp_path}" in said and "python run.py --data VisualOverload" in said


def test_no_permission_is_one_line_with_another_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()  # nothing can be written below a file, whoever asks
    monkeypatch.setattr(enabling.sysconfig, "get_path", lambda _: str(tmp_path / "file" / "library"))
    with pytest.raises(OutputError, match=r"visualoverload-vlmeval.pth: cannot be written.*python -m vlmeval_plugin"):
        enabling.enable("vlmeval")
    with pytest.raises(OutputError, match="cannot be removed"):
        enabling.disable("vlmeval")


@pytest.mark.parametrize("command", [enabling.enable, enabling.disable, enabling.is_enabled])
def test_other_hosts_need_no_enabling(command: Callable[[str], object]) -> None:
    with pytest.raises(UsageError, match=r"host: 'lmms-eval'; expected vlmeval\. lmms-eval needs no enabling"):
        command("lmms-eval")
