"""Files with one model's responses -> run."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from .errors import RunError, some
from .jsontext import each_once, json_flaw, json_kind
from .prompts import STYLES, style_of
from .records import Questions, Run
from .tables import is_table, read_predictions, read_rows
from .variants import VARIANTS, Variant, variant_named

_PART = r"_(submission|responses)\.json$"

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
        run = _table_run(file, questions)
    elif file.suffix == ".jsonl":
        run = _samples_run(file, questions)
    else:
        run = _submission_run(file)
    unknown = [question_id for question_id in run.responses if question_id not in questions.by_id]
    if unknown:
        raise RunError(
            file,
            f"responses to unknown questions {some(unknown)}",
            f"questions of {questions.source}",
            "Name the data of this run with --data.",
        )
    return run


def _table_run(file: Path, questions: Questions) -> Run:
    read = read_predictions(file, questions)
    variant = _variant_in_name(file)
    image = variant.image if variant else None
    return Run(read.responses, frozenset(read.responses), "VLMEvalKit", read.prompt, image, read.damaged)


def _samples_run(file: Path, questions: Questions) -> Run:
    samples = dict(_samples(file, _read_text(file)))
    responses = _collect(file, (_sample_response(where, sample, questions) for where, sample in samples.items()))
    prompt = style_of({str(sample.get("input")) for sample in samples.values()}, questions)
    host = _recorded("host", samples.values()) or "lmms-eval"
    variant = variant_named(_recorded("variant", samples.values())) or _variant_in_name(file)
    return Run(responses, frozenset(responses), host, prompt, variant.image if variant else None)


def _recorded(field: str, samples: Iterable[Mapping[str, Any]]) -> str | None:
    """What all records say under a name; None if they differ or say nothing."""
    found = {sample[RECORD].get(field) for sample in samples if isinstance(sample.get(RECORD), dict)}
    value = found.pop() if len(found) == 1 else None
    return value if isinstance(value, str) else None


def _variant_in_name(file: Path) -> Variant | None:
    """The variant that a host's file has in its name: all that tells it with ``--predict_only`` and in tables."""
    if file.suffix == ".jsonl":
        return variant_named(file.stem.rpartition("_samples_")[2])
    return next((variant for variant in VARIANTS if file.stem.endswith(f"_{variant.dataset}")), None)


def _submission_run(file: Path) -> Run:
    responses = _collect(file, _submission_responses(file, _read_text(file)))
    report = report_beside(file)
    prompt, image = (report.get(name) for name in ("prompt", "image"))
    not_asked = _not_asked(report)
    # Such a file names every question; one that was never asked has an empty response, unless somebody filled it in.
    asked = {question_id: said for question_id, said in responses.items() if said or question_id not in not_asked}
    return Run(
        asked,
        frozenset(asked) if len(asked) < len(responses) else None,
        prompt=prompt if prompt in (*STYLES, "other") else None,
        image=image if image in [variant.image for variant in VARIANTS] else None,
    )


def _not_asked(report: Mapping[str, Any]) -> set[str]:
    gaps = report.get("gaps")
    found = gaps.get("not_asked") if isinstance(gaps, dict) else None
    return {question_id for question_id in found if isinstance(question_id, str)} if isinstance(found, list) else set()


def report_beside(path: Path) -> Mapping[str, Any]:
    """The report that was written with a submission or raw responses; empty if there is none."""
    file = path.expanduser()
    name = re.sub(_PART, "_report.json", file.name)
    try:
        report = json.loads(file.with_name(name).read_bytes()) if name != file.name else {}
    except (OSError, ValueError, RecursionError):
        return {}
    return report if isinstance(report, dict) else {}


def recorded_data(path: str | os.PathLike[str]) -> str | None:
    """The data that a run was made with, where its file or the report beside it says so; None if nothing does."""
    file = Path(path).expanduser()
    found: object
    try:
        file = _one_file(file)
        if is_table(file):
            found = read_rows(file)[0]["data"].text
        elif file.suffix == ".jsonl":
            with file.open(encoding="utf-8") as lines:
                found = json.loads(next(lines))[RECORD]["data"]
        else:
            found = report_beside(file)["run"]["data"]
    except (RunError, OSError, ValueError, KeyError, TypeError, StopIteration):
        # Whoever reads the file itself tells what is wrong with it.
        variant = _variant_in_name(file)
        found = variant.source if variant else None
    return found if isinstance(found, str) else None


def model_of(path: Path) -> str:
    """The name of the model: as a report beside it tells, or as the hosts name their files and folders by it."""
    file = _one_file(path.expanduser()).resolve()
    told = report_beside(file).get("run")
    if isinstance(told, dict) and isinstance(told.get("model"), str):
        return str(told["model"])
    if is_table(file):
        return file.stem.rpartition("_VisualOverload")[0] or file.stem
    return file.parent.name


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
        content = json.loads(text, object_pairs_hook=each_once)
    except (ValueError, RecursionError) as error:
        raise RunError(path, json_flaw(text, error), _KINDS) from None
    if not isinstance(content, list):
        raise RunError(path, f"a JSON {json_kind(content)}", 'a list of {"question_id", "response"}')
    for number, row in enumerate(content):
        yield _row(f"{path}, item {number}", row)


def _samples(path: Path, text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            sample = json.loads(line, object_pairs_hook=each_once)
        except (ValueError, RecursionError) as error:
            raise RunError(where, f"not JSON ({error})", "one sample of lmms-eval", "Was the run cut off?") from None
        if not isinstance(sample, dict):
            raise RunError(where, f"a JSON {json_kind(sample)}", "one sample of lmms-eval")
        yield where, sample


def _sample_response(where: str, sample: Mapping[str, Any], questions: Questions) -> tuple[str, str]:
    return _row(where, sample[RECORD]) if RECORD in sample else _predicted(where, sample, questions)


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
