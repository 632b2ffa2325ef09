"""One list of tasks: both hosts, the documents and the names of files follow it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from visualoverload_tasks.variants import VARIANTS, describe_variant, variant_named, variant_of
from vlmeval_plugin.sources import DATASETS, dataset_of

ROOT = Path(__file__).parents[1]
YAMLS = {path.stem: path.read_text() for path in (ROOT / "lmms_eval_plugin" / "tasks").glob("*.yaml")}
GROUP = YAMLS.pop("visualoverload_resolutions")
TASKS = [variant.task for variant in VARIANTS]


def test_the_names_are_the_promised_ones() -> None:
    suffixes = ["", "_CoT", "_Blind", "_Blind_Grey", "_VGA", "_HD", "_FHD", "_QHD", "_Demo"]
    assert [variant.dataset for variant in VARIANTS] == [f"VisualOverload{suffix}" for suffix in suffixes]
    assert [f"visualoverload{suffix.lower()}" for suffix in suffixes] == TASKS


def test_every_variant_is_a_task_of_lmms_eval_by_its_own_name() -> None:
    assert sorted(YAMLS) == sorted(TASKS)
    for task, text in YAMLS.items():
        assert text.startswith(
            f"include: _visualoverload_template_yaml\ntask: {task}\n"
            f"process_docs: !function lmms_eval_plugin.docs.{task}\n"
        )


def test_the_group_has_every_resolution_and_the_original() -> None:
    grouped = re.findall(r"^  - (\w+)$", GROUP, re.MULTILINE)
    assert grouped == [f"visualoverload_{name}" for name in ("vga", "hd", "fhd", "qhd")] + ["visualoverload"]


def test_every_variant_is_a_dataset_of_vlmevalkit() -> None:
    assert list(DATASETS.values()) == list(VARIANTS)
    for name in DATASETS:
        assert dataset_of(Path(f"Qwen_VisualOverload_x_{name}.tsv")) == name
        assert dataset_of(Path(f"{name}.tsv")) is None


def test_the_page_lists_every_dataset() -> None:
    page = (ROOT / "docs" / "vlmeval.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(VisualOverload\w*)` \|", page, re.MULTILINE) == list(DATASETS)


def test_names_lead_to_their_variant() -> None:
    for variant in VARIANTS:
        assert variant_named(variant.task) is variant_named(variant.dataset) is variant
    assert variant_named("visualoverload_4k") is variant_named(None) is None


@pytest.mark.parametrize(
    ("prompt", "image", "task"),
    [
        ("default", "original", "visualoverload"),
        ("cot", "original", "visualoverload_cot"),
        ("default", "none", "visualoverload_blind"),
        ("default", "vga", "visualoverload_vga"),
        ("other", "vga", "visualoverload_vga"),  # what is known must show, whatever else was changed
        ("cot", "vga", "visualoverload_vga"),
        ("other", "original", "visualoverload"),
        (None, None, "visualoverload"),
        ("cot", None, "visualoverload_cot"),
        (None, "grey", "visualoverload_blind_grey"),
    ],
)
def test_a_run_is_named_by_what_is_known_of_it(prompt: str | None, image: str | None, task: str) -> None:
    assert variant_of(prompt, image).task == task
    assert (describe_variant(prompt, image) is None) == (task == "visualoverload")


def test_the_line_says_what_was_changed() -> None:
    line = "VARIANT FHD: at most 2.1 megapixels a painting (1920 x 1080); no standard score"
    assert describe_variant("default", "fhd") == line
    assert all(len(describe_variant(one.prompt, one.image) or "") <= 80 for one in VARIANTS)
