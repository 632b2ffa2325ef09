"""Opposites are found from wording and place, or taken from the key; a wrong pair would cost a unit of the score."""

from __future__ import annotations

import random
import string
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from builders import question, questions
from hypothesis import given
from hypothesis import strategies as st

from visualoverload_tasks import pairs as module
from visualoverload_tasks.pairs import find_pairs
from visualoverload_tasks.records import Key, Painting, Question

# Opposites in the forms of the paper's examples: one word exchanged, two places exchanged, and said in another way.
OPPOSITES = [
    ("Is it day?", "Is it night?"),
    ("Is the scene outdoors?", "Is the scene indoors?"),
    ("Are there people in the square?", "Is the square empty of people?"),
    ("Are there animals in the scene?", "Is the scene free of animals?"),
    ("Is the bell tower taller than the house?", "Is the house taller than the bell tower?"),
    ("Is there a dog?", "Is there no dog?"),
    ("Is the sky clear?", "Is the sky cloudy?"),
    ("Are all riders armed?", "Is at least one rider not armed?"),
]


def ask(texts: list[str], **fields: object) -> list[Question]:
    return [question(f"{number:02d}", text, **fields) for number, text in enumerate(texts)]


def found(rows: list[Question]) -> set[frozenset[str]]:
    texts = {row.question_id: row.question for row in rows}
    return {frozenset((texts[pair.first], texts[pair.second])) for pair in find_pairs(rows)}


@pytest.mark.parametrize("seed", range(40))
def test_neighbours_of_whatever_wording_are_paired(seed: int) -> None:
    chosen = random.Random(seed).sample(OPPOSITES, 5)
    assert found(ask([text for pair in chosen for text in pair])) == set(map(frozenset, chosen))


@pytest.mark.parametrize("seed", range(40))
def test_shuffled_questions_are_paired_by_the_words_that_tell_them_apart(seed: int) -> None:
    chosen = OPPOSITES[1:7]
    texts = [text for pair in chosen for text in pair]
    random.Random(seed).shuffle(texts)
    assert found(ask(texts)) == set(map(frozenset, chosen))


def test_look_alike_wording_of_two_pairs_does_not_mix_them() -> None:
    # Each question looks most like one of the other pair: "Are there ... in the ...?", "Is the ... of ...?".
    chosen = OPPOSITES[2:4]
    assert found(ask([chosen[0][0], chosen[1][0], chosen[1][1], chosen[0][1]])) == set(map(frozenset, chosen))


def test_other_questions_between_two_opposites_do_no_harm() -> None:
    rows = ask(["Is it day?", "How many?", "Is it night?"])
    rows[1] = question("01", "How many?", question_type="counting", options=(), category="counting")
    assert found(rows) == {frozenset(("Is it day?", "Is it night?"))}


def test_categories_and_paintings_are_never_mixed() -> None:
    rows = [
        question("a", "Is it day?"),
        question("b", "Is it day or night?", category="reasoning"),
        question("c", "Is it day?", painting="2"),
        question("d", "Is it day or dusk?", category="reasoning", painting="2"),
    ]
    assert find_pairs(rows) == ()


def test_two_paintings_of_the_same_name_are_two() -> None:
    one, other = (Painting(painting_id, "1.jpg", Path()) for painting_id in ("aa", "bb"))
    day, night = question("a", "Is it day?"), question("b", "Is it night?")
    assert find_pairs([replace(day, painting=one), replace(night, painting=other)]) == ()
    assert len(find_pairs([replace(day, painting=one), replace(night, painting=one)])) == 1


def test_where_the_wording_does_not_decide_neighbours_do() -> None:
    far = ("Are there people in the square?", "Is the square empty of people?")
    near = [("Is it day?", "Is it night?"), ("Is it dry?", "Is it wet?")]
    assert found(ask([far[0], *near[0], *near[1], far[1]])) == set(map(frozenset, [far, *near]))


