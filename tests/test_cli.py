"""The command line as a user runs it: real processes, exit codes, one clear line, no traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).with_name("visualoverload")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for all commands of this module, as on a user's machine."""
    return tmp_path_factory.mktemp("hf")


@pytest.fixture
def run(home: Path, tmp_path: Path):
    def run(*args: object, code: int = 0, **env: str) -> subprocess.CompletedProcess[str]:
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("VISUALOVERLOAD", "HF_"))}
        done = subprocess.run(
            [str(COMMAND), *map(str, args)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env={**clean, "HF_HOME": str(home), "HF_HUB_OFFLINE": "1", "PYTHONIOENCODING": "utf-8", **env},
            timeout=120,
        )
        assert done.returncode == code, f"{args}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr
        return done

    run.folder = tmp_path
    return run


@pytest.fixture
def guesses(run, tmp_path: Path) -> Path:
    """A complete submission for the demo in which everything is answered with A, 1 or a text."""
    ids = json.loads(run("extract", _ids_file(run, tmp_path), "--data", "demo", "--format", "json").stdout)
    said = {"choice": "A", "counting": "1", "ocr": "unknown"}
    return _write(
        tmp_path / "run.json", [{"question_id": r["question_id"], "response": said[r["question_type"]]} for r in ids]
    )


def _ids_file(run, tmp_path: Path) -> Path:
    key = Path(json.loads(run("data", "info", "--data", "demo", "--format", "json").stdout)["files"][0]).parents[1]
    ids = [entry["question_id"] for entry in json.loads((key / "ground_truth.json").read_text())]
    return _write(tmp_path / "ids.json", [{"question_id": question_id, "response": "A"} for question_id in ids])


def _write(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_demo_prints_a_full_report(run):
    shown = run("demo").stdout
    for word in (
        "activity",
        "reasoning",
        "hard",
        "total",
        "95 % interval",
        "counting RMSE",
        "OCR edit distance",
        "signature",
    ):
        assert word in shown


def test_demo_as_json_is_the_report_of_the_interface(run):
    report = json.loads(run("demo", "--format", "json").stdout)
    assert report["counts"]["questions"] == report["counts"]["ok"] == 60
    assert set(report["scores"]) == {"total", "category", "difficulty"}
    # Consistent guesses contradict themselves nowhere; that is what the policy is for.
    assert report["consistency"]["overall"] == {"percent": 100.0, "consistent": 18, "pairs": 18}


def test_the_module_is_the_same_command(home: Path):
    done = subprocess.run(
        [sys.executable, "-m", "visualoverload_tasks", "--version"], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0 and done.stdout.strip().count(".") == 2


def test_demo_verifies_as_different_from_the_published_data(run):
    done = run("data", "verify", "--data", "demo", "--format", "json", code=1)
    counts = {row[""]: (row["found"], row["published"]) for row in json.loads(done.stdout)}
    assert counts["questions"] == (60, 2720) and counts["paintings"] == (6, 150) and counts["units"] == (42, 1875)
    assert "differ from the published" in done.stderr


def test_a_damaged_painting_is_found(run, home: Path):
    run("demo")
    file = sorted((home / "visualoverload" / "paintings").iterdir())[0]
    original = file.read_bytes()
    file.write_bytes(original[:-1] + bytes([original[-1] ^ 1]))
    try:
        assert str(file) in run("data", "verify", "--data", "demo", code=1).stderr
    finally:
        file.write_bytes(original)


def test_prepared_copy_works_without_hub_and_cache(run, tmp_path: Path):
    run("data", "prepare", tmp_path / "copy", "--data", "demo")
    with_copy = {"HF_HOME": str(tmp_path / "other"), "VISUALOVERLOAD_DATA": str(tmp_path / "copy")}
    facts = json.loads(run("data", "info", "--format", "json", **with_copy).stdout)
    assert facts["questions"] == 60
    # The same content has the same revision wherever it lies.
    assert facts["revision"] == json.loads(run("data", "info", "--data", "demo", "--format", "json").stdout)["revision"]


def test_score_with_and_without_a_key(run, guesses: Path, tmp_path: Path):
    with_key = json.loads(run("score", guesses, "--data", "demo", "--format", "json").stdout)
    run("data", "prepare", tmp_path / "copy", "--data", "demo")
    without = json.loads(run("score", guesses, "--data", tmp_path / "copy", "--format", "json").stdout)
    assert with_key["scores"]["total"]["units"] == 42
    assert (
        without["scores"] is None
        and without["counting"] == {"rmse": None, "within": None}
        and without["ocr"] == {"edit_distance": None}
    )
    # Whoever says A to everything contradicts himself on every pair that lists its options in one order.
    assert with_key["consistency"]["overall"]["consistent"] == 0
    assert "no accuracy" in run("score", guesses, "--data", tmp_path / "copy").stdout


def test_build_and_check_a_submission(run, guesses: Path, tmp_path: Path):
    built = run(
        "submission", "build", guesses, "--data", "demo", "--model", "a/model:1", "--output", "out"
    ).stdout.split()
    assert [name.rsplit("_", 1)[1] for name in built] == ["submission.json", "responses.json", "report.json"]
    assert all("a-model-1" in name and "partial" not in name for name in built)
    run("submission", "check", built[0], "--data", "demo")
    rows = json.loads((tmp_path / built[0]).read_text(encoding="utf-8"))
    assert len(rows) == 60 and all(set(row) == {"question_id", "response"} for row in rows)


def test_check_shows_all_flaws_and_fails(run, guesses: Path, tmp_path: Path):
    rows = json.loads(guesses.read_text())
    rows[0]["response"], rows[1]["response"], rows[2]["question_id"] = "", "Failed to obtain answer via API.", "nobody"
    done = run("submission", "check", _write(tmp_path / "bad.json", rows), "--data", "demo", code=1)
    assert "item 0" in done.stdout and "item 1" in done.stdout and "nobody" in done.stdout and "missing" in done.stdout
    assert "4 flaws" in done.stderr


def test_check_knows_choices_that_are_no_option(run, guesses: Path, tmp_path: Path):
    rows = json.loads(guesses.read_text())
    next(row for row in rows if row["response"] == "A")["response"] = "E. purple"
    done = run("submission", "check", _write(tmp_path / "bad.json", rows), "--data", "demo", code=1)
    assert "'E. purple' is none of the options A, B" in done.stdout and "1 flaws" in done.stderr


def test_what_a_run_of_the_demo_left_is_read_without_naming_the_data(run, guesses: Path):
    (submission, responses, report) = run("submission", "build", guesses, "--data", "demo").stdout.split()
    assert Path(submission).name.startswith("visualoverload_demo_")
    scores = json.loads(Path(run.folder, report).read_text(encoding="utf-8"))["scores"]
    for file in (submission, responses):
        assert json.loads(run("score", file, "--format", "json").stdout)["scores"] == scores
    run("submission", "check", submission)


def test_a_full_disk_is_one_line(run):
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [str(COMMAND), "hosts", "--format", "json"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    assert (
        done.stderr.startswith("visualoverload: standard output: cannot be written") and "Traceback" not in done.stderr
    )
    assert len(done.stderr.strip().splitlines()) == 1


def test_extract_tells_the_rule_and_filters(run, guesses: Path, tmp_path: Path):
    rows = json.loads(guesses.read_text())
    rows[0]["response"] = "I am not sure."
    path = _write(tmp_path / "run.json", rows)
    found = json.loads(run("extract", path, "--unparsed", "--data", "demo", "--format", "json").stdout)
    assert [(row["question_id"], row["status"], row["value"]) for row in found] == [
        (rows[0]["question_id"], "unparsed", None)
    ]


@pytest.fixture
def messy(guesses: Path, tmp_path: Path) -> Path:
    """The guesses, with one response of each kind that cannot be read, and a long one."""
    rows = json.loads(guesses.read_text())
    choices = [row for row in rows if row["response"] == "A"]
    broken = [
        *(
            "I'm sorry, but I cannot tell.",
            "A or B.",
            "B and A",
            "<think>Let me see",
            "Failed to obtain answer via API.",
        ),
        *("", "Looking at the left side\nof the painting, " + "there are many people, and " * 20 + "so: B"),
    ]
    for row, response in zip(choices, broken):
        row["response"] = response
    return _write(tmp_path / "messy.json", rows)


def test_what_could_not_be_read_is_grouped_by_the_reason(run, messy: Path):
    shown = run("extract", messy, "--unparsed", "--data", "demo").stdout
    head, rows, lengths = shown.split("\n\n")
    assert [line.split() for line in head.splitlines()[1:]] == [
        ["unparsed:", "several-options", "2"],
        ["unparsed:", "refusal", "1"],
        ["unparsed:", "unclosed-thinking", "1"],
        ["failed:", "host-failure", "1"],
        ["missing:", "empty", "1"],
        ["in", "all", "6", "of", "60"],
    ]
    reasons = [line.split()[1] for line in rows.splitlines()[1:]]
    assert reasons == ["several-options"] * 2 + ["refusal", "unclosed-thinking", "host-failure", "empty"]
    # 24 + 1 + 17 characters, 20 times 27, and 5:
    assert "longest 587" in lengths and "1 empty" in lengths
    markdown = run("extract", messy, "--unparsed", "--data", "demo", "--format", "markdown").stdout
    assert "| unparsed: several-options | 2 |" in markdown


def test_the_answers_of_a_terminal_take_one_line_each_and_show_the_end(messy: Path, home: Path):
    """In a pseudo-terminal of 80 columns, as a user has it."""
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    env = {**os.environ, "HF_HOME": str(home), "COLUMNS": "80", "TERM": "dumb", "NO_COLOR": "1"}
    command = [str(COMMAND), "extract", str(messy), "--data", "demo"]
    started = subprocess.Popen(command, stdout=follower, stderr=subprocess.PIPE, env=env)
    os.close(follower)
    shown = b""
    try:
        while part := os.read(leader, 65536):
            shown += part
    except OSError:  # how Linux says that the other end was closed
        pass
    assert started.wait(timeout=60) == 0
    lines = shown.decode().splitlines()
    assert len(lines) == 1 + 60 + 2 and max(map(len, lines)) <= 80
    assert any("Looking at" in line and line.rstrip().endswith("so: B") for line in lines)


def test_every_report_is_signed_in_every_format(run, messy: Path):
    for command in (["demo"], ["score", messy, "--data", "demo"], ["chance", "--data", "demo"]):
        signature = json.loads(run(*command, "--format", "json").stdout)["signature"]
        for format in ("table", "markdown"):
            assert f"signature {signature}" in run(*command, "--format", format).stdout


def test_score_tells_why_responses_were_not_read_and_what_is_suspicious(run, messy: Path):
    shown = run("score", messy, "--data", "demo").stdout
    assert "60 questions asked: 54 ok, 4 unparsed, 1 failed, 1 missing" in shown
    assert "  2 several-options: " in shown and "  1 host-failure: " in shown
    assert "SUSPICIOUS: 1 of 60 requests failed in the host" in shown
    assert max(len(line.rstrip()) for line in shown.splitlines() if not line.startswith("signature")) <= 80


def test_chance_is_exact_and_simulated_with_and_without_a_key(run, tmp_path: Path):
    run("data", "prepare", tmp_path / "copy", "--data", "demo")
    for data in ("demo", tmp_path / "copy"):
        levels = json.loads(run("chance", "--data", data, "--simulate", 50, "--format", "json").stdout)
        # The demo's 42 units: 18 pairs, 13 four-way questions, 6 counts and 5 texts.
        for name, expected in (("random", 31 / 4), ("consistent", 18 / 2 + 13 / 4)):
            assert levels["exact"][name]["total"]["percent"] == pytest.approx(100 * expected / 42)
            error = levels["exact"][name]["total"]["deviation"] / 50**0.5
            assert abs(levels["simulated"][name]["total"]["percent"] - 100 * expected / 42) < 4.5 * error
        assert levels["simulated_runs"] == 50
    alone = run("chance", "--data", tmp_path / "copy", "--simulate", 2)
    assert "drawn at random" in alone.stderr and "simulated" in alone.stdout
    assert json.loads(run("chance", "--data", "demo", "--format", "json").stdout)["simulated"] is None


def test_closed_standard_output_is_no_traceback(run):
    done = subprocess.run(["sh", "-c", f"exec '{COMMAND}' hosts >&-"], stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_response_cannot_drive_the_terminal_or_break_a_table(run, guesses: Path, tmp_path: Path):
    rows = json.loads(guesses.read_text())
    ocr = next(row for row in rows if row["response"] == "unknown")
    ocr["response"] = "ANNO\x1b[31m\x07 a|b <answer>\rX"
    path = _write(tmp_path / "run.json", rows)
    shown = run("extract", path, "--data", "demo").stdout
    assert "ANNO\ufffd[31m\ufffd a|b <answer>" in shown and "\x1b" not in shown
    assert (
        "ANNO\ufffd[31m\ufffd a\\|b &lt;answer><br>X |"
        in run("extract", path, "--data", "demo", "--format", "markdown").stdout
    )


def test_json_is_json_in_any_encoding(run, guesses: Path, tmp_path: Path):
    rows = json.loads(guesses.read_text())
    rows[0]["response"] = "é \ud800"
    path = _write(tmp_path / "run.json", rows)
    for encoding in ("ascii", "latin-1", "utf-8"):
        done = subprocess.run(
            [str(COMMAND), "extract", str(path), "--data", "demo", "--format", "json"],
            env={**os.environ, "PYTHONIOENCODING": encoding, "HF_HOME": str(tmp_path / "home")},
            capture_output=True,
            check=True,
        )
        assert json.loads(done.stdout.decode(encoding))[0]["response"] == "é \ud800"


def test_responses_are_data_not_markup(run, guesses: Path, tmp_path: Path):
    rows = json.loads(guesses.read_text())
    ocr = next(row for row in rows if row["response"] == "unknown")
    ocr["response"] = "[bold]ANNO[/bold] :smile: \ud800"
    shown = run("extract", _write(tmp_path / "run.json", rows), "--data", "demo").stdout
    assert "[bold]ANNO[/bold] :smile: \\ud800" in shown


def test_hosts_names_the_task_folder(run):
    (lmms_eval, *_) = json.loads(run("hosts", "--format", "json").stdout)
    assert lmms_eval["host"] == "lmms-eval" and lmms_eval["registered"] is True
    assert (Path(lmms_eval["tasks"]) / "visualoverload.yaml").is_file()


def bad_inputs():
    demo = ["--data", "demo"]
    yield "no data", ["data", "info", "--data", "/nowhere"], "no such file or folder"
    yield "no network, empty cache", ["data", "info"], "visualoverload data prepare"
    yield "no run", ["score", "nothing.json", *demo], "nothing.json: cannot be read"
    yield "run is not JSON", ["score", "text.json", *demo], "not JSON"
    yield "run of other data", ["score", "other.json", *demo], "unknown questions 'nobody'"
    yield "no key", ["score", "other.json", *demo, "--key", "nokey.json"], "unknown"
    yield "key of other data", ["score", "empty.json", *demo, "--key", "other_key.json"], "expected"
    yield (
        "unwritable output",
        ["submission", "build", "demo.json", *demo, "--output", "text.json/x"],
        "cannot be written",
    )
    yield "no file to check", ["submission", "check", "nothing.json", *demo], "cannot be read"


@pytest.mark.parametrize(("args", "line"), [pytest.param(args, line, id=name) for name, args, line in bad_inputs()])
def test_bad_input_is_one_line_and_code_2(run, guesses: Path, tmp_path: Path, args: list[str], line: str):
    (tmp_path / "text.json").write_text("hello")
    _write(tmp_path / "other.json", [{"question_id": "nobody", "response": "A"}])
    _write(tmp_path / "other_key.json", {"nobody": "A"})
    _write(tmp_path / "empty.json", [])
    (tmp_path / "demo.json").write_text(guesses.read_text())
    done = run(*args, code=2)
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert done.stderr.startswith("visualoverload: ") and line in done.stderr


def test_a_wrong_option_is_a_usage_error(run):
    assert "--nonsense" in run("demo", "--nonsense", code=2).stderr


def test_pairs_are_shown_exported_corrected_and_given_back(run, guesses: Path, tmp_path: Path):
    run("data", "prepare", tmp_path / "copy", "--data", "demo")  # the same questions, but without a key
    data = {"VISUALOVERLOAD_DATA": str(tmp_path / "copy")}
    shown = run("data", "pairs", "--output", "pairs.json", "--format", "json", **data)
    rows = json.loads(shown.stdout)
    assert len(rows) == 18 and all(len(row["questions"]) == len(row["question_ids"]) == 2 for row in rows)
    assert "60 questions are not the published 2,720" in shown.stderr
    lines = json.loads((tmp_path / "pairs.json").read_text(encoding="utf-8"))
    corrected = _write(tmp_path / "corrected.json", [{**line, "pair": line["pair"] % 18 or None} for line in lines])
    for given in ({"VISUALOVERLOAD_PAIRS": str(corrected)}, {}):
        option = [] if given else ["--pairs", corrected]
        report = json.loads(run("score", guesses, *option, "--format", "json", **data, **given).stdout)
        assert report["consistency"]["overall"]["pairs"] == 17 and report["counts"]["incomplete_pairs"] == 2
        assert report["pairs"].startswith("file:") and f"pairs:{report['pairs']}|" in report["signature"]
        built = run("submission", "build", guesses, *option, **data, **given).stdout.split()
        assert json.loads((tmp_path / built[2]).read_text())["pairs"] == report["pairs"]
        counts = json.loads(run("data", "verify", *option, "--format", "json", code=1, **data, **given).stdout)
        assert {row["found"] for row in counts if row[""] == "pairs"} == {17}
    left = json.loads(run("data", "pairs", "--doubtful", "--pairs", corrected, "--format", "json", **data).stdout)
    assert [row["grade"] for row in left] == ["unpaired", "unpaired"]
    stopped = run("score", guesses, "--data", "demo", "--pairs", corrected, code=2)
    assert "are a pair in the key, and not here" in stopped.stderr and stopped.stderr.count("\n") == 1
    run("score", guesses, "--data", "demo", VISUALOVERLOAD_PAIRS=str(corrected))  # never used for the demo
