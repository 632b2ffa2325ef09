"""What lmms-eval calls for each question, named in the YAML files.

lmms-eval calls ``process_results`` from several threads and, on several ranks, in several processes, and aggregates
each metric by itself. So nothing is remembered here: every logged value carries what its aggregation needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from PIL import Image

from lmms_eval_plugin.metrics import KNOWN_WITHOUT_KEY, SCORES
from visualoverload_tasks import RECORD, Painting, extract_answer, load_key, load_questions, open_painting

Doc = dict[str, Any]

_HOST = f"lmms-eval {version('lmms_eval')}"


def doc_to_visual(doc: Doc) -> list[Image.Image]:
    """The painting as the task shows it; nothing if it shows none.

    A PIL image, which every model of lmms-eval takes: several drop a path without a word.
    """
    if not doc["painting_file"]:
        return []
    return [open_painting(Painting(doc["painting"], doc["painting_name"], Path(doc["painting_file"])))]


def doc_to_text(doc: Doc) -> str:
    """The prompt of the task: by default the one of the dataset, unchanged."""
    prompt: str = doc["prompt"]
    return prompt


def process_results(doc: Doc, results: Sequence[str]) -> dict[str, Doc]:
    """The record of one question, and under each metric's name what that metric needs.

    Metrics that need a key are left out without one, so that no row of the table can be taken for a score.
    """
    answer = extract_answer(results[0], doc["question_type"], doc["options"])
    record = {
        "question_id": doc["question_id"],
        "painting": doc["painting"],
        "painting_name": doc["painting_name"],
        "question_type": doc["question_type"],
        "category": doc["category"],
        "difficulty": doc["difficulty"],
        "response": results[0],
        "answer": answer.value,
        "rule": answer.rule,
        "status": answer.status,
        "data": doc["data"],
        "variant": doc["variant"],
        "host": _HOST,
    }
    item = {name: record[name] for name in ("question_id", "answer", "status", "data")}
    metrics = SCORES | KNOWN_WITHOUT_KEY if _has_key(doc["data"]) else KNOWN_WITHOUT_KEY
    return {RECORD: record, **dict.fromkeys(metrics, item)}


@lru_cache(maxsize=4)
def _has_key(data: str) -> bool:
    return load_key(None, load_questions(data)) is not None
