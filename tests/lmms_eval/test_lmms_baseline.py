"""Whole runs with the baseline backend: what lmms-eval shows and saves, and what our command makes of its files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from lmms_data import BY_ID, IDS, ORACLE, ROWS
from lmms_run import PYTHON_M, Finished, Host, Runs, Start

CATEGORIES = ("activity", "attributes", "counting", "ocr", "reasoning", "scene")
ACCURACIES = (*CATEGORIES, "easy", "medium", "hard", "total")
ONLY_WITH_KEY = {*ACCURACIES, "total_ci95", "counting_rmse", "ocr_edit_distance"}
WITHOUT_KEY = {"consistency", "unparsed", "failed", "missing", "not_asked", "submission"}


@pytest.fixture(scope="module")
def runs(host: Host, key: Path, start: Start) -> Runs:
    consistent = ("--model_args", "policy=consistent,seed=7")
    return start(
        {
            # Two tasks in one process: the second must not see the data or the key of the first.
            "oracle": lambda: host.evaluate(
                "oracle",
                "--model_args",
                "policy=oracle",
                tasks="visualoverload,visualoverload_demo",
                VISUALOVERLOAD_KEY=key,
            ),
            "constant": lambda: host.evaluate(
                "constant", "--model_args", "policy=constant,response=A", command=PYTHON_M, VISUALOVERLOAD_KEY=key
            ),
            "no key": lambda: host.evaluate("no_key", *consistent, "--process_docs_parallel", "1"),
            "four threads": lambda: host.evaluate("threads", *consistent, "--process_docs_parallel", "4"),
            "limit": lambda: host.evaluate("limit", *consistent, "--limit", "3"),
            "predict only": lambda: host.evaluate("predict_only", *consistent, "--predict_only"),
        }
    )


def test_oracle_has_everything_right(runs: Runs) -> None:
    run = runs("oracle")
    assert {name: run.metrics[name] for name in ACCURACIES} == dict.fromkeys(ACCURACIES, 100.0)
    assert {name: run.table[name] for name in ACCURACIES} == dict.fromkeys(ACCURACIES, "100")
    assert run.metrics["counting_rmse"] == 0 and run.metrics["ocr_edit_distance"] == 0
    assert run.metrics["consistency"] == 100
    assert run.metrics["total_ci95"] == run.table["total_ci95"]
    assert re.fullmatch(r"\[\d+\.\d, 100\.0\]", run.metrics["total_ci95"])
    assert set(run.metrics) == set(run.table) == ONLY_WITH_KEY | WITHOUT_KEY


def test_demo_has_its_own_data_and_key(runs: Runs) -> None:
    run = runs("oracle")
    demo = Finished(run.process, run.output, "visualoverload_demo")
    assert {name: demo.metrics[name] for name in ACCURACIES} == dict.fromkeys(ACCURACIES, 100.0)
    assert len(demo.read("submission")) > len(ROWS)
    assert not {row["question_id"] for row in demo.read("submission")} & set(IDS)


def test_constant_scores_what_was_worked_out_by_hand(runs: Runs) -> None:
    # "A" is right for the pair 5e100000 (yes) and 00001234 (no, which is its option A), for the flag's letter e0000001
    # and for 00000007. It answers one of the two of cafe0001/cafe0002 right, which counts nothing. It is no number.
    expected = {
        "activity": 0 / 1,
        "attributes": 1 / 2,
        "counting": 0 / 3,
        "ocr": 1 / 2,
        "reasoning": 0 / 1,
        "scene": 1 / 2,
        "easy": 1 / 3,
        "medium": 2 / 5,
        "hard": 0 / 3,
        "total": 3 / 11,
        "consistency": 1 / 3,
    }
    run = runs("constant")
    assert {name: run.metrics[name] for name in expected} == pytest.approx({n: 100 * v for n, v in expected.items()})
    assert run.metrics["counting_rmse"] == pytest.approx(((3**2 + 0**2 + 1**2) / 3) ** 0.5)
    assert run.metrics["ocr_edit_distance"] == pytest.approx(1 / 2)
    assert {name: run.metrics[name] for name in ("unparsed", "failed", "missing")} == {
        "unparsed": 3,
        "failed": 0,
        "missing": 0,
    }
    assert run.read("report")["gaps"]["unparsed"] == ["1e309999", "99e99999", "0e000000"]


def test_without_key_no_accuracy_is_anywhere(runs: Runs) -> None:
    run = runs("no key")
    assert set(run.metrics) == set(run.table) == WITHOUT_KEY
    assert not ONLY_WITH_KEY & {name for sample in run.samples for name in sample}
    results = run.one("*_results.json").read_text()
    assert "total_ci95,none" not in results and "scene,none" not in results
    report = run.read("report")
    assert report["scores"] is None and report["counting"]["rmse"] is None and report["ocr"] == {"edit_distance": None}
    assert "so no accuracy" in run.process.stdout


def test_without_key_the_rest_is_known(runs: Runs) -> None:
    run = runs("no key")
    assert run.metrics["consistency"] == 100 and run.table["consistency"] == "100"
    assert run.metrics["unparsed"] == run.metrics["failed"] == run.metrics["missing"] == 0
    assert run.metrics["submission"] == run.table["submission"] == str(run.file("submission"))


@pytest.mark.parametrize("name", ["oracle", "no key", "four threads"])
def test_full_submission_passes_the_check(runs: Runs, host: Host, name: str) -> None:
    file = runs(name).file("submission")
    assert "partial" not in file.name
    host.visualoverload("submission", "check", file)


def test_ids_and_answers_stay_as_they_are(runs: Runs) -> None:
    run = runs("oracle")
    assert run.read("submission") == [
        {"question_id": q, "response": ORACLE[q].lower() if BY_ID[q].category == "ocr" else ORACLE[q]} for q in IDS
    ]
    assert run.read("responses") == [{"question_id": q, "response": r["response"]} for q, r in run.records.items()]


def test_limited_run_is_partial_and_says_what_is_missing(runs: Runs, host: Host) -> None:
    run = runs("limit")
    assert all("_partial_" in run.file(part).name for part in ("submission", "responses", "report"))
    report = run.read("report")
    assert report["gaps"]["not_asked"] == IDS[3:]
    assert report["counts"]["questions"] == 3 and report["counts"]["not_asked"] == 11 and report["counts"]["partial"]
    assert "PARTIAL RUN: 11 questions not asked" in run.process.stdout
    answers = {row["question_id"]: row["response"] for row in run.read("submission")}
    assert list(answers) == IDS and {answers[q] for q in IDS[3:]} == {""}
    assert "an empty response" in host.visualoverload("submission", "check", run.file("submission"), code=1)


def test_every_sample_has_the_record(runs: Runs) -> None:
    samples = runs("no key").samples
    assert [sample["submission"]["question_id"] for sample in samples] == IDS
    assert [sample["submission"]["painting_name"] for sample in samples] == [row.painting for row in ROWS]
    assert len({sample["submission"]["painting"] for sample in samples}) == 3
    assert [sample["input"] for sample in samples] == [row.prompt for row in ROWS]


@pytest.mark.parametrize(
    ("name", "with_key"), [("oracle", True), ("constant", True), ("no key", False), ("limit", False)]
)
def test_command_scores_the_samples_as_the_run_did(
    runs: Runs, host: Host, key: Path, name: str, with_key: bool
) -> None:
    run = runs(name)
    scored = json.loads(
        host.visualoverload("score", run.samples_file, "--format", "json", VISUALOVERLOAD_KEY=key if with_key else None)
    )
    reported = run.read("report")
    assert scored == {part: reported[part] for part in scored}
    assert "|prompt:default|" in scored["signature"] and "|host:lmms-eval 0." in scored["signature"]


@pytest.mark.parametrize("name", ["predict only", "four threads"])
def test_other_ways_give_the_same_submission(runs: Runs, host: Host, name: str) -> None:
    run = runs(name)
    if name == "predict only":  # lmms-eval scores nothing then, so nothing of ours was called
        assert not (run.output / "submissions").exists()
        host.visualoverload("submission", "build", run.samples_file, "--output", run.output / "submissions")
    for part in ("submission", "responses"):
        assert run.file(part).read_bytes() == runs("no key").file(part).read_bytes()
