"""Ground-truth file -> key. The published benchmark's is private; the demo's and one's own annotations are not."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from string import ascii_uppercase

from .answers import extract_answer, normalise_text
from .demo import DEMO_SOURCE, KEY_NAME, demo_folder
from .errors import KeyFileError, some
from .jsontext import each_once
from .records import Key, Question, Questions

KEY_VARIABLE = "VISUALOVERLOAD_KEY"

_FORM = 'a JSON list of {"question_id", "answer", "opposite_of"?} or an object {question_id: answer}'


def load_key(path: str | os.PathLike[str] | None, questions: Questions) -> Key | None:
    """Read the ground truth of exactly these questions.

    Args:
        path: the file; by default the demo's own key for the demo, else the value of ``VISUALOVERLOAD_KEY``.

    Returns:
        None if neither an argument nor the variable names a file.

    Raises:
        KeyFileError: the file cannot be read, or as ``make_key``.
    """
    name = os.fspath(path) if path is not None else _default(questions)
    return make_key(_read(Path(name).expanduser()), questions, name) if name else None


def make_key(content: object, questions: Questions, where: str = "key") -> Key:
    """The ground truth of exactly these questions, from what such a file holds.

    Args:
        content: a list of ``{"question_id", "answer", "opposite_of"?}`` or a dictionary ``{question_id: answer}``.
            Answers are option texts or letters (a text that is an option wins), numbers, or texts.
        where: for messages.

    Raises:
        KeyFileError: another form, unknown or missing ids, an answer that the question cannot have, or opposites that
            are not mutual or only there for some.
    """
    entries = _entries(where, content)
    _refuse_other_ids(where, entries, questions)
    values = {q.question_id: _value(where, q, entries[q.question_id].get("answer")) for q in questions}
    return Key(values, _opposites(where, entries, questions, values))


def _default(questions: Questions) -> str:
    if questions.source == DEMO_SOURCE:
        return str(demo_folder() / KEY_NAME)  # never the variable: that one belongs to other data
    return os.environ.get(KEY_VARIABLE, "").strip()


def _read(path: Path) -> object:
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"), object_pairs_hook=each_once)
    except (OSError, ValueError, RecursionError) as error:
        raise KeyFileError(path, f"cannot be read as JSON ({error})", _FORM) from None


def _entries(where: str, content: object) -> dict[str, Mapping[str, object]]:
    if isinstance(content, dict):
        return {question_id: {"answer": answer} for question_id, answer in content.items()}
    if not isinstance(content, list) or not all(
        isinstance(e, dict) and isinstance(e.get("question_id"), str) for e in content
    ):
        raise KeyFileError(where, f"another form of JSON ({type(content).__name__})", _FORM)
    entries = {entry["question_id"]: entry for entry in content}
    if len(entries) != len(content):
        raise KeyFileError(where, f"{len(content) - len(entries)} repeated question id(s)", "each id once")
    return entries


def _refuse_other_ids(name: str, entries: Mapping[str, object], questions: Questions) -> None:
    unknown = [question_id for question_id in entries if question_id not in questions.by_id]
    missing = [question_id for question_id in questions.by_id if question_id not in entries]
    if unknown or missing:
        found = [f"{word} ids {some(ids)}" for word, ids in (("unknown", unknown), ("missing", missing)) if ids]
        raise KeyFileError(
            name,
            " and ".join(found),
            f"one answer for each of the {len(questions)} questions of {questions.source}",
            "Is this the key of another dataset?",
        )


def _value(name: str, question: Question, answer: object) -> str:
    if isinstance(answer, float) and answer.is_integer():
        answer = int(answer)  # as tables leave whole numbers
    text = str(answer).strip() if isinstance(answer, (str, int)) and not isinstance(answer, bool) else ""
    value = None
    if question.question_type == "choice":
        value = _letter(text, question.options)
    elif question.question_type == "counting":
        value = _count(text)
    elif question.question_type == "ocr":
        value = normalise_text(text) or None
    if value is None:
        expected = (
            f"one of the options {list(question.options)}" if question.options else f"a {question.question_type} answer"
        )
        raise KeyFileError(name, f"answer {answer!r} for question {question.question_id!r}", expected)
    return value


def _count(text: str) -> str | None:
    answer = extract_answer(text, "counting")
    # A truth is one number: what is found among others ("3 or 12") in a response must not be found in a key.
    return answer.value if text.isdecimal() or answer.rule == "number-word" else None


def _letter(text: str, options: tuple[str, ...]) -> str | None:
    folded = [option.strip().casefold() for option in options]
    if folded.count(text.casefold()) == 1:
        return ascii_uppercase[folded.index(text.casefold())]
    letters = ascii_uppercase[: len(options)]
    return text.upper() if len(text) == 1 and text.upper() in letters else None


def _opposites(
    name: str, entries: Mapping[str, Mapping[str, object]], questions: Questions, values: Mapping[str, str]
) -> dict[str, str]:
    named = {question_id: entry["opposite_of"] for question_id, entry in entries.items() if entry.get("opposite_of")}
    both: dict[str, str] = {}
    for question_id, opposite in named.items():
        if not isinstance(opposite, str) or opposite not in entries or opposite == question_id:
            raise KeyFileError(
                name, f"opposite_of {opposite!r} of question {question_id!r}", "the id of another question"
            )
        if not (questions.by_id[question_id].is_yes_no and questions.by_id[opposite].is_yes_no):
            raise KeyFileError(
                name, f"opposites {question_id!r} and {opposite!r}", "two questions with the options yes and no"
            )
        for one, other in ((question_id, opposite), (opposite, question_id)):
            if both.setdefault(one, other) != other:
                raise KeyFileError(
                    name, f"question {one!r} is opposite of {both[one]!r} and of {other!r}", "one opposite each"
                )
    for question_id, opposite in both.items():
        _refuse_other_than_opposites(name, questions.by_id[question_id], questions.by_id[opposite], values)
    alone = [q.question_id for q in questions if q.is_yes_no and q.question_id not in both]
    if both and alone:
        raise KeyFileError(
            name, f"opposite_of for some yes/no questions, but not for {some(alone)}", "opposites for all or for none"
        )
    return both


def _refuse_other_than_opposites(name: str, one: Question, other: Question, values: Mapping[str, str]) -> None:
    found = f"opposites {one.question_id!r} and {other.question_id!r}"
    if (one.painting.painting_id, one.category) != (other.painting.painting_id, other.category):
        places = " and ".join(f"{question.painting.name} ({question.category})" for question in (one, other))
        raise KeyFileError(name, f"{found} of {places}", "two questions of one painting and category")
    said = [q.options[ascii_uppercase.index(values[q.question_id])].strip().lower() for q in (one, other)]
    if said[0] == said[1]:
        raise KeyFileError(name, f"{found} with the same answer {said[0]!r}", "yes to one and no to the other")
