"""Runs of VLMEvalKit on an OpenAI-compatible server: what it is asked, what is scored, and what a second run asks."""

from __future__ import annotations

import base64
import hashlib
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from builders import RIGHT, SMALL_KEY, small_rows, write_dataset
from PIL import Image
from vlm_run import MODEL, Finished, Host, asking, kill
from vlm_server import Server, serve

PROMPTS = {row["question_id"]: row["default_prompt"] for row in small_rows()}
IMAGES = {row["default_prompt"]: row["image"]["bytes"] for row in small_rows()}
# One of a pair wrong, so the pair is; a number in a sentence; the rest right: 7 of 8 units.
SAID = RIGHT | {"00001234": "A", "59628a3d": "I can see 3 dogs."}
SCRIPT: dict[str, str | None] = {PROMPTS[question_id]: response for question_id, response in SAID.items()}
FAILING = SCRIPT | {PROMPTS["948a5196"]: None}


class Asked:
    """Several runs in one folder, each with its own server."""

    def __init__(self, host: Host, name: str) -> None:
        self.host, self.name = host, name
        self.servers: list[Server] = []
        self.runs: list[Finished] = []

    def __call__(self, *words: str, script: dict[str, str | None] = SCRIPT, **env: str | Path | None) -> Asked:
        with serve(script) as server:
            self.runs.append(self.host.ask(self.name, server.url, *words, **env))
            self.servers.append(server)
        return self

    def killed(self, *words: str, after: int) -> Asked:
        """A run that is killed while the server waits with its next response."""
        with serve(SCRIPT, stop_after=after) as server:
            process = self.host.start(self.name, *asking(server.url), *words)
            assert server.stopped.wait(120), self.host.printed(self.name)
            kill(process)
            self.servers.append(server)
        return self


@pytest.fixture(scope="module")
def asked(
    host: Host, start: Callable[..., Callable[[str], Asked]], tmp_path_factory: pytest.TempPathFactory
) -> Iterator:
    def of(name: str) -> Asked:
        return Asked(host, name)

    other = write_dataset(tmp_path_factory.mktemp("other"), small_rows()[::-1])
    yield start(
        {
            "local": lambda: of("local")()("--reuse"),
            "api": lambda: of("api")("--api-mode", "--local-media")("--api-mode", "--reuse"),
            "json": lambda: of("json")(PRED_FORMAT="json")("--reuse", PRED_FORMAT="json"),
            "api json": lambda: of("api json")("--api-mode", PRED_FORMAT="json", EVAL_FORMAT="json")(
                "--api-mode", "--reuse", PRED_FORMAT="json", EVAL_FORMAT="json"
            ),
            "killed": lambda: of("killed").killed("--api-nproc", "1", after=4)("--reuse"),
            "killed api": lambda: of("killed api").killed("--api-mode", "--api-nproc", "1", after=4)(
                "--api-mode", "--reuse"
            ),
            "failed": lambda: of("failed")("--api-mode", script=FAILING)("--api-mode", "--reuse"),
            "infer": lambda: of("infer")("--mode", "infer", PRED_FORMAT="xlsx")("--mode", "eval", PRED_FORMAT="xlsx"),
            "no key": lambda: of("no key")("--api-mode", script=FAILING, VISUALOVERLOAD_KEY=None),
            "other data": lambda: of("other data")()("--reuse", VISUALOVERLOAD_DATA=other),
        }
    )


COMPLETE = ("local", "api", "json", "api json", "killed", "killed api", "infer")


@pytest.mark.parametrize("name", COMPLETE)
def test_the_scores_are_those_worked_out_by_hand(asked: Callable[[str], Asked], name: str) -> None:
    run = asked(name).runs[-1]
    assert run.code == 0, run.text
    assert run.status["metrics"]["total"] == 87.5
    assert run.status["metrics"] | {"category|scene": 0.0, "category|reasoning": 100.0} == run.status["metrics"]
    assert run.status["primary_metric"] == "total"
    assert run.read("report")["scores"]["total"]["correct"] == 7


@pytest.mark.parametrize("name", COMPLETE)
def test_every_question_is_asked_once_with_the_prompt_of_the_dataset(asked: Callable[[str], Asked], name: str) -> None:
    prompts = [prompt for server in asked(name).servers for prompt in server.prompts]
    assert sorted(prompts) == sorted(PROMPTS.values())
    assert {kinds for server in asked(name).servers for kinds in server.kinds} == {("image_url", "text")}


@pytest.mark.parametrize("name", ["local", "api", "json", "api json"])
def test_a_second_run_with_reuse_asks_nothing_and_says_the_same(asked: Callable[[str], Asked], name: str) -> None:
    first, second = asked(name).runs
    assert [len(server.prompts) for server in asked(name).servers] == [10, 0]
    files = sorted(first.output.rglob("*_submission.json"))
    assert len(files) == 2 and files[0].read_bytes() == files[1].read_bytes()
    assert second.status["metrics"] == first.status["metrics"]


