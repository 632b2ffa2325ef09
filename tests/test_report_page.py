"""What a report holds, in each of its forms, and what it never holds."""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from builders import RIGHT, question, questions, write_dataset, write_key
from hypothesis import given
from hypothesis import strategies as st
from page_data import COLOURS, dataset, key_of, partly_right, truths, write_run, write_samples

from visualoverload_tasks import make_key
from visualoverload_tasks.cli import app
from visualoverload_tasks.errors import OutputError, UsageError
from visualoverload_tasks.page import Content, collect, thumbnails, to_html, to_json, to_markdown
from visualoverload_tasks.page.html import _json
from visualoverload_tasks.page.tables import published_rows, result_figures, result_tables
from visualoverload_tasks.prompts import prompt_in
from visualoverload_tasks.records import CATEGORIES, DIFFICULTIES

DATA = dataset()
TRUTHS = truths(DATA)
KEY = key_of(DATA, TRUTHS)


def page(content: Content) -> str:
    return to_html(content, {})


LAYOUTS = pytest.mark.parametrize("lay_out", [page, to_markdown, to_json])


def browser(html: str) -> dict:
    block = re.search(r'<script type="application/json" id="browser">(.*?)</script>', html, re.DOTALL)
    assert block is not None
    return json.loads(block[1])


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("runs")
    return [
        write_run(folder / f"model-{seed}.json", partly_right(TRUTHS, seed, share))
        for seed, share in ((1, 0.8), (2, 0.3))
    ]


Made = Callable[..., tuple[Content, str]]


@pytest.fixture(scope="module")
def made(runs: list[Path]) -> Made:
    """The content of a report of some runs, by their numbers, and its layout; each is made once."""

    @cache
    def make(lay_out: Callable[[Content], str], *numbers: int, show_key: bool = False) -> tuple[Content, str]:
        content = collect([runs[number] for number in numbers], DATA, KEY, show_key=show_key)
        return content, lay_out(content)

    return make


@LAYOUTS
def test_scores_stand_with_intervals_and_signature(lay_out: Callable[[Content], str], made: Made) -> None:
    content, text = made(lay_out, 0, 1)
    assert content.withheld == ()
    for run in content.runs:
        assert run.name in text and run.report.signature in text
        assert run.report.total is not None and run.report.total.ci95 is not None
        bounds = run.report.total.ci95 if lay_out is to_json else [f"{bound:.1f}" for bound in run.report.total.ci95]
        assert all(str(bound) in text for bound in bounds)


@LAYOUTS
def test_without_a_key_there_is_no_accuracy_anywhere(lay_out: Callable[[Content], str], runs: list[Path]) -> None:
    content = collect(runs[:1], DATA, None)
    text = lay_out(content)
    assert content.runs[0].report.total is None
    if lay_out is to_json:
        assert json.loads(text)["runs"][0]["scores"] is None
    else:
        assert "Accuracy in percent" not in text and "Row of the published table" not in text
    assert "Logical consistency" in text


def swapped(answers: dict[str, str]) -> dict[str, str]:
    """The same truths, but those of one painting and category are dealt to its questions anew."""
    found = dict(answers)
    places: dict[tuple[object, ...], list[str]] = {}
    for row in DATA:
        places.setdefault((row.painting, row.category, row.question_id.endswith("night")), []).append(row.question_id)
    for names in places.values():
        found.update(zip(names, [answers[name] for name in names[1:] + names[:1]]))
    return found


NUMBERS = ("90013", "90014", "90015", "90016")
WORDS = ("ZQX17KWM", "ZQX18KWM", "ZQX19KWM", "ZQX20KWM")
DAYS = {f"{number}{half}" for number in range(8) for half in [("day", "night")[number % 2]]}
TASKS = ("visualoverload", "visualoverload_cot", "visualoverload_vga", "visualoverload_blind")


def always(number: int) -> dict[str, str]:
    """The same to all questions of a category, and otherwise with each number."""
    said = {"counting": NUMBERS[number], "ocr": WORDS[number]}
    found = {q.question_id: said.get(q.category, "ABCD"[number]) for q in DATA}
    for q in (q for q in DATA if q.is_yes_no):
        turned = number % 2 ^ (number > 1 and q.painting.painting_id in ("p0", "p1", "p2"))
        found[q.question_id] = "AB"[q.question_id.endswith("night") ^ turned]
    return found


