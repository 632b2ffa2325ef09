"""A user's mistake ends a run of lmms-eval at once: one clear line, no traceback, no retries, an exit code above 0."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from lmms_data import IDS, PAINTINGS, ROWS, write_data, write_key
from lmms_run import TORCHRUN, Finished, Host, Runs, Start

OTHER_TASK = """\
task: task_of_another_benchmark
dataset_path: json
dataset_kwargs: {{data_files: {{test: {file}}}}}
test_split: test
output_type: generate_until
doc_to_visual: !function functions.no_images
doc_to_text: "{{{{question}}}}"
doc_to_target: answer
metric_list: [{{metric: exact_match}}]
metadata: {{version: 1}}
"""


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data and keys with one thing wrong in each."""
    folder = tmp_path_factory.mktemp("broken")
    cut = {**PAINTINGS, "harbour.jpg": PAINTINGS["harbour.jpg"][:-2000]}
    write_data(folder / "truncated", images=cut)
    write_data(folder / "no_difficulty", drop="difficulty")
    write_key(folder / "key.json", ffffffff="yes", eeeeeeee="no")
    (folder / "pairs.json").write_text('[{"pair": null, "question_id": "ffffffff"}]')
    return folder


@pytest.fixture(scope="module")
def other_task(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a task that has nothing to do with this benchmark."""
    folder = tmp_path_factory.mktemp("other_task")
    (folder / "rows.json").write_text('[{"question": "1 + 1?", "answer": "2"}]')
    (folder / "functions.py").write_text("def no_images(doc):\n    return []\n")
    (folder / "other.yaml").write_text(OTHER_TASK.format(file=folder / "rows.json"))
    return folder


NO_FOLDER = r"/nowhere/visualoverload: no such file or folder; expected a folder, a Parquet file or a Hub id"
HARBOUR = "'00000000', 'deadbeef', '99e99999', '7f7f7f7f', 'cafe0001'"  # the first five of its questions

# Name of a run -> the line it must print.
LINES = {
    "no folder": NO_FOLDER,
    "no folder on two ranks": NO_FOLDER,
    "unknown ids in the key": r"key\.json: unknown ids 'ffffffff', 'eeeeeeee'; expected one answer for each of the 14",
    "unknown id in the pairs": r"pairs\.json, item 1: unknown question id 'ffffffff'; expected ids of",
    "truncated painting": rf"truncated: unreadable image \(.*\) of question\(s\) {HARBOUR}",
    "missing column": r"columns 'image', .* without 'difficulty'; expected the columns of paulgavrikov/visualoverload",
    "offline": r"offline mode is on and the dataset is not in the Hub cache .*`visualoverload data prepare",
    "oracle without key": r"policy=oracle: no ground truth; expected a key: set VISUALOVERLOAD_KEY to its file",
    "unknown policy": r"policy: 'clever'; expected random or consistent or constant or oracle",
    "another benchmark": r"task 'task_of_another_benchmark': no question_id; expected a task of VisualOverload",
}


@pytest.fixture(scope="module")
def runs(host: Host, broken: Path, other_task: Path, start: Start) -> Runs:
    def fail(name: str, *args: object, code: int | None = 2, **changes: object) -> Callable[[], Finished]:
        return lambda: host.evaluate(name.replace(" ", "_"), *args, code=code, **changes)

    oracle, clever = ("--model_args", "policy=oracle"), ("--model_args", "policy=clever")
    no_folder = {"VISUALOVERLOAD_DATA": "/nowhere/visualoverload"}
    return start(
        {
            "no folder": fail("no folder", **no_folder),
            # torchrun has its own exit code for failed ranks; the rank that waits for the data must not wait for ever.
            "no folder on two ranks": fail("no folder on two ranks", command=TORCHRUN, code=None, **no_folder),
            "unknown ids in the key": fail("unknown ids in the key", VISUALOVERLOAD_KEY=broken / "key.json"),
            "unknown id in the pairs": fail("unknown id in the pairs", VISUALOVERLOAD_PAIRS=broken / "pairs.json"),
            "truncated painting": fail("truncated painting", VISUALOVERLOAD_DATA=broken / "truncated"),
            "missing column": fail("missing column", VISUALOVERLOAD_DATA=broken / "no_difficulty"),
            "offline": fail("offline", VISUALOVERLOAD_DATA=None, HF_HOME=broken / "empty_cache"),
            "oracle without key": fail("oracle without key", *oracle),
            "unknown policy": fail("unknown policy", *clever),
            "another benchmark": fail("another", "--include_path", other_task, tasks="task_of_another_benchmark"),
        }
    )


@pytest.mark.parametrize("name", LINES)
def test_one_clear_line(runs: Runs, name: str) -> None:
    run = runs(name)
    lines = [line for line in run.text.splitlines() if re.search(LINES[name], line)]
    assert len(lines) == 1, run.text  # a retry would say it again
    assert "RetryError" not in run.text
    assert not list(run.output.rglob("*_results.json"))
    if "ranks" not in name:  # there torch reports the failed rank in its own way
        assert "Traceback" not in run.text, run.text


@pytest.fixture(scope="module")
def unwritable(host: Host, key: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Finished, Path]:
    """A run with a file in place of the folder for submissions (root ignores permissions), and its temporary folder."""
    temporary = tmp_path_factory.mktemp("temporary")
    (host.folder / "unwritable").mkdir()
    (host.folder / "unwritable" / "submissions").write_text("a file")
    oracle = ("--model_args", "policy=oracle")
    return host.evaluate("unwritable", *oracle, VISUALOVERLOAD_KEY=key, TMPDIR=temporary), temporary


def test_unwritable_output_loses_nothing(unwritable: tuple[Finished, Path], host: Host) -> None:
    run, temporary = unwritable
    assert run.metrics["total"] == 100
    assert list(run.records) == IDS
    submission = Path(run.metrics["submission"])
    assert submission.is_relative_to(temporary)
    assert len(list(submission.parent.iterdir())) == 3
    host.visualoverload("submission", "check", submission)


def test_unwritable_output_is_reported(unwritable: tuple[Finished, Path]) -> None:
    run, _ = unwritable
    assert re.search(
        r"unwritable/submissions: cannot be written \(.*\); expected a folder with write permission", run.text
    )
    assert f"The submission is in {Path(run.metrics['submission']).parent} instead." in run.text


def test_every_affected_question_of_a_damaged_painting_is_counted(runs: Runs) -> None:
    assert f"({sum(row.painting == 'harbour.jpg' for row in ROWS)} in all)" in runs("truncated painting").text
