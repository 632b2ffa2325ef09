"""Opposites are found from wording and place, or taken from the key; a wrong pair would cost a unit of the score."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from builders import question, questions
from hypothesis import given
from hypothesis import strategies as st

from visualoverload_tasks import load_key, load_questions, matching
from visualoverload_tasks.pairs import choose_pairs, find_pairs, grade_pairs
from visualoverload_tasks.records import Key, Painting, Question, Questions
from visualoverload_tasks.wording import likeness

# Yes/no questions as annotators of dense paintings write them, with the true pairs (docs/pairs.md).
CASES = [json.loads(line) for line in (Path(__file__).parent / "cases" / "pairs.jsonl").read_text().splitlines()]

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


def corpus(order: str, seed: int = 0, lost: float = 0.0) -> tuple[Questions, set[frozenset[str]]]:
    """The questions of all cases, a painting each, and the ids of the true pairs that are whole."""
    dice = random.Random(f"{order} {seed}")
    rows: list[Question] = []
    true = set()
    for number, case in enumerate(CASES):
        texts = [text for pair in case["pairs"] for text in pair] + case["single"]
        ids = {text: f"{case['set']} {number} {place}" for place, text in enumerate(texts)}
        if order != "neighbours":
            texts.reverse() if order == "reversed" else dice.shuffle(texts)
        kept = [text for text in texts if dice.random() >= lost]
        rows += [question(ids[text], text, painting=str(number), category=case["category"]) for text in kept]
        true |= {frozenset(ids[text] for text in pair) for pair in case["pairs"] if set(pair) <= set(kept)}
    return questions(rows), true


def test_the_cases_are_many_and_as_large_as_real_paintings() -> None:
    sizes = [2 * len(case["pairs"]) + len(case["single"]) for case in CASES]
    assert len(sizes) >= 50 and min(sizes) >= 6 and max(sizes) == 20
    assert {case["set"] for case in CASES} == {"tuning", "held-out", "untouched"} and all(c["reason"] for c in CASES)


def test_all_pairs_of_realistic_paintings_are_found_where_opposites_are_neighbours() -> None:
    rows, true = corpus("neighbours")
    assert {frozenset((pair.first, pair.second)) for pair in find_pairs(rows)} == true


def test_the_pairs_of_the_demo_are_inferred_as_its_key_names_them() -> None:
    demo = load_questions("demo")
    assert find_pairs(demo) == find_pairs(demo, load_key(None, demo)) != ()


@pytest.mark.parametrize(("order", "seed"), [("reversed", 0), *(("shuffled", seed) for seed in range(5))])
def test_almost_all_pairs_of_realistic_paintings_are_found_in_any_order(order: str, seed: int) -> None:
    rows, true = corpus(order, seed)
    found = {frozenset((pair.first, pair.second)) for pair in find_pairs(rows)}
    missed = Counter(min(pair).split()[0] for pair in true - found)
    # Of the 56 pairs that nothing was tuned on, five are worded without a sign of opposition, or ambiguous.
    assert missed["tuning"] == missed["held-out"] == 0 and missed["untouched"] <= 5


def test_grades_tell_how_many_pairs_are_right() -> None:
    # Some questions are lost, so that some pairs must be wrong. docs/pairs.md has the shares over 20 shuffles.
    right: dict[str, list[bool]] = {"sure": [], "likely": [], "doubtful": []}
    for seed in range(3):
        rows, true = corpus("shuffled", seed, lost=0.1)
        for one in grade_pairs(rows, choose_pairs(rows)):
            if one.grade in right:
                right[one.grade].append(frozenset(q.question_id for q in one.questions) in true)
    share = {name: sum(flags) / len(flags) for name, flags in right.items()}
    assert share["sure"] > 0.95 and 0.95 > share["likely"] > 0.75 and share["doubtful"] < 0.75


def test_pairs_that_could_as_well_be_others_are_doubtful() -> None:
    # On the left or right, standing or sitting: each question has two that differ in one word, by its opposite.
    texts = [f"Is the man on the {side} {what}?" for side in ("left", "right") for what in ("standing", "sitting")]
    rows = questions(ask(texts))
    graded = grade_pairs(rows, choose_pairs(rows))
    assert [tuple(q.question for q in one.questions) for one in graded] == [tuple(texts[:2]), tuple(texts[2:])]
    assert {one.grade for one in graded} == {"doubtful"} and all(0 < one.confidence < 0.1 for one in graded)


def test_what_has_no_opposite_is_listed_as_unpaired() -> None:
    rows = questions(ask(["Is there a dog?", "Is the scene indoors?", "Is the scene outdoors?"]))
    graded = grade_pairs(rows, choose_pairs(rows))
    assert [(one.grade, len(one.questions)) for one in graded] == [("sure", 2), ("unpaired", 1)]
    assert graded[1].questions[0].question == "Is there a dog?" and graded[1].confidence is None


def test_places_decide_in_a_dataset_that_has_opposites_side_by_side_and_only_there() -> None:
    # The words of the last four, of which none says the opposite of another, are for 1-3 and 2-4 by a little.
    unclear = ["Is it red?", "Is there any that is blue?", "Is it wide?", "Is there any that is tall?"]
    clear = [text for pair in OPPOSITES for text in pair]
    in_order, out_of_order = (
        found([*ask(unclear), *(replace(row, question_id=f"2 {row.question_id}") for row in ask(texts, painting="2"))])
        for texts in (clear, clear[::2] + clear[1::2])
    )
    assert {frozenset(unclear[:2]), frozenset(unclear[2:])} <= in_order
    assert {frozenset(unclear[::2]), frozenset(unclear[1::2])} <= out_of_order


def best_total(size: int, weight: matching.Weight, but: tuple[int, int] | None = None) -> float:
    """The largest sum of all matchings, by trying them all; ``but`` is a pair that may not be in it."""

    @cache
    def most(left: frozenset[int]) -> float:
        if len(left) < 2:
            return 0.0
        first = max(left)
        rest = left - {first}
        paired = [weight(other, first) + most(rest - {other}) for other in rest if (other, first) != but]
        return max([*paired, most(rest)])  # or the first one stays alone

    return most(frozenset(range(size)))


WEIGHTS = st.integers(1, 8).flatmap(
    lambda size: st.tuples(st.just(size), st.lists(st.integers(1, 9), min_size=size * size, max_size=size * size))
)


@given(WEIGHTS)
def test_the_matching_is_the_best_of_all_and_a_margin_is_what_it_loses_without_a_pair(
    made: tuple[int, list[int]],
) -> None:
    size, numbers = made
    edges = matching.best_matching(size, lambda a, b: numbers[a * size + b])
    assert len(edges) == size // 2 and len({number for edge in edges for number in edge}) == 2 * len(edges)
    best = best_total(size, lambda a, b: numbers[a * size + b])
    assert sum(numbers[a * size + b] for a, b in edges) == best
    for edge, margin in zip(edges, matching.margins(size, lambda a, b: numbers[a * size + b], edges), strict=True):
        assert margin == pytest.approx(best - best_total(size, lambda a, b: numbers[a * size + b], but=edge))


def test_all_are_matched_even_where_nothing_fits() -> None:
    """Two that have nothing in common add nothing to the sum, but are opposites still."""
    assert matching.best_matching(4, lambda a, b: float((a, b) == (2, 3))) == [(0, 1), (2, 3)]


TEXTS = st.lists(
    st.sampled_from(["is", "the", "man", "not", "without", "day", "night", "taller", "than"]), max_size=8
).map(" ".join)


@given(st.lists(TEXTS, min_size=2, max_size=5))
def test_a_likeness_is_between_0_and_1_and_the_same_both_ways_round(texts: list[str]) -> None:
    of = likeness(texts)
    for one in range(len(texts)):
        for other in set(range(len(texts))) - {one}:
            assert 0 <= of(one, other) <= 1 and of(one, other) == pytest.approx(of(other, one))


@pytest.mark.parametrize(
    ("asked", "opposite", "other"),
    [
        ("Is the inn on the left open?", "Is the inn on the left closed?", "Is the inn on the left old?"),
        ("Are the dogs leashed?", "Are the dogs unleashed?", "Are the dogs barking?"),
        ("Is the man taller than the boy?", "Is the boy taller than the man?", "Is the man taller than the girl?"),
        ("Is there a king?", "Isn't there a king?", "Is there a king there?"),
        ("Is nobody without a hat?", "Is somebody without a hat?", "Is everybody with a hat?"),
    ],
)
def test_what_says_the_opposite_is_more_like_it_than_what_says_another_thing(
    asked: str, opposite: str, other: str
) -> None:
    of = likeness([asked, opposite, other])
    assert of(0, 1) > of(0, 2)