@LAYOUTS
def test_a_report_to_pass_on_does_not_depend_on_which_questions_are_right(
    lay_out: Callable[[Content], str], tmp_path: Path
) -> None:
    # A model that says the same to all questions of a category is right as often, and as far off, if the truths of
    # these are swapped. Whatever differs between the two reports would tell a truth.
    dice = random.Random(3)
    numbers = {q.question_id: dice.choice(NUMBERS) for q in DATA if q.question_type == "counting"}
    words = {q.question_id: dice.choice(WORDS) for q in DATA if q.question_type == "ocr"}
    # Every second pair is right if all are answered alike.
    pairs = {q.question_id: "yes" if q.question_id[3:] in DAYS else "no" for q in DATA if q.is_yes_no}
    one = TRUTHS | numbers | words | pairs
    other = swapped(one)
    assert sum(one[name] != other[name] for name in one) > len(one) / 3
    rows = dataset(tmp_path)
    runs = [write_samples(tmp_path / "m", DATA, task, always(number)) for number, task in enumerate(TASKS)]

    def texts(show_key: bool) -> set[str]:
        keys = [key_of(DATA, answers) for answers in (one, other)]
        shown = [lay_out(collect(runs, rows, key, show_key=show_key)).replace(key.revision, "KEY") for key in keys]
        return set(shown)

    content = collect(runs, rows, key_of(DATA, one))
    assert content.withheld == ()
    assert {"resolution", "cot"} < {study.name for study in content.studies if not study.lacks}
    assert len(texts(show_key=False)) == 1
    if lay_out is to_json:
        assert len(texts(show_key=True)) == 2


@LAYOUTS
def test_truths_that_the_model_did_not_say_are_nowhere(
    lay_out: Callable[[Content], str], runs: list[Path], made: Made
) -> None:
    said = json.loads(runs[1].read_text(encoding="utf-8"))
    wrong = [TRUTHS[row["question_id"]] for row in said if row["response"] != TRUTHS[row["question_id"]]]
    private = [truth for truth in wrong if truth.startswith(("9", "ZQX"))]
    assert len(private) > 20
    text = made(lay_out, 1)[1].upper()
    assert [truth for truth in private if truth in text] == []
    if lay_out is not to_markdown:
        text = made(lay_out, 1, show_key=True)[1].upper()
        assert [truth for truth in private if truth not in text] == []


def test_the_studies_of_a_report_to_pass_on_are_of_whole_categories(made: Made) -> None:
    content, _ = made(page, 0, 1)
    whole = {"consistency", "agreement", "profile", "tolerance", "ocr"}
    assert {study.name for study in content.studies if not study.lacks} == whole
    shown = {study.name for study in made(page, 0, 1, show_key=True)[0].studies if not study.lacks}
    assert shown == whole | {"counting", "paintings"}
    assert all(bias.truth is None for run in content.runs for bias in run.report.bias)
    assert all("--show-key" in study.lacks for study in content.studies if study.name in shown - whole)


def test_what_the_key_is_shown_for(runs: list[Path], made: Made) -> None:
    shown = browser(made(page, 1, show_key=True)[1])["questions"]
    words = {row["id"]: row["truth"].removeprefix(f"{KEY.values[row['id']]}. ") for row in shown}
    assert words == {name: truth.lower() if "ZQX" in truth else truth for name, truth in TRUTHS.items()}
    right = {row["id"] for row in shown if row["runs"][0]["right"]}
    said = {row["question_id"]: row["response"] for row in json.loads(runs[1].read_text(encoding="utf-8"))}
    assert {name for name in said if said[name] == TRUTHS[name]} <= right
    assert {name for name in said if said[name] == "?"}.isdisjoint(right)
    hidden = browser(made(page, 1)[1])["questions"]
    fields = {"id", "type", "category", "difficulty", "painting", "name", "prompt", "runs"}
    assert {field for row in hidden for field in row} == fields
    assert {field for row in hidden for said in row["runs"] for field in said} == {
        "response",
        "answer",
        "rule",
        "status",
    }


@pytest.mark.parametrize(
    "said",
    [
        TRUTHS,
        {q.question_id: TRUTHS[q.question_id] if q.category == "ocr" else "?" for q in DATA},
        partly_right(TRUTHS, 1, 0.0),
    ],
)
def test_a_score_that_tells_all_of_its_truths_is_left_out(tmp_path: Path, said: dict[str, str]) -> None:
    content = collect([write_run(tmp_path / "run.json", said)], DATA, KEY)
    # Why does not tell the truth either: whether all is right, or none, and of what.
    assert "run: accuracy by category, RMSE and edit distance, as the truth of single questions would follow" in (
        content.withheld
    )
    assert content.runs[0].report.category == {} and content.runs[0].report.counting_rmse is None
    assert content.runs[0].report.ocr_edit_distance is None
    assert not {study.name for study in content.studies if not study.lacks} & {"tolerance", "ocr"}


