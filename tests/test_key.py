"""Every way to write a ground truth gives the same key; whatever could make a wrong number is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from builders import SMALL_KEY, question, questions, write_dataset, write_key

from visualoverload_tasks import evaluate
from visualoverload_tasks.errors import KeyFileError
from visualoverload_tasks.key import load_key, make_key
from visualoverload_tasks.source import load_questions

FOUR = ("red", "B", "A", "none of these")
PLAIN = questions(
    question("y1", "Is it day?"),
    question("y2", "Is it night?"),
    question("y3", "Is it dry?"),
    question("c1", "Which?", options=FOUR, category="activity"),
    question("n1", "How many?", question_type="counting", options=(), category="counting"),
    question("t1", "Which word?", question_type="ocr", options=(), category="ocr"),
)
ANSWERS = {"y1": "yes", "y2": "no", "y3": "no", "c1": "red", "n1": 12, "t1": "Vivat!"}


def key_of(path: Path, **changes: object):
    return load_key(write_key(path / "key.json", {**ANSWERS, **changes}), PLAIN)


def entries(**opposites: object) -> list[dict[str, object]]:
    return [
        {"question_id": q, "answer": a} | ({"opposite_of": opposites[q]} if q in opposites else {})
        for q, a in ANSWERS.items()
    ]


def test_the_two_forms_are_the_same_key(tmp_path: Path) -> None:
    as_object = key_of(tmp_path)
    as_list = load_key(write_key(tmp_path / "list.json", entries()), PLAIN)
    assert as_object == as_list
    assert as_object.values == {"y1": "A", "y2": "B", "y3": "B", "c1": "A", "n1": "12", "t1": "uiuat"}
    assert as_object.opposite_of == {}


@pytest.mark.parametrize(
    ("question_id", "answer", "value"),
    [
        pytest.param("y1", "YES ", "A", id="option text in other case"),
        pytest.param("y1", "b", "B", id="letter"),
        pytest.param("c1", "B", "B", id="option text that is also its own letter"),
        pytest.param("c1", "A", "C", id="option text wins over the letter of another option"),
        pytest.param("c1", "D", "D", id="letter that is no option text"),
        pytest.param("n1", "12", "12", id="number as text"),
        pytest.param("n1", 0, "0", id="zero"),
        pytest.param("n1", "twelve", "12", id="number word"),
        pytest.param("n1", "0012", "12", id="leading zeros"),
        pytest.param("n1", 12.0, "12", id="whole number as a table leaves it"),
        pytest.param("t1", "JAN. 5", "ian5", id="text with everything that is removed"),
        pytest.param("t1", 1565, "1565", id="text that is a number"),
        pytest.param("t1", "None", "none", id="text that tables take for nothing"),
    ],
)
def test_an_answer_becomes_what_is_compared(tmp_path: Path, question_id: str, answer: object, value: str) -> None:
    assert key_of(tmp_path, **{question_id: answer}).values[question_id] == value


@pytest.mark.parametrize(
    ("question_id", "answer"),
    [
        ("y1", "maybe"),
        ("n1", "3 or 12"),
        ("y1", "C"),
        ("y1", True),
        ("y1", None),
        ("y1", ""),
        ("c1", "E"),
        ("c1", ["red"]),
        ("n1", "many"),
        ("n1", ""),
        ("n1", None),
        ("n1", False),
        ("t1", ""),
        ("t1", "?!"),
        ("t1", True),
        ("t1", None),
    ],
)
def test_an_answer_that_the_question_cannot_have_is_refused(tmp_path: Path, question_id: str, answer: object) -> None:
    with pytest.raises(KeyFileError) as caught:
        key_of(tmp_path, **{question_id: answer})
    assert f"answer {answer!r} for question '{question_id}'" in str(caught.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "cannot be read as JSON"),
        (b"question_id,answer\n", "cannot be read as JSON"),
        (b'{"y1": "yes"', "cannot be read as JSON"),
        (b"\xff\xfe{}", "cannot be read as JSON"),
        (b"[" * 100_000, "cannot be read as JSON"),
        (b"3", "another form of JSON"),
        (b'["yes"]', "another form of JSON"),
        (b'[{"question_id": 1, "answer": "yes"}]', "another form of JSON"),
        (b'[{"answer": "yes"}]', "another form of JSON"),
        (b'{"y1": "yes", "y1": "no"}', "more than once: 'y1'"),
        (b'[{"question_id": "y1", "answer": "yes", "answer": "no"}]', "more than once: 'answer'"),
        (b'[{"question_id": "y1", "answer": "yes"}, {"question_id": "y1", "answer": "no"}]', "1 repeated question id"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "key.json"
    path.write_bytes(content)
    with pytest.raises(KeyFileError, match=reason):
        load_key(path, PLAIN)


def test_a_key_that_is_not_there_is_refused_and_never_taken_for_none(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError, match=r"nothing\.json: cannot be read"):
        load_key(tmp_path / "nothing.json", PLAIN)


def test_unknown_and_missing_ids_are_told_together(tmp_path: Path) -> None:
    content = {name: answer for name, answer in ANSWERS.items() if name != "t1"} | {"zz": "yes"}
    with pytest.raises(
        KeyFileError, match=r"unknown ids 'zz' and missing ids 't1'.*Is this the key of another dataset"
    ):
        load_key(write_key(tmp_path / "key.json", content), PLAIN)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "key.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(ANSWERS).encode())
    assert load_key(path, PLAIN) == key_of(tmp_path)


@pytest.mark.parametrize("opposites", [{"y1": "y2"}, {"y2": "y1"}, {"y1": "y2", "y2": "y1"}], ids=str)
def test_one_side_of_an_opposite_is_enough(tmp_path: Path, opposites: dict[str, object]) -> None:
    paired = questions(*(question for question in PLAIN if question.question_id != "y3"))
    given = [entry for entry in entries(**opposites) if entry["question_id"] != "y3"]
    key = load_key(write_key(tmp_path / "key.json", given), paired)
    assert key.opposite_of == {"y1": "y2", "y2": "y1"}


def test_answers_at_hand_need_no_file(tmp_path: Path) -> None:
    assert make_key(ANSWERS, PLAIN) == make_key(entries(), PLAIN) == key_of(tmp_path)
    with pytest.raises(KeyFileError, match=r"^key: missing ids"):
        make_key({"y1": "yes"}, PLAIN)


def test_opposites_for_some_questions_only_are_refused(tmp_path: Path) -> None:
    # The others would be scored by nobody: the total would be over fewer units, without a word.
    with pytest.raises(KeyFileError, match=r"not for 'y3'; expected opposites for all or for none"):
        load_key(write_key(tmp_path / "key.json", entries(y1="y2")), PLAIN)


def test_keys_of_other_content_have_other_revisions(tmp_path: Path) -> None:
    assert key_of(tmp_path).revision == key_of(tmp_path, n1="twelve").revision != key_of(tmp_path, n1=13).revision


@pytest.mark.parametrize("nothing", [None, ""])
def test_an_empty_opposite_is_none(tmp_path: Path, nothing: object) -> None:
    assert load_key(write_key(tmp_path / "key.json", entries(y1=nothing)), PLAIN).opposite_of == {}


@pytest.mark.parametrize(
    ("opposites", "reason"),
    [
        ({"y1": "zz"}, "opposite_of 'zz' of question 'y1'"),
        ({"y1": "y1"}, "opposite_of 'y1' of question 'y1'"),
        ({"y1": ["y2"]}, "opposite_of"),
        ({"y1": "y2", "y2": "y3"}, "question 'y2' is opposite of 'y1' and of 'y3'"),
        ({"y1": "y3", "y2": "y3"}, "question 'y3' is opposite of 'y1' and of 'y2'"),
        ({"y1": "n1"}, "opposites 'y1' and 'n1'; expected two questions with the options yes and no"),
        ({"c1": "t1"}, "opposites 'c1' and 't1'; expected two questions with the options yes and no"),
    ],
)
def test_impossible_opposites_are_refused(tmp_path: Path, opposites: dict[str, object], reason: str) -> None:
    with pytest.raises(KeyFileError, match=reason):
        load_key(write_key(tmp_path / "key.json", entries(**opposites)), PLAIN)


@pytest.mark.parametrize(
    ("other", "answer", "reason"),
    [
        ({}, "yes", "opposites 'y1' and 'y2' with the same answer 'yes'; expected yes to one and no to the other"),
        ({"painting": "2"}, "no", "of 1.jpg (scene) and 2.jpg (scene); expected two questions of one painting"),
        ({"category": "reasoning"}, "no", "of 1.jpg (scene) and 1.jpg (reasoning); expected two questions of one"),
    ],
)
def test_questions_that_are_no_opposites_are_refused(other: dict[str, str], answer: str, reason: str) -> None:
    rows = questions(question("y1"), question("y2", "Is it night?", options=("no", "yes"), **other))
    given = [{"question_id": "y1", "answer": "yes", "opposite_of": "y2"}, {"question_id": "y2", "answer": answer}]
    with pytest.raises(KeyFileError, match=re.escape(reason)):
        make_key(given, rows)


def test_the_variable_names_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = load_questions(write_dataset(tmp_path / "data"))
    assert load_key(None, loaded) is None
    monkeypatch.setenv("VISUALOVERLOAD_KEY", "  ")
    assert load_key(None, loaded) is None
    monkeypatch.setenv("VISUALOVERLOAD_KEY", str(write_key(tmp_path / "key.json")))
    assert load_key(None, loaded).values["1e100000"] == "teniers"
    assert set(load_key(None, loaded).values) == set(SMALL_KEY)


def test_the_demo_has_its_own_key_and_ignores_the_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUALOVERLOAD_KEY", str(write_key(tmp_path / "key.json")))
    demo = load_questions("demo")
    key = load_key(None, demo)
    assert set(key.values) == set(demo.by_id)
    assert evaluate(demo, key.values, key).total.percent == 100.0
