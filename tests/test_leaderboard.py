"""The published rows, a rank among them, and the issue that asks for another row."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from builders import key_list, picture, published_like, question, questions, row, write_key, write_parquet
from typer.testing import CliRunner

from visualoverload_tasks import RunError, UsageError, VisualOverloadError, evaluate, make_key
from visualoverload_tasks.cli import app
from visualoverload_tasks.data import count_all
from visualoverload_tasks.intervals import wilson
from visualoverload_tasks.leaderboard import load_leaderboard, place, ranks, refuse_other_data, score_of_total
from visualoverload_tasks.leaderboard_request import make_request, published_row
from visualoverload_tasks.records import CATEGORIES, DIFFICULTIES, Pairing, Questions
from visualoverload_tasks.scores import Report, Score

Call = Callable[..., str]
PROMPT = "https://github.com/paulgavrikov/visualoverload/issues/new?"


@pytest.fixture(scope="module")
def published() -> Questions:
    return questions(published_like()[0])


@pytest.fixture(scope="module")
def answered(published: Questions) -> dict[str, str]:
    """Right at what a third of all counting questions and everything else but OCR asks."""
    said = {one.question_id: "A" for one in published}
    counting = [one.question_id for one in published if one.category == "counting"]
    said |= dict.fromkeys(counting[::3], "3") | dict.fromkeys(counting[1::3], "4") | dict.fromkeys(counting[2::3], "5")
    return said | {name: "B" for name in said if name.startswith("p") and name.endswith("1")}


@pytest.fixture(scope="module")
def report(published: Questions, answered: dict[str, str]) -> Report:
    return evaluate(published, answered, make_key(key_list(published_like()[1]), published), prompt="default")


@pytest.fixture(scope="module")
def call(tmp_path_factory: pytest.TempPathFactory, answered: dict[str, str]) -> Call:
    """The command line in this process, on files of the synthetic data."""
    folder = tmp_path_factory.mktemp("published")
    made, key = published_like()
    rows = []
    for one in made:
        image = {"bytes": picture(int(one.painting.painting_id), (8, 8)), "path": one.painting.name}
        fields = {name: getattr(one, name) for name in ("question_type", "difficulty", "category")}
        rows.append(row(one.question_id, one.question, image=image, options=str(list(one.options)), **fields))
    write_parquet(folder / "data" / "test.parquet", rows)
    write_key(folder / "key.json", key_list(key))
    responses = [{"question_id": name, "response": text} for name, text in answered.items()]
    (folder / "m_submission.json").write_text(json.dumps(responses))
    (folder / "partial.json").write_text(json.dumps(responses[1:]))
    constant = [{"question_id": name, "response": "A"} for name in answered]
    (folder / "constant.json").write_text(json.dumps(constant))
    settings = {"model_args": "pretrained=a/b", "gen_kwargs": "temperature=0.7,top_p=0.9", "system_instruction": None}
    (folder / "vga_submission.json").write_text(json.dumps(responses))
    (folder / "vga_report.json").write_text(json.dumps({"image": "vga"}))
    (folder / "m_report.json").write_text(json.dumps({"run": settings, "signature": "data:0|prompt:default|key:none"}))

    def call(*args: str, code: int = 0) -> str:
        names = [str(folder / arg) if arg.endswith(".json") else arg for arg in args]
        data = {"VISUALOVERLOAD_DATA": str(folder / "data"), "HF_HOME": str(folder / "hf")}
        done = CliRunner().invoke(app, names, env=data)
        if isinstance(done.exception, VisualOverloadError):
            raise done.exception
        assert done.exit_code == code, done.output
        return done.stdout

    return call


def test_the_rows_are_whole_counts_that_give_the_published_totals() -> None:
    rows = load_leaderboard()
    assert len(rows) == 53 and len({one.model for one in rows}) == 53
    for one in rows:
        assert round(100 * one.correct / 1875, 1) == one.percent["total"], one.model
    assert (rows[0].model, rows[0].correct) == ("Qwen3.6-35B-A3B", 117 + 123 + 239 + 85 + 140 + 629)
    assert [one.percent["total"] for one in rows] == sorted((one.percent["total"] for one in rows), reverse=True)


def test_equal_totals_share_a_rank() -> None:
    assert ranks([70.0, 67.6, 67.6, 60.0]) == [1, 2, 2, 4]


def test_a_score_is_told_apart_only_where_intervals_allow_it() -> None:
    """o3's published total: the row itself is o3's equal, the far ends are not, and the bounds are Newcombe's."""
    standing = place(score_of_total(69.5))
    verdicts = {rival.row.model: rival.verdict for rival in standing.rivals}
    assert (standing.rank, standing.of) == (5, 54)
    assert verdicts["o3 (medium)"] == "not told apart" and verdicts["Gemma 4 E2B"] == "better"
    counts = Counter(verdicts.values())
    assert (standing.best, standing.worst) == (1 + counts["worse"], 54 - counts["better"])
    rival = next(one for one in standing.rivals if one.row.model == "Gemini 2.0 Flash")
    share, other = 1303 / 1875, rival.row.correct / 1875
    own, its = wilson(1303, 1875), wilson(rival.row.correct, 1875)
    low = share - other - ((share - own[0]) ** 2 + (its[1] - other) ** 2) ** 0.5
    assert rival.ci95[0] == pytest.approx(100 * low) and rival.points == pytest.approx(100 * (share - other))