def test_scores_of_few_units_are_left_out_as_groups(tmp_path: Path) -> None:
    rows = questions(
        [question(f"a{n}", category="activity", options=COLOURS, painting=str(n)) for n in range(19)],
        [question(f"b{n}", category="attributes", options=COLOURS, painting=str(n)) for n in range(25)],
    )
    key = make_key({row.question_id: "red" for row in rows}, rows)
    run = write_run(tmp_path / "run.json", {row.question_id: "AB"[n % 2] for n, row in enumerate(rows)})
    content = collect([run], rows, key)
    report = content.runs[0].report
    # Attributes has enough units, but with it and the total, activity would be known.
    assert report.category == {} and report.total is not None and report.difficulty["easy"].units == 44
    assert content.withheld == (
        "run: accuracy by category, RMSE and edit distance, as activity has 19 units, fewer than 20",
    )
    for text in (page(content), to_markdown(content)):
        assert content.withheld[0] in text and "No ground truth" not in text


def test_two_runs_that_nearly_agree_do_not_tell_who_is_right_where_they_differ(tmp_path: Path) -> None:
    first = partly_right(TRUTHS, 1)
    second = first | {name: "A" if first[name] in ("D", "green") else "D" for name in list(first)[:3]}
    paths = [write_run(tmp_path / f"{name}.json", said) for name, said in (("one", first), ("two", second))]
    content = collect(paths, DATA, KEY)
    assert content.runs[0].report.total is not None
    assert content.runs[1].report.total is None and content.runs[1].report.category == {}
    assert any(line.startswith("two: total accuracy, as it differs from one in only 3") for line in content.withheld)


