"""Hub dataset, folder or Parquet file -> questions. Image bytes are never held for more than a few rows."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .demo import DEMO_SOURCE, demo_folder
from .errors import SourceError, first_line, some
from .hub import download
from .paintings import FileState, index_paintings
from .prompts import build_prompt
from .records import CATEGORIES, DIFFICULTIES, QUESTION_TYPES, Painting, Question, Questions

if TYPE_CHECKING:
    import pyarrow as pa

DEFAULT_SOURCE = "paulgavrikov/visualoverload"
DATA_VARIABLE = "VISUALOVERLOAD_DATA"

TEXT_COLUMNS = ("question_id", "question_type", "question", "difficulty", "category")
COLUMNS = (*TEXT_COLUMNS, "options", "image")

_HUB_ID = re.compile(r"(?P<repo>\w[\w.-]*/[\w.-]+)(?:@(?P<revision>[\w./-]+))?")
_SHARD = re.compile(r"-(\d{5})-of-(\d{5})")


@dataclass(frozen=True)
class Location:
    """Where the rows of a dataset are.

    Attributes:
        name: as the user gave it.
        root: the folder that the user named, or the Hub's snapshot.
        files: the Parquet files, somewhere below the root, in order.
        commit: of the Hub, if it came from there.
    """

    name: str
    root: Path
    files: tuple[Path, ...]
    commit: str | None = None

    @property
    def states(self) -> tuple[FileState, ...]:
        """What changes when a file does."""
        return tuple((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in self.files)


def load_questions(source: str | os.PathLike[str] | None = None) -> Questions:
    """Load all questions of a dataset; the paintings are put into the cache the first time.

    Args:
        source: a Hub dataset id (``owner/name`` or ``owner/name@revision``), a folder, a Parquet file, or ``demo``;
            by default the value of ``VISUALOVERLOAD_DATA``, else ``paulgavrikov/visualoverload``.

    Raises:
        SourceError: the data is missing, unreadable, incomplete or of another layout.
        OutputError: the cache cannot be written.
    """
    location = locate(source)
    return _load(location, location.states)


@lru_cache(maxsize=4)
def _load(location: Location, states: tuple[FileState, ...]) -> Questions:
    rows = [row for path in location.files for row in _read_rows(path)]
    if not rows:
        raise SourceError(location.name, "no rows", "at least one question")
    ids = [row["question_id"] for row in rows]
    _refuse_duplicates(location.name, ids)
    paintings = index_paintings(location.name, states, ids)
    questions = tuple(_question(location.name, number, row, paintings[number]) for number, row in enumerate(rows))
    return Questions(questions, location.name, _fingerprint(questions))


def locate(source: str | os.PathLike[str] | None = None) -> Location:
    """Find the Parquet files of a source; download them if it is a Hub dataset that is not in the Hub cache.

    Raises:
        SourceError: nothing is there, or not all of it.
    """
    name = os.fspath(source or "") or os.environ.get(DATA_VARIABLE, "").strip() or DEFAULT_SOURCE
    if name == DEMO_SOURCE:
        return Location(name, demo_folder(), _test_files(name, demo_folder()))
    path = Path(name).expanduser()
    if path.is_file():
        return Location(name, path.resolve().parent, (path.resolve(),))
    if path.is_dir():
        return Location(name, path.resolve(), _test_files(name, path.resolve()))
    match = _HUB_ID.fullmatch(name)
    if not match or name.endswith(".parquet"):
        raise SourceError(
            name, "no such file or folder", "a folder, a Parquet file or a Hub id such as owner/name@revision"
        )
    snapshot = download(match["repo"], match["revision"])
    return Location(name, snapshot, _test_files(name, snapshot), commit=snapshot.name)


def _test_files(name: str, folder: Path) -> tuple[Path, ...]:
    found = sorted(folder.rglob("*.parquet"))
    chosen = [path for path in found if path.name.startswith("test") or path.parent.name == "test"]
    if not chosen and any(path.name.startswith(("train", "validation")) for path in found):
        raise SourceError(name, f"Parquet files of other splits ({some([p.name for p in found])})", "the split 'test'")
    chosen = chosen or found
    if not chosen:
        raise SourceError(name, "no Parquet file", f"data/test-*.parquet as in the Hub dataset {DEFAULT_SOURCE}")
    _refuse_missing_shards(name, chosen)
    return tuple(chosen)


def _refuse_missing_shards(name: str, files: Sequence[Path]) -> None:
    shards = {match.groups() for path in files if (match := _SHARD.search(path.name))}
    totals = {int(total) for _, total in shards}
    if totals and (len(totals) > 1 or {int(number) for number, _ in shards} != set(range(max(totals)))):
        raise SourceError(
            name,
            f"{len(files)} Parquet file(s): {some([path.name for path in files])}",
            f"all {max(totals)} shards of one release",
            "Download the dataset again.",
        )


def _read_rows(path: Path) -> list[dict[str, Any]]:
    """All columns but the image bytes, as text."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        schema = pq.read_schema(path)
        _refuse_other_layout(path, schema)
        wanted = [name for name in (*TEXT_COLUMNS, "options", "default_prompt") if name in schema.names]
        # Not `pq.read_table`: that takes folder names such as `split=test` for columns.
        rows: list[dict[str, Any]] = pq.ParquetFile(path).read(columns=wanted).to_pylist()
    except (pa.ArrowException, OSError) as error:
        raise SourceError(path, f"cannot be read ({first_line(error)})", "a Parquet file") from None
    return rows


