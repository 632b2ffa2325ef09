"""Files with one model's responses -> run."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from .errors import RunError, some
from .records import Questions, Run
from .tables import is_table, read_predictions

RECORD = "submission"  # the lmms-eval metric whose logged value is the record with question_id and response

_KINDS = "a submission (.json), lmms-eval samples (*_samples_*.jsonl) or a VLMEvalKit table (.tsv, .xlsx, .json)"
_OUTPUTS = (
    "*_samples_visualoverload*.jsonl",
    *(f"*_VisualOverload{more}.{suffix}" for more in ("", "_*") for suffix in ("tsv", "xlsx", "json")),
)


def read_run(path: str | os.PathLike[str], questions: Questions) -> Run:
    """Read a run: a submission, samples of lmms-eval, a table of VLMEvalKit, or the one such file in an output folder.

    Responses lose outer white space, as one of the hosts strips it and the other does not.

    Raises:
        RunError: unreadable, of no known form, contradicting itself, or made with other questions.
    """
    file = _one_file(Path(path).expanduser())
    if is_table(file):
        read = read_predictions(file, questions)
        return Run(read.responses, frozenset(read.responses), "VLMEvalKit table", read.damaged)
    text = _read_text(file)
    if file.suffix == ".jsonl":
        pairs = _sample_responses(file, text, questions)
        run = Run(_collect(file, pairs), None, "lmms-eval samples")
        run = Run(run.responses, frozenset(run.responses), run.kind)
    else:
        run = Run(_collect(file, _submission_responses(file, text)), None, "submission")
    unknown = [question_id for question_id in run.responses if question_id not in questions.by_id]
    if unknown:
        raise RunError(
            file,
            f"responses to unknown questions {some(unknown)}",
            f"questions of {questions.source}",
            "Name the data of this run with --data.",
        )
    return run


def model_of(path: Path) -> str:
    """The name of the model, as the hosts write it into the names of their files and folders."""
    file = _one_file(path.expanduser()).resolve()
    if is_table(file):
        return file.stem.rpartition("_VisualOverload")[0] or file.stem
    return path.resolve().name if path.is_dir() else file.parent.name


def _one_file(path: Path) -> Path:
    if not path.is_dir():
        return path
    # VLMEvalKit leaves links to the newest run beside the runs' own folders.
    found = sorted({file.resolve() for pattern in _OUTPUTS for file in path.rglob(pattern)})
    if len(found) != 1:
        names = f": {some([os.path.relpath(file, path.resolve()) for file in found])}" if found else ""
        raise RunError(path, f"{len(found)} runs in this folder{names}", _KINDS, "Name the file.")
    return found[0]


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise RunError(path, f"cannot be read ({error})", _KINDS) from None


def _submission_responses(path: Path, text: str) -> Iterator[tuple[str, str]]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RunError(path, f"not JSON ({error})", _KINDS) from None
    if not isinstance(content, list):
        raise RunError(path, f"a JSON {_kind(content)}", 'a list of {"question_id", "response"}')
    for number, row in enumerate(content):
        yield _row(f"{path}, item {number}", row)


def _sample_responses(path: Path, text: str, questions: Questions) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            sample = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise RunError(where, f"not JSON ({error})", "one sample of lmms-eval", "Was the run cut off?") from None
        if not isinstance(sample, dict):
            raise RunError(where, f"a JSON {_kind(sample)}", "one sample of lmms-eval")
        yield _row(where, sample[RECORD]) if RECORD in sample else _predicted(where, sample, questions)


def _predicted(where: str, sample: Mapping[str, Any], questions: Questions) -> tuple[str, str]:
    """A sample of ``--predict_only``: it has the row's number, the prompt and the response, but no question id."""
    number, prompt = sample.get("doc_id"), sample.get("input")
    response = sample.get("resps", sample.get("filtered_resps"))
    while isinstance(response, list) and response:
        response = response[0]
    if not isinstance(number, int) or not isinstance(prompt, str) or not isinstance(response, str | None):
        raise RunError(where, f"fields {some(sorted(sample), 12)}", "doc_id, input and filtered_resps of lmms-eval")
    if not 0 <= number < len(questions) or questions[number].question not in prompt:
        raise RunError(
            where,
            f"doc_id {number} with the prompt {prompt[:60]!r}",
            f"question {number} of the {len(questions)} of {questions.source}",
            "Name the data of this run with --data.",
        )
    return questions[number].question_id, (response or "").strip()


def _row(where: str, row: object) -> tuple[str, str]:
    question_id = row.get("question_id") if isinstance(row, dict) else None
    response = row.get("response") if isinstance(row, dict) else None
    if isinstance(response, int) and not isinstance(response, bool):
        response = str(response)
    if not isinstance(question_id, str) or not isinstance(response, str | None):
        raise RunError(
            where, repr(row)[:120], "question_id and response, both text", "See `visualoverload submission check`."
        )
    return question_id, (response or "").strip()


def _collect(path: Path, rows: Iterable[tuple[str, str]]) -> dict[str, str]:
    responses: dict[str, str] = {}
    for question_id, response in rows:
        if responses.setdefault(question_id, response) != response:
            raise RunError(path, f"two different responses to question {question_id!r}", "one response each")
    if not responses:
        raise RunError(path, "no responses", "at least one")
    return responses


def _kind(value: object) -> str:
    names = {
        dict: "object",
        list: "list",
        str: "text",
        int: "number",
        float: "number",
        bool: "true or false",
        type(None): "null",
    }
    return names[type(value)]
