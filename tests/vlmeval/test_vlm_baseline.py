"""``visualoverload enable vlmeval``, then VLMEvalKit's own command on the demo, and ``disable`` again."""

from __future__ import annotations

import json
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from vlm_run import PLUGIN, Finished, Host

from visualoverload_tasks import POLICIES, evaluate, load_key, load_questions, make_policy
from visualoverload_tasks.enabling import disable, enable, is_enabled

KNOWN = "from vlmeval.dataset import SUPPORTED_DATASETS as d; print('known', 'VisualOverload_Demo' in d)"
LIBRARY = Path(sysconfig.get_path("purelib"))


def library() -> set[str]:
    return {path.name for path in LIBRARY.iterdir()}


@pytest.fixture(scope="module")
def runs(host: Host) -> Iterator[Callable[[str], Finished]]:
    before = is_enabled("vlmeval")
    disable("vlmeval")
    files = library()
    done = {}
    try:
        enable("vlmeval")
        assert library() - files == {"visualoverload-vlmeval.pth"}
        models = [f"VisualOverload-Baseline-{policy}" for policy in POLICIES]
        done["all"] = host.run("all", "-m", "vlmeval", "--data", "VisualOverload_Demo", "--model", *models)
        done["enabled"] = host.run("enabled", "-c", KNOWN)
        host.visualoverload("disable", "vlmeval")
        assert library() == files
        done["disabled"] = host.run("disabled", "-c", KNOWN)
        yield done.__getitem__
    finally:
        if before:
            enable("vlmeval")


@pytest.mark.parametrize("policy", POLICIES)
def test_every_baseline_scores_as_the_core_says(runs: Callable[[str], Finished], policy: str) -> None:
    run = runs("all")
    assert run.code == 0, run.text
    questions = load_questions("demo")
    key = load_key(None, questions)
    guess = make_policy(policy, questions, key)
    expected = evaluate(questions, {q.question_id: guess(q.question_id) for q in questions}, key).total
    model = Finished(0, run.text, run.output / f"VisualOverload-Baseline-{policy}")
    assert expected is not None
    assert model.status["metrics"]["total"] == expected.percent
    assert model.file("visualoverload_demo_*_submission.json").parent.name == "submissions"


def test_the_host_prints_the_scores(runs: Callable[[str], Finished]) -> None:
    table = runs("all").text.partition("Run Summary Report")[2]
    assert "VisualOverload_Demo  0.00% (0/60)       0.00% (0/60)       total" in table


def test_other_programs_know_the_datasets_as_long_as_they_are_enabled(runs: Callable[[str], Finished]) -> None:
    assert "known True" in runs("enabled").text
    assert "known False" in runs("disabled").text


def test_a_configuration_may_name_the_classes(host: Host) -> None:
    path = host.folder / "config.json"
    model = {"class": "VisualOverloadBaseline", "policy": "constant", "response": "B"}
    data = {"VisualOverload_Demo": {"class": "VisualOverload", "dataset": "VisualOverload_Demo"}}
    path.write_text(json.dumps({"model": {"always-B": model}, "data": data}))
    run = host.run("config", *PLUGIN, "--config", str(path))
    assert {row["response"] for row in run.read("responses")} == {"B"}
    assert run.status["primary_metric"] == "total"


def test_a_limited_run_says_so(host: Host) -> None:
    words = ("--data", "VisualOverload", "--model", "VisualOverload-Baseline-oracle", "--limit", "5")
    run = host.run("limit", *PLUGIN, *words)
    assert run.status["primary_metric"] == ["total", "counts|not_asked"]
    assert run.status["metrics"]["counts|not_asked"] == 5
    assert run.file("*_partial_submission.json")
