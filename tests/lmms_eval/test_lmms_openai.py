"""Runs with lmms-eval's OpenAI-compatible backend: what reaches the model, and what becomes of all that it may say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from chat_server import FAIL, ChatServer, serve
from lmms_data import BY_ID, IDS, ORACLE, PAINTINGS, ROWS, pixels
from lmms_run import Finished, Host, Runs, Start

# One response of every kind that can go wrong, among right and wrong ones.
SCRIPT: dict[str, str | int | None] = {
    "5e100000": "A",  # right
    "00001234": "<think>The dog might be real, so B. Answer: B</think>\nA",  # right: thinking does not count
    "1e309999": "3",  # right
    "0a0b0c0d": "1800",  # right
    "12345678": None,  # missing
    "00000000": "<think>It could be A, but the",  # unparsed: cut off while thinking, so half of its pair is wrong
    "deadbeef": "yes",  # right, but its opposite is not
    "99e99999": "",  # missing
    "7f7f7f7f": FAIL,  # failed
    "cafe0001": "The answer is (A).",  # right
    "cafe0002": "B",  # right
    "e0000001": "B",  # wrong
    "0e000000": "There are 2 dogs.",  # wrong
    "00000007": "C. blue",  # wrong
}
TEXTS = {q: "" if said is None else said for q, said in SCRIPT.items() if said != FAIL}


def ask(host: Host, server: ChatServer, name: str, *args: object, **env: str | Path) -> Finished:
    wanted = f"model=tiny-vlm,base_url={server.url},max_retries=1,retry_backoff_s=0"
    return host.evaluate(name, "--model_args", wanted, *args, model="openai", **env)


@pytest.fixture(scope="module")
def servers() -> Iterator[SimpleNamespace]:
    with ExitStack() as stack:
        scripts = {"mixed": SCRIPT, "jpeg": ORACLE, "simple": ORACLE}
        yield SimpleNamespace(**{name: stack.enter_context(serve(script)) for name, script in scripts.items()})


@pytest.fixture(scope="module")
def ask_jpeg(host: Host, key: Path, servers: SimpleNamespace) -> Callable[[str], Finished]:
    """A run that sends JPEG and keeps the responses in lmms-eval's own cache."""
    cache = ("--use_cache", host.folder / "responses")
    return lambda name: ask(host, servers.jpeg, name, *cache, VISUALOVERLOAD_KEY=key, LMMS_IMAGE_ENCODE_FORMAT="JPEG")


@pytest.fixture(scope="module")
def runs(host: Host, key: Path, servers: SimpleNamespace, ask_jpeg: Callable[[str], Finished], start: Start) -> Runs:
    return start(
        {
            "mixed": lambda: ask(host, servers.mixed, "mixed", VISUALOVERLOAD_KEY=key),
            "jpeg": lambda: ask_jpeg("jpeg"),
            "simple": lambda: ask(host, servers.simple, "simple", "--force_simple", VISUALOVERLOAD_KEY=key),
        }
    )


@pytest.mark.parametrize("name", ["mixed", "jpeg", "simple"])
def test_every_question_is_asked_once_with_the_prompt_of_the_dataset(
    runs: Runs, servers: SimpleNamespace, name: str
) -> None:
    runs(name)
    server: ChatServer = getattr(servers, name)
    assert server.strange == []
    assert sorted(request.question_id for request in server.requests) == sorted(IDS)
    assert {request.question_id: request.prompt for request in server.requests} == {
        row.question_id: row.prompt for row in ROWS
    }


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("mixed", ("image_url", "text")),
        ("jpeg", ("image_url", "text")),
        ("simple", ("text", "image_url")),  # lmms-eval's older backends turn the order round
    ],
)
def test_order_of_image_and_text(runs: Runs, servers: SimpleNamespace, name: str, kinds: tuple[str, ...]) -> None:
    runs(name)
    assert {request.kinds for request in getattr(servers, name).requests} == {kinds}


@pytest.mark.parametrize("name", ["mixed", "simple"])
def test_pixels_are_those_of_the_painting(runs: Runs, servers: SimpleNamespace, name: str) -> None:
    runs(name)
    for request in getattr(servers, name).requests:
        assert request.mime == "image/png"
        np.testing.assert_array_equal(pixels(request.image), pixels(PAINTINGS[BY_ID[request.question_id].painting]))