def test_a_wider_interval_tells_fewer_apart() -> None:
    narrow, wide = place(Score(1200, 1875, (62.0, 66.0))), place(Score(1200, 1875, (58.0, 70.0)))
    assert narrow.rank == wide.rank
    assert wide.best < narrow.best <= narrow.rank <= narrow.worst < wide.worst


def test_the_synthetic_data_has_the_published_counts(published: Questions, report: Report) -> None:
    made = {count.name: count for count in count_all(published, Pairing((), "none"))}
    made = {name: count for name, count in made.items() if not name.startswith(("pairs", "units"))}
    assert len(made) == 11 and all(count.found == count.published for count in made.values())
    # 150 + 149 + 187 (a third of 559, rounded up) + 0 + 205 + 694
    assert (report.total.correct, report.total.units) == (1385, 1875)
    refuse_other_data(published, report)


def test_other_data_has_no_rank(published: Questions, report: Report) -> None:
    with pytest.raises(RunError, match="1 questions about 1 paintings"):
        refuse_other_data(questions(question("a")), report)
    with pytest.raises(RunError, match="2,719 questions"):
        refuse_other_data(questions(published[1:]), report)
    asked = [one.question_id for one in published[:100]]
    with pytest.raises(RunError, match="2,620 questions not asked, 0 failed, 99 missing"):
        refuse_other_data(published, evaluate(published, {asked[0]: "A"}, asked=asked))
    responses = {**dict.fromkeys(published.by_id, "A"), asked[0]: "Failed to obtain answer via API.", asked[1]: None}
    with pytest.raises(RunError, match=r"0 questions not asked, 1 failed, 1 missing.*Complete the run"):
        refuse_other_data(published, evaluate(published, responses))
    without_pair = {**report.category, "scene": Score(0, 693)}
    with pytest.raises(RunError, match="name other pairs"):
        refuse_other_data(published, replace(report, category=without_pair))
    with pytest.raises(RunError, match="images 'vga'; expected the paintings as published"):
        refuse_other_data(published, replace(report, image="vga"))
    refuse_other_data(published, replace(report, image="original", prompt="cot"))


