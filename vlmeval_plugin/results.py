"""Report -> what VLMEvalKit prints and puts into ``status.json``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from visualoverload_tasks import Report, Submission, describe_variant, interval

_UNANSWERED = ("failed", "missing", "not_asked")


def to_result(report: Report, files: Submission, notes: Sequence[str]) -> dict[str, Any]:
    """The value of ``evaluate``, in JSON types: the scores, if there are any; consistency, counts, files and notes.

    VLMEvalKit takes every number in it for a metric, also one that is written as text, so ids appear only in sentences.
    """
    return {
        **dict(_scores(report)),
        "consistency": {
            "overall": report.consistency.percent,
            **{name: value.percent for name, value in report.consistency_by_category.items()},
        },
        "counts": report.to_dict()["counts"],
        **({"variant": variant} if (variant := describe_variant(report.prompt, report.image)) else {}),
        "signature": report.signature,
        "submission": str(files.submission),
        "responses": str(files.responses),
        "report": str(files.report),
        **({"damaged": " ".join(notes)} if notes else {}),
    }


def _scores(report: Report) -> Iterator[tuple[str, Any]]:
    if report.total is None:
        return
    yield "total", report.total.percent
    yield "total_ci95", interval(report.total)
    yield "category", {name: score.percent for name, score in report.category.items()}
    yield "difficulty", {name: score.percent for name, score in report.difficulty.items()}
    yield "counting_rmse", report.counting_rmse
    yield "ocr_edit_distance", report.ocr_edit_distance


def primary_metrics(metrics: Mapping[str, Any]) -> dict[str, float]:
    """The total, or without a key the consistency; and what a partial run lacks, if it does.

    Args:
        metrics: the numbers of ``to_result``, with the names of inner ones joined by ``|``.
    """
    names = ["total" if "total" in metrics else "consistency|overall"]
    names += [name for name in (f"counts|{status}" for status in _UNANSWERED) if metrics.get(name)]
    return {name: metrics[name] for name in names if name in metrics}
