"""Two runs beside each other: on the questions that both were asked, with and without a key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from builders import RIGHT, SMALL_KEY, picture, question, questions, small_rows, write_dataset, write_key
from typer.testing import CliRunner

from visualoverload_tasks import Key, Questions, Run, RunError, load_key, load_questions, make_key
from visualoverload_tasks.cli import app
from visualoverload_tasks.comparison import Comparison, compare
from visualoverload_tasks.comparison_report import parts, question_rows, to_dict
from visualoverload_tasks.evaluation import evaluate

ALL_A = dict.fromkeys(SMALL_KEY, "A")


@pytest.fixture
def small(tmp_path: Path) -> Questions:
    """The ten small questions, about four paintings: on fewer there is no verdict."""
    rows = small_rows()
    for seed, places in ((3, (2, 3, 4)), (4, (7, 8, 9))):
        for place in places:
            rows[place]["image"] = {"bytes": picture(seed), "path": f"{seed}.jpg"}
    return load_questions(str(write_dataset(tmp_path / "data", rows)))


@pytest.fixture
def key(small: Questions, tmp_path: Path) -> Key:
    found = load_key(write_key(tmp_path / "key.json"), small)
    assert found is not None
    return found


@pytest.fixture
def shown(small: Questions, key: Key, tmp_path: Path):
    """Runs as files, and the command line in this process."""
    for name, responses in (("a", ALL_A), ("b", RIGHT)):
        rows = [{"question_id": question_id, "response": text} for question_id, text in responses.items()]
        (tmp_path / f"{name}.json").write_text(json.dumps(rows))

    def call(*args: str, key: bool = True) -> str:
        env = {"VISUALOVERLOAD_DATA": str(tmp_path / "data"), "VISUALOVERLOAD_KEY": str(tmp_path / "key.json")}
        names = [str(tmp_path / arg) if arg in ("a.json", "b.json") else arg for arg in args]
        done = CliRunner().invoke(app, names, env=env if key else {**env, "VISUALOVERLOAD_KEY": ""})
        if done.exception:
            raise done.exception
        return done.stdout

    return call


def test_differences_by_hand(small: Questions, key: Key) -> None:
    """Ten questions are eight units, all right in B; A is right at none: each pair has a B, and so has the rest."""
    found = compare(small, Run(ALL_A), Run(RIGHT), key)
    total = found.total
    assert total is not None
    assert (total.units, total.correct_a, total.correct_b, total.only_a, total.only_b) == (8, 0, 8, 0, 8)
    assert total.p == pytest.approx(2 / 2**8) and total.points == 100.0
    assert found.verdict == "B is better"
    # The two pairs are a medium and a hard unit, as the harder of their halves.
    assert {name: part.units for name, part in found.difficulty.items()} == {"easy": 4, "medium": 2, "hard": 2}
    assert found.holm["easy"] == pytest.approx(min(1.0, 9 * 2 / 2**4))
    # Answered with A by both: the first of the scene pair and the second of the reasoning one.
    assert (found.agreement.equal, found.agreement.questions) == (2, 10)
    assert found.agreement_by_category["scene"].percent == 50.0


def test_the_reports_are_those_of_the_runs(small: Questions, key: Key) -> None:
    found = compare(small, Run(ALL_A), Run(RIGHT, host="lmms-eval 0.7.3", prompt="default"), key)
    assert found.a == evaluate(small, ALL_A, key)
    assert found.b == evaluate(small, RIGHT, key, host="lmms-eval 0.7.3", prompt="default")
    assert found.differing_fields == {"prompt": ("unknown", "default")}


def test_turned_round(small: Questions, key: Key) -> None:
    forth, back = compare(small, Run(ALL_A), Run(RIGHT), key), compare(small, Run(RIGHT), Run(ALL_A), key)
    assert back.verdict == "A is better"
    assert back.total.points == -forth.total.points and back.total.p == forth.total.p
    assert back.holm == forth.holm and back.agreement == forth.agreement


def test_a_run_beside_itself_is_identical(small: Questions, key: Key) -> None:
    half = Run({**RIGHT, "5e100000": "I am not sure."})
    found = compare(small, half, half, key)
    assert found.verdict == "identical answers"
    assert (found.total.points, found.total.p, found.agreement.percent) == (0.0, 1.0, 100.0)
    low, high = found.total.ci95
    assert low < 0 < high, "eight units are no proof that two models are the same"


def test_only_questions_that_both_were_asked_count(small: Questions, key: Key) -> None:
    asked = frozenset(["5e100000", "00001234", "00000000"])
    part = Run({name: RIGHT[name] for name in asked}, asked)
    found = compare(small, part, Run(ALL_A), key)
    assert (found.only_a, found.only_b) == (0, 7)
    assert (found.total.units, found.a.counts.questions, found.b.counts.questions) == (2, 3, 3)
    # A pair with only one half asked in both is no unit.
    one = compare(small, Run({"00001234": "A"}, frozenset(["00001234"])), part, key)
    assert (one.total.units, one.a.counts.incomplete_pairs, one.only_b) == (0, 1, 2)
    assert one.total.points is None and to_dict(one)["difference"]["total"]["p"] is None


def test_the_first_half_of_a_pair_alone_is_no_unit(small: Questions, key: Key) -> None:
    asked = frozenset(["5e100000", "00000000"])
    found = compare(small, Run(ALL_A, asked), Run(RIGHT, asked), key)
    assert (found.total.units, found.category["scene"].units, found.a.counts.incomplete_pairs) == (1, 0, 1)


def test_p_is_adjusted_for_the_rows_that_there_are() -> None:
    """Eight easy counting questions, all B's: p is 2 / 2**8 in two rows of nine, so the smallest counts twice."""
    fields = {"question_type": "counting", "category": "counting", "options": ()}
    rows = questions(question(f"{n}", "How many?", painting=str(n), **fields) for n in range(8))
    truth = make_key([{"question_id": f"{n}", "answer": "3"} for n in range(8)], rows)
    found = compare(rows, Run({f"{n}": "4" for n in range(8)}), Run({f"{n}": "3" for n in range(8)}), truth)
    assert found.holm == pytest.approx({"counting": 4 / 2**8, "easy": 4 / 2**8})
    _, scores = next(part for part in parts(found, "a", "b") if not isinstance(part, str))
    assert {name: p for name, *_, p in scores} == {"counting": "0.016", "easy": "0.016", "total": "0.008"}