def test_a_run_of_the_published_data_is_ranked(call: Call) -> None:
    content = json.loads(call("leaderboard", "m_submission.json", "--key", "key.json", "--format", "json"))
    assert (content["rank"], content["best"], content["of"]) == (1, 1, 54)  # 73.9 is above the best row's 71.1
    assert content["total"]["correct"] == 1385 and len(content["rows"]) == 53
    assert content["rows"][0]["verdict"] == "not told apart" and content["rows"][-1]["verdict"] == "better"
    assert content["signature"].startswith("data:")
    text = call("leaderboard", "m_submission.json", "--key", "key.json")
    assert "total 73.9" in text and "rank 1 of 54" in text and "THIS RUN" in text
    assert max(len(line.rstrip()) for line in text.splitlines() if not line.startswith("signature")) <= 80


def test_what_is_suspicious_about_a_ranked_run_is_said(call: Call) -> None:
    args = ("leaderboard", "constant.json", "--key", "key.json")
    text = call(*args)
    assert "SUSPICIOUS: 2720 of 2720 responses are" in text
    assert max(len(line.rstrip()) for line in text.splitlines() if not line.startswith("signature")) <= 80
    findings = json.loads(call(*args, "--format", "json"))["findings"]
    assert "constant-response" in [finding["finding"] for finding in findings]


@pytest.mark.parametrize(
    ("args", "error", "line"),
    [
        (["leaderboard", "m_submission.json"], UsageError, "no ground truth.*--total"),
        (["leaderboard", "m_submission.json", "--total", "70"], UsageError, "RUN and --total"),
        (["leaderboard", "--key", "none.json"], UsageError, "--key without RUN"),
        (["leaderboard", "--total", "70", "--data", "demo"], UsageError, "--data without RUN"),
        (["leaderboard", "--pairs", "none.json"], UsageError, "--pairs without RUN"),
        (["submission", "leaderboard-issue", "partial.json"], RunError, "partial run .* 1 missing"),
        (["leaderboard", "partial.json", "--key", "key.json"], RunError, "partial run .* 1 missing"),
        (["submission", "leaderboard-issue", "vga_submission.json"], RunError, "images 'vga'"),
    ],
)
def test_what_cannot_be_ranked_or_requested_is_one_line(call: Call, args: list[str], error: type, line: str) -> None:
    with pytest.raises(error, match=line):
        call(*args)


def test_the_published_table_reads_in_80_columns(call: Call) -> None:
    lines = call("leaderboard").splitlines()
    assert len(lines) == 54 and max(len(line) for line in lines) <= 80
    first = "1 Qwen3.6-35B-A3B 78.0 82.6 42.8 72.0 68.3 90.6 98.7 79.2 21.1 71.1"
    assert " ".join(lines[1].split()) == first
    assert f"| {' | '.join(first.split()[:2])} | No | " in call("leaderboard", "--format", "markdown")
    rows = json.loads(call("leaderboard", "--format", "json"))
    assert rows[3]["rank"] == 4 and rows[3]["counting"] == 42.4
    assert "rank 5 of 54" in call("leaderboard", "--total", "69.5")


def test_the_issue_is_filled_in_from_the_run(call: Call) -> None:
    args = ["submission", "leaderboard-issue", "m_submission.json", "--model", "My & model", "--credit", "Ada"]
    made = json.loads(call(*args, "--key", "key.json", "--format", "json"))
    assert made["title"] == "[LEADERBOARD] My & model"
    fields = dict(line.split(": ", 1) for line in made["body"].splitlines() if ": " in line)
    assert fields == {
        "Model": "My & model (`pretrained=a/b`)",
        "Model URL": "TODO: *(optional)*",
        "Did you use any special prompts?": "No, `default_prompt`.",
        "Did you use sampling?": "Yes: `temperature=0.7,top_p=0.9`.",
        "Reproducibility": "TODO: *(optional) Please add a link to reproduce your results.*",
        "Credit": "Ada",
        "Prediction JSON": "TODO: *attach the file `m_submission.json` here*",
        "Signature": "`data:0|prompt:default|key:none`",
    }
    asked = parse_qs(urlsplit(made["url"]).query, strict_parsing=True)
    assert made["url"].startswith(PROMPT)
    assert asked == {"template": ["leaderboard-submission.md"], "title": [made["title"]], "body": [made["body"]]}
    assert made["row"][:3] == ["My & model", "No", "100.0"] and made["row"][-1] == "73.9"
    assert "| My & model | No | 100.0 |" in call(*args, "--key", "key.json")


