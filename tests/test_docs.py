"""The documentation is true: outputs, names and links."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_diagnosis import CASES

from visualoverload_tasks import extract_answer

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


def visualoverload(*args: str, home: Path) -> str:
    env = {name: value for name, value in os.environ.items() if not name.startswith("VISUALOVERLOAD")}
    command = [sys.executable, "-m", "visualoverload_tasks", *args]
    done = subprocess.run(command, capture_output=True, text=True, env={**env, "HF_HOME": str(home)}, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def normal(text: str) -> list[str]:
    """Lines without white space at the end, and without the data hash, which other JPEG encoders change."""
    lines = [re.sub(r"data:\w+|\|host:.*", "", line).rstrip() for line in text.strip().splitlines()]
    return [line for line in lines if line]


def test_the_report_on_the_first_screen_is_the_true_one(tmp_path: Path):
    start = README.index("            accuracy")
    assert normal(README[start : README.index("submission logs/")]) == normal(visualoverload("demo", home=tmp_path))


def test_the_python_example_runs(tmp_path: Path):
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code is not None
    env = {**os.environ, "HF_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code[1]], capture_output=True, text=True, env=env, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "value='12'" in done.stdout  # the last-mentioned integer


def test_every_command_of_the_table_exists(tmp_path: Path):
    named = set(re.findall(r"`visualoverload ([a-z]+(?: (?:build|check|leaderboard-issue))?)", README))
    assert {"demo", "score", "submission build", "submission check", "hosts"} <= named
    for command in sorted(named):
        visualoverload(*command.split(), "--help", home=tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_files_exist(page: Path):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target
    for target in re.findall(r"`(tests/[\w/.]+|benchmarks/[\w/.]+)`", page.read_text(encoding="utf-8")):
        assert (ROOT / target).exists(), target


def test_the_tasks_in_the_docs_are_the_tasks():
    page = (ROOT / "docs" / "lmms-eval.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `(visualoverload\w*)` \|", page, re.MULTILINE))
    assert listed == {path.stem for path in (ROOT / "lmms_eval_plugin" / "tasks").glob("*.yaml")}


def test_the_rules_in_the_docs_are_the_rules():
    cases = (ROOT / "tests" / "cases" / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    used = set()
    for case in map(json.loads, cases):
        used.add(extract_answer(case["response"], case["question_type"], case["options"]).rule)
    tables = [
        line.split("|")[1] for line in (ROOT / "docs" / "answers.md").read_text().splitlines() if line.startswith("| `")
    ]
    assert {rule for cell in tables for rule in re.findall(r"`([a-z-]+)`", cell)} == used


def test_every_metric_has_a_whole_card():
    cards = (ROOT / "docs" / "scoring.md").read_text(encoding="utf-8").split("\n# ")[0].split("\n## ")[1:]
    assert len(cards) == 9
    for card in cards:
        assert re.findall(r"^- \*\*(.+?)\*\*", card, re.MULTILINE) == [
            "Definition", "Source", "Unit, range", "Edge cases", "Published",
        ]  # fmt: skip


def test_the_findings_in_the_docs_are_the_findings():
    page = (ROOT / "docs" / "scoring.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `([a-z-]+)` \|", page.split("| finding |")[1], re.MULTILINE))
    assert named == {name for _, _, expected in CASES for name in expected} | {"contradicted-pairs"}
