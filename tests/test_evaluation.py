"""Responses in, report out: never a number without a key, and nothing lost or counted twice."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders import RIGHT, write_dataset, write_key
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from visualoverload_tasks.errors import UsageError
from visualoverload_tasks.evaluation import evaluate, evaluate_run, extract_answers
from visualoverload_tasks.key import load_key
from visualoverload_tasks.records import CATEGORIES, DIFFICULTIES, Key, Questions, Run
from visualoverload_tasks.source import load_questions

FAILED = "[LMMS_EVAL_REQUEST_FAILED after 3 retries] Connection error: A"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Questions:
    return load_questions(write_dataset(tmp_path_factory.mktemp("data")))


@pytest.fixture(scope="module")
def key(data: Questions, tmp_path_factory: pytest.TempPathFactory) -> Key:
    return load_key(write_key(tmp_path_factory.mktemp("key") / "key.json"), data)


def numbers_in(value: Any) -> list[float]:
    if isinstance(value, dict):
        return [number for one in value.values() for number in numbers_in(one)]
    if isinstance(value, list):
        return [number for one in value for number in numbers_in(one)]
    return [value] if isinstance(value, (int, float)) and not isinstance(value, bool) else []


def test_all_right_is_100_percent_everywhere(data: Questions, key: Key) -> None:
    report = evaluate(data, RIGHT, key)
    assert (report.total.correct, report.total.units, report.total.percent) == (8, 8, 100.0)
    # By hand: pairs day/night (medium) and hall/tower (hard); three four-way, two counting and one OCR question.
    assert {name: score.units for name, score in report.category.items()} == {
        "activity": 1, "attributes": 1, "counting": 2, "ocr": 1, "reasoning": 2, "scene": 1,
    }  # fmt: skip
    assert {name: score.units for name, score in report.difficulty.items()} == {"easy": 4, "medium": 2, "hard": 2}
    assert all(score.percent == 100.0 for score in [*report.category.values(), *report.difficulty.values()])
    assert (report.counting_rmse, report.ocr_edit_distance, report.consistency.percent) == (0.0, 0.0, 100.0)
    assert not report.counts.partial


def test_a_constant_answer_scores_what_can_be_counted_by_hand(data: Questions, key: Key) -> None:
    report = evaluate(data, dict.fromkeys(data.by_id, "A"), key)
    # Pairs contradict themselves; the four-way questions' letters are B, C and D; numbers and texts are wrong.
    assert (report.total.correct, report.total.units) == (0, 8)
    assert report.consistency.consistent == 0
    assert report.counting_rmse == pytest.approx(((12**2 + 3**2) / 2) ** 0.5)  # no answer counts as 0


def test_a_known_mixture_is_scored_by_hand(data: Questions, key: Key) -> None:
    wrong = {"00001234": "A", "88a09e03": "There are 11 of them.", "1e100000": "Tenier"}
    report = evaluate(data, RIGHT | wrong, key)
    assert (report.total.correct, report.total.units) == (5, 8)
    assert report.category["scene"].correct == 0 and report.category["counting"].correct == 1
    assert report.counting_rmse == pytest.approx(0.5**0.5)
    assert report.ocr_edit_distance == pytest.approx(1 / 7)
    assert (report.consistency.consistent, report.consistency.pairs) == (1, 2)
    assert report.consistency_by_category["scene"].percent == 0.0


def test_without_a_key_there_is_no_accuracy_anywhere(data: Questions) -> None:
    report = evaluate(data, RIGHT)
    assert report.total is None and report.category == {} and report.difficulty == {}
    assert report.counting_rmse is None and report.ocr_edit_distance is None
    printed = report.to_dict()
    assert printed["scores"] is None
    assert printed["counting"] == {"rmse": None, "within": None} and printed["ocr"] == {"edit_distance": None}
    assert all(one["truth"] is None and one["truth_yes"] is None for one in printed["bias"])
    assert printed["consistency"]["overall"] == {"percent": 100.0, "consistent": 2, "pairs": 2}
    assert numbers_in([printed["scores"], printed["counting"], printed["ocr"]]) == []


SCORE = {"percent", "correct", "units", "ci95"}
REPORT = {
    *("counts", "scores", "bound", "chance", "counting", "ocr", "consistency", "bias", "unread", "responses"),
    *("findings", "pairs", "prompt", "image", "signature"),
}
COUNTS = {"questions", "ok", "unparsed", "failed", "missing", "not_asked", "incomplete_pairs", "partial"}


@pytest.mark.parametrize("responses", [RIGHT, {}], ids=["all", "none"])
def test_the_report_is_strict_json_of_the_documented_form(data: Questions, key: Key, responses: dict[str, str]) -> None:
    text = json.dumps(evaluate(data, responses, key).to_dict(), allow_nan=False)
    report = json.loads(text)
    assert set(report) == REPORT
    assert set(report["counts"]) == COUNTS
    assert set(report["scores"]) == {"total", "category", "difficulty"}
    assert set(report["scores"]["category"]) == set(CATEGORIES)
    assert set(report["scores"]["difficulty"]) == set(DIFFICULTIES)
    every = [
        report["scores"]["total"],
        *report["scores"]["category"].values(),
        *report["scores"]["difficulty"].values(),
    ]
    assert all(set(score) == SCORE for score in every)
    assert set(report["chance"]) == {"random", "consistent"}
    for levels, fields in (
        (report["bound"], {"percent", "possible", "units"}),
        (report["chance"]["random"], {"percent", "deviation", "range95", "units"}),
    ):
        assert set(levels) == {"total", "category", "difficulty"}
        assert set(levels["category"]) == set(CATEGORIES) and set(levels["difficulty"]) == set(DIFFICULTIES)
        assert all(set(one) == fields for one in [levels["total"], *levels["category"].values()])
    assert set(report["counting"]) == {"rmse", "within"} and set(report["counting"]["within"]) == {"10", "50", "100"}
    assert all(
        set(one) == {"kind", "questions", "answered", "letters", "yes", "truth", "truth_yes"} for one in report["bias"]
    )
    assert set(report["ocr"]) == {"edit_distance"}
    assert set(report["consistency"]) == {"overall", "category"}
    assert all(set(one) == {"percent", "consistent", "pairs"} for one in report["consistency"]["category"].values())
    assert data.revision in report["signature"] and "\n" not in report["signature"]


def test_what_was_not_scored_has_no_percentage_and_no_zero(data: Questions, key: Key) -> None:
    report = evaluate(data, RIGHT, key, asked=["88a09e03"]).to_dict()
    assert report["scores"]["category"]["scene"] == {"percent": None, "correct": 0, "units": 0, "ci95": None}
    assert report["ocr"] == {"edit_distance": None}
    assert report["consistency"]["overall"] == {"percent": None, "consistent": 0, "pairs": 0}


RESPONSES = st.sampled_from([None, "", "A", "B", "perhaps", FAILED, "12", "Teniers", "yes", "no", " \n "])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from([*RIGHT, "ffffffff"]), RESPONSES), st.randoms(), st.booleans())
def test_counts_add_up_and_the_order_of_responses_decides_nothing(
    data: Questions, key: Key, responses: dict[str, str | None], dice, limited: bool
) -> None:
    asked = [name for name in responses if name in data.by_id] if limited else None
    report = evaluate(data, responses, key, asked=asked)
    counts = report.counts
    assert counts.ok + counts.unparsed + counts.failed + counts.missing == counts.questions
    assert counts.questions + counts.not_asked == len(data)
    failed = sum(response == FAILED for name, response in responses.items() if name != "ffffffff")
    empty = sum(not (responses.get(name) or "").strip() for name in (data.by_id if asked is None else asked))
    assert (counts.failed, counts.missing) == (failed, empty)
    assert counts.partial == bool(failed or empty or counts.not_asked)
    shuffled = list(responses.items())
    dice.shuffle(shuffled)
    assert evaluate(data, dict(shuffled), key, asked=asked) == report


def test_the_bound_counts_the_asked_units_only(data: Questions, key: Key) -> None:
    """Of the ten questions two pairs are asked whole, one of them contradicts itself; half a pair is no unit."""
    asked = ["5e100000", "00001234", "00000000", "df7cdb1e"]
    for truth in (key, None):
        bound = evaluate(data, {"5e100000": "A", "00001234": "A", "00000000": "B"}, truth, asked=asked).bound
        assert (bound.total.possible, bound.total.units) == (1, 2)
        assert (bound.category["scene"].possible, bound.category["scene"].units) == (0, 1)
        assert (bound.category["reasoning"].units, bound.category["reasoning"].percent) == (0, None)
        assert (bound.difficulty["medium"].possible, bound.difficulty["medium"].units) == (0, 1)


def test_in_a_whole_run_a_question_without_a_response_lowers_the_bound(data: Questions) -> None:
    bound = evaluate(data, {name: said for name, said in RIGHT.items() if name not in ("82a13fe7", "b9eeb07c")}).bound
    assert (bound.total.possible, bound.total.units) == (6, 8)


@pytest.mark.parametrize("wrong", [{"key": "truth.json"}, {"key": {"a": "yes"}}, {"pairs": ()}], ids=str)
def test_what_is_no_key_and_no_pairs_is_one_clear_line(data: Questions, wrong: dict[str, Any]) -> None:
    (name,) = wrong
    with pytest.raises(UsageError, match=f"^{name}: .*; expected what load_"):
        evaluate(data, {}, **wrong)


def test_numbers_and_empty_cells_of_a_table_are_responses_too(data: Questions, key: Key) -> None:
    cells: dict[str, Any] = {**RIGHT, "88a09e03": 12, "1e100000": float("nan")}
    report = evaluate(data, cells, key)
    assert (report.total.correct, report.counts.missing) == (7, 1)


def test_answers_alone_give_the_same_report_without_what_responses_tell(data: Questions, key: Key) -> None:
    responses = dict.fromkeys(RIGHT, "I'm sorry, but I cannot tell.")
    whole = evaluate(data, responses, key)
    alone = evaluate_run(data, Run({}), key, answers=extract_answers(data, responses))
    assert alone == replace(whole, findings=(), lengths=None)


def test_failed_and_missing_are_wrong_and_never_left_out(data: Questions, key: Key) -> None:
    responses: dict[str, str | None] = RIGHT | {"00000000": FAILED, "82a13fe7": None}
    del responses["948a5196"]
    report = evaluate(data, responses, key)
    assert (report.counts.ok, report.counts.failed, report.counts.missing) == (7, 1, 2)
    assert (report.total.correct, report.total.units) == (5, 8)
    assert report.counts.partial


def test_one_failure_alone_makes_a_run_partial(data: Questions) -> None:
    counts = evaluate(data, RIGHT | {"00000000": FAILED}).counts
    assert (counts.ok, counts.failed, counts.missing, counts.partial) == (9, 1, 0, True)


def test_unparsed_is_wrong_but_no_gap(data: Questions, key: Key) -> None:
    report = evaluate(data, RIGHT | {"00000000": "It is either red or white."}, key)
    assert (report.counts.unparsed, report.counts.partial) == (1, False)
    assert (report.total.correct, report.total.units) == (7, 8)


def test_half_a_pair_is_not_scored_in_a_limited_run_and_is_told(data: Questions, key: Key) -> None:
    report = evaluate(data, RIGHT, key, asked=["5e100000", "00000000"])
    assert (report.total.correct, report.total.units) == (1, 1)
    assert (report.counts.questions, report.counts.not_asked, report.counts.incomplete_pairs) == (2, 8, 1)
    assert report.counts.partial
    assert report.consistency.pairs == 0


def test_half_a_pair_is_wrong_in_a_whole_run(data: Questions, key: Key) -> None:
    report = evaluate(data, {name: said for name, said in RIGHT.items() if name != "5e100000"}, key)
    assert (report.category["scene"].correct, report.category["scene"].units) == (0, 1)
    assert report.counts.incomplete_pairs == 0


def test_ids_that_are_not_in_the_dataset_are_ignored(data: Questions, key: Key) -> None:
    more = RIGHT | {"ffffffff": "A", "5E100000": "B"}
    assert evaluate(data, more, key) == evaluate(data, RIGHT, key)
    assert evaluate(data, more, key, asked=[*data.by_id, "ffffffff"]) == evaluate(data, RIGHT, key)


def test_the_signature_names_data_pairs_and_host(data: Questions, key: Key) -> None:
    signature = evaluate(data, RIGHT, key, host="lmms-eval 9.9").signature
    assert f"data:{data.revision}" in signature and "pairs:inferred" in signature and "host:lmms-eval 9.9" in signature
    named = Key(key.values, {"5e100000": "00001234", "00001234": "5e100000"})
    assert "pairs:key" in evaluate(data, RIGHT, named).signature
    assert "host:" not in evaluate(data, RIGHT, key).signature


def test_a_key_that_names_some_opposites_leaves_the_others_unscored_and_told(data: Questions, key: Key) -> None:
    named = Key(key.values, {"5e100000": "00001234", "00001234": "5e100000"})
    report = evaluate(data, RIGHT, named)
    assert (report.total.correct, report.total.units, report.counts.incomplete_pairs) == (7, 7, 2)


def test_answers_come_in_dataset_order(data: Questions) -> None:
    answers = extract_answers(data, dict(reversed(RIGHT.items())))
    assert list(answers) == [q.question_id for q in data]
    assert {answer.status for answer in answers.values()} == {"ok"}


def test_the_folder_does_not_decide_the_report(data: Questions, key: Key, tmp_path: Path) -> None:
    elsewhere = load_questions(write_dataset(tmp_path / "copy", shards=2))
    assert evaluate(elsewhere, RIGHT, key).to_dict() == evaluate(data, RIGHT, key).to_dict()
