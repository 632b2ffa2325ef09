"""Prediction tables of VLMEvalKit -> responses, exactly as the file keeps them.

VLMEvalKit writes one row for each question: ``index`` (its number in the dataset), ``question`` (what it asked) and
``prediction``. Its own reader guesses types: ids become numbers, ``NA`` and ``None`` become nothing. This one guesses
nothing, and tells where a format did not keep a response.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import RunError, some
from .prompts import STYLES, prompt_in, style_of
from .records import Question, Questions
from .spreadsheets import NOTHING, Cell, Kind, read_sheet

NEEDED = ("index", "question", "prediction")
LONGEST_CELL = 32_767  # characters in a cell of Excel; VLMEvalKit cuts a longer text without a word in the file

_ADVICE = "Run with PRED_FORMAT=tsv, which keeps every text."
_KINDS: Mapping[type, Kind] = {str: "text", bool: "boolean", int: "number", float: "number"}
_NOT_KEPT: Mapping[Kind, str] = {
    "number": "kept as a number, so its zeros and its form are lost",
    "boolean": "kept as true or false, so its letters are lost",
    "error": "kept as an error of the spreadsheet",
    "formula": "kept as a formula, and taken back from it, though a brace at its start or end may be lost",
}

Row = Mapping[str, Cell]


@dataclass(frozen=True)
class Predictions:
    """What a table says.

    Attributes:
        responses: question id -> response, of the questions that were asked.
        damaged: question id -> how the format changed the response.
        prompt: style of the prompts that the model was asked with (``prompts``); ``other`` for the bare questions.
    """

    responses: Mapping[str, str]
    damaged: Mapping[str, str]
    prompt: str


def is_table(path: Path) -> bool:
    """Whether a file is a prediction table, by its ending and, for ``.json``, by its first row."""
    if path.suffix != ".json":
        return path.suffix in (".tsv", ".xlsx")
    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(content, list) and content != [] and isinstance(content[0], dict) and {*NEEDED} <= {*content[0]}


def read_rows(path: Path) -> list[dict[str, Cell]]:
    """All rows of a table, by column.

    Raises:
        RunError: unreadable, or without one of the columns ``NEEDED``.
    """
    rows = list(_json_rows(path)) if path.suffix == ".json" else list(_sheet_rows(path))
    columns = list(rows[0]) if rows else []
    missing = [name for name in NEEDED if name not in columns]
    if missing:
        raise RunError(path, f"columns {some(columns, 12)} without {some(missing)}", "a prediction table of VLMEvalKit")
    return rows


def read_predictions(path: Path, questions: Questions) -> Predictions:
    """The responses of a table, each at the question of its ``index``; outer white space is taken off.

    Raises:
        RunError: as ``read_rows``; or the table was made with other questions, or contradicts itself.
    """
    responses: dict[str, str] = {}
    damaged: dict[str, str] = {}
    prompts: set[str] = set()
    for row in read_rows(path):
        question = _question(path, row, questions)
        prompts.add(row["question"].text)
        response = row["prediction"].text.strip()
        if responses.setdefault(question.question_id, response) != response:
            raise RunError(path, f"two different predictions for index {row['index'].text}", "one for each question")
        damage = _damage(row["prediction"], path.suffix)
        if damage:
            damaged[question.question_id] = damage
    return Predictions(responses, damaged, style_of(prompts, questions))


def describe_damage(damaged: Mapping[str, str]) -> Iterator[str]:
    """One line for each way in which responses were changed, with the ids and what to do."""
    for way in dict.fromkeys(damaged.values()):
        ids = [question_id for question_id, found in damaged.items() if found == way]
        yield f"{len(ids)} response(s) {way}: {some(ids, 20)}. {_ADVICE}"


def _damage(cell: Cell, suffix: str) -> str | None:
    if len(cell.text) == LONGEST_CELL:
        return f"of exactly {LONGEST_CELL:,} characters: an Excel cell holds no more, the rest was cut off"
    if cell.text == "nan":
        return "'nan', which VLMEvalKit writes for NA, None and empty texts when it reads a table again"
    if cell.kind == "nothing" and suffix == ".xlsx":
        return "empty: nothing was said, or it was a long text that starts with a link, which .xlsx drops"
    if cell.kind == "nothing":
        return "without any text where at least an empty one belongs"
    return _NOT_KEPT.get(cell.kind)


def _question(path: Path, row: Row, questions: Questions) -> Question:
    index, asked = row["index"].text, row["question"].text.strip()
    number = int(index) if index.isdecimal() else -1
    found = questions[number] if 0 <= number < len(questions) else None
    if found is None or asked not in _texts(found):
        raise RunError(
            path,
            f"index {index!r} asks {asked[:60]!r}",
            f"question {number} of the {len(questions)} of {questions.source}",
            "It was made with other data: name that, or use another folder.",
        )
    return found


def _texts(question: Question) -> set[str]:
    return {question.question.strip(), *(prompt_in(style, question).strip() for style in STYLES)}


def _sheet_rows(path: Path) -> Iterator[dict[str, Cell]]:
    lines = iter(read_sheet(path) if path.suffix == ".xlsx" else _tsv_lines(path))
    names = [cell.text for cell in next(lines, [])]
    for cells in lines:
        if any(cell is not NOTHING for cell in cells):
            yield dict(zip(names, _filled(cells, len(names))))


def _filled(cells: Sequence[Cell], length: int) -> list[Cell]:
    return [*cells, *[NOTHING] * (length - len(cells))]


def _tsv_lines(path: Path) -> Iterator[list[Cell]]:
    before = csv.field_size_limit(2**31 - 1)
    try:
        content = _content(path)
        nul = next(letter for letter in map(chr, range(0xE000, 0xF900)) if letter not in content)
        text = io.StringIO(content.replace("\0", nul), newline="")  # Python 3.10 refuses NUL
        # All at once: a reader that stops in between would leave the limit changed for others.
        for line in list(csv.reader(text, delimiter="\t", strict=True)):
            yield [Cell(field.replace(nul, "\0")) for field in line]
    except csv.Error as error:
        raise RunError(path, f"not a table ({error})", "tab-separated columns", "Was the run cut off?") from None
    finally:
        csv.field_size_limit(before)


def _content(path: Path) -> str:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise RunError(path, f"cannot be read ({error})", "a prediction table of VLMEvalKit") from None


def _json_rows(path: Path) -> Iterator[dict[str, Cell]]:
    try:
        content = json.loads(_content(path))
    except (ValueError, RecursionError) as error:
        raise RunError(path, f"not JSON ({error})", "a prediction table of VLMEvalKit", "Was it cut off?") from None
    if not isinstance(content, list) or not all(isinstance(row, dict) for row in content):
        raise RunError(path, "another form of JSON", "a list of rows with " + ", ".join(NEEDED))
    names = _names(content)
    for row in content:
        yield {name: _json_cell(row.get(name)) for name in names}


def _names(rows: Iterable[Mapping[str, object]]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row))


def _json_cell(value: object) -> Cell:
    if value is None or value != value:  # only NaN differs from itself
        return NOTHING
    kind = _KINDS.get(type(value))
    return Cell(str(value), kind) if kind else Cell(json.dumps(value, ensure_ascii=False))
