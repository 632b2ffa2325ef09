"""Two ranks on the CPU: the result must not show on how many processes the questions were spread."""

from __future__ import annotations

from pathlib import Path

import pytest
from lmms_data import IDS
from lmms_run import TORCHRUN, Finished, Host, Runs, Start


@pytest.fixture(scope="module")
def runs(host: Host, key: Path, start: Start) -> Runs:
    random = ("--model_args", "policy=random,seed=3")

    def spread(name: str, *more: str) -> Finished:
        return host.evaluate(
            name, *random, *more, command=TORCHRUN, VISUALOVERLOAD_KEY=key, HF_HOME=host.folder / f"cache_{name}"
        )

    return start(
        {
            # With an empty cache of its own, which both ranks want to fill.
            "two": lambda: spread("two_ranks"),
            # The second rank has nothing to do, and must neither hang nor be waited for.
            "limit": lambda: spread("two_ranks_limit", "--limit", "1"),
            "one": lambda: host.evaluate("one_rank", *random, VISUALOVERLOAD_KEY=key),
        }
    )


@pytest.mark.parametrize("part", ["submission", "responses"])
def test_files_are_the_same(runs: Runs, part: str) -> None:
    assert runs("two").file(part).read_bytes() == runs("one").file(part).read_bytes()


def test_report_and_metrics_are_the_same(runs: Runs) -> None:
    assert runs("two").read("report") == runs("one").read("report")
    one, two = ({**runs(name).metrics, "submission": None} for name in ("one", "two"))
    assert two == one


def test_every_question_is_logged_once(runs: Runs) -> None:
    assert list(runs("two").records) == IDS
    assert len(runs("two").samples) == len(IDS)


def test_a_rank_without_questions_ends(runs: Runs) -> None:
    run = runs("limit")
    assert list(run.records) == IDS[:1]
    assert run.read("report")["gaps"]["not_asked"] == IDS[1:]
    assert "_partial_" in run.file("submission").name
