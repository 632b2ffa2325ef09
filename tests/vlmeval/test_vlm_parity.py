"""The same responses through both hosts and every format of VLMEvalKit: the same report, the same submission."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders import picture, row, write_dataset, write_key
from vlm_run import Finished, Host

from visualoverload_tasks import build_submission, load_key, load_questions, read_run

LONG = "I count them again. " * 2_000 + "Answer: A"  # 40,009 characters; a spreadsheet drops the answer
HARD = {
    "empty": "",
    "blank": " \n ",
    "NA": "NA",
    "None": "None",
    "null": "null",
    "formula": "=1+1",
    "number": "3",
    "zeros": "007",
    "boolean": "TRUE",
    "id": "1e100000",
    "quotes": "The sign says \"D. Téniers\", 'fecit'",
    "tabs": "A\tyes\t3",
    "line breaks": "\n\nLet me see.\r\n\r\nAnswer: B\r",
    "Chinese": "答案：乙",
    "control characters": "A\x0b\x00B",
    "escape": "_x000D_",
    "thinking": "<think>A or B?\n</think>\n<answer>B</answer>",
    "failure": "Failed to obtain answer via API.",
    "link": "https://a.example/" + "x" * 2_100,
    "long": LONG,
}
KINDS = {
    "choice": ("scene", "['yes', 'no']", "yes"),
    "counting": ("counting", "[]", "3"),
    "ocr": ("ocr", "[]", "Téniers"),
}
ROWS = [
    row(
        f"{3 * number + place:08d}",
        f"What of {name}?",
        image={"bytes": picture(number % 2, size=(160, 120)), "path": f"{number % 2}.jpg"},
        question_type=kind,
        category=category,
        options=options,
    )
    for number, name in enumerate(HARD)
    for place, (kind, (category, options, _)) in enumerate(KINDS.items())
]
RESPONSES = {one["question_id"]: HARD[one["question"][8:-1]] for one in ROWS}
KEY = {one["question_id"]: KINDS[one["question_type"]][2] for one in ROWS}
DAMAGED_BY_XLSX = {one["question_id"] for one in ROWS if HARD[one["question"][8:-1]] in (LONG, HARD["link"])}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = write_dataset(tmp_path_factory.mktemp("parity"), ROWS)
    write_key(path / "key.json", KEY)
    for name, responses in {"said": RESPONSES, "other": dict.fromkeys(RESPONSES, "B")}.items():
        script = {one["default_prompt"]: responses[one["question_id"]] for one in ROWS}
        (path / f"{name}.json").write_text(json.dumps(script), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def runs(host: Host, start: Callable[..., Callable[[str], Any]], folder: Path) -> Callable[[str], list[Finished]]:
    program = str(Path(__file__).with_name("scripted_model.py"))
    env = {"VISUALOVERLOAD_DATA": folder, "VISUALOVERLOAD_KEY": folder / "key.json"}

    def run(suffix: str) -> list[Finished]:
        """A run, and one with ``--reuse`` of a model that would answer otherwise."""
        words = ("--data", "VisualOverload", "--model", "scripted", "--reuse", "--keep-failed")
        scripts = [str(folder / f"{name}.json") for name in ("said", "other")]
        return [host.run(f"hard {suffix}", program, said, *words, PRED_FORMAT=suffix, **env) for said in scripts]

    return start({suffix: lambda suffix=suffix: run(suffix) for suffix in ("tsv", "json", "xlsx")})


@pytest.fixture(scope="module")
def samples(folder: Path) -> tuple[bytes, dict[str, Any]]:
    """The submission and the report of the lines that lmms-eval logs for these responses."""
    prompts = {row["question_id"]: row["default_prompt"] for row in ROWS}
    lines = [
        json.dumps({"input": prompts[question_id], "submission": {"question_id": question_id, "response": response}})
        for question_id, response in RESPONSES.items()
    ]
    path = folder / "20261129_010203_samples_visualoverload.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return built(path, folder)


def built(path: Path, folder: Path) -> tuple[bytes, dict[str, Any]]:
    questions = load_questions(folder)
    run = read_run(path, questions)
    key = load_key(folder / "key.json", questions)
    files, report = build_submission(questions, replace(run, host=None), folder / "built", model="m", key=key)
    return files.submission.read_bytes(), report.to_dict()


def said(report: dict[str, Any]) -> dict[str, Any]:
    """The report without the host that made it."""
    return {**report, "signature": report["signature"].partition("|host:")[0]}


@pytest.mark.parametrize("suffix", ["tsv", "json"])
@pytest.mark.parametrize("number", [0, 1])
def test_formats_that_keep_the_text_give_what_lmms_eval_gives(
    runs: Callable[[str], list[Finished]], samples: tuple[bytes, dict[str, Any]], suffix: str, number: int, folder: Path
) -> None:
    run = runs(suffix)[number]
    assert run.code == 0 and "Traceback" not in run.text, run.text
    submission, report = samples
    assert [path.read_bytes() for path in run.output.rglob("*_submission.json")] == [submission] * 2
    ours = run.read("report")
    assert {name: said(ours)[name] for name in report} == said(report)
    assert built(run.file(f"scripted_VisualOverload.{suffix}"), folder) == samples


def test_a_spreadsheet_gives_it_too_wherever_it_kept_the_text(
    runs: Callable[[str], list[Finished]], samples: tuple[bytes, dict[str, Any]], folder: Path
) -> None:
    for run in runs("xlsx"):
        assert run.code == 0, run.text
    expected = {row["question_id"]: row["response"] for row in json.loads(samples[0])}
    for path in run.output.rglob("*_submission.json"):
        rows = {row["question_id"]: row["response"] for row in json.loads(path.read_bytes())}
        assert {name for name in rows if rows[name] != expected[name]} <= DAMAGED_BY_XLSX
    # All but the long texts are right, so the report differs by no more than their questions.
    assert built(run.file("scripted_VisualOverload.xlsx"), folder)[1]["counts"]["questions"] == len(ROWS)


def test_what_a_spreadsheet_destroyed_is_told_with_the_ids(runs: Callable[[str], list[Finished]]) -> None:
    text = runs("xlsx")[0].text
    assert "3 response(s) of exactly 32,767 characters" in text and "Run with PRED_FORMAT=tsv" in text
    assert "response(s) empty: nothing was said, or it was a long text that starts with a link" in text
    for question_id in DAMAGED_BY_XLSX:
        assert f"'{question_id}'" in text
    assert "PRED_FORMAT=tsv" in text.partition("Infer ")[0]  # before anything is lost
    assert "response(s)" not in runs("tsv")[0].text and "response(s)" not in runs("json")[0].text


def test_nothing_is_asked_again_and_nothing_is_lost_by_reuse(runs: Callable[[str], list[Finished]]) -> None:
    for suffix in ("tsv", "json"):
        responses = {row["question_id"]: row["response"] for row in runs(suffix)[1].read("responses")}
        expected = {name: text.strip() for name, text in RESPONSES.items()}
        assert responses == {name: "" if text.startswith("Failed") else text for name, text in expected.items()}