def test_jpeg_is_the_file_of_the_dataset(runs: Runs, servers: SimpleNamespace) -> None:
    runs("jpeg")
    sent = {request.question_id: (request.mime, sha256(request.image).hexdigest()) for request in servers.jpeg.requests}
    assert sent == {row.question_id: ("image/jpeg", sha256(PAINTINGS[row.painting]).hexdigest()) for row in ROWS}


def test_generation_is_greedy_and_long_enough_to_answer(runs: Runs, servers: SimpleNamespace) -> None:
    runs("mixed")
    settings = {tuple(sorted(request.settings.items())) for request in servers.mixed.requests}
    assert settings == {(("max_tokens", 512), ("model", "tiny-vlm"), ("temperature", 0))}


def test_responses_are_kept_as_they_came(runs: Runs) -> None:
    run = runs("mixed")
    kept = {row["question_id"]: row["response"] for row in run.read("responses")}
    assert list(kept) == IDS
    assert {q: kept[q] for q in TEXTS} == TEXTS
    assert kept["7f7f7f7f"] == ""  # never the host's failure text, in which the server would look for an answer
    logged = {q: record["response"] for q, record in run.records.items()}
    assert {q: logged[q] for q in TEXTS} == TEXTS
    assert logged["7f7f7f7f"].startswith("[LMMS_EVAL_REQUEST_FAILED after 1 retries]")


def test_scores_are_those_of_the_script(runs: Runs) -> None:
    # Right are 1e309999, 0a0b0c0d, and both of the pairs 5e100000/00001234 and cafe0001/cafe0002; each pair counts
    # once, with the harder of its difficulties.
    expected = {
        "activity": 0 / 1,
        "attributes": 0 / 2,
        "counting": 1 / 3,
        "ocr": 1 / 2,
        "reasoning": 1 / 1,
        "scene": 1 / 2,
        "easy": 0 / 3,
        "medium": 2 / 5,
        "hard": 2 / 3,
        "total": 4 / 11,
        "consistency": 2 / 3,
    }
    run = runs("mixed")
    assert {name: run.metrics[name] for name in expected} == pytest.approx({n: 100 * v for n, v in expected.items()})
    # 3 of 3 dogs, none said for 0 of 0 (counts as 0), 2 for 1.
    assert run.metrics["counting_rmse"] == pytest.approx((1 / 3) ** 0.5)
    assert run.metrics["ocr_edit_distance"] == pytest.approx(1 / 2)


def test_gaps_are_counted_apart_and_make_the_run_partial(runs: Runs, host: Host) -> None:
    run = runs("mixed")
    assert {name: run.metrics[name] for name in ("unparsed", "failed", "missing")} == {
        "unparsed": 1,
        "failed": 1,
        "missing": 2,
    }
    report = run.read("report")
    assert report["counts"] | {"ok": 10, "not_asked": 0, "incomplete_pairs": 0, "partial": True} == report["counts"]
    assert report["gaps"] == {
        "unparsed": ["00000000"],
        "failed": ["7f7f7f7f"],
        "missing": ["12345678", "99e99999"],
        "not_asked": [],
    }
    assert "_tiny-vlm_" in run.file("submission").name and "_partial_" in run.file("submission").name
    flaws = host.visualoverload("submission", "check", run.file("submission"), code=1)
    assert [q for q in IDS if q in flaws] == ["12345678", "99e99999", "7f7f7f7f"]


def test_submission_holds_answers_and_never_a_failure_text(runs: Runs) -> None:
    answers = {row["question_id"]: row["response"] for row in runs("mixed").read("submission")}
    assert list(answers) == IDS
    assert (answers["00001234"], answers["cafe0001"], answers["0e000000"], answers["00000007"]) == ("A", "A", "2", "C")
    assert answers["7f7f7f7f"] == answers["12345678"] == answers["99e99999"] == ""


@pytest.mark.parametrize("name", ["jpeg", "simple"])
def test_right_responses_score_full(runs: Runs, name: str) -> None:
    assert runs(name).metrics["total"] == 100
    assert "partial" not in runs(name).file("submission").name


def test_cached_responses_are_not_asked_for_again(
    runs: Runs, servers: SimpleNamespace, ask_jpeg: Callable[[str], Finished]
) -> None:
    first = runs("jpeg")
    asked = len(servers.jpeg.requests)
    again = ask_jpeg("jpeg_again")
    assert len(servers.jpeg.requests) == asked
    assert again.file("submission").read_bytes() == first.file("submission").read_bytes()
    assert again.read("report") == first.read("report")
