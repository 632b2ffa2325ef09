"""What is suspicious about a run is told, and nothing else."""

from __future__ import annotations

import pytest
from builders import question, questions

from visualoverload_tasks.baselines import make_policy
from visualoverload_tasks.diagnosis import Finding, response_lengths
from visualoverload_tasks.evaluation import evaluate
from visualoverload_tasks.records import Key

PAIRS = [
    question(f"{n:04d}{half}", f"Is {n} {word}?", painting=str(n), options=("yes", "no") if n % 2 else ("no", "yes"))
    for n in range(40)
    for half, word in ((0, "day"), (1, "night"))
]
FOUR = [
    question(f"f{n:03d}", "Which?", options=("red", "white", "blue", "green"), category="activity") for n in range(40)
]
FREE = [
    question(f"c{n:03d}", "How many?", question_type="counting", category="counting", options=()) for n in range(20)
]
DATA = questions(PAIRS, FOUR, FREE)
LAZY = make_policy("consistent", DATA)
USUAL = {question_id: LAZY(question_id) for question_id in DATA.by_id}


def findings(responses: dict[str, str | None], key: Key | None = None) -> dict[str, tuple[int, int]]:
    return {one.finding: (one.count, one.of) for one in evaluate(DATA, responses, key).findings}


def some(number: int, response: str, start: str = "") -> dict[str, str]:
    """The usual answers, with this response in place of so many of them."""
    ids = [question_id for question_id in USUAL if question_id.startswith(start)]
    return USUAL | dict.fromkeys(ids[:number], response)


VERBOSE = "Looking at the painting closely, I see many people in the square and boats on the water. " * 4
THINKING = "<think>First I look at the left side, where " + "there is a man, and then " * 30
CUT = VERBOSE + "At the left there is another group that seems to be walking towards the"

LETTERS = {q: f"A. {row.options[0]}" if row.options else "2" for q, row in DATA.by_id.items()}
ONLY_C = USUAL | {row.question_id: "C" for row in FOUR}
BLUE_AT_END = {row.question_id: VERBOSE + "So the colour is " + row.options[n % 4] for n, row in enumerate(FOUR)}
NEARLY_B = dict.fromkeys(USUAL, "B") | dict.fromkeys(list(USUAL)[:5], "A")
ENDLESS = some(10, CUT, "f") | {"c000": "1 " * 20000}
CUT_COUNT = VERBOSE + "I count 12 people at the"
CASES = [
    ("every answer the same", dict.fromkeys(USUAL, "A"), {"constant-response": (140, 140)}),
    ("nearly all the same", NEARLY_B, {"constant-response": (135, 140)}),
    ("requests failed", some(1, "Failed to obtain answer via API."), {"failed-requests": (1, 140)}),
    ("all failed", dict.fromkeys(USUAL, "Failed to obtain answer via API."), {"failed-requests": (140, 140)}),
    ("most are empty", some(100, " \n"), {"empty-responses": (100, 140)}),
    ("thinking is cut off", some(10, THINKING), {"cut-off-thinking": (10, 140)}),
    ("prose is cut off", some(10, CUT, "f"), {"cut-off-responses": (10, 140)}),
    ("cut off, with one that never ends", ENDLESS, {"cut-off-responses": (10, 140)}),
    ("prose with a number is cut off", some(10, CUT_COUNT, "c"), {"cut-off-responses": (10, 140)}),
    ("it declines", some(20, "I'm sorry, but I cannot tell."), {"refusals": (20, 140)}),
    ("nothing can be read", some(20, "Perhaps."), {"unparsed-responses": (20, 140)}),
    ("one letter, in words of its own", LETTERS, {"same-letter": (120, 120)}),
    ("one letter of four only", ONLY_C, {"same-letter": (40, 40)}),
    ("always yes", USUAL | {row.question_id: "yes" for row in PAIRS}, {"one-sided-yes-no": (80, 80)}),
    ("always no", USUAL | {row.question_id: "No." for row in PAIRS}, {"one-sided-yes-no": (80, 80)}),
]  # fmt: skip


