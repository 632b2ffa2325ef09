"""Prompts as the paper prints them (appendix C)."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest

from visualoverload_tasks import prompts
from visualoverload_tasks.prompts import build_prompt

PUBLISHED = json.loads((Path(__file__).parent / "cases" / "prompts.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", PUBLISHED["cases"], ids=lambda case: case["why"])
def test_the_prompt_is_the_published_one(case: dict) -> None:
    assert build_prompt(case["question_type"], case["question"], case["options"]) == case["prompt"]


def test_the_example_in_the_documentation_is_true() -> None:
    assert doctest.testmod(prompts).failed == 0