def test_three_paintings_have_no_winner(small: Questions, key: Key) -> None:
    """Without the two reasoning questions of painting 2; the others are seven units, all B's: p is 2 / 2**7."""
    asked = frozenset(SMALL_KEY) - {"df7cdb1e", "b9eeb07c"}
    found = compare(small, Run(ALL_A, asked), Run(RIGHT, asked), key)
    assert (found.total.units, found.total.paintings, found.verdict) == (7, 3, "cannot be told apart")
    assert found.total.p < 0.05 and found.total.ci95[0] > 0
    assert "No verdict on fewer than 4 paintings; the units compared are about 3." in lines(found)


def lines(comparison: Comparison) -> list[str]:
    return [part for part in parts(comparison, "a.json", "b.json") if isinstance(part, str)]


def test_equal_answers_are_counted_and_no_answers_are_not_called_identical(small: Questions, key: Key) -> None:
    half = Run({"5e100000": "A", "00001234": "I am not sure."}, frozenset(["5e100000", "00001234"]))
    equal = compare(small, half, Run(dict(half.responses)), key)
    assert equal.verdict == "identical answers"
    assert "A and B are equal on all 2 questions compared, 1 of them without an answer in both." in lines(equal)
    for truth, verdict in ((key, "cannot be told apart"), (None, None)):
        nothing = compare(small, Run({}), Run({}), truth)
        assert nothing.verdict == verdict and to_dict(nothing)["verdict"] == verdict
        assert "Neither A nor B has an answer to any of the 10 questions compared." in lines(nothing)


def test_without_a_unit_there_is_no_table_of_scores(small: Questions, key: Key) -> None:
    one = Run({"00001234": "A"}, frozenset(["00001234"]))
    shown = list(parts(compare(small, one, one, key), "a", "b"))
    assert [part[0][1] for part in shown if not isinstance(part, str)] == ["same answer"]
    assert "No unit was scored in both." in shown