@pytest.mark.parametrize(("responses", "expected"), [pytest.param(*case[1:], id=case[0]) for case in CASES])
def test_each_pattern_has_its_finding_and_only_its_own(responses: dict, expected: dict) -> None:
    assert findings(responses) == expected


QUIET = [
    ("guesses", USUAL),
    ("gaps are told elsewhere", {question_id: USUAL[question_id] for question_id in list(USUAL)[:30]}),
    ("no response at all", {}),
    ("a refusal now and then", some(5, "I'm sorry, but I cannot tell.")),
    ("an unread response now and then", some(5, "Perhaps.")),
    ("an empty response now and then", some(5, "")),
    ("long, with the answer at the end", {q: f"{VERBOSE}\nAnswer: {said}" for q, said in USUAL.items()}),
    ("long, with the option at the end", USUAL | BLUE_AT_END),
    ("long, with the count at the end", some(20, VERBOSE + "In total I count 12", "c")),
    ("long, with more after the count", some(20, VERBOSE + "In total I count 12 people", "c")),
    ("long, with a full stop", some(20, VERBOSE + "There are 12 of them, I think.", "c")),
    ("thinking that ends", {q: f"{THINKING}</think>{said}" for q, said in USUAL.items()}),
    ("mostly yes", USUAL | {row.question_id: "yes" for row in PAIRS[:50]}),
]


@pytest.mark.parametrize("responses", [pytest.param(case[1], id=case[0]) for case in QUIET])
def test_it_does_not_cry_wolf(responses: dict) -> None:
    assert findings(responses) == {}


@pytest.mark.parametrize("policy", ["random", "consistent", "oracle"])
@pytest.mark.parametrize("seed", range(5))
def test_the_baselines_are_not_suspicious(policy: str, seed: int) -> None:
    truth = make_policy("consistent", DATA, seed=-1)
    key = Key({q.question_id: truth(q.question_id) for q in DATA}, {})
    say = make_policy(policy, DATA, key, seed=seed)
    assert findings({q.question_id: say(q.question_id) for q in DATA}, key) == {}


def test_few_questions_show_no_habit() -> None:
    few = questions(FOUR[:19])
    assert evaluate(few, dict.fromkeys(few.by_id, "A")).findings == ()


def test_a_key_with_pairs_that_are_no_opposites_is_told() -> None:
    truth = {row.question_id: "A" for row in [*PAIRS, *FOUR]} | {row.question_id: "3" for row in FREE}
    right = truth | {row.question_id: "AB"[row.question_id.endswith("1")] for row in PAIRS}
    assert findings(USUAL, Key(truth, {})) == {"contradicted-pairs": (40, 40)}
    assert findings(USUAL, Key(right, {})) == {}


def test_every_finding_says_what_to_do() -> None:
    for _, responses, _ in CASES:
        for found in evaluate(DATA, responses).findings:
            assert isinstance(found, Finding) and "\n" not in found.message
            assert found.message.endswith(".")
            assert str(found.of) in found.message


def test_lengths_by_hand() -> None:
    lengths = response_lengths({"a": "12", "b": " seven \n", "c": "", "d": None, "e": "seven"})
    assert (lengths.responses, lengths.empty, lengths.median, lengths.longest, lengths.longest_id) == (5, 2, 2, 5, "b")
    assert response_lengths({}) is None


def test_unread_questions_are_listed_by_the_reason_and_the_most_frequent_first() -> None:
    responses = some(1, "I'm sorry, but I cannot tell.") | {"f001": "A or B", "f002": "B or C", "c000": None}
    unread = evaluate(DATA, responses).unread
    assert unread == {"several-options": ("f001", "f002"), "refusal": ("00000",), "empty": ("c000",)}
    assert next(iter(unread)) == "several-options"
