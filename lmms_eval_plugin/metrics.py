"""The rows of lmms-eval's table: the YAML files name their aggregations as ``lmms_eval_plugin.metrics.<metric>``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from loguru import logger

from visualoverload_tasks import (
    CATEGORIES,
    DIFFICULTIES,
    RECORD,
    VARIANTS,
    Answer,
    Report,
    Run,
    evaluate_run,
    finish_run,
    interval,
    load_key,
    load_pairs,
    load_questions,
    variant_named,
)

Item = Mapping[str, Any]
Metric = Callable[[Report], object]

# What decides, besides the model, what it saw and said: a published score should name it.
_SETTINGS = ("model_args", "gen_kwargs", "limit", "offset", "force_simple", "system_instruction", "use_cache")


def _accuracy(name: str) -> Metric:
    def percent(report: Report) -> float | None:
        score = {**report.category, **report.difficulty, "total": report.total}[name]
        return score.percent if score else None

    return percent


SCORES: dict[str, Metric] = {
    **{name: _accuracy(name) for name in ("total", *CATEGORIES, *DIFFICULTIES)},
    "total_ci95": lambda report: interval(report.total) if report.total else None,
    "counting_rmse": lambda report: report.counting_rmse,
    "ocr_edit_distance": lambda report: report.ocr_edit_distance,
}

KNOWN_WITHOUT_KEY: dict[str, Metric] = {
    "consistency": lambda report: report.consistency.percent,
    "unparsed": lambda report: report.counts.unparsed,
    "failed": lambda report: report.counts.failed,
    "missing": lambda report: report.counts.missing,
    "not_asked": lambda report: report.counts.not_asked,
}


def __getattr__(name: str) -> Callable[..., object]:
    """The aggregation of a metric, as ``!function`` looks it up."""
    if name == RECORD:
        return write_submission
    try:
        return _aggregation({**SCORES, **KNOWN_WITHOUT_KEY}[name])
    except KeyError:
        raise AttributeError(name) from None


def _aggregation(metric: Metric) -> Callable[[Sequence[Item]], object]:
    def aggregate(items: Sequence[Item]) -> object:
        answers = tuple((item["question_id"], item["answer"], item["status"]) for item in items)
        return metric(_evaluate(items[0]["data"], answers))

    return aggregate


@lru_cache(maxsize=1)  # every row of the table asks for the same report
def _evaluate(data: str, answers: tuple[tuple[str, str | None, Any], ...]) -> Report:
    questions = load_questions(data)
    given = {question_id: Answer(value, "", "", status) for question_id, value, status in answers}
    key = load_key(None, questions)
    return evaluate_run(questions, Run({}, frozenset(given)), key, load_pairs(None, questions, key), answers=given)


def write_submission(records: Sequence[Item], args: Any = None) -> str:
    """Write the files to submit, print the whole report, and give the table the path.

    It must not raise: lmms-eval would then save neither results nor samples. So files that cannot be written where they
    belong go to a temporary folder.

    Args:
        records: of all questions asked, in any order.
        args: the command line of lmms-eval; None when it was called from Python.
    """
    variant = variant_named(records[0]["variant"]) or VARIANTS[0]
    files, _ = finish_run(
        load_questions(records[0]["data"]),
        {record["question_id"]: record["response"] for record in records},
        Path(getattr(args, "output_path", None) or ".") / "submissions",
        model=_model_name(args),
        host=records[0]["host"],
        prompt=variant.prompt,
        image=variant.image,
        log=logger.error,
        settings={name: getattr(args, name, None) for name in _SETTINGS},
    )
    return str(files.submission)


def _model_name(args: Any) -> str:
    backend = getattr(args, "model", None)
    if not isinstance(backend, str):
        return "model"
    given = dict(part.split("=", 1) for part in (getattr(args, "model_args", None) or "").split(",") if "=" in part)
    named = [given[name] for name in ("pretrained", "model", "model_version", "model_name", "policy") if name in given]
    return named[0] if named and "policy" not in given else "-".join([backend, *named[:1]])
