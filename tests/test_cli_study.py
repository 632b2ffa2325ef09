"""The command ``visualoverload study``, its page, and the names of runs."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from visualoverload_tasks import load_key, load_questions, make_policy
from visualoverload_tasks.cli import app
from visualoverload_tasks.errors import UsageError, VisualOverloadError
from visualoverload_tasks.studies import STUDIES, read_cohort

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "studies.md").read_text(encoding="utf-8")
pytestmark = pytest.mark.usefixtures("one_cache")
NAMES = [kind.about.name for kind in STUDIES]


def visualoverload(*args: object) -> Result:
    return CliRunner().invoke(app, [str(arg) for arg in args], catch_exceptions=True)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The imitated runs of the documentation."""
    folder = tmp_path_factory.mktemp("imitated") / "runs"
    subprocess.run([sys.executable, ROOT / "docs" / "studies" / "imitate.py", folder], check=True, timeout=120)
    return folder


def submission(path: Path, policy: str) -> Path:
    rows = load_questions("demo")
    say = make_policy(policy, rows, load_key(None, rows))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([{"question_id": q.question_id, "response": say(q.question_id)} for q in rows]))
    return path


def test_without_arguments_it_lists_the_studies_and_what_each_needs() -> None:
    listed = json.loads(visualoverload("study", "--format", "json").stdout)
    assert [one["study"] for one in listed] == NAMES
    assert {one["study"] for one in listed if "a key" not in one["needs"]} == {"consistency", "agreement"}


def test_json_holds_all_figures_and_every_runs_signature(runs: Path) -> None:
    files = sorted(runs.glob("*/*_visualoverload.jsonl"))
    shown = json.loads(visualoverload("study", "all", *files, "--format", "json").stdout)
    assert [one["name"] for one in shown["studies"]] == NAMES
    assert [run["name"] for run in shown["runs"]] == [file.parent.name for file in files]
    assert all(run["signature"].startswith("data:") for run in shown["runs"])
    lacking = {one["name"] for one in shown["studies"] if one["lacks"]}
    assert lacking == {"blind", "resolution", "cot"}
    counting = next(one for one in shown["studies"] if one["name"] == "counting")
    assert set(counting["tables"][0]) == {"headers", "rows", "caption", "decimals"}


@pytest.mark.parametrize("format", ["table", "markdown"])
def test_what_people_read_is_signed_and_rounded(runs: Path, format: str) -> None:
    (file,) = runs.glob("imitation-60/*_visualoverload.jsonl")
    done = visualoverload("study", "counting", file, "--format", format)
    assert done.exit_code == 0
    assert "imitation-60: signature data:" in done.stdout
    assert re.search(r"imitation-60[ |]+6[ |]+0[ |]+\d+\.\d[ |]+\[\d+\.\d, \d+\.\d\]", done.stdout)
    if format == "table":
        assert max(len(line) for line in done.stdout.splitlines() if "signature" not in line) <= 80


def test_a_study_that_lacks_something_says_what_and_exits_with_2(tmp_path: Path) -> None:
    done = visualoverload("study", "tiers", submission(tmp_path / "a.json", "random"), "--data", "demo")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "study tiers lacks 5 runs or more on the paintings as published, here are 1" in done.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["accuracy", "a.json"], "study: 'accuracy'; expected one of 'consistency', "),
        (["counting"], "study counting: no run; expected one or more"),
        (["counting", "a.json", "--figure", "a.pdf"], "a.pdf: a figure as '.pdf'; expected a name that ends with"),
        (["counting", "a.json", "--figure", "/dev/null/a.svg"], "/dev/null/a.svg: cannot be written"),
        (["all", "a.json", "--figure", "a.svg"], "--figure: the figures of 12 studies; expected one study"),
    ],
)
def test_mistakes_are_one_line(args: list[str], said: str) -> None:
    error = visualoverload("study", *args).exception
    assert isinstance(error, VisualOverloadError) and str(error).startswith(said)