def complete(signature: str) -> Report:
    """A report of a complete run without a key."""
    one = question("a", options=("x", "y"))
    return replace(evaluate(questions(one), {"a": "A"}), signature=signature)


@pytest.mark.parametrize(
    ("settings", "prompt", "sampling", "prompts"),
    [
        ({"gen_kwargs": ""}, "default", "No (the task asks for", "No, `default_prompt`."),
        ({"gen_kwargs": "temperature=0.0,max_new_tokens=64"}, "default", "No (`temp", "No, `default_prompt`."),
        ({"gen_kwargs": {"do_sample": True}}, "default", "Yes: `", "No, `default_prompt`."),
        ({"gen_kwargs": "temperature=hot"}, "default", "Yes: `", "No, `default_prompt`."),
        # VLMEvalKit records no settings, and a submission alone tells nothing.
        ({"task": "visualoverload"}, "other", "TODO:", "Yes, TODO: *Please describe"),
        (None, "unknown", "TODO:", "TODO: *Please describe"),
        (None, "cot", "TODO:", "Yes, chain of thought (the prompts of the paper's appendix F)."),
        ({"system_instruction": "Be brief."}, "default", "TODO:", "Yes, `default_prompt`. System instruction: `Be"),
    ],
)
def test_nothing_is_invented(tmp_path: Path, settings: dict | None, prompt: str, sampling: str, prompts: str) -> None:
    if settings is not None:
        (tmp_path / "x_report.json").write_text(json.dumps({"run": settings}))
    request = make_request(tmp_path / "x_submission.json", complete(f"data:1|prompt:{prompt}"), model="m")
    fields = dict(line.split(": ", 1) for line in request.body.splitlines() if ": " in line)
    assert fields["Did you use sampling?"].startswith(sampling)
    assert fields["Did you use any special prompts?"].startswith(prompts)
    assert fields["Credit"].startswith("TODO:") and request.row is None


@pytest.mark.parametrize(
    ("settings", "prompt", "special"),
    [
        ({}, "default", "No"),
        ({"system_instruction": "Be brief."}, "default", "Yes"),
        ({}, "cot", "Yes"),
        ({}, "other", "Yes"),
        ({}, "unknown", "TODO: Yes or No"),
    ],
)
def test_the_row_tells_special_prompts_as_the_issue(
    tmp_path: Path, report: Report, settings: dict, prompt: str, special: str
) -> None:
    recorded = {"run": settings, "signature": f"data:1|prompt:{prompt}"}
    (tmp_path / "x_report.json").write_text(json.dumps(recorded))
    request = make_request(tmp_path / "x_submission.json", report, model="m")
    assert request.row[1] == special
    assert f"Did you use any special prompts?: {special.split()[0]}" in request.body


def test_a_damaged_report_beside_a_run_tells_nothing(tmp_path: Path) -> None:
    (tmp_path / "x_report.json").write_text("[" * 100_000)
    request = make_request(tmp_path / "x_submission.json", complete("data:1|prompt:unknown"), model="m")
    assert "Did you use sampling?: TODO:" in request.body


def test_the_row_is_in_the_published_order(report: Report) -> None:
    row = published_row(report, "m", None)
    scores = {**report.category, **report.difficulty}
    assert row[1].startswith("TODO:")
    assert row[2:-1] == tuple(f"{scores[name].percent:.1f}" for name in (*CATEGORIES, *DIFFICULTIES))
