"""All variants in one process of VLMEvalKit: what reaches the model, what a second run reuses, and what is said."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import pytest
from variant_data import IMAGES, RIGHT, answers, digest, expected, say, write_data
from vlm_run import MODEL, PLUGIN, Finished, Host
from vlm_server import Server, serve

from visualoverload_tasks import VARIANTS, load_questions
from visualoverload_tasks.runs import read_run, recorded_data

DATASETS = {variant.task: variant.dataset for variant in VARIANTS if variant.task in IMAGES}
NEW = [name for task, name in DATASETS.items() if task != "visualoverload"]


def content(url: str | None) -> bytes | None:
    return None if url is None else Path(unquote(urlparse(url).path)).read_bytes()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return write_data(tmp_path_factory.mktemp("variants"))


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serve(lambda prompt, url: say(prompt, content(url))) as server:
        yield server


@pytest.fixture(scope="module")
def runs(
    host: Host, files: tuple[Path, Path], server: Server, start: Callable[..., Callable[[str], Any]]
) -> Callable[[str], Finished]:
    env = {"VISUALOVERLOAD_DATA": files[0], "VISUALOVERLOAD_KEY": files[1]}

    def ask(*datasets: str) -> Finished:
        words = ("--api-mode", "--local-media", "--reuse", "--data", *datasets)
        return host.ask("variants", server.url, *words, **env)

    def twice() -> tuple[Finished, int]:
        # Of the second run all but one dataset are new: it must take over the responses to that one and no others.
        ask("VisualOverload")
        return ask(*DATASETS.values()), len(server.prompts)

    def baseline() -> Finished:
        words = ("--data", *NEW, "--model", "VisualOverload-Baseline-oracle")
        return host.run("variants demo", *PLUGIN, *words, VISUALOVERLOAD_DATA="demo", VISUALOVERLOAD_KEY=None)

    return start({"asked": lambda: twice()[0], "demo": baseline})


def report_of(run: Finished, task: str) -> tuple[Path, dict[str, Any]]:
    found = [(path, json.loads(path.read_text())) for path in run.output.rglob("*_report.json")]
    newest = max(path for path, report in found if report["run"]["task"] == task)
    return newest, dict(found)[newest]


def test_the_model_gets_the_prompts_and_images_of_each_task_once(
    runs: Callable[[str], Finished], server: Server
) -> None:
    run = runs("asked")
    assert run.code == 0, run.text
    sent = Counter((prompt, digest(content(url))) for prompt, url in zip(server.prompts, server.shown))
    assert sent == sum((Counter(expected(task)) for task in IMAGES), Counter())
    assert server.kinds == {("image_url", "text"), ("text",)}


@pytest.mark.parametrize("task", IMAGES)
def test_each_task_has_its_own_answers_score_and_signature(runs: Callable[[str], Finished], task: str) -> None:
    path, report = report_of(runs("asked"), task)
    rows = json.loads(path.with_name(path.name.replace("_report.json", "_submission.json")).read_text())
    assert {row["question_id"]: row["response"] for row in rows} == answers(task)
    assert (report["scores"]["total"]["correct"], report["scores"]["total"]["units"]) == (RIGHT[task], 4)
    prompt = "cot" if task == "visualoverload_cot" else "default"
    assert f"|prompt:{prompt}|image:{IMAGES[task]}|" in report["signature"]
    assert path.name.startswith(f"{task}_{MODEL}_")


@pytest.mark.parametrize("task", IMAGES)
def test_the_table_is_known_again(runs: Callable[[str], Finished], files: tuple[Path, Path], task: str) -> None:
    table = runs("asked").file(f"{MODEL}_{DATASETS[task]}.tsv")
    assert recorded_data(table) == str(files[0])
    run = read_run(table, load_questions(files[0]))
    assert (run.prompt, run.image) == ("cot" if task == "visualoverload_cot" else "default", IMAGES[task])


def test_what_is_no_standard_score_says_so(runs: Callable[[str], Finished]) -> None:
    results = runs("asked").text  # in API mode nothing but what `evaluate` returns
    for name in ("CoT", "Blind", "Blind_Grey", "VGA", "HD", "FHD", "QHD"):
        assert f"VARIANT {name}: " in results


def test_the_demo_is_asked_in_every_variant_and_known_again(runs: Callable[[str], Finished], host: Host) -> None:
    run = runs("demo")
    assert run.code == 0, run.text
    for task in set(IMAGES) - {"visualoverload"}:
        _, report = report_of(run, task.replace("visualoverload", "visualoverload_demo"))
        assert report["scores"]["total"]["percent"] == 100
    table = run.file("VisualOverload-Baseline-oracle_VisualOverload_CoT.tsv")
    words = ("score", table, "--format", "json")
    scored = json.loads(host.visualoverload(*words, VISUALOVERLOAD_DATA=None, VISUALOVERLOAD_KEY=None).stdout)
    assert (scored["scores"]["total"]["percent"], scored["prompt"]) == (100, "cot")
