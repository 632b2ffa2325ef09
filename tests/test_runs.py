"""Files of responses: what both kinds hold is read exactly, and every other file is refused with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from builders import RIGHT, small_rows, write_dataset

from visualoverload_tasks.errors import RunError
from visualoverload_tasks.prompts import prompt_in
from visualoverload_tasks.records import Questions
from visualoverload_tasks.runs import model_of, read_run, recorded_data
from visualoverload_tasks.source import load_questions

IDS = [row["question_id"] for row in small_rows()]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Questions:
    return load_questions(write_dataset(tmp_path_factory.mktemp("data")))


def rows_of(responses: dict[str, object]) -> list[dict[str, object]]:
    return [{"question_id": question_id, "response": response} for question_id, response in responses.items()]


def write(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8", errors="backslashreplace")
    return path


def write_lines(path: Path, samples: list[object], end: str = "\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = end.join(json.dumps(sample, ensure_ascii=False) for sample in samples) + end
    path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="")
    return path


def logged(question_id: str, response: str, **more: object) -> dict[str, object]:
    """A sample as lmms-eval 0.7.3 logs it, with the record among its metrics."""
    record = {"question_id": question_id, "painting": "x", "response": response, "answer": None, "status": "ok"}
    return {
        "doc_id": 99,
        "target": "",
        "filtered_resps": ["what a filter made of it"],
        "doc_hash": "74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b",
        "submission": record,
        "total": {"question_id": question_id},
        "input": "the prompt",
        **more,
    }


def predicted(number: int, response: object, **more: object) -> dict[str, object]:
    """A sample of ``--predict_only``: no question id at all."""
    prompt = small_rows()[number]["default_prompt"]
    return {"doc_id": number, "target": "", "filtered_resps": [response], "bypass": 999, "input": prompt, **more}


def test_a_submission_is_read_with_ids_and_texts_unchanged(data: Questions, tmp_path: Path) -> None:
    run = read_run(write(tmp_path / "run.json", rows_of(RIGHT)), data)
    assert (run.responses, run.asked, run.host, run.prompt) == (RIGHT, None, None, None)


def test_logged_samples_are_read_by_id_and_never_by_place(data: Questions, tmp_path: Path) -> None:
    samples = [logged(question_id, RIGHT[question_id]) for question_id in reversed(IDS[:7])]
    run = read_run(write_lines(tmp_path / "x_samples_visualoverload.jsonl", samples), data)
    assert run.responses == {question_id: RIGHT[question_id] for question_id in IDS[:7]}
    assert (run.asked, run.host) == (frozenset(IDS[:7]), "lmms-eval")


@pytest.mark.parametrize(
    ("recorded", "name", "image"),
    [
        ("visualoverload_vga", "x_samples_visualoverload_vga.jsonl", "vga"),
        ("visualoverload_vga", "renamed.jsonl", "vga"),
        (None, "x_samples_visualoverload_blind.jsonl", "none"),  # as with `--predict_only`
        (None, "x_samples_visualoverload.jsonl", "original"),
        (None, "renamed.jsonl", None),
        (None, "x_samples_visualoverload_mine.jsonl", None),
    ],
)
def test_samples_tell_what_was_shown(
    data: Questions, tmp_path: Path, recorded: str | None, name: str, image: str | None
) -> None:
    samples = [logged(question_id, "A") for question_id in IDS]
    for sample in samples:
        sample["submission"] |= {"variant": recorded} if recorded else {}
    assert read_run(write_lines(tmp_path / name, samples), data).image == image


@pytest.mark.parametrize(("name", "image"), [("m_VisualOverload_Blind_Grey", "grey"), ("m_VisualOverload", "original")])
def test_tables_tell_what_was_shown_and_asked(data: Questions, tmp_path: Path, name: str, image: str) -> None:
    rows = [{"index": n, "question": prompt_in("cot", q), "prediction": "A"} for n, q in enumerate(data)]
    run = read_run(write(tmp_path / f"{name}.json", rows), data)
    assert (run.prompt, run.image) == ("cot", image)


def test_a_run_of_the_demo_is_known_by_what_it_says_or_by_its_name(tmp_path: Path) -> None:
    row = {"index": 0, "question": "?", "prediction": "A"}
    assert recorded_data(write(tmp_path / "m_VisualOverload_CoT.json", [{**row, "data": "demo"}])) == "demo"
    assert recorded_data(write(tmp_path / "m_VisualOverload_Demo.json", [row])) == "demo"
    assert recorded_data(write_lines(tmp_path / "x_samples_visualoverload_demo.jsonl", [predicted(0, "A")])) == "demo"
    assert recorded_data(write(tmp_path / "m_VisualOverload_CoT.json", [row])) is None


@pytest.mark.parametrize(("prompt", "signed"), [(None, "default"), ("Think step by step.", "other")])
def test_samples_tell_the_host_and_whether_the_prompts_were_ours(
    data: Questions, tmp_path: Path, prompt: str | None, signed: str
) -> None:
    samples = [logged(row["question_id"], "A", input=prompt or row["default_prompt"]) for row in small_rows()]
    for sample in samples:
        sample["submission"]["host"] = "lmms-eval 0.7.3"
    run = read_run(write_lines(tmp_path / "x_samples_visualoverload.jsonl", samples), data)
    assert (run.host, run.prompt) == ("lmms-eval 0.7.3", signed)


def test_what_a_run_was_made_with_is_read_from_it_or_from_the_report_beside_it(tmp_path: Path) -> None:
    sample = logged("a", "A")
    sample["submission"]["data"] = "demo"
    assert recorded_data(write_lines(tmp_path / "samples.jsonl", [sample])) == "demo"
    write(tmp_path / "x_report.json", {"run": {"data": "owner/name"}})
    for name in ("x_submission.json", "x_responses.json"):
        assert recorded_data(write(tmp_path / name, [])) == "owner/name"
    assert recorded_data(write(tmp_path / "y_submission.json", [])) is None
    assert recorded_data(tmp_path / "nothing.jsonl") is None


def test_a_submission_of_a_part_is_read_as_what_was_asked_if_its_report_says_so(
    data: Questions, tmp_path: Path
) -> None:
    said = {"5e100000": "A", "00001234": "", "00000000": "", "88a09e03": "12"}
    write(tmp_path / "x_report.json", {"gaps": {"not_asked": ["00000000", "88a09e03", "1e100000"], "missing": []}})
    for name in ("x_submission.json", "x_responses.json"):
        run = read_run(write(tmp_path / name, rows_of(said)), data)
        # What was not asked is no empty response, what was asked without success is, and what a hand filled in counts.
        assert run.responses == {"5e100000": "A", "00001234": "", "88a09e03": "12"}
        assert run.asked == {"5e100000", "00001234", "88a09e03"}
    alone = read_run(write(tmp_path / "y_submission.json", rows_of(said)), data)
    assert (alone.responses, alone.asked) == (said, None)


def test_the_model_is_named_as_the_report_beside_a_submission_names_it(tmp_path: Path) -> None:
    file = write(tmp_path / "x_submission.json", [])
    assert model_of(file) == tmp_path.name
    write(tmp_path / "x_report.json", {"run": {"model": "Qwen/Qwen2.5-VL"}})
    assert model_of(file) == "Qwen/Qwen2.5-VL"


@pytest.mark.parametrize("name", ["x.json", "x.jsonl"])
def test_a_name_that_stands_twice_in_a_row_is_refused(data: Questions, tmp_path: Path, name: str) -> None:
    row = '{"question_id": "5e100000", "response": "B", "response": "A"}'
    text = f"[{row}]" if name == "x.json" else f'{{"submission": {row}}}'
    (tmp_path / name).write_text(text)
    with pytest.raises(RunError, match="names that occur more than once: 'response'"):
        read_run(tmp_path / name, data)


@pytest.mark.parametrize(
    "response",
    [
        "None", "NA", "null", "nan", "", "=1+1", "http://a.example/x", "0012", "1e400", "A\r\nB",
        "a\u2028b\u2029c\x85d",
        "\x00\x01\x0b\x1f!", "\ud800 alone", "\U0001f3a8", "x" * 40_000 + " Answer: C", '"quoted", \\ and ,', "{}",
    ],
    ids=lambda text: ascii(text)[:20],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["submission", "samples"])
def test_no_response_is_changed(data: Questions, tmp_path: Path, response: str, kind: str) -> None:
    if kind == "submission":
        path = write(tmp_path / "run.json", rows_of({"5e100000": response}))
    else:
        path = write_lines(tmp_path / "run.jsonl", [logged("5e100000", response)])
    assert read_run(path, data).responses == {"5e100000": response}


@pytest.mark.parametrize(
    ("response", "read"), [(None, ""), (12, "12"), (0, "0"), (" A \n", "A"), ("\u3000\n", "")], ids=repr
)
def test_outer_white_space_and_other_types_are_put_right(
    data: Questions, tmp_path: Path, response: object, read: str
) -> None:
    assert read_run(write(tmp_path / "run.json", rows_of({"5e100000": response})), data).responses == {"5e100000": read}


@pytest.mark.parametrize(
    ("responses", "read"),
    [
        ({"filtered_resps": ["B"]}, "B"),
        ({"filtered_resps": ["cut"], "resps": [["B"]]}, "B"),
        ({"filtered_resps": "B"}, "B"),
        ({"filtered_resps": [None]}, ""),
        ({"filtered_resps": [" B\n"]}, "B"),
    ],
    ids=repr,
)
def test_predict_only_samples_are_matched_by_number_and_prompt(
    data: Questions, tmp_path: Path, responses: dict[str, object], read: str
) -> None:
    samples = [predicted(3, "12"), predicted(1, None) | responses]
    run = read_run(write_lines(tmp_path / "run.jsonl", samples), data)
    assert run.responses == {"88a09e03": "12", "00001234": read}
    assert run.asked == {"88a09e03", "00001234"}


def test_predict_only_samples_of_other_data_are_refused(data: Questions, tmp_path: Path) -> None:
    other = predicted(3, "12", input="Is this another benchmark?")
    with pytest.raises(RunError, match=r"line 2: doc_id 3 with the prompt 'Is this another benchmark\?'.*--data"):
        read_run(write_lines(tmp_path / "run.jsonl", [predicted(0, "A"), other]), data)


@pytest.mark.parametrize("number", [-1, 10, 2719])
def test_a_number_outside_of_the_dataset_is_refused(data: Questions, tmp_path: Path, number: int) -> None:
    with pytest.raises(RunError, match=f"doc_id {number}"):
        read_run(write_lines(tmp_path / "run.jsonl", [predicted(0, "A", doc_id=number)]), data)


@pytest.mark.parametrize("missing", ["doc_id", "input", "filtered_resps"])
def test_samples_that_cannot_be_matched_are_refused(data: Questions, tmp_path: Path, missing: str) -> None:
    sample = predicted(0, 3.5 if missing == "filtered_resps" else "A")
    if missing != "filtered_resps":
        del sample[missing]
    with pytest.raises(RunError, match=r"line 1: fields .*; expected doc_id, input and filtered_resps"):
        read_run(write_lines(tmp_path / "run.jsonl", [sample]), data)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n"], ids=repr)
def test_line_ends_and_empty_lines_do_no_harm(data: Questions, tmp_path: Path, end: str) -> None:
    samples = [logged(question_id, RIGHT[question_id]) for question_id in IDS]
    assert read_run(write_lines(tmp_path / "run.jsonl", samples, end), data).responses == RIGHT


@pytest.mark.parametrize("kind", ["submission", "samples"])
def test_equal_repetitions_are_one_response_and_others_are_refused(data: Questions, tmp_path: Path, kind: str) -> None:
    def file(second: str) -> Path:
        pairs = [("5e100000", "A"), ("00001234", "B"), ("5e100000", second)]
        if kind == "samples":
            return write_lines(tmp_path / "run.jsonl", [logged(*pair) for pair in pairs])
        return write(tmp_path / "run.json", [{"question_id": q, "response": r} for q, r in pairs])

    assert read_run(file("A"), data).responses == {"5e100000": "A", "00001234": "B"}
    with pytest.raises(RunError, match="two different responses to question '5e100000'"):
        read_run(file("B"), data)


def test_a_cut_last_line_is_told_with_its_number(data: Questions, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "run.jsonl", [logged(question_id, "A") for question_id in IDS[:3]])
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(RunError, match=r"run\.jsonl, line 3: not JSON .*Was the run cut off\?"):
        read_run(path, data)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not JSON"),
        (b'[{"question_id": "5e100000"', "not JSON"),
        (b"\xff\xfe[\x00]\x00", "cannot be read"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "no responses; expected at least one"),
        (b"{}", "a JSON object; expected a list"),
        (b'"A"', "a JSON text; expected a list"),
        (b"null", "a JSON null; expected a list"),
        (b"true", "a JSON true or false; expected a list"),
        (b"3", "a JSON number; expected a list"),
        (b"[[]]", "item 0: .*expected question_id and response, both text"),
        (b'["A"]', "item 0"),
        (b'[{"question_id": "5e100000", "response": "A"}, {"response": "A"}]', "item 1"),
        (b'[{"question_id": 88, "response": "A"}]', "item 0"),
        (b'[{"question_id": "5e100000", "response": ["A"]}]', "item 0"),
        (b'[{"question_id": "5e100000", "response": 1.5}]', "item 0"),
        (b'[{"question_id": "5e100000", "response": NaN}]', "item 0"),
        (b'[{"question_id": "5e100000", "response": true}]', "item 0"),
        (b'[{"question_id": "ffffffff", "response": "A"}]', "unknown questions 'ffffffff'.*--data"),
    ],
    ids=lambda value: value[:30].decode("latin-1") if isinstance(value, bytes) else "",
)
def test_any_other_file_is_one_clear_line(data: Questions, tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(content)
    with pytest.raises(RunError, match=reason) as caught:
        read_run(path, data)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 600


def test_ids_that_a_table_turned_into_numbers_are_unknown_and_not_guessed(data: Questions, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="unknown questions '1234', 'inf'"):
        read_run(write(tmp_path / "run.json", rows_of({"1234": "A", "inf": "B"})), data)


def test_a_byte_order_mark_does_no_harm(data: Questions, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(rows_of(RIGHT)).encode())
    assert read_run(path, data).responses == RIGHT


def test_a_file_that_is_not_there_is_refused(data: Questions, tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"nothing\.json: cannot be read"):
        read_run(tmp_path / "nothing.json", data)


def test_a_folder_is_read_if_it_holds_one_run(data: Questions, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="0 runs in this folder"):
        read_run(tmp_path, data)
    samples = [logged(question_id, RIGHT[question_id]) for question_id in IDS]
    write_lines(tmp_path / "model" / "20260101_samples_visualoverload.jsonl", samples)
    write_lines(tmp_path / "model" / "20260101_samples_otherbench.jsonl", [{"doc_id": 0}])
    assert read_run(tmp_path, data).responses == RIGHT
    write_lines(tmp_path / "model" / "20260102_samples_visualoverload.jsonl", samples)
    with pytest.raises(RunError, match=r"2 runs in this folder: .*20260101.*20260102.*Name the file"):
        read_run(tmp_path, data)