def gaining(names: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Two runs that differ in these questions only, all of which the second answers right and the first does not."""
    said = partly_right(TRUTHS, 1)
    return said | dict.fromkeys(names, "?"), said | {name: TRUTHS[name] for name in names}


def of_category(category: str, number: int) -> list[str]:
    return [q.question_id for q in DATA if q.category == category][:number]


@pytest.mark.parametrize(
    ("names", "left_out"),
    [
        (
            of_category("activity", 24),
            "two: accuracy by category, RMSE and edit distance, as the truth of single questions would follow",
        ),
        (of_category("scene", 24), "as it differs from one in only 12 units of scene"),  # 24 questions, 12 pairs
    ],
)
def test_a_gain_in_all_that_differs_is_left_out(tmp_path: Path, names: list[str], left_out: str) -> None:
    paths = [write_run(tmp_path / f"{name}.json", said) for name, said in zip(("one", "two"), gaining(names))]
    content = collect(paths, DATA, KEY)
    assert any(left_out in line for line in content.withheld)
    assert content.runs[1].report.category == {} and content.runs[1].report.total is None


def numbers_in(value: object) -> list[float]:
    if isinstance(value, dict):
        return [n for name, one in value.items() if name != "percent" for n in numbers_in(one)]
    if isinstance(value, list):
        return [n for one in value for n in numbers_in(one)]
    return [value] if isinstance(value, float) else []


def test_a_report_to_pass_on_has_no_more_digits_than_are_printed(made: Made) -> None:
    # From all digits of a mean of fractions, those of single questions follow. A percentage is that of two whole
    # numbers, which are there too.
    report = json.loads(made(to_json, 0)[1])
    (run,) = report["runs"]
    studies = [one for one in report["studies"] if one["name"] != "consistency"]
    full = made(to_json, 0, show_key=True)[0].runs[0].report
    assert full.counting_rmse is not None and full.ocr_edit_distance is not None
    assert run["counting"]["rmse"] == round(full.counting_rmse, 2) != full.counting_rmse
    assert run["ocr"]["edit_distance"] == round(full.ocr_edit_distance, 2) != full.ocr_edit_distance
    figures = [numbers_in([line["y"], line["low"]]) for one in studies for f in one["figures"] for line in f["series"]]
    tables = [numbers_in(table["rows"]) for one in studies for table in one["tables"]]
    assert sum(map(len, tables)) > 50 and sum(map(len, figures)) > 50
    shown = [
        *numbers_in([run[name] for name in ("scores", "counting", "ocr")]),
        *numbers_in(figures),
        *numbers_in(tables),
    ]
    assert [number for number in shown if number != round(number, 2)] == []
    assert not re.findall(r'data-value="[^"]*\.\d{4}', page(made(page, 0)[0]).split('id="study-ocr"')[1])


def test_variants_are_compared_only_if_all_were_asked_the_same(tmp_path: Path) -> None:
    said = [partly_right(TRUTHS, seed) for seed in (1, 2)]
    part = {name: text for name, text in said[1].items() if name[0] in "012"}
    for number, second in enumerate((said[1], part)):
        folder = tmp_path / str(number)
        runs = [
            write_samples(folder, DATA, "visualoverload", said[0]),
            write_samples(folder, DATA, "visualoverload_cot", second),
        ]
        content = collect(runs, DATA, KEY)
        assert content.withheld == ()
        lacks = {study.name: study.lacks for study in content.studies}["cot"]
        assert lacks.startswith("runs that were all asked the same") == (second is part) == bool(lacks)


def test_what_is_not_there_has_its_own_reason(tmp_path: Path, made: Made) -> None:
    lacks = {study.name: study.lacks for study in made(page, 0)[0].studies}
    assert lacks["tiers"].startswith("5 runs or more") and lacks["blind"].startswith("blind runs")
    assert lacks["counting"].startswith("--show-key: it shows the truth of single questions")
    right = collect([write_run(tmp_path / "run.json", TRUTHS)], DATA, KEY)
    assert {one.name: one.lacks for one in right.studies}["ocr"].startswith("the accuracies that are left out of this")


def test_the_published_row_can_be_pasted_in_the_order_of_the_published_table(tmp_path: Path) -> None:
    run = write_run(tmp_path / "a_b & 100%,|x.json", partly_right(TRUTHS, 1))
    content = collect([run], DATA, KEY)
    # Taken for the published data: there is no row for a run on other data.
    content = replace(content, runs=tuple(replace(run, is_published=True) for run in content.runs))
    report = content.runs[0].report
    assert report.total is not None
    scores = [
        *(report.category[name] for name in CATEGORIES),
        *(report.difficulty[name] for name in DIFFICULTIES),
        report.total,
    ]
    cells = [f"{100 * score.correct / score.units:.1f}" for score in scores]
    pasted = re.findall(r'<pre id="paste-\d".*?>(.*?)</pre>', page(content), re.DOTALL)
    order = ["activity", "attributes", "counting", "ocr", "reasoning", "scene", "easy", "medium", "hard", "total"]
    assert pasted[0].splitlines()[0] == f"| model | {' | '.join(order)} |"
    assert pasted[0].splitlines()[2].endswith(" | " + " | ".join(cells) + " |")
    assert pasted[1] == rf"a\_b \&amp; 100\%,|x & {' & '.join(cells)} \\".replace(" & ", " &amp; ")
    assert pasted[2].splitlines()[1].endswith(",".join(cells)) and pasted[2].splitlines()[0] == ",".join(
        ["model", *order]
    )


def test_only_a_standard_run_on_the_published_data_has_a_row_of_the_published_table(tmp_path: Path) -> None:
    rows = dataset(tmp_path)
    said = [partly_right(TRUTHS, seed) for seed in range(4)]
    files = [write_samples(tmp_path / "m", rows, task, one) for task, one in zip(TASKS, said)]
    content = collect(files, rows, KEY, show_key=True)
    names = [run.name for run in content.runs]
    for published, without in (((), names), (range(4), names[1:])):
        runs = tuple(replace(run, is_published=n in published) for n, run in enumerate(content.runs))
        given = replace(content, runs=runs)
        rows_of = published_rows(given).get("CSV", "").splitlines()[1:]
        assert [line.split(",")[0] for line in rows_of] == [name for name in names if name not in without]
        for lay_out in (page, to_markdown):
            assert f"No row for {', '.join(without)}: the published ones are of all" in lay_out(given)


def test_a_question_is_shown_as_it_was_asked(tmp_path: Path) -> None:
    rows = dataset(tmp_path)
    files = {task: write_samples(tmp_path, rows, task, TRUTHS) for task in TASKS}
    shown = {task: browser(page(collect([file], rows, None))) for task, file in files.items()}
    thinking = shown["visualoverload_cot"]
    assert thinking["questions"][0]["prompt"] == prompt_in("cot", rows[0]) != rows[0].prompt
    assert shown["visualoverload"]["questions"][0]["prompt"] == rows[0].prompt
    assert {one["asked"] for one in shown.values()} == {""}
    said = {task: one["variants"][0] for task, one in shown.items()}
    assert said["visualoverload"] == "" and "no painting shown" in said["visualoverload_blind"]
    assert "step by step" in thinking["variants"][0] and "640 x 480" in said["visualoverload_vga"]
    together = browser(page(collect([files["visualoverload"], files["visualoverload_cot"]], rows, None)))
    assert (together["asked"], together["questions"][0]["prompt"]) == ("default prompt", rows[0].prompt)


def test_many_runs_are_rows_of_tables_that_fit_a_page(tmp_path: Path) -> None:
    paths = [write_run(tmp_path / f"m{seed}.json", partly_right(TRUTHS, seed)) for seed in range(5)]
    content = collect(paths, DATA, KEY, show_key=True)
    accuracy, of_categories, of_the_rest, errors, *others = result_tables(content)
    names = [run.name for run in content.runs]
    for table in (accuracy, of_categories, of_the_rest, errors, *others):
        assert [row[0] for row in table.rows] == names and len(table.headers) <= 11
    run = content.runs[3].report
    assert run.total is not None
    assert accuracy.headers == ("run", *CATEGORIES, *DIFFICULTIES, "total")
    assert accuracy.rows[3][3] == run.category["counting"].percent and accuracy.rows[3][-1] == run.total.percent
    assert of_categories.rows[3][3] == run.category["counting"].ci95
    assert of_the_rest.headers == ("run", *DIFFICULTIES, "total") and of_the_rest.rows[3][-1] == run.total.ci95
    assert errors.rows[3][1:] == (run.counting_rmse, run.ocr_edit_distance)
    few = replace(content, runs=content.runs[:4])
    assert next(result_tables(few)).headers[:3] == ("", "m0", "95 %")


def test_more_runs_than_colours_have_a_figure_of_their_totals(tmp_path: Path) -> None:
    paths = [write_run(tmp_path / f"m{seed}.json", partly_right(TRUTHS, seed)) for seed in range(2)]
    content = collect(paths, DATA, KEY, show_key=True)
    assert len(list(result_figures(content))) == 2
    one, other = content.runs
    many = replace(content, runs=(one, *(replace(other, name=f"n{number}") for number in range(7))))
    (figure,) = result_figures(many)
    (bars,) = figure.series
    assert one.report.total is not None and other.report.total is not None
    assert bars.x == ("m0", *(f"n{number}" for number in range(7)))
    assert bars.y == (one.report.total.percent, *[other.report.total.percent] * 7)


HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "a\u2028b\u2029c",
    "a \ud800 b",
    "a \x00 b",
    "<img src=x onerror=alert(2)>",
]


def test_responses_are_data_in_every_form(tmp_path: Path) -> None:
    names = list(TRUTHS)
    said = dict(zip(names, HOSTILE)) | {names[10]: "x" * 1_000_000 + " end"}
    html = page(collect([write_run(tmp_path / "run.json", said)], DATA, None))
    html.encode("utf-8")  # a lone surrogate is an escape
    assert html.count("<script") == 3 and "alert(1)" in html
    shown = [row["runs"][0] for row in browser(html)["questions"]]
    assert [row["response"] for row in shown[: len(HOSTILE)]] == HOSTILE
    assert shown[10]["length"] == 1_000_004 and len(shown[10]["response"]) < 2_000
    assert shown[10]["response"].startswith("xxx") and shown[10]["response"].endswith(" end")
    assert len(html) < 500_000


@given(st.text() | st.text('<>/!-script\u2028\u2029\ud800\\"'))
def test_no_text_ends_the_block_that_holds_it(text: str) -> None:
    block = _json({"response": text})
    assert json.loads(block) == {"response": text}
    assert not set(block) & set("<>\u2028\u2029\ud800")


def test_names_of_runs_are_data_in_every_form(tmp_path: Path) -> None:
    content = collect([write_run(tmp_path / "<img src=x onerror=alert(3)> | b.json", TRUTHS)], DATA, None)
    assert "<img" not in page(content).split("<script", 1)[0]
    title = re.search("<title>(.*?)</title>", page(content))
    assert title is not None and unescape(title[1]) == f"VisualOverload: {content.runs[0].name}"
    lines = to_markdown(content).splitlines()
    assert not any("<img" in line for line in lines)
    assert {line.count("|") - line.count("\\|") for line in lines if line.startswith("| questions")} == {3}


@LAYOUTS
def test_the_same_runs_make_the_same_bytes(lay_out: Callable[[Content], str], runs: list[Path], made: Made) -> None:
    assert lay_out(collect(runs, DATA, KEY)) == made(lay_out, 0, 1)[1]


def test_pictures_are_small_each_once_and_may_be_lacking(tmp_path: Path) -> None:
    rows = dataset(tmp_path)
    (tmp_path / "p5.jpg").unlink()
    (tmp_path / "p4.jpg").write_bytes(b"no image")
    small = dict(thumbnails(dict.fromkeys(row.painting for row in rows)))
    assert [bool(small[f"p{n}"]) for n in range(6)] == [True, True, True, True, False, False]
    html = to_html(collect([write_run(tmp_path / "run.json", TRUTHS)], rows, None), small)
    assert html.count("data:image/jpeg;base64,") == 4
    assert "2 of 6 paintings were not at hand" in html


def test_json_holds_what_the_page_shows(made: Made) -> None:
    content, text = made(to_json, 0, 1, show_key=True)
    report = json.loads(text)
    assert [run["name"] for run in report["runs"]] == [run.name for run in content.runs]
    assert report["runs"][0]["scores"]["total"]["units"] == 288  # 8 units in each of 6 categories of 6 paintings
    assert [row["question_id"] for row in report["questions"]] == [row.question_id for row in DATA]
    assert report["questions"][0]["truth"] == KEY.values[DATA[0].question_id]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VISUALOVERLOAD_DATA", str(write_dataset(tmp_path / "set")))
    write_run(tmp_path / "run.json", RIGHT | {"5e100000": "?"})
    write_key(tmp_path / "key.json")
    return lambda *args: app(["report", "run.json", *args], standalone_mode=False)


@pytest.mark.parametrize("name", ["report.html", "new/report.md", "report.json"])
def test_the_command_writes_one_whole_file(command: Callable[..., None], capsys, name: str) -> None:
    Path("report.html").write_text("before")
    command("--key", "key.json", "--output", name)
    captured = capsys.readouterr()
    assert captured.out == "" and f"{name} written" in captured.err and "left out: run: " in captured.err
    assert "Logical consistency" in Path(name).read_text(encoding="utf-8")
    assert {path.name for path in Path().iterdir()} <= {
        "set",
        "run.json",
        "key.json",
        "report.html",
        "new",
        "report.json",
    }


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (
            ["--output", "report.pdf"],
            r"report\.pdf: a report as '\.pdf'; expected a name that ends with \.html, \.md, \.json",
        ),
        (["--output", "report"], "a report as ''"),
    ],
)
def test_another_form_is_one_clear_line(command: Callable[..., None], args: list[str], line: str) -> None:
    with pytest.raises(UsageError, match=line):
        command(*args)


def test_a_key_that_is_not_there_cannot_be_shown(command: Callable[..., None]) -> None:
    with pytest.raises(UsageError, match="--show-key: no ground truth; expected --key"):
        command("--show-key", "--output", "report.html")


def test_without_the_extra_it_says_how_to_get_it(command: Callable[..., None], monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    good = Path("run.json").read_text(encoding="utf-8")
    Path("run.json").write_text("no run")  # it is said before the run is read
    with pytest.raises(UsageError, match=r'jinja2 is not installed.*pip install "visualoverload\[report\]"'):
        command("--output", "report.html")
    Path("run.json").write_text(good)
    command("--output", "report.md")  # which needs neither


@pytest.mark.parametrize("name", ["run.json", "key.json", "pairs.json", "link.json", "set/complexity.json"])
def test_no_input_is_overwritten(command: Callable[..., None], monkeypatch, name: str) -> None:
    monkeypatch.setenv("VISUALOVERLOAD_PAIRS", "pairs.json")
    Path("link.json").symlink_to("key.json")
    Path("set/complexity.json").write_text("[]")
    before = {path: path.read_bytes() for path in Path().rglob("*.json")}
    with pytest.raises(UsageError, match=f"{name}: a file that is read for this report; expected another"):
        command("--key", "key.json", "--output", name)
    assert {path: path.read_bytes() for path in Path().rglob("*.json")} == before


def test_what_keeps_a_report_from_being_written_is_said_before_the_work(command: Callable[..., None]) -> None:
    Path("run.json").write_text("no run")
    Path("folder.md").mkdir()
    for name in ("folder.md", "key.json/report.md"):
        with pytest.raises(OutputError, match=f"{name}: cannot be written"):
            command("--output", name)
