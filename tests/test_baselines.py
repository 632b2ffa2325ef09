"""Policies that do not look."""

from __future__ import annotations

from collections import Counter

import pytest
from builders import question, questions

from visualoverload_tasks.baselines import POLICIES, make_policy
from visualoverload_tasks.errors import UsageError
from visualoverload_tasks.pairs import find_pairs
from visualoverload_tasks.records import Key

PAIRS = [
    question(f"{n:04d}{half}", f"Is {n} {word}?", painting=str(n), options=("yes", "no") if n % 3 else ("no", "yes"))
    for n in range(200)
    for half, word in ((0, "day"), (1, "night"))
]
FOUR = [question(f"f{n:04d}", "Which?", options=tuple("wxyz"), category="activity") for n in range(400)]
FREE = [
    question("c", "How many?", question_type="counting", category="counting", options=()),
    question("o", "Which word?", question_type="ocr", category="ocr", options=()),
]
DATA = questions(PAIRS, FOUR, FREE)


def said(name: str, seed: int = 0, key: Key | None = None, backwards: bool = False) -> dict[str, str]:
    policy = make_policy(name, DATA, key, seed=seed)
    ids = list(DATA.by_id)
    return {question_id: policy(question_id) for question_id in (reversed(ids) if backwards else ids)}


def meaning(question_id: str, letter: str) -> str:
    return DATA.by_id[question_id].options["ABCD".index(letter)]


@pytest.mark.parametrize("name", ["random", "consistent"])
def test_guesses_depend_on_the_seed_only(name: str) -> None:
    assert said(name) == said(name, backwards=True)
    assert said(name, seed=1) != said(name, seed=2)


@pytest.mark.parametrize("name", ["random", "consistent"])
def test_guesses_are_even_over_options(name: str) -> None:
    letters = Counter(letter for question_id, letter in said(name).items() if question_id.startswith("f"))
    assert set(letters) == set("ABCD")
    assert all(100 - 40 < count < 100 + 40 for count in letters.values())  # 4.6 standard deviations


def test_consistent_guesses_are_opposite_on_every_pair_in_whatever_order_the_options_stand() -> None:
    answers = said("consistent")
    pairs = find_pairs(DATA)
    assert len(pairs) == 200
    for pair in pairs:
        assert {meaning(q, answers[q]) for q in (pair.first, pair.second)} == {"yes", "no"}
    assert 60 < sum(meaning(pair.first, answers[pair.first]) == "yes" for pair in pairs) < 140


def test_random_guesses_are_not() -> None:
    answers = said("random")
    opposite = sum(meaning(p.first, answers[p.first]) != meaning(p.second, answers[p.second]) for p in find_pairs(DATA))
    assert 60 < opposite < 140


def test_consistent_guesses_follow_the_opposites_that_the_key_names() -> None:
    key = Key({}, {"00000": "00011", "00011": "00000"})
    for seed in range(20):
        answers = said("consistent", seed, key)
        assert meaning("00000", answers["00000"]) != meaning("00011", answers["00011"])


@pytest.mark.parametrize("name", ["random", "consistent"])
def test_there_is_no_prior_for_numbers_and_texts(name: str) -> None:
    answers = said(name)
    assert (answers["c"], answers["o"]) == ("0", "unknown")


def test_the_constant_says_what_it_is_told() -> None:
    policy = make_policy("constant", DATA, response="I cannot tell.")
    assert {policy(question_id) for question_id in DATA.by_id} == {"I cannot tell."}


def test_the_oracle_says_what_the_key_says_and_needs_one() -> None:
    values = dict.fromkeys(DATA.by_id, "A")
    assert said("oracle", key=Key(values, {})) == values
    with pytest.raises(UsageError, match=r"no ground truth; expected a key: set VISUALOVERLOAD_KEY"):
        make_policy("oracle", DATA)


def test_an_unknown_policy_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError) as caught:
        make_policy("lucky", DATA)
    assert all(name in str(caught.value) for name in ("'lucky'", *POLICIES))
