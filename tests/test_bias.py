"""Answer bias against plain counting."""

from __future__ import annotations

from collections import Counter

from builders import question
from drawn import Drawn, drawn_runs, word
from hypothesis import given

from visualoverload_tasks.bias import answer_bias
from visualoverload_tasks.records import Answer, Key


@given(drawn_runs())
def test_letters_and_yes_are_what_counting_by_hand_gives(run: Drawn) -> None:
    expected = {}
    for name, size in (("yes/no", 2), ("2 options", 2), ("4 options", 4)):
        rows = [row for row in run.rows if len(row.options) == size and row.is_yes_no == (name == "yes/no")]
        if rows:
            said = [value for row in rows if (value := run.answers[row.question_id].value)]
            truth = Counter(run.truth[row.question_id] for row in rows)
            yes = [sum(word(row, of(row)) == "yes" for row in rows) for of in (
                lambda row: run.answers[row.question_id].value, lambda row: run.truth[row.question_id])]  # fmt: skip
            letters = "ABCD"[:size]
            expected[name] = (
                *(len(rows), len(said), {letter: said.count(letter) for letter in letters}),
                *({letter: truth[letter] for letter in letters}, *(yes if name == "yes/no" else (None, None))),
            )
    found = answer_bias(run.rows, run.answers, run.key)
    assert {
        bias.kind: (bias.questions, bias.answered, bias.letters, bias.truth, bias.yes, bias.truth_yes) for bias in found
    } == expected


@given(drawn_runs())
def test_the_truth_of_pairs_says_yes_in_one_half(run: Drawn) -> None:
    for bias in answer_bias(run.rows, run.answers, run.key):
        if bias.kind == "yes/no":
            assert 2 * bias.truth_yes == bias.questions


@given(drawn_runs())
def test_without_a_key_the_answers_count_the_same_and_the_truth_is_unknown(run: Drawn) -> None:
    with_key, without = (answer_bias(run.rows, run.answers, key) for key in (run.key, None))
    assert [(bias.letters, bias.yes) for bias in with_key] == [(bias.letters, bias.yes) for bias in without]
    assert all(bias.truth is None and bias.truth_yes is None for bias in without)


def test_a_habit_of_position_is_told_from_one_of_content() -> None:
    """Always the first option, with yes and no in turn: all A, but half yes. Always yes: half A, but all yes."""
    rows = [question(str(n), options=("no", "yes") if n % 2 else ("yes", "no")) for n in range(10)]
    first = {row.question_id: Answer("A", "A", "letter", "ok") for row in rows}
    yes = {row.question_id: Answer("AB"[n % 2], "", "letter", "ok") for n, row in enumerate(rows)}
    (position,), (content,) = (
        answer_bias(rows, first),
        answer_bias(rows, yes, Key(dict.fromkeys("0123456789", "A"), {})),
    )
    assert (position.letters, position.yes) == ({"A": 10, "B": 0}, 5)
    assert (content.letters, content.yes, content.truth_yes) == ({"A": 5, "B": 5}, 10, 5)


def test_counting_and_ocr_have_no_letters() -> None:
    rows = [question("c", question_type="counting", category="counting", options=())]
    assert answer_bias(rows, {"c": Answer("3", "3", "last-integer", "ok")}) == ()
