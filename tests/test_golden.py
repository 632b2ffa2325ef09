"""No score moves under an old version (``tests/golden/make.py`` says what this can tell and what not)."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from golden.make import COMMAND, CONSTANTS, EXPECTED, complaints, make

from visualoverload_tasks import evaluate


@pytest.fixture(scope="module")
def recorded() -> dict[str, Any]:
    return json.loads(EXPECTED.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def today(recorded: dict[str, Any]) -> dict[str, Any]:
    return make(recorded)


def test_what_changed_has_a_new_version(recorded: dict[str, Any], today: dict[str, Any]) -> None:
    assert list(complaints(recorded, today)) == []


def test_what_is_recorded_was_made_with_the_versions_of_today(recorded: dict[str, Any], today: dict[str, Any]) -> None:
    assert recorded["versions"] == today["versions"], f"regenerate with `{COMMAND}`"


@pytest.mark.parametrize(
    ("part", "place"),
    [
        ("answers", ("99dc4e0f", "value")),
        ("answers", ("99dc4e0f", "rule")),
        ("scores", ("with_key", "scores", "total", "correct")),
        ("scores", ("with_key", "scores", "total", "ci95", 0)),
        ("scores", ("without_key", "bound", "total", "possible")),
        ("pairs", (0, 1)),
    ],
)
def test_a_change_is_told_unless_its_version_changed_too(recorded: dict, today: dict, part: str, place: tuple) -> None:
    changed = copy.deepcopy(today)
    inner = changed[part]
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = "changed"
    (line,) = complaints(recorded, changed)
    assert line.startswith(f"{part} changed at 1 places") and f"bump {CONSTANTS[part]}" in line and COMMAND in line
    changed["versions"][part] = "next"
    assert list(complaints(recorded, changed)) == []


def test_a_new_field_of_the_report_moves_no_score(recorded: dict[str, Any], today: dict[str, Any]) -> None:
    more = copy.deepcopy(today)
    more["scores"]["with_key"]["another"] = {"figure": 1}
    assert list(complaints(recorded, more)) == []


def test_the_versions_are_in_the_signature(today: dict[str, Any]) -> None:
    fields = evaluate([], {}).signature.split("|")
    versions = today["versions"]
    named = {f"answers:{versions['answers']}", f"pairs:inferred{versions['pairs']}", f"metrics:{versions['scores']}"}
    assert named <= set(fields)


def test_the_responses_are_varied(recorded: dict[str, Any]) -> None:
    """A detector that sees few rules and only right answers detects little."""
    answers = recorded["answers"].values()
    assert len({answer["rule"] for answer in answers}) >= 15
    assert {answer["status"] for answer in answers} == {"ok", "unparsed", "failed", "missing"}
    total = recorded["scores"]["with_key"]["scores"]["total"]
    assert 0.2 < total["correct"] / total["units"] < 0.8
