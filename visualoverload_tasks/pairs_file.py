"""A file of pairs: the inferred ones are exported, corrected by hand, and given back."""

from __future__ import annotations

import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from .demo import DEMO_SOURCE
from .errors import PairsFileError, first_line, quoted, some
from .files import write_whole
from .jsontext import each_once
from .pairs import GradedPair, choose_pairs
from .records import Key, Pair, Pairing, Question, Questions

PAIRS_VARIABLE = "VISUALOVERLOAD_PAIRS"

_FORM = 'a JSON list of {"pair": number or null, "question_id": text}, one for each yes/no question'
_NEXT = "`visualoverload data pairs --output FILE.json` writes one to correct."


def load_pairs(path: str | os.PathLike[str] | None, questions: Questions, key: Key | None = None) -> Pairing:
    """The pairs to score by: the key's if it names opposites, else those of a file, else inferred ones.

    Args:
        path: the file; by default the value of ``VISUALOVERLOAD_PAIRS``, but never for the demo.

    Raises:
        PairsFileError: the file cannot be read, does not fit the questions, or contradicts the key.
    """
    name = os.fspath(path) if path is not None else _default(questions)
    given = _pairing(name, _read(Path(name).expanduser()), questions) if name else None
    return choose_pairs(questions, key, given, name)


def write_pairs(path: Path, graded: Iterable[GradedPair]) -> None:
    """Write a file for ``load_pairs``: one line for each yes/no question, opposites one below the other.

    Raises:
        OutputError: the file cannot be written.
    """
    rows = [
        {
            "pair": number if len(one.questions) == 2 else None,
            "question_id": question.question_id,
            "question": question.question,
            "grade": one.grade,
            "painting": question.painting.name,
            "category": question.category,
        }
        for number, one in enumerate(graded, 1)
        for question in one.questions
    ]
    lines = ",\n".join(f" {json.dumps(row, ensure_ascii=False)}" for row in rows)
    write_whole(path, f"[\n{lines}\n]\n".encode("utf-8", errors="backslashreplace"))


def _default(questions: Questions) -> str:
    # Never the variable for the demo: that one belongs to other data.
    return "" if questions.source == DEMO_SOURCE else os.environ.get(PAIRS_VARIABLE, "").strip()


def _read(path: Path) -> list[Mapping[str, object]]:
    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"), object_pairs_hook=each_once)
    except (OSError, ValueError, RecursionError) as error:
        raise PairsFileError(path, f"cannot be read as JSON ({first_line(error)})", _FORM, _NEXT) from None
    if not isinstance(content, list):
        raise PairsFileError(path, f"another form of JSON ({type(content).__name__})", _FORM, _NEXT)
    for number, row in enumerate(content, 1):
        if not (isinstance(row, dict) and isinstance(row.get("question_id"), str) and _is_label(row.get("pair", 0.5))):
            raise PairsFileError(f"{path}, item {number}", quoted(row), 'a "pair" (number or null) and a "question_id"')
    return content


def _is_label(value: object) -> bool:
    return value is None or (isinstance(value, (int, str)) and not isinstance(value, bool))


def _pairing(name: str, rows: Sequence[Mapping[str, object]], questions: Questions) -> Pairing:
    labelled: dict[object, list[Question]] = defaultdict(list)
    seen: set[str] = set()
    for number, row in enumerate(rows, 1):
        question = _question(f"{name}, item {number}", row, questions, seen)
        if row["pair"] is not None:
            labelled[row["pair"]].append(question)
    missing = [q.question_id for q in questions if q.is_yes_no and q.question_id not in seen]
    if missing:
        expected = f'all {len(seen) + len(missing)} yes/no questions, with "pair": null for one without its opposite'
        raise PairsFileError(name, f"missing ids {some(missing)}", expected)
    for label, both in labelled.items():
        _refuse_other_than_two(f"{name}, pair {label!r}", both)
    places = {question_id: number for number, question_id in enumerate(questions.by_id)}
    found = sorted(sorted(places[question.question_id] for question in both) for both in labelled.values())
    pairs = tuple(Pair(questions[first].question_id, questions[second].question_id) for first, second in found)
    return Pairing(pairs, f"file:{_fingerprint(pairs)}")


def _question(where: str, row: Mapping[str, object], questions: Questions, seen: set[str]) -> Question:
    question_id = str(row["question_id"])
    question = questions.by_id.get(question_id)
    if question is None:
        raise PairsFileError(where, f"unknown question id {question_id!r}", f"ids of {questions.source}")
    if not question.is_yes_no:
        options = f"question {question_id!r} with the options {list(question.options)}"
        raise PairsFileError(where, options, "a question with the options yes and no")
    if row.get("question", question.question) != question.question:
        raise PairsFileError(where, f"question {row['question']!r}", f"{question.question!r}, as {question_id!r} asks")
    if question_id in seen:
        raise PairsFileError(where, f"question id {question_id!r} for the second time", "each id once")
    seen.add(question_id)
    return question


def _refuse_other_than_two(where: str, both: Sequence[Question]) -> None:
    ids = some([question.question_id for question in both])
    if len(both) != 2:
        raise PairsFileError(where, f"{len(both)} question(s): {ids}", "two questions with the same number")
    one, other = ((question.painting.painting_id, question.category) for question in both)
    if one != other:
        places = " and ".join(f"{question.painting.name} ({question.category})" for question in both)
        raise PairsFileError(where, f"{ids} of {places}", "two questions of one painting and category")


def _fingerprint(pairs: Iterable[Pair]) -> str:
    content = json.dumps(sorted(sorted((pair.first, pair.second)) for pair in pairs))
    return hashlib.sha256(content.encode()).hexdigest()[:8]