@pytest.mark.parametrize("name", ["killed", "killed api"])
def test_a_killed_run_asks_only_the_rest_and_loses_nothing(asked: Callable[[str], Asked], name: str) -> None:
    assert [len(server.prompts) for server in asked(name).servers] == [4, 6]
    (run,) = asked(name).runs
    assert {row["question_id"]: row["response"] for row in run.read("responses")} == SAID


@pytest.mark.parametrize("name", COMPLETE)
def test_the_submission_has_every_answer_in_dataset_order(asked: Callable[[str], Asked], name: str, host: Host) -> None:
    run = asked(name).runs[-1]
    answers = {question_id: SAID[question_id] for question_id in PROMPTS} | {"59628a3d": "3"}
    assert run.read("submission") == [{"question_id": q, "response": response} for q, response in answers.items()]
    host.visualoverload("submission", "check", run.file("*_submission.json"))


def test_the_original_file_reaches_a_server_that_takes_paths(asked: Callable[[str], Asked]) -> None:
    for prompt, url in asked("api").servers[0].images.items():
        sent = Path(unquote(urlparse(url).path)).read_bytes()
        assert hashlib.sha256(sent).digest() == hashlib.sha256(IMAGES[prompt]).digest()


def test_other_servers_get_vlmevalkits_own_jpeg_of_it(asked: Callable[[str], Asked]) -> None:
    url = next(iter(asked("local").servers[0].images.values()))
    with Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))) as image:
        assert image.format == "JPEG"


def test_results_and_files_are_told_in_the_end(asked: Callable[[str], Asked]) -> None:
    run = asked("local").runs[0]
    table = run.text.partition("Run Summary Report")[2]
    assert "VisualOverload  0.00% (0/10)       0.00% (0/10)       total" in table and "87.5" in table
    assert '"submission": "' + str(run.output / MODEL / "submissions") in run.text
    api = asked("api").runs[0]  # where the output of `evaluate` goes to a log
    assert '"submission": "' in api.text and '"total": 87.5' in api.text


def test_a_failed_request_is_a_gap_that_a_second_run_fills(asked: Callable[[str], Asked]) -> None:
    first, second = asked("failed").runs
    assert "VisualOverload  10.00% (1/10)      0.00% (0/10)" in first.text
    assert "counts|failed" in first.text.partition("Run Summary Report")[2]
    assert first.file("*_partial_submission.json")
    assert asked("failed").servers[1].prompts == [PROMPTS["948a5196"]]
    assert second.status["metrics"]["total"] == 87.5


def test_without_a_key_there_is_no_accuracy(asked: Callable[[str], Asked]) -> None:
    (run,) = asked("no key").runs
    names = run.status["metrics"]
    assert not [name for name in names if name.split("|")[0] in ("total", "category", "difficulty", "counting_rmse")]
    assert run.status["primary_metric"] == ["consistency|overall", "counts|failed"]
    assert names["consistency|overall"] == 50.0
    assert run.read("report")["scores"] is None
    assert "judge" not in run.text.partition("Eval Start")[2].lower().replace("judge_fail_rate", "")


def test_inference_alone_leaves_what_the_commands_take(
    asked: Callable[[str], Asked], host: Host, tmp_path: Path
) -> None:
    run = asked("infer").runs[0]
    table = run.file(f"{MODEL}_VisualOverload.xlsx")
    scored = json.loads(host.visualoverload("score", table, "--format", "json").stdout)
    assert scored["scores"]["total"]["percent"] == 87.5
    built = host.visualoverload("submission", "build", table, "--output", tmp_path).stdout.splitlines()
    assert Path(built[0]).name.startswith(f"visualoverload_{MODEL}_")
    assert Path(built[0]).read_bytes() == asked("infer").runs[1].file("*_submission.json").read_bytes()


def test_responses_to_other_questions_are_not_taken_for_responses_to_these(asked: Callable[[str], Asked]) -> None:
    run = asked("other data").runs[1]
    assert run.code == 2
    assert "index '0' asks" in run.text and "Traceback" not in run.text
    assert asked("other data").servers[1].prompts == []


def test_a_key_that_does_not_fit_stops_the_run_before_the_model_is_asked(host: Host, tmp_path: Path) -> None:
    (tmp_path / "key.json").write_text(json.dumps({**SMALL_KEY, "59628a3d": "many"}))
    with serve(SCRIPT) as server:
        run = host.ask("wrong key", server.url, VISUALOVERLOAD_KEY=tmp_path / "key.json")
    assert (run.code, server.prompts) == (2, [])
    assert "answer 'many' for question '59628a3d'" in run.text and "Traceback" not in run.text
