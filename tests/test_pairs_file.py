"""A corrected file of pairs is honoured wherever runs are scored, and refused in one line if it cannot be right."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from builders import question, questions

from visualoverload_tasks.baselines import make_policy
from visualoverload_tasks.data import compare_pairs
from visualoverload_tasks.errors import PairsFileError
from visualoverload_tasks.evaluation import evaluate
from visualoverload_tasks.finishing import finish_run
from visualoverload_tasks.pairs import choose_pairs, grade_pairs
from visualoverload_tasks.pairs_file import load_pairs, write_pairs
from visualoverload_tasks.records import Key, Pair, Pairing, Questions, Run
from visualoverload_tasks.source import load_questions
from visualoverload_tasks.submission import build_submission

Row = dict[str, Any]

DATA = questions(
    question("5e100000", "Is it day?"),
    question("00001234", "Is it night?", options=("no", "yes")),
    question("1e100000", "Is it dry?"),
    question("00000000", "Is it wet?"),
    question("88a09e03", "Where is the sun?", options=("left", "right")),
    question("c41df6aa", "Is the tower high?", category="reasoning"),
    question("7bf0e756", "Is it day?", painting="2"),
)
INFERRED = (Pair("5e100000", "00001234"), Pair("1e100000", "00000000"))
OTHER = (Pair("5e100000", "00000000"), Pair("00001234", "1e100000"))


@pytest.fixture
def rows(tmp_path: Path) -> list[Row]:
    """The exported pairs, as a person sees them."""
    write_pairs(tmp_path / "export.json", grade_pairs(DATA, choose_pairs(DATA)))
    exported: list[Row] = json.loads((tmp_path / "export.json").read_text(encoding="utf-8"))
    return exported


@pytest.fixture
def give(tmp_path: Path) -> Callable[[object], Path]:
    def give(content: object) -> Path:
        (tmp_path / "pairs.json").write_text(json.dumps(content), encoding="utf-8")
        return tmp_path / "pairs.json"

    return give


def exchanged(rows: list[Row]) -> list[Row]:
    """Corrected by hand: two questions exchange the numbers of their pairs."""
    numbers = {"00001234": 2, "00000000": 1}
    return [{**row, "pair": numbers.get(row["question_id"], row["pair"])} for row in rows]


def test_an_export_has_one_line_a_question_with_opposites_together_and_shows_their_words(tmp_path: Path, rows) -> None:
    assert [(row["pair"], row["question_id"]) for row in rows] == [
        (1, "5e100000"), (1, "00001234"), (2, "1e100000"), (2, "00000000"), (None, "c41df6aa"), (None, "7bf0e756"),
    ]  # fmt: skip
    assert rows[0] == {
        "pair": 1, "question_id": "5e100000", "question": "Is it day?", "grade": rows[0]["grade"], "painting": "1.jpg",
        "category": "scene",
    }  # fmt: skip
    assert [row["grade"] for row in rows[4:]] == ["unpaired", "unpaired"]
    assert len((tmp_path / "export.json").read_text(encoding="utf-8").splitlines()) == len(rows) + 2


def test_given_back_unchanged_it_gives_the_same_pairs(rows, give) -> None:
    read = load_pairs(give(rows), DATA)
    assert read.pairs == INFERRED == choose_pairs(DATA).pairs
    assert read.origin.startswith("file:") and choose_pairs(DATA).origin == "inferred2"


def test_given_back_corrected_it_decides(rows, give) -> None:
    read = load_pairs(give(exchanged(rows)), DATA)
    assert read.pairs == OTHER
    assert read.origin != load_pairs(give(rows), DATA).origin, "the signature tells them apart"
    assert {one.grade for one in grade_pairs(DATA, read)} == {"given", "unpaired"}


def test_the_order_of_lines_and_the_names_of_pairs_mean_nothing(rows, give) -> None:
    renamed = [{**row, "pair": row["pair"] and f"pair {row['pair']}"} for row in reversed(rows)]
    assert load_pairs(give(renamed), DATA) == load_pairs(give(rows), DATA)


def test_ids_and_numbers_are_all_that_is_needed(rows, give) -> None:
    assert (
        load_pairs(give([{name: row[name] for name in ("pair", "question_id")} for row in rows]), DATA).pairs
        == INFERRED
    )


def change(number: int, **fields: object) -> Callable[[list[Row]], object]:
    return lambda rows: [{**row, **fields} if place == number else row for place, row in enumerate(rows)]


REFUSED = {
    "unknown id": (change(1, question_id="ffffffff"), r"item 2: unknown question id 'ffffffff'; expected ids of"),
    "not yes or no": (
        lambda rows: [*rows, {"pair": 1, "question_id": "88a09e03"}],
        r"item 7: question '88a09e03' with the options \['left', 'right'\]; expected a question with",
    ),
    "twice": (lambda rows: [*rows, rows[0]], r"item 7: question id '5e100000' for the second time; expected each id"),
    "three of a pair": (change(4, pair=1), r"pair 1: 3 question\(s\): '5e100000', '00001234', 'c41df6aa'; expected"),
    "one of a pair": (change(1, pair=None), r"pair 1: 1 question\(s\): '5e100000'; expected two questions"),
    "two paintings": (
        lambda rows: change(1, pair=None)(change(5, pair=1)(rows)),
        r"pair 1: '5e100000', '7bf0e756' of 1\.jpg \(scene\) and 2\.jpg \(scene\); expected two questions of one",
    ),
    "two categories": (
        lambda rows: change(1, pair=None)(change(4, pair=1)(rows)),
        r"pair 1: '5e100000', 'c41df6aa' of 1\.jpg \(scene\) and 1\.jpg \(reasoning\); expected two questions of one",
    ),
    "a question left out": (lambda rows: rows[:-1], r"missing ids '7bf0e756'; expected all 6 yes/no questions, with"),
    "words of another dataset": (
        change(0, question="Is it dusk?"),
        r"item 1: question 'Is it dusk\?'; expected 'Is it day\?', as '5e100000' asks",
    ),
    "no number": (lambda rows: [{"question_id": "5e100000"}], r'item 1: .*; expected a "pair" \(number or null\)'),
    "a truth for a number": (change(2, pair=True), r'item 3: .*; expected a "pair"'),
    "an id that is a number": (change(2, question_id=1e100), r'item 3: .*; expected .* and a "question_id"'),
    "an object": (
        lambda rows: {"pairs": rows},
        r"another form of JSON \(dict\); expected a JSON list .* to correct\.$",
    ),
    "a list of ids": (lambda rows: [row["question_id"] for row in rows], r"item 1: '5e100000'; expected"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_cannot_be_right_is_refused_in_one_line_with_the_place(name: str, rows, give) -> None:
    spoil, message = REFUSED[name]
    path = give(spoil(rows))
    with pytest.raises(PairsFileError, match=message) as caught:
        load_pairs(path, DATA)
    assert str(caught.value).startswith(str(path)) and "\n" not in str(caught.value)


@pytest.mark.parametrize("content", ["", "[{]", "[" * 100_000, None])
def test_what_is_no_json_is_refused(content: str | None, tmp_path: Path) -> None:
    path = tmp_path / "pairs.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(PairsFileError, match=r"cannot be read as JSON .*; expected a JSON list"):
        load_pairs(path, DATA)


NAMED = Key({}, {"5e100000": "00001234", "00001234": "5e100000", "1e100000": "00000000", "00000000": "1e100000"})


def test_a_key_that_names_opposites_decides_if_the_file_agrees(rows, give) -> None:
    assert load_pairs(give(rows), DATA, NAMED) == Pairing(INFERRED, "key")
    assert load_pairs(None, DATA, NAMED) == Pairing(INFERRED, "key")
    assert load_pairs(give(exchanged(rows)), DATA, Key({}, {})).pairs == OTHER, (
        "a key without opposites leaves it to the file"
    )


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (exchanged, r"'00001234' and '1e100000' are a pair here, and not in the key; expected the opposites"),
        (
            lambda rows: [{**row, "pair": None} for row in rows],
            r"'1e100000' and '00000000' are a pair in the key, and not here",
        ),
    ],
)
def test_a_file_that_contradicts_the_key_is_an_error_and_not_a_choice(spoil, message: str, rows, give) -> None:
    path = give(spoil(rows))
    with pytest.raises(PairsFileError, match=message):
        load_pairs(path, DATA, NAMED)
    with pytest.raises(PairsFileError, match=message):
        evaluate(DATA, {}, NAMED, pairs=load_pairs(path, DATA))


def test_scores_rest_on_the_file_and_its_single_questions_stay_unscored(rows, give, tmp_path: Path) -> None:
    # Yes to "day", "wet" and no to "night", "dry": opposite in both files, unless one pair is taken apart.
    said = {"5e100000": "A", "00001234": "A", "1e100000": "B", "00000000": "A"}
    whole = load_pairs(give(exchanged(rows)), DATA)
    report = evaluate(DATA, said, pairs=whole)
    assert (report.consistency.consistent, report.consistency.pairs, report.counts.incomplete_pairs) == (0, 2, 2)
    assert evaluate(DATA, said).consistency.consistent == 2
    assert report.pairs_from == whole.origin and f"pairs:{whole.origin}|" in report.signature
    single = load_pairs(give([{**row, "pair": None if row["pair"] == 2 else row["pair"]} for row in rows]), DATA)
    report = evaluate(DATA, said, pairs=single)
    assert (report.consistency.pairs, report.counts.incomplete_pairs) == (1, 4)
    assert build_submission(DATA, Run(said), tmp_path, model="m", pairs=single)[1] == report


def test_consistent_guesses_follow_the_file(rows, give) -> None:
    pairing = load_pairs(give(exchanged(rows)), DATA)
    for seed in range(10):
        guess = make_policy("consistent", DATA, seed=seed, pairs=pairing)
        said = {q: DATA.by_id[q].options["AB".index(guess(q))] for q in DATA.by_id if q != "88a09e03"}
        assert all(said[pair.first] != said[pair.second] for pair in OTHER)


def test_the_variable_means_the_same_as_the_option_but_not_for_the_demo(
    rows, give, monkeypatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VISUALOVERLOAD_PAIRS", "  ")
    assert load_pairs(None, DATA) == choose_pairs(DATA)
    monkeypatch.setenv("VISUALOVERLOAD_PAIRS", str(give(exchanged(rows))))
    assert load_pairs(None, DATA).pairs == OTHER
    said, about = dict.fromkeys(DATA.by_id, "A"), {"model": "m", "host": "h", "prompt": "default", "image": "original"}
    _, report = finish_run(DATA, said, tmp_path, log=print, **about)
    assert report.pairs_from == load_pairs(None, DATA).origin
    demo = load_questions("demo")
    assert load_pairs(None, demo).origin == "inferred2"


def published() -> tuple[Questions, Pairing]:
    """As many questions, paintings, pairs and units as are published: 845 pairs, then 1,030 single questions."""
    level = ["easy"] * 468 + ["medium"] * 989 + ["hard"] * 418  # of the units, in their order
    of = (
        ["scene"] * 694
        + ["reasoning"] * 205
        + ["activity"] * 150
        + ["attributes"] * 149
        + ["counting"] * 559
        + ["ocr"] * 118
    )
    made = []
    for number, (difficulty, category) in enumerate(zip(level, of, strict=True)):
        about = {"difficulty": difficulty, "category": category, "painting": str(number % 150)}
        yes_no = ("yes", "no") if number < 845 else tuple("wxyz")
        made += [question(f"{number} {half}", **about, options=yes_no) for half in range(2 if number < 845 else 1)]
    return questions(made), Pairing(tuple(Pair(f"{number} 0", f"{number} 1") for number in range(845)), "key")


def test_pairs_of_the_published_data_are_compared_with_the_published_counts() -> None:
    data, pairing = published()
    met = "the published counts are met: 845 pairs, 468 / 989 / 418 units (easy / medium / hard)"
    assert compare_pairs(data, pairing) == met
    fewer = compare_pairs(data, Pairing(pairing.pairs[1:], "key"))
    assert fewer.startswith(
        "not the published counts (in brackets), so some pairs are wrong: pairs 844 (845); units 1874"
    )
    assert "units, easy 467 (468)" in fewer and "medium" not in fewer


def test_pairs_of_other_data_are_compared_with_nothing() -> None:
    assert compare_pairs(DATA, choose_pairs(DATA)).startswith("7 questions are not the published 2,720: no count")
