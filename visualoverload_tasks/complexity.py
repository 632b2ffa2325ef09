"""``complexity.json`` of the dataset: how dense each painting is."""

from __future__ import annotations

import json
from pathlib import Path

from .errors import SourceError, first_line
from .hub import download_file
from .records import Questions
from .source import locate

FILE_NAME = "complexity.json"

_FORM = 'a list of {"image", "win_rate", "corresponding_qids"}'


def load_complexity(questions: Questions) -> dict[str, float]:
    """The win rate of each painting by its id, as the file has it; paintings that the file lacks are left out.

    Raises:
        SourceError: as ``find_complexity``; or the file is unreadable, or about none of these paintings.
    """
    file = find_complexity(questions.source)
    rates: dict[str, float] = {}
    for name, ids, rate in _read(file):
        rates |= {name: rate, **dict.fromkeys(ids, rate)}
    found = {
        question.painting.painting_id: rates[name]
        for question in questions
        for name in (question.question_id, question.painting.name)
        if name in rates
    }
    if not found:
        raise SourceError(file, "other paintings", f"those of {questions.source}")
    return found


def find_complexity(source: str | None) -> Path:
    """The file that lies beside the data: in the folder, beside the Parquet file, or in the Hub dataset.

    Raises:
        SourceError: not there, or as ``locate``.
    """
    location = locate(source)
    if location.commit is not None:
        return download_file(location.name.partition("@")[0], location.commit, FILE_NAME)
    path = location.root / FILE_NAME
    if not path.is_file():
        raise SourceError(path, "no such file", f"{_FORM} as in the Hub dataset", "Copy it into this folder.")
    return path


def _read(file: Path) -> list[tuple[str, list[str], float]]:
    try:
        rows = json.loads(file.read_text(encoding="utf-8-sig"))
        return [(str(row["image"]), [*map(str, row["corresponding_qids"])], float(row["win_rate"])) for row in rows]
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise SourceError(file, f"cannot be read ({type(error).__name__}: {first_line(error)})", _FORM) from None