def test_what_is_suspicious_about_a_run_is_said(small: Questions, tmp_path: Path) -> None:
    """Day and night are both true by this key, so one of the two pairs is none."""
    key = load_key(write_key(tmp_path / "wrong.json", {**SMALL_KEY, "00001234": "yes"}), small)
    found = compare(small, Run(ALL_A), Run(RIGHT), key)
    text = " ".join(map(str.strip, lines(found)))
    for name in ("A", "B"):
        assert f"{name}: SUSPICIOUS: 1 of 2 pairs have the same answer twice in the ground truth" in text
    assert [finding["finding"] for finding in to_dict(found)["b"]["findings"]] == ["contradicted-pairs"]


def test_variants_are_called_that(small: Questions, key: Key) -> None:
    found = compare(small, Run(ALL_A, prompt="default", image="original"), Run(RIGHT, prompt="cot", image="vga"), key)
    text = " ".join(map(str.strip, lines(found)))
    assert "A: VARIANT" not in text and "B: VARIANT VGA: at most 0.3 megapixels" in text
    assert "The runs differ in more than the model: image is 'original' in A, 'vga' in B." in text
    assert to_dict(found)["variant"]["a"] is None and to_dict(found)["variant"]["b"].startswith("VARIANT VGA")
    same = " ".join(lines(compare(small, Run(ALL_A, image="none"), Run(RIGHT, image="none"), key)))
    assert "A: VARIANT Blind: no painting" in same and "B: VARIANT Blind: no painting" in same and "differ" not in same
    standard = " ".join(lines(compare(small, Run(ALL_A), Run(RIGHT), key)))
    assert "VARIANT" not in standard and "differ in more" not in standard


def test_nothing_in_common_is_an_error(small: Questions) -> None:
    runs = [Run({name: "A"}, frozenset([name])) for name in ("5e100000", "00001234")]
    with pytest.raises(RunError, match="no question that both runs were asked"):
        compare(small, *runs)


def test_without_a_key_there_is_no_accuracy_anywhere(small: Questions) -> None:
    found = compare(small, Run(ALL_A), Run(RIGHT))
    assert found.total is None and found.category == found.difficulty == found.holm == {}
    assert found.verdict is None and found.agreement.equal == 2
    content = to_dict(found)
    assert content["difference"] is None and content["a"]["scores"] is None
    assert content["b"]["consistency"]["overall"]["percent"] == 100.0


def test_the_truth_is_shown_only_on_request(small: Questions, key: Key) -> None:
    found: Comparison = compare(small, Run({**ALL_A, "88a09e03": "many"}), Run(RIGHT), key)
    rows = {row["question_id"]: row for row in question_rows(found.disagreements, None)}
    assert len(rows) == 8 and all("truth" not in row for row in rows.values())
    assert (rows["88a09e03"]["a"], rows["88a09e03"]["b"]) == ("(unparsed)", "12")
    assert question_rows(found.disagreements, key)[-1]["truth"] == "3"


def test_it_reads_in_80_columns(shown) -> None:
    text = shown("compare", "a.json", "b.json")
    lines = [line.rstrip() for line in text.splitlines()]
    assert max(len(line) for line in lines if not line.startswith(("signature", "A  /", "B  /"))) <= 80
    assert "B is better: B - A is +100.0 points" in text and "8 units only B has right, 0 only A" in text
    assert lines[-1].startswith("signature data:") and "|key:" in lines[-1]


def test_markdown_and_json(shown) -> None:
    table = shown("compare", "a.json", "b.json", "--format", "markdown")
    assert "| total | 8 | 0.0 | 100.0 | +100.0 |" in table
    content = json.loads(shown("compare", "a.json", "b.json", "--format", "json"))
    assert content["difference"]["total"]["only_b"] == 8 and content["verdict"] == "B is better"


def test_without_a_key_the_command_says_so(shown) -> None:
    text = shown("compare", "a.json", "b.json", key=False)
    assert "no accuracy and no winner" in text and "better" not in text and "RMSE" not in text


def test_the_list_of_questions(shown) -> None:
    plain = json.loads(shown("compare", "a.json", "b.json", "--questions", "--format", "json"))
    assert {row["question_id"] for row in plain} == set(SMALL_KEY) - {"5e100000", "b9eeb07c"}
    asked = json.loads(shown("compare", "a.json", "b.json", "--questions", "--show-key", "--format", "json"))
    assert all(row["truth"] == row["b"] for row in asked)
    with pytest.raises(Exception, match="--questions and a key"):
        shown("compare", "a.json", "b.json", "--show-key")
