"""Prompts as the paper prints them (appendices C and F)."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest
from builders import question

from visualoverload_tasks import prompts
from visualoverload_tasks.prompts import build_prompt, prompt_in, style_of

PUBLISHED = json.loads((Path(__file__).parent / "cases" / "prompts.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", PUBLISHED["cases"], ids=lambda case: case["why"])
def test_the_prompt_is_the_published_one(case: dict) -> None:
    style = case.get("style", "default")
    assert build_prompt(case["question_type"], case["question"], case["options"], style) == case["prompt"]


def test_the_default_prompt_is_the_one_of_the_dataset_whatever_the_template_says() -> None:
    asked = question("aa", prompt="Is it day?  Say A or B. ")
    assert prompt_in("default", asked) == "Is it day?  Say A or B. "
    assert prompt_in("cot", asked).startswith("Is it day? Options:\nA. yes\nB. no\nThink step by step.")


@pytest.mark.parametrize(
    ("styles", "found"),
    [
        (["default"], "default"),
        (["cot"], "cot"),
        (["default", "cot"], "other"),  # no run asks both
        (["cot", "mine"], "other"),
    ],
)
def test_the_style_of_a_run_is_the_one_of_all_its_prompts(styles: list[str], found: str) -> None:
    rows = [question("aa"), question("bb", "How many?", question_type="counting", options=(), category="counting")]
    texts = {"mine": f" {rows[0].question}"}
    asked = [texts.get(style) or f"{prompt_in(style, row)}\n" for style in styles for row in rows]
    assert style_of(asked, rows) == found


def test_the_example_in_the_documentation_is_true() -> None:
    assert doctest.testmod(prompts).failed == 0
