"""Extraction: data-driven cases, what must hold for any response, and responses made to hang or crash it."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from visualoverload_tasks.answers import (
    ANSWERS_VERSION,
    RULES,
    explicit,
    extract_answer,
    is_failure,
    letters,
    normalise_text,
    option_texts,
    refusals,
    yes_no,
)
from visualoverload_tasks.answers.cued import Cued
from visualoverload_tasks.errors import UsageError
from visualoverload_tasks.records import QUESTION_TYPES

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "answers.jsonl").read_text("utf-8").splitlines()
    if line
]
LEFT = ("left", "right", "behind", "above")

# Words that the rules look for, so that random responses reach them.
WORDS = r"""A B C D E a b ( ) . , : ; ! / " ' “ ” * ** ` ``` $ { } [ ] \boxed{ \text{ <answer> </answer> <think>
</think> <|im_end|> </s> left right behind above yes no none not or and but is the The text reads says signature
answer Answer: 答案 是 option choose so sorry I cannot 1 2 12 1,200 200 .5 % one two dozen half hundred first thirds
Wait, actually So but probably between both Since which means Total total
Total: = because that's night it is ? <point> </point> <points (1, [{" ```json 写着
十 二 第 ½ ³ ① ٣ v V j J Σ ς "answer": NA None nan ANNO TENIERS $ERROR$ ﬁ İ ẞ"""
PARTS = st.sampled_from([*WORDS.split(), "\ud800", "\0", "\u0301", "\n"])
RESPONSES = st.one_of(st.text(), st.lists(PARTS, max_size=14).map(" ".join), st.lists(PARTS, max_size=14).map("".join))
OPTIONS = st.one_of(
    st.sampled_from(
        [LEFT, ("yes", "no"), ("no", "yes"), ("red", "dark red", "blue", "black"), ("1", "2", "12", "21"), ()]
    ),
    st.lists(st.one_of(st.text(max_size=8), PARTS), max_size=30).map(tuple),
)
TYPES = st.sampled_from(QUESTION_TYPES)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    answer = extract_answer(case["response"], case["question_type"], case["options"])
    assert answer.value == case["answer"], case["why"]
    for name in ("text", "rule", "status"):
        assert getattr(answer, name) == case.get(name, getattr(answer, name)), case["why"]


@pytest.mark.parametrize("question_type", QUESTION_TYPES)
def test_cases_read_the_same_after_thinking_and_when_submitted(question_type: str) -> None:
    for case in (case for case in CASES if case["question_type"] == question_type):
        response, options = case["response"], case["options"]
        answer = extract_answer(response, question_type, options)
        if answer.status != "missing":
            thought = extract_answer(f"<think>A or 5?</think>\n{response}", question_type, options)
            assert (thought.value, thought.status) == (answer.value, answer.status), case
        if answer.status == "ok":
            assert extract_answer(answer.text, question_type, options).value == answer.value, case


@pytest.mark.parametrize(("question_type", "rule"), [(kind, rule) for kind in RULES for rule in RULES[kind]])
def test_every_rule_decides_a_case_and_can_be_left_out(question_type: str, rule: str) -> None:
    cases = [case for case in CASES if case["question_type"] == question_type]
    answers = [extract_answer(case["response"], question_type, case["options"]) for case in cases]
    without = [extract_answer(case["response"], question_type, case["options"], without=[rule]) for case in cases]
    assert answers != without
    assert rule not in {answer.rule for answer in without if answer.status == "ok"}


def test_a_rule_to_leave_out_must_exist() -> None:
    with pytest.raises(UsageError, match=r"'letter-que'.*letter-cue"):
        extract_answer("B", "choice", LEFT, without=["letter-que"])


def test_case_ids_are_unique() -> None:
    ids = [case["id"] for case in CASES]
    assert len(set(ids)) == len(ids)


@settings(max_examples=600, deadline=None)
@given(RESPONSES, TYPES, OPTIONS)
@example("The text reads: \"Answer: 'ANNO'\"", "ocr", ())
@example("\"'`\"'`ANNO`'\"`'\"", "ocr", ())
@example("Answer: " * 30 + "ANNO", "ocr", ())
@example("B", "choice", ("C", "A", "B"))
@example("the an dog", "choice", ("the an dog", "dog", "an dog"))
def test_any_response(response: str, question_type: str, options: tuple[str, ...]) -> None:
    answer = extract_answer(response, question_type, options)
    assert (answer.value is None) == (answer.status != "ok")
    assert re.fullmatch("[a-z]+(-[a-z]+)*", answer.rule)
    if answer.status in ("failed", "missing"):
        assert answer.text == ""
    elif answer.status == "unparsed":
        assert answer.text == response.strip()
    else:
        again = extract_answer(answer.text, question_type, options)
        assert (again.value, again.text) == (answer.value, answer.text)
        assert _is_value(answer.value or "", question_type, options)


def _is_value(value: str, question_type: str, options: tuple[str, ...]) -> bool:
    if question_type == "choice":
        return value in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(options)]
    if question_type == "counting":
        return re.fullmatch("0|[1-9][0-9]*", value) is not None
    return normalise_text(value) == value


@settings(max_examples=300, deadline=None)
@given(RESPONSES, TYPES, OPTIONS, st.text(" \t\r\n\u00a0\u3000", max_size=4))
def test_outer_whitespace_changes_nothing(
    response: str, question_type: str, options: tuple[str, ...], space: str
) -> None:
    assert extract_answer(space + response + space, question_type, options) == extract_answer(
        response, question_type, options
    )


@settings(max_examples=300, deadline=None)
@given(RESPONSES.filter(str.strip), TYPES, OPTIONS, st.sampled_from(["think", "thinking", "analysis", "reasoning"]))
def test_thinking_in_front_changes_nothing(
    response: str, question_type: str, options: tuple[str, ...], tag: str
) -> None:
    assume(not is_failure(response))  # a host's text is never read for thinking
    plain = extract_answer(response, question_type, options)
    thought = extract_answer(f"<{tag}>Answer: D, or 7?</{tag}>{response}", question_type, options)
    assert (thought.value, thought.status, thought.rule) == (plain.value, plain.status, plain.rule)


@settings(max_examples=500, deadline=None)
@given(st.one_of(st.text(), RESPONSES))
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = normalise_text(text)
    assert normalise_text(once) == once
    assert not re.search(r"[\sVvJj]", once)


def test_normalising_is_idempotent_for_every_character() -> None:
    for code in range(0x110000):
        once = normalise_text(chr(code))
        assert normalise_text(once) == once, hex(code)


@settings(deadline=None)
@given(st.sampled_from("ABCDE"), OPTIONS, st.data())
def test_the_quick_way_reads_as_the_rules_do(letter: str, options: tuple[str, ...], data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(options or ("left",)))
    for form in (
        "{0}",
        "({0})",
        "{0}.",
        "The answer is {0}.",
        "the answer is ({0})",
        "{0}. {1}",
        "({0}) {1}",
        "{0}) {1}.",
    ):
        response = form.format(letter, text)
        quick, rules = (
            extract_answer(response, "choice", options, without=names) for names in ((), ["json"])
        )  # left out: all rules
        assert quick == rules


CUED = [
    pytest.param(value, id=f"{module.__name__.rpartition('.')[2]}{name}")
    for module in (explicit, letters, option_texts, refusals, yes_no)
    for name, value in vars(module).items()
    if isinstance(value, Cued)
]


@pytest.mark.parametrize("cued", CUED)
def test_texts_without_the_words_of_a_pattern_have_no_match(cued: Cued) -> None:
    texts = [str(case["response"]) for case in CASES if str(case["response"]).isascii()]
    found = 0
    for text in [*texts, *map(str.upper, texts), *map(str.swapcase, texts)]:
        everywhere = [match.span() for match in cued.pattern.finditer(text)]
        assert [match.span() for match in cued.finditer(text)] == everywhere
        found += len(everywhere)
    assert found


NUMBER_FORMS = (
    "{}",
    "**{}**",
    "There are {}.",
    "{} people",
    "({})",
    "Answer: {}",
    "<answer>{}</answer>",
    "\\boxed{{{}}}",
)
LETTER_FORMS = (
    *("{}", "{}.", "({})", "{})", "**{}**", "`{}`", "Option {}", "Answer: {}", "The answer is {}.", "Antwort: {}"),
    *("答案：{}", "\\boxed{{{}}}", "<answer>{}</answer>", "I would choose {}.", "It must be {}.", "so it's {}"),
)


@pytest.mark.parametrize("number", [0, 7, 18, 99, 100, 105, 342, 1000, 2012])
@pytest.mark.parametrize("form", NUMBER_FORMS)
def test_numbers_read_alike_in_every_form(number: int, form: str) -> None:
    for digits in (str(number), f"{number:,}", f"{number}.00"):
        assert extract_answer(form.format(digits), "counting").value == str(number)


@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize("form", LETTER_FORMS)
def test_letters_read_alike_in_every_form(letter: str, form: str) -> None:
    assert extract_answer(form.format(letter), "choice", LEFT).value == letter


REPEATED = (
    *(
        "(",
        "a ",
        "1 ",
        "<think>",
        "\\boxed{",
        "one ",
        "hundred ",
        "A ",
        "B or ",
        "Answer: ",
        "answer\n",
        "{",
        '{"a":',
        "[",
    ),
    *("```", '"', "'", "*", "The text ", "is not ", "left or ", "A. left\n", "(A) ", "<answer>", "</think>", "一", "½"),
    *("\u0301", "100 ", " ", "\n", "$", "<|", "sorry ", "No, ", "there is no ", "impossible to count "),
    *("<point>", "[1,", '{"', "total ", "left? ", "right here ", "A\nB\n", "Here is the text ", '"a" (', "写着"),
)


@pytest.mark.parametrize("unit", REPEATED)
@pytest.mark.parametrize("question_type", QUESTION_TYPES)
def test_runaway_responses_end(unit: str, question_type: str) -> None:
    runaway = "x" + unit * (50_000 // len(unit))
    assert extract_answer(runaway, question_type, LEFT).status in ("ok", "unparsed")


@pytest.mark.parametrize(
    ("unit", "question_type", "value"),
    [
        ("(", "choice", None),
        ("A or ", "choice", None),
        ("the answer is ", "choice", None),
        ("\\boxed{", "choice", None),
        ("<think>", "choice", None),
        ("\n", "choice", "B"),
        ("7", "counting", None),  # a runaway number
        ("一", "counting", None),
        ("1,1,1 ", "counting", "1"),
        ("one hundred and ", "counting", "100"),
        ("\0", "counting", None),
        ("\ud800", "ocr", None),
        ('"', "ocr", None),
        ("'", "ocr", None),
    ],
)
def test_a_megabyte_is_read(unit: str, question_type: str, value: str | None) -> None:
    response = unit * (1_000_000 // len(unit)) + ("B" if unit == "\n" else "")
    assert extract_answer(response, question_type, LEFT).value == value


@settings(deadline=None)
@given(st.sampled_from("ABCD"), st.sampled_from(["", "*", "**", "`", "__"]), st.text(" \t\n\u00a0", max_size=4))
def test_emphasis_around_a_bare_letter_changes_nothing(letter: str, mark: str, space: str) -> None:
    assert extract_answer(f"{space}{mark}{letter}{mark}{space}", "choice", LEFT).value == letter


@settings(deadline=None)
@given(st.integers(0, 999_999), st.sampled_from(["", "*", "**", "`", "__"]), st.text(" \t\n\u00a0", max_size=4))
def test_emphasis_around_a_bare_number_changes_nothing(number: int, mark: str, space: str) -> None:
    assert extract_answer(f"{space}{mark}{number}{mark}{space}", "counting").value == str(number)


BROKEN = {
    "boxes": "\\boxed{" * 20_000 + "}" * 20_000,
    "arrays": "[" * 100_000 + "]" * 100_000,
    "objects": '{"answer":' * 20_000 + "1" + "}" * 20_000,
    "lead-ins": "The text reads: " * 5_000,
    "capitals": "The letters " + "A" * 20_000,
    "digits": '{"answer": ' + "9" * 5_000 + "}",
    "braces": "\\boxed{}}}{{",
    "stops": "left" + "." * 100_000 + "x",
    "surrogates": "\ud800\udfff\0",
    "nul": "<answer>\0</answer>",
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("question_type", QUESTION_TYPES)
def test_deep_and_broken_responses_do_not_crash(name: str, question_type: str) -> None:
    assert extract_answer(BROKEN[name], question_type, LEFT).status in ("ok", "unparsed")


def test_long_reasoning_keeps_its_final_answer() -> None:
    reasoning = "He may be on the left, or option B. I see 3 boats. " * 1_000
    assert extract_answer(reasoning + "\nAnswer: C", "choice", LEFT).value == "C"
    assert extract_answer(reasoning + "\n<answer>7</answer>", "counting").value == "7"


@pytest.mark.parametrize("response", ["$ERROR$", "  Failed to obtain answer via API. ", "[SAFETY_BLOCKED:unknown]"])
def test_failures_are_failures_for_every_type(response: str) -> None:
    assert is_failure(response)
    assert {extract_answer(response, question_type, LEFT).status for question_type in QUESTION_TYPES} == {"failed"}


@pytest.mark.parametrize("response", ["", "B", "I failed to obtain an answer.", "It says [SAFETY_BLOCKED:x]", "ERROR"])
def test_other_texts_are_no_failures(response: str) -> None:
    assert not is_failure(response)


@pytest.mark.parametrize("response", [None, "", " \n", math.nan])
def test_no_response_is_missing(response: Any) -> None:
    answer = extract_answer(response, "counting")
    assert (answer.value, answer.text, answer.rule, answer.status) == (None, "", "empty", "missing")


def test_unknown_question_type() -> None:
    with pytest.raises(UsageError, match=r"'chioce'.*choice, counting, ocr"):
        extract_answer("B", "chioce")


def test_version_is_text() -> None:
    assert ANSWERS_VERSION == "2"