def test_several_figures_are_several_files(runs: Path, tmp_path: Path) -> None:
    files = [*runs.glob("imitation-75/*.jsonl")]
    other = tmp_path / "another"
    other.mkdir()
    for file in files:
        (other / file.name).write_bytes(file.read_bytes())
    done = visualoverload("study", "resolution", *files, *other.glob("*"), "--figure", tmp_path / "r.png")
    assert done.exit_code == 0
    assert {path.name for path in tmp_path.glob("*.png")} == {"r.png", "r-2.png"}
    assert (tmp_path / "r-2.png").read_bytes().startswith(b"\x89PNG")


# --- names of runs


def test_runs_of_one_name_get_what_their_paths_differ_in(tmp_path: Path) -> None:
    files = [submission(tmp_path / name, "random") for name in ("a/x/run.json", "b/x/run.json", "a/y/one.json")]
    assert [run.name for run in read_cohort(files, load_questions("demo")).runs] == ["run [a/x]", "run [b/x]", "one"]


def test_runs_of_one_model_in_one_folder_get_their_files(runs: Path, tmp_path: Path) -> None:
    (file,) = runs.glob("imitation-60/*_visualoverload.jsonl")
    for day in ("1", "2"):
        (tmp_path / "m").mkdir(exist_ok=True)
        (tmp_path / "m" / f"{day}_samples_visualoverload.jsonl").write_bytes(file.read_bytes())
    cohort = read_cohort(sorted((tmp_path / "m").iterdir()), load_questions("demo"))
    assert [run.name for run in cohort.runs] == [
        "m [1_samples_visualoverload.jsonl]",
        "m [2_samples_visualoverload.jsonl]",
    ]


def test_a_submission_is_named_by_the_report_beside_it_or_by_its_file(tmp_path: Path) -> None:
    files = [submission(tmp_path / f"{name}_submission.json", "random") for name in ("a", "b", "c")]
    (tmp_path / "a_report.json").write_text(json.dumps({"run": {"model": "Qwen"}}))
    (tmp_path / "b_report.json").write_text("no JSON")
    assert [run.name for run in read_cohort(files, load_questions("demo")).runs] == ["Qwen", "b", "c"]


def test_variants_are_part_of_the_name(runs: Path) -> None:
    names = {run.name for run in read_cohort([*runs.glob("imitation-75/*")], load_questions("demo")).runs}
    variants = ("blind", "grey", "cot", "vga", "hd", "fhd", "qhd")
    assert names == {"imitation-75", *(f"imitation-75 ({variant})" for variant in variants)}


def test_the_same_file_twice_is_refused(tmp_path: Path) -> None:
    file = submission(tmp_path / "a.json", "random")
    (tmp_path / "link.json").symlink_to(file)
    with pytest.raises(UsageError, match="the same run more than once"):
        read_cohort([file, tmp_path / "link.json"], load_questions("demo"))


# --- docs/studies.md


def commands() -> dict[str, str]:
    return {line.split()[2]: line for line in re.findall(r"^\$ (visualoverload study [a-z]+ .*)$", PAGE, re.MULTILINE)}


def test_each_study_has_one_command_and_one_picture() -> None:
    assert list(commands()) == NAMES
    assert re.findall(r"\]\(studies/(\w+)\.svg\)", PAGE) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_commands_draw_the_pictures(name: str, runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = []
    for word in shlex.split(commands()[name])[1:]:
        said += [str(runs.parent / found.relative_to(runs.parent)) for found in sorted(runs.parent.glob(word))] or [
            word
        ]
    monkeypatch.chdir(tmp_path)
    done = visualoverload(*said)
    assert done.exit_code == 0, done.stderr
    drawn = (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
    kept = (ROOT / "docs" / "studies" / f"{name}.svg").read_text(encoding="utf-8")
    assert words(drawn) == words(kept)


def words(svg: str) -> list[str]:
    """The names in a figure; numbers of the axes are up to the version of matplotlib."""
    return sorted(text for text in re.findall(r"<text[^>]*>([^<]*)<", svg) if re.search("[a-z]", text))


def test_the_python_example_runs(
    runs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(runs.parent)
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code is not None
    exec(code[1], {})
    assert "consistency ('imitation-30', 'reasoning'" in capsys.readouterr().out