def _refuse_other_layout(path: Path, schema: pa.Schema) -> None:
    import pyarrow as pa

    missing = [name for name in COLUMNS if name not in schema.names]
    if missing:
        raise SourceError(
            path,
            f"columns {some(schema.names, 12)} without {some(missing)}",
            f"the columns of {DEFAULT_SOURCE}: {', '.join(COLUMNS)}",
        )
    for name in (*TEXT_COLUMNS, *({"default_prompt"} & set(schema.names))):
        kind = schema.field(name).type
        value = kind.value_type if pa.types.is_dictionary(kind) else kind
        if not (pa.types.is_string(value) or pa.types.is_large_string(value)):
            # A question_id that was ever a number has lost its zeros or became infinite; no guess brings it back.
            raise SourceError(path, f"column {name!r} holds {kind}", "text")


def _refuse_duplicates(name: str, ids: Sequence[str]) -> None:
    if len(set(ids)) != len(ids):
        twice = [question_id for question_id, times in Counter(ids).items() if times > 1]
        raise SourceError(name, f"question ids that occur more than once: {some(twice)}", "each id once")


def _question(name: str, number: int, row: dict[str, Any], painting: Painting) -> Question:
    where = f"{name}, row {number} (question {row['question_id']!r})"
    for column, known in (("question_type", QUESTION_TYPES), ("category", CATEGORIES), ("difficulty", DIFFICULTIES)):
        if row[column] not in known:
            raise SourceError(where, f"{column} is {row[column]!r}", " or ".join(known))
    if not row["question_id"] or not row["question"]:
        raise SourceError(where, "an empty question_id or question", "text in both")
    options = _options(where, row)
    return Question(
        question_id=row["question_id"],
        question_type=row["question_type"],
        question=row["question"],
        options=options,
        difficulty=row["difficulty"],
        category=row["category"],
        prompt=row.get("default_prompt") or build_prompt(row["question_type"], row["question"], options),
        painting=painting,
    )


def _options(where: str, row: dict[str, Any]) -> tuple[str, ...]:
    options = parse_options(row["options"], where)
    found = f"a {row['question_type']} question with options {row['options']!r}"
    if row["question_type"] != "choice" and options:
        raise SourceError(where, found, "options for choice questions only")
    if row["question_type"] == "choice" and len({option.strip().casefold() for option in options}) < max(
        2, len(options)
    ):
        raise SourceError(where, found, "two or more different options")
    return options


def parse_options(value: object, where: str = "options") -> tuple[str, ...]:
    """Read the ``options`` column: the text of a Python list (as published), JSON, an empty text, or a real list.

    Raises:
        SourceError: the text is none of these.
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        return ()
    listed = _read_list(value) if isinstance(value, str) else value
    if isinstance(listed, (list, tuple)):
        return tuple(str(option) for option in listed)
    raise SourceError(where, f"options {value!r}", "the text of a list, such as ['yes', 'no']")


def _read_list(text: str) -> object:
    for read in (json.loads, ast.literal_eval):
        try:
            return read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
    return None


def _fingerprint(questions: Iterable[Question]) -> str:
    # Of the content, not of where it came from: the Hub's copy and a local one must give equal reports.
    digest = hashlib.sha256()
    for question in questions:
        fields = (
            question.question_id,
            question.question_type,
            question.question,
            question.options,
            question.difficulty,
            question.category,
            question.prompt,
            question.painting.painting_id,
        )
        digest.update(json.dumps(fields).encode())
    return digest.hexdigest()[:12]
