"""Answers -> the files to submit, and the check of such a file before the server sees it."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from string import ascii_uppercase

from .answers import extract_answer, is_failure
from .demo import DEMO_SOURCE
from .errors import OutputError, RunError, quoted
from .evaluation import evaluate_run, extract_answers
from .files import not_writable, write_whole
from .jsontext import each_once, json_flaw, json_kind
from .records import Answer, Flaw, Key, Pairing, Question, Questions, Run
from .scores import Report
from .variants import Variant, variant_of

FIELDS = ("question_id", "response")


@dataclass(frozen=True, slots=True)
class Submission:
    """The files that one run left.

    Attributes:
        submission: extracted answers, for the server as it is.
        responses: raw responses, for the server's own extraction.
        report: what is known of the run, and which responses are missing.
    """

    submission: Path
    responses: Path
    report: Path


def build_submission(
    questions: Questions,
    run: Run,
    folder: str | os.PathLike[str],
    *,
    model: str,
    key: Key | None = None,
    pairs: Pairing | None = None,
    settings: Mapping[str, object] | None = None,
) -> tuple[Submission, Report]:
    """Evaluate a run and write its three files, named by task, model and time (UTC).

    A run that lacks a response to any question of the dataset gets ``partial`` into its names; its gaps hold an empty
    text, never an invented answer, and the report lists them.

    Args:
        run: what it asked and showed is part of the task's name (``visualoverload_vga``).
        pairs: as ``evaluate`` takes them.
        settings: how the model was run, in JSON types, for whoever reads the report.

    Raises:
        OutputError: the folder cannot be written; then none of the files is there.
        PairsFileError: as ``evaluate``.
    """
    answers = extract_answers(questions, run.responses)
    report = evaluate_run(questions, run, key, pairs, answers=answers)
    task = _task(questions, variant_of(run.prompt, run.image))
    about = {"task": task, "model": model, "data": questions.source, "questions": len(questions), **(settings or {})}
    files = _claim(Path(folder), [task, _file_name(model), *(["partial"] if report.counts.partial else [])])
    _write_all(
        {
            files.report: {"run": about, **report.to_dict(), "gaps": _gaps(answers, run.asked)},
            files.responses: _rows({q: _raw(answer, run.responses.get(q)) for q, answer in answers.items()}),
            files.submission: _rows({q: answer.text for q, answer in answers.items()}),
        }
    )
    return files, report


def _task(questions: Questions, variant: Variant) -> str:
    demo = ["demo"] if questions.source == DEMO_SOURCE else []
    return "_".join(["visualoverload", *demo, *([variant.name.lower()] if variant.name else [])])


def _rows(texts: Mapping[str, str]) -> list[dict[str, str]]:
    return [dict(zip(FIELDS, item)) for item in texts.items()]


def _raw(answer: Answer, response: str | None) -> str:
    # A host's failure text is a gap too: in the raw file the server would look for an answer in it.
    return "" if answer.status == "failed" else response or ""


def _write_all(contents: Mapping[Path, object]) -> None:
    try:
        for path, content in contents.items():
            write_whole(path, _json(content))
    except OutputError:
        for path in contents:
            path.unlink(missing_ok=True)
        raise


def _gaps(answers: Mapping[str, Answer], asked: frozenset[str] | None) -> dict[str, list[str]]:
    gaps: dict[str, list[str]] = {"unparsed": [], "failed": [], "missing": [], "not_asked": []}
    for question_id, answer in answers.items():
        if asked is not None and question_id not in asked:
            gaps["not_asked"].append(question_id)
        elif answer.status != "ok":
            gaps[answer.status].append(question_id)
    return gaps


def _claim(folder: Path, parts: list[str]) -> Submission:
    """Names that no other run has, even one that ends in the same second: the report's file is created for it."""
    time = datetime.now(timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    number = 1
    while True:
        stem = "_".join([*parts[:2], time, *parts[2:], *([str(number)] if number > 1 else [])])
        files = Submission(*(folder / f"{stem}_{part}.json" for part in ("submission", "responses", "report")))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            files.report.open("x").close()
            return files
        except OSError as error:
            if not (isinstance(error, FileExistsError) and folder.is_dir()):
                raise not_writable(folder, error) from None
        number += 1


def _file_name(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9.=-]+", "-", text).strip("-.")[-80:] or "model"


def _json(content: object) -> bytes:
    # A lone surrogate has no UTF-8 form; its backslash escape is what JSON writes for it.
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode("utf-8", errors="backslashreplace")


def check_submission(path: str | os.PathLike[str], questions: Questions) -> list[Flaw]:
    """All flaws of a file for which the server would refuse it or read it wrongly, in file order; empty if none.

    The server answers any of them with "Invalid submission format" and allows 10 uploads a day (benchmark's template).

    Raises:
        RunError: the file cannot be read at all.
    """
    try:
        content = Path(path).expanduser().read_bytes()
    except OSError as error:
        raise RunError(path, f"cannot be read ({error.strerror})", "a submission file") from None
    if content.startswith(b"\xef\xbb\xbf"):
        return [Flaw("start of file", "a byte order mark; expected UTF-8 without one")]
    try:
        rows = json.loads(content.decode("utf-8"), object_pairs_hook=each_once)
    except UnicodeDecodeError as error:
        return [Flaw(f"byte {error.start}", "not UTF-8")]
    except (ValueError, RecursionError) as error:
        return [Flaw("file", json_flaw(content.decode("utf-8"), error))]
    if not isinstance(rows, list):
        return [Flaw("file", f"a JSON {json_kind(rows)}; expected a list of objects with question_id and response")]
    return _row_flaws(rows, questions)


def _row_flaws(rows: list[object], questions: Questions) -> list[Flaw]:
    flaws = []
    seen: Counter[str] = Counter()
    for number, row in enumerate(rows):
        question_id = row.get("question_id") if isinstance(row, dict) else None
        name = f"item {number}" + (f" (question {question_id})" if isinstance(question_id, str) else "")
        flaws += [Flaw(name, problem) for problem in _problems(row, questions)]
        if isinstance(question_id, str):
            seen[question_id] += 1
            if seen[question_id] > 1:
                flaws.append(Flaw(name, "a question id that occurred before"))
    missing = [question_id for question_id in questions.by_id if not seen[question_id]]
    return flaws + [Flaw(f"question {question_id}", "missing") for question_id in missing]


def _problems(row: object, questions: Questions) -> list[str]:
    if not isinstance(row, dict):
        return [f"{quoted(row)}; expected an object with question_id and response"]
    problems = [f"no field {name!r}" for name in FIELDS if name not in row]
    problems += [f"a further field {name!r}" for name in row if name not in FIELDS]
    question_id = row.get("question_id")
    question = questions.by_id.get(question_id) if isinstance(question_id, str) else None
    if "question_id" in row and question is None:
        is_text = isinstance(question_id, str)
        problems.append("an unknown question id" if is_text else f"question_id {quoted(question_id)} is not text")
    return problems + (_response_problems(row["response"], question) if "response" in row else [])


def _response_problems(response: object, question: Question | None) -> list[str]:
    if not isinstance(response, str):
        return [f"response {quoted(response)} is not text"]
    if not response.strip():
        return ["an empty response"]
    if is_failure(response):
        return [f"the failure text of a host: {response[:60]!r}"]
    if question is None or question.question_type != "choice":
        return []
    unknown = extract_answer(response, "choice", question.options).rule == "unknown-letter"
    letters = ", ".join(ascii_uppercase[: len(question.options)])
    return [f"{quoted(response)} is none of the options {letters}"] if unknown else []
