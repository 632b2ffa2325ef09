"""All variants in one process of lmms-eval: what reaches the model, what is made of its responses, and what is said."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest
from chat_server import ChatServer, serve
from lmms_run import Finished, Host, Runs, Start
from variant_data import IMAGES, RIGHT, THOUGHT, answers, digest, expected, say, write_data

OTHERS = sorted(set(IMAGES) - {"visualoverload"})
RESOLUTIONS = ["visualoverload", *(f"visualoverload_{name}" for name in ("vga", "hd", "fhd", "qhd"))]


@pytest.fixture(scope="module")
def server() -> Iterator[ChatServer]:
    with serve(say) as chat:
        yield chat


@pytest.fixture(scope="module")
def runs(host: Host, server: ChatServer, tmp_path_factory: pytest.TempPathFactory, start: Start) -> Runs:
    data, key = write_data(tmp_path_factory.mktemp("variants"))
    env = {"VISUALOVERLOAD_DATA": data, "VISUALOVERLOAD_KEY": key}
    tasks = ",".join(["visualoverload_cot", "visualoverload_blind", "visualoverload_blind_grey"])
    wanted = f"model=tiny-vlm,base_url={server.url},max_retries=1,retry_backoff_s=0"

    def baseline() -> Finished:
        oracle = ("--model_args", "policy=oracle")
        return host.evaluate("variants_demo", *oracle, tasks=",".join(OTHERS), VISUALOVERLOAD_DATA="demo")

    return start(
        {
            "asked": lambda: host.evaluate(
                "variants", "--model_args", wanted, tasks=f"{tasks},visualoverload_resolutions", model="openai", **env
            ),
            "demo": baseline,
        }
    )


def run_of(runs: Runs, task: str) -> Finished:
    run = runs("asked")
    return Finished(run.process, run.output, task)


@pytest.mark.parametrize("task", IMAGES)
def test_the_model_gets_the_prompts_and_images_of_the_task(runs: Runs, server: ChatServer, task: str) -> None:
    runs("asked")
    sent = Counter((request.prompt, digest(request.image)) for request in server.requests)
    assert not Counter(expected(task)) - sent


def test_nothing_else_is_asked(runs: Runs, server: ChatServer) -> None:
    runs("asked")
    assert server.strange == []
    sent = Counter((request.prompt, digest(request.image)) for request in server.requests)
    assert sent == sum((Counter(expected(task)) for task in IMAGES), Counter())
    assert {request.kinds for request in server.requests if request.image is None} == {("text",)}


def test_only_thoughts_get_more_room(runs: Runs, server: ChatServer) -> None:
    runs("asked")
    room = {("step by step" in request.prompt, request.settings["max_tokens"]) for request in server.requests}
    assert room == {(True, 4096), (False, 512)}


@pytest.mark.parametrize("task", IMAGES)
def test_each_task_has_its_own_answers_score_and_signature(runs: Runs, task: str) -> None:
    run = run_of(runs, task)
    assert {row["question_id"]: row["response"] for row in run.read("submission")} == answers(task)
    report = run.read("report")
    assert (report["scores"]["total"]["correct"], report["scores"]["total"]["units"]) == (RIGHT[task], 4)
    assert run.metrics["total"] == 100 * RIGHT[task] / 4
    prompt = "cot" if task == "visualoverload_cot" else "default"
    assert f"|prompt:{prompt}|image:{IMAGES[task]}|" in report["signature"]
    assert run.file("submission").name.startswith(f"{task}_tiny-vlm_")


@pytest.mark.parametrize("task", ["visualoverload", "visualoverload_cot", "visualoverload_blind_grey"])
def test_our_command_knows_samples_and_submissions_again(runs: Runs, host: Host, task: str) -> None:
    run = run_of(runs, task)
    report = run.read("report")
    for file in (run.samples_file, run.file("submission")):
        words = ("score", file, "--format", "json", "--data", report["run"]["data"])
        scored = json.loads(host.visualoverload(*words))
        assert (scored["prompt"], scored["image"]) == (report["prompt"], report["image"])


def test_thoughts_are_kept_with_the_raw_responses(runs: Runs) -> None:
    run = run_of(runs, "visualoverload_cot")
    assert {row["question_id"]: row["response"] for row in run.read("responses")} == THOUGHT
    assert run.metrics["unparsed"] == 1  # the thought that never ends


def test_what_is_no_standard_score_says_so(runs: Runs) -> None:
    text = runs("asked").process.stdout
    for name in ("CoT", "Blind", "Blind_Grey", "VGA", "HD", "FHD", "QHD"):
        assert text.count(f"VARIANT {name}: ") == 1
    assert text.count("VARIANT") == 7 and text.count("signature data:") == 8


def test_the_group_has_the_rows_of_its_tasks_and_none_of_its_own(runs: Runs) -> None:
    run = run_of(runs, "visualoverload_resolutions")
    assert run.table == {"": ""}
    results = json.loads(run.one("*_results.json").read_text())
    assert sorted(results["group_subtasks"]["visualoverload_resolutions"]) == sorted(RESOLUTIONS)


def test_the_demo_is_asked_in_every_variant_and_known_again(runs: Runs, host: Host) -> None:
    run = runs("demo")
    for task in OTHERS:
        of = Finished(run.process, run.output, task)
        assert of.metrics["total"] == 100
        demo = Finished(run.process, run.output, task.replace("visualoverload", "visualoverload_demo"))
        assert demo.file("submission").name.startswith(f"{demo.task}_visualoverload-baseline-oracle_")
    cot = Finished(run.process, run.output, "visualoverload_cot")
    scored = json.loads(host.visualoverload("score", cot.samples_file, "--format", "json", VISUALOVERLOAD_DATA=None))
    assert scored["scores"]["total"]["percent"] == 100 and scored["prompt"] == "cot"
