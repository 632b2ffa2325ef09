"""What is written can be submitted as it is; what cannot be submitted is found before the server sees it."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from builders import RIGHT, question, questions, small_rows, write_dataset, write_key
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from visualoverload_tasks import submission as module
from visualoverload_tasks.errors import OutputError, RunError
from visualoverload_tasks.evaluation import evaluate
from visualoverload_tasks.files import write_whole
from visualoverload_tasks.key import load_key
from visualoverload_tasks.records import Questions, Run
from visualoverload_tasks.runs import read_run
from visualoverload_tasks.scores import Report
from visualoverload_tasks.source import load_questions
from visualoverload_tasks.submission import build_submission, check_submission

IDS = [row["question_id"] for row in small_rows()]
FAILED = "[LMMS_EVAL_REQUEST_FAILED after 3 retries] B"
WORDY = {
    "5e100000": "Yes, it is day.",
    "00001234": "The answer is B.",
    "00000000": "<think>A? C?</think>\n\n**B**",
    "88a09e03": "I count seven boats left and five right, so 12.",
    "1e100000": 'The text reads: "TÉNIERS".',
    "df7cdb1e": "(B) no",
    "b9eeb07c": "<answer>yes</answer>",
    "82a13fe7": "\\boxed{C}",
    "948a5196": "green",
    "59628a3d": "Three.",
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Questions:
    return load_questions(write_dataset(tmp_path_factory.mktemp("data")))


def build(
    data: Questions, responses: dict[str, str], folder: Path, *, asked: frozenset[str] | None = None, **more: Any
):
    return build_submission(data, Run(responses, asked), folder, model="some/model", **more)


def read(path: Path) -> Any:
    return json.loads(path.read_bytes().decode("utf-8"))


def test_every_question_is_there_once_in_dataset_order_with_two_texts(data: Questions, tmp_path: Path) -> None:
    files, _ = build(data, dict(reversed(WORDY.items())), tmp_path)
    assert read(files.submission) == [
        {"question_id": q, "response": RIGHT[q] if q != "1e100000" else "TÉNIERS"} for q in IDS
    ]
    assert read(files.responses) == [{"question_id": q, "response": WORDY[q]} for q in IDS]
    assert all(list(row) == ["question_id", "response"] for row in read(files.submission))


def test_the_same_responses_give_the_same_bytes(data: Questions, tmp_path: Path) -> None:
    one, _ = build(data, WORDY, tmp_path / "one")
    two, _ = build(data, dict(reversed(WORDY.items())), tmp_path / "two")
    for first, second in zip((one.submission, one.responses, one.report), (two.submission, two.responses, two.report)):
        assert first.read_bytes() == second.read_bytes()


def scores_of(report: Report) -> Report:
    """Without what only raw responses tell."""
    return replace(report, lengths=None, findings=())


def test_a_whole_clean_run_has_no_flaws_and_scores_like_its_responses(data: Questions, tmp_path: Path) -> None:
    key = load_key(write_key(tmp_path / "key.json"), data)
    files, report = build(data, WORDY, tmp_path / "out", key=key)
    assert report == evaluate(data, WORDY, key) and report.total.percent == 100.0
    for path in (files.submission, files.responses):
        assert check_submission(path, data) == []
        again = read_run(path, data)
        assert scores_of(evaluate(data, again.responses, key)) == scores_of(report)
    summary = read(files.report)
    assert summary["scores"] == json.loads(json.dumps(report.to_dict()))["scores"]
    assert summary["run"] == {"task": "visualoverload", "model": "some/model", "data": data.source, "questions": 10}


SAID = st.sampled_from([*WORDY.values(), "A or B", "A. Yes", "Answer: 7", "twelve or thirteen", "It is unclear.", "{"])


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.fixed_dictionaries(dict.fromkeys(IDS, SAID)))
def test_extracted_answers_score_like_the_responses_they_come_from(
    data: Questions, tmp_path_factory: pytest.TempPathFactory, responses: dict[str, str]
) -> None:
    folder = tmp_path_factory.mktemp("out")
    key = load_key(write_key(folder / "key.json"), data)
    files, report = build(data, responses, folder, key=key)
    again = evaluate(data, read_run(files.submission, data).responses, key)
    assert (again.total, again.category, again.difficulty) == (report.total, report.category, report.difficulty)
    assert scores_of(again) == scores_of(report)


STRANGE = [
    "\ud800 alone \udfff", "\x00\x01\x0b", "a\u2028b\u2029c\x85",
    "x" * 40_000 + "\nAnswer: C", '"\\/\b\f', "\U0001f3a8 é",
    "\ufeffB", "</script>", "=1+1", "None",
]  # fmt: skip


def test_strange_responses_survive_unchanged(data: Questions, tmp_path: Path) -> None:
    responses = dict(zip(IDS, STRANGE, strict=True))
    files, _ = build(data, responses, tmp_path)
    assert {row["question_id"]: row["response"] for row in read(files.responses)} == responses
    for path in (files.submission, files.responses, files.report):
        assert not path.read_bytes().startswith(b"\xef\xbb\xbf")
        with path.open(encoding="utf-8") as file:
            json.load(file)


def test_gaps_are_empty_texts_and_are_listed(data: Questions, tmp_path: Path) -> None:
    responses = WORDY | {"00000000": None, "82a13fe7": FAILED, "948a5196": "red or green"}
    del responses["59628a3d"]
    files, report = build(data, responses, tmp_path)
    assert report.counts.partial
    assert read(files.report)["gaps"] == {
        "unparsed": ["948a5196"], "failed": ["82a13fe7"], "missing": ["00000000", "59628a3d"], "not_asked": [],
    }  # fmt: skip
    for path in (files.submission, files.responses):
        texts = {row["question_id"]: row["response"] for row in read(path)}
        assert list(texts) == IDS
        assert [q for q in IDS if not texts[q]] == ["00000000", "82a13fe7", "59628a3d"]
        assert texts["948a5196"] == "red or green", "the server may read what we could not"


def test_a_limited_run_lists_what_was_not_asked(data: Questions, tmp_path: Path) -> None:
    files, report = build(data, {"00000000": "B"}, tmp_path, asked=frozenset(["00000000", "88a09e03"]))
    gaps = read(files.report)["gaps"]
    assert gaps["missing"] == ["88a09e03"] and len(gaps["not_asked"]) == 8
    assert report.counts.not_asked == 8
    assert len(read(files.submission)) == 10


def test_without_a_key_the_report_file_has_no_score(data: Questions, tmp_path: Path) -> None:
    assert read(build(data, WORDY, tmp_path)[0].report)["scores"] is None


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("Qwen/Qwen2.5-VL-7B-Instruct", "Qwen-Qwen2.5-VL-7B-Instruct"),
        ("../../etc/passwd", "etc-passwd"),
        ("a b:c\\d", "a-b-c-d"),
        ("模型", "model"),
        ("", "model"),
        ("x" * 300, "x" * 80),
    ],
)
def test_names_tell_task_model_and_time_and_stay_in_the_folder(
    data: Questions, tmp_path: Path, model: str, name: str
) -> None:
    files, _ = build_submission(data, Run(WORDY), tmp_path / "out", model=model)
    assert re.fullmatch(rf"visualoverload_{re.escape(name)}_\d{{8}}T\d{{6}}Z_submission\.json", files.submission.name)
    assert {path.parent for path in (files.submission, files.responses, files.report)} == {tmp_path / "out"}


@pytest.mark.parametrize(
    ("prompt", "image", "task"),
    [("default", "original", ""), ("cot", "original", "_cot"), ("default", "vga", "_vga"), (None, None, "")],
)
def test_the_variant_is_in_the_names_the_report_and_the_run_that_is_read(
    data: Questions, tmp_path: Path, prompt: str | None, image: str | None, task: str
) -> None:
    files, report = build_submission(data, Run(RIGHT, prompt=prompt, image=image), tmp_path, model="m")
    assert files.submission.name.startswith(f"visualoverload{task}_m_2")
    assert f"|prompt:{prompt or 'unknown'}|image:{image or 'unknown'}|" in report.signature
    assert (report.to_dict()["prompt"], report.to_dict()["image"]) == (prompt, image)
    for file in (files.submission, files.responses):
        run = read_run(file, data)
        assert (run.prompt, run.image) == (prompt, image)


def test_partial_is_in_the_name(data: Questions, tmp_path: Path) -> None:
    files, _ = build(data, {"00000000": "B"}, tmp_path)
    assert all("_partial_" in path.name for path in (files.submission, files.responses, files.report))
    assert "partial" not in build(data, WORDY, tmp_path)[0].submission.name


def test_runs_of_the_same_second_do_not_overwrite_each_other(data: Questions, tmp_path: Path) -> None:
    stems = {build(data, WORDY, tmp_path)[0].submission for _ in range(4)}
    assert len(stems) == 4
    assert len(list(tmp_path.iterdir())) == 12


def test_runs_that_end_at_once_do_not_overwrite_each_other(data: Questions, tmp_path: Path) -> None:
    together = Barrier(6)

    def run(number: int) -> Path:
        together.wait()
        return build(data, {**WORDY, "88a09e03": str(number)}, tmp_path)[0].submission

    with ThreadPoolExecutor(6) as pool:
        files = list(pool.map(run, range(6)))
    said = [next(r["response"] for r in read(file) if r["question_id"] == "88a09e03") for file in files]
    assert said == ["0", "1", "2", "3", "4", "5"]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_nothing_is_left_when_any_file_cannot_be_written(
    data: Questions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    left = [number]

    def full_disk(path: Path, content: bytes) -> None:
        if left[0] == 0:
            raise OutputError(path, "cannot be written (No space left on device)", "free space")
        left[0] -= 1
        write_whole(path, content)

    monkeypatch.setattr(module, "write_whole", full_disk)
    with pytest.raises(OutputError, match="No space left"):
        build(data, WORDY, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_one_clear_line(data: Questions, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        build(data, WORDY, tmp_path / "file" / "out")
    assert (tmp_path / "file").read_text() == ""


def flaws_of(path: Path, content: object, data: Questions) -> list[tuple[str, str]]:
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return [(flaw.place, flaw.problem) for flaw in check_submission(path, data)]


GOOD = [{"question_id": question_id, "response": said} for question_id, said in RIGHT.items()]


@pytest.mark.parametrize(
    ("content", "place", "problem"),
    [
        (b"\xef\xbb\xbf" + json.dumps(GOOD).encode(), "start of file", "byte order mark"),
        (json.dumps(GOOD).encode("utf-16"), "byte 0", "not UTF-8"),
        (b'[{"question_id": "\xe9"}]', "byte 18", "not UTF-8"),
        (b"", "file", "not JSON"),
        (b"[" * 100_000, "file", "not JSON"),
        (b"question_id,response\n", "file", "not JSON"),
        ("\n".join(map(json.dumps, GOOD)).encode(), "file", "JSON Lines (one object a line); expected one JSON list"),
        (json.dumps({"5e100000": "A"}).encode(), "file", "expected a list of objects"),
        (b"null", "file", "expected a list of objects"),
    ],
    ids=["BOM", "UTF-16", "Latin-1", "empty", "too deep", "CSV", "JSON Lines", "object", "null"],
)
def test_a_file_of_another_form_has_one_flaw(
    data: Questions, tmp_path: Path, content: bytes, place: str, problem: str
) -> None:
    ((where, what),) = flaws_of(tmp_path / "x.json", content, data)
    assert where == place and problem in what


def test_a_file_that_is_not_there_cannot_be_checked(data: Questions, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="cannot be read"):
        check_submission(tmp_path / "nothing.json", data)
    with pytest.raises(RunError, match="cannot be read"):
        check_submission(tmp_path, data)


@pytest.mark.parametrize(
    ("number", "changed", "problem"),
    [
        (0, {"question_id": "5e100000"}, "no field 'response'"),
        (0, {"question_id": "5e100000", "response": "A", "model": "x"}, "a further field 'model'"),
        (0, {"question_id": "5e100000", "response": None}, "response None is not text"),
        (0, {"question_id": "5e100000", "response": 1}, "response 1 is not text"),
        (0, {"question_id": "5e100000", "response": ""}, "an empty response"),
        (0, {"question_id": "5e100000", "response": " \n"}, "an empty response"),
        (0, {"question_id": "5e100000", "response": FAILED}, "the failure text of a host: '[LMMS_EVAL_REQUEST_FAILED"),
        (0, {"question_id": "5e100000", "response": "C"}, "'C' is none of the options A, B"),
        (2, {"question_id": "00000000", "response": "(E)"}, "'(E)' is none of the options A, B, C, D"),
    ],
)
def test_a_flaw_is_told_with_item_and_question(
    data: Questions, tmp_path: Path, number: int, changed: dict[str, object], problem: str
) -> None:
    rows = [*GOOD[:number], changed, *GOOD[number + 1 :]]
    ((place, what),) = flaws_of(tmp_path / "x.json", rows, data)
    assert place == f"item {number} (question {changed['question_id']})" and what.startswith(problem)


@pytest.mark.parametrize("said", ["D", "d)", "none of them", "IV", "I think it is B."])
def test_what_the_server_may_read_is_no_flaw(data: Questions, tmp_path: Path, said: str) -> None:
    rows = [row if row["question_id"] != "00000000" else {**row, "response": said} for row in GOOD]
    assert flaws_of(tmp_path / "x.json", rows, data) == []


def test_a_single_letter_that_is_an_options_text_is_no_flaw(tmp_path: Path) -> None:
    data = questions(question("x", options=("X", "Y", "Z", "W"), category="activity"))
    assert flaws_of(tmp_path / "x.json", [{"question_id": "x", "response": "Y"}], data) == []
    assert len(flaws_of(tmp_path / "x.json", [{"question_id": "x", "response": "Q"}], data)) == 1


def test_a_huge_value_is_shortened(data: Questions, tmp_path: Path) -> None:
    flaws = flaws_of(tmp_path / "x.json", [["x" * 10_000], {"question_id": "5e100000", "response": [1] * 9_000}], data)
    assert all(len(problem) < 200 for _, problem in flaws)


def test_all_flaws_of_a_full_file_are_found_at_once(tmp_path: Path) -> None:
    """2,720 rows, one flaw in each thirtieth, every kind among them, and a plain count of what was put in."""
    data = questions(question(f"{n:08x}", "Which?", options=tuple("wxyz"), category="activity") for n in range(2720))
    rows: list[Any] = [{"question_id": q.question_id, "response": "ABCD"[n % 4]} for n, q in enumerate(data)]
    expected: list[tuple[int, str]] = []
    kinds = [
        "gone",
        "twice",
        "unknown",
        "number id",
        "empty",
        "number",
        "more",
        "less",
        "letter",
        "failed",
        "no object",
    ]
    places = list(range(0, 2720, 30))
    for count, place in enumerate(places):
        kind, own = kinds[count % len(kinds)], rows[place]["question_id"]
        if kind == "gone":
            rows[place] = None
        else:
            rows[place] = {
                "twice": {**rows[place], "question_id": f"{place + 1:08x}"},
                "unknown": {**rows[place], "question_id": "ffffffff"},
                "number id": {**rows[place], "question_id": place},
                "empty": {**rows[place], "response": ""},
                "number": {**rows[place], "response": 1.5},
                "more": {**rows[place], "score": 1},
                "less": {"question_id": own},
                "letter": {**rows[place], "response": "E"},
                "failed": {**rows[place], "response": FAILED},
                "no object": "A",
            }[kind]
        expected.append((place, kind))
    gone = [place for place, kind in expected if kind == "gone"]
    lost = [place for place, kind in expected if kind in ("gone", "twice", "unknown", "number id", "no object")]
    kept = [row for place, row in enumerate(rows) if place not in gone]
    flaws = flaws_of(tmp_path / "x.json", kept, data)
    words = {
        "twice": "occurred before", "unknown": "unknown question id", "number id": "is not text",
        "empty": "empty response",
        "number": "response 1.5 is not text", "more": "further field 'score'", "less": "no field 'response'",
        "letter": "none of the options", "failed": "failure text", "no object": "expected an object",
    }  # fmt: skip
    for kind, word in words.items():
        wanted = sum(found == kind for _, found in expected)
        if kind == "unknown":
            assert sum(word in what for _, what in flaws) == wanted
            assert sum("occurred before" in what and "ffffffff" in place for place, what in flaws) == wanted - 1
        elif kind == "twice":
            assert sum(word in what and "ffffffff" not in place for place, what in flaws) == wanted
        elif kind == "number id":
            assert sum(what.startswith("question_id ") and word in what for _, what in flaws) == wanted
        else:
            assert sum(word in what for _, what in flaws) == wanted, kind
    assert [place for place, what in flaws if what == "missing"] == [f"question {place:08x}" for place in lost]
    repeated_unknown = sum(kind == "unknown" for _, kind in expected) - 1
    assert len(flaws) == len(expected) - len(gone) + repeated_unknown + len(lost)