@pytest.mark.parametrize("count", [1, 3, 5, 7])
def test_of_an_odd_number_one_stays_alone(count: int) -> None:
    texts = [text for pair in OPPOSITES for text in pair][:count]
    assert len(find_pairs(ask(texts))) == count // 2
    assert found(ask(texts)) == set(map(frozenset, OPPOSITES[: count // 2]))


def test_the_odd_one_may_stand_anywhere() -> None:
    texts = ["Is there a dog?", "Is the scene indoors?", "Is the scene outdoors?"]
    assert found(ask(texts)) == {frozenset(texts[1:])}


@pytest.mark.parametrize(
    "options", [("yes", "no", "maybe"), ("yes",), ("red", "blue"), (), ("yes", "yes"), ("yes", "no", "yes", "no")]
)
def test_only_yes_no_questions_are_paired(options: tuple[str, ...]) -> None:
    assert find_pairs(ask(["Is it day?", "Is it night?"], options=options)) == ()


@pytest.mark.parametrize("options", [("no", "yes"), ("Yes", "No"), (" YES", "no ")])
def test_yes_and_no_in_any_order_and_case_are_yes_no(options: tuple[str, ...]) -> None:
    assert len(find_pairs(ask(["Is it day?", "Is it night?"], options=options))) == 1


def test_pairs_come_in_dataset_order() -> None:
    rows = ask([text for pair in OPPOSITES for text in pair])
    by_painting = [question(f"b{q.question_id}", q.question, painting="2") for q in rows]
    mixed = [row for both in zip(rows, by_painting, strict=True) for row in both]
    place = {row.question_id: number for number, row in enumerate(mixed)}
    places = [(place[pair.first], place[pair.second]) for pair in find_pairs(mixed)]
    assert all(first < second for first, second in places)
    assert places == sorted(places)


def test_the_key_decides_against_wording_and_place() -> None:
    rows = questions(ask(["Is it day?", "Is it night?", "Is it dry?", "Is it wet?"]))
    opposite_of = {"00": "03", "03": "00", "01": "02", "02": "01"}
    named = find_pairs(rows, Key({}, opposite_of))
    assert [(pair.first, pair.second) for pair in named] == [("00", "03"), ("01", "02")]


def test_a_key_without_opposites_leaves_it_to_the_wording() -> None:
    rows = questions(ask(["Is it day?", "Is it night?"]))
    assert find_pairs(rows, Key({}, {})) == find_pairs(rows) != ()


def test_ids_other_than_the_order_decide_nothing() -> None:
    texts = [text for pair in OPPOSITES for text in pair]
    rows = ask(texts)
    renamed = [question(f"{99 - number:02d}", text) for number, text in enumerate(texts)]
    assert found(rows) == found(renamed)


def best_cost(size: int, cost: module.Cost) -> float:
    """The least cost of all matchings, by trying them all."""

    @cache
    def least(left: frozenset[int]) -> float:
        if not left:
            return 0.0
        first = max(left)
        return min(cost(first, other) + least(left - {first, other}) for other in left - {first})

    # With an odd number one stays alone, which costs the same whoever it is.
    return least(frozenset(range(size)) | ({module._ALONE} if size % 2 else set()))


WORDS = st.lists(st.sampled_from(string.ascii_lowercase[:9]), min_size=1, max_size=6).map(" ".join)


@given(st.lists(WORDS, min_size=1, max_size=8))
def test_the_matching_is_one_that_no_exchange_improves(texts: list[str]) -> None:
    cost = module._cost(texts)
    pairs = module._match(len(texts), cost)
    assert sorted(number for pair in pairs for number in pair) == sorted(set(range(len(texts))) - _alone(texts, pairs))
    for one, (a, b) in enumerate(pairs):
        for c, d in pairs[one + 1 :]:
            now = cost(a, b) + cost(c, d)
            assert now <= min(cost(a, c) + cost(b, d), cost(a, d) + cost(b, c)) + 1e-9


def _alone(texts: list[str], pairs: list[tuple[int, int]]) -> set[int]:
    left = set(range(len(texts))) - {number for pair in pairs for number in pair}
    assert len(left) == len(texts) % 2
    return left


def test_the_matching_is_hardly_ever_worse_than_the_best_of_all() -> None:
    worse = 0
    for seed in range(300):
        dice = random.Random(seed)
        texts = [text for pair in dice.sample(OPPOSITES, dice.randint(2, 5)) for text in pair]
        dice.shuffle(texts)
        cost = module._cost(texts)
        worse += sum(cost(*pair) for pair in module._match(len(texts), cost)) > best_cost(len(texts), cost) + 1e-9
    assert worse <= 3
