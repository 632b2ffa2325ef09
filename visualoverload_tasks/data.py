"""What a dataset holds, beside what the published one holds."""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .complexity import find_complexity
from .errors import OutputError, SourceError
from .files import not_writable
from .metrics import PUBLISHED_UNITS, make_units
from .paintings import images_beside
from .records import CATEGORIES, DIFFICULTIES, Pairing, Questions
from .source import load_questions, locate

PUBLISHED_QUESTIONS = 2720
PUBLISHED_PAINTINGS = 150
PUBLISHED_PAIRS = 845  # derived as the units are: 694 of the scene, 151 of reasoning (docs/benchmark.md)
PUBLISHED_BY_NAME = {
    "activity": 150,
    "attributes": 149,
    "counting": 559,
    "ocr": 118,
    "reasoning": 356,
    "scene": 1388,
    "easy": 986,
    "medium": 1304,
    "hard": 430,
}


@dataclass(frozen=True, slots=True)
class Count:
    """One count of a dataset and what the paper publishes for it."""

    name: str
    found: int
    published: int


def count_all(questions: Questions, pairing: Pairing) -> Iterator[Count]:
    """Questions, paintings, pairs and units, in all, by category and by difficulty.

    The units rest on the pairs, so that their counts also tell whether the pairs can be right.
    """
    asked = Counter(q.category for q in questions) + Counter(q.difficulty for q in questions)
    units = make_units(questions, pairing.pairs)
    scored = Counter(unit.category for unit in units) + Counter(unit.difficulty for unit in units)
    yield Count("questions", len(questions), PUBLISHED_QUESTIONS)
    yield Count("paintings", len({q.painting.painting_id for q in questions}), PUBLISHED_PAINTINGS)
    yield from (
        Count(f"questions, {name}", asked[name], PUBLISHED_BY_NAME[name]) for name in (*CATEGORIES, *DIFFICULTIES)
    )
    yield Count("pairs", len(pairing.pairs), PUBLISHED_PAIRS)
    yield Count("units", len(units), sum(PUBLISHED_UNITS[name] for name in CATEGORIES))
    yield from (Count(f"units, {name}", scored[name], PUBLISHED_UNITS[name]) for name in (*CATEGORIES, *DIFFICULTIES))


def compare_pairs(questions: Questions, pairing: Pairing) -> str:
    """One sentence: whether the pairs give the published counts, if the questions are the published ones."""
    counts = {count.name: count for count in count_all(questions, pairing)}
    asked = counts["questions"]
    if asked.found != asked.published or counts["paintings"].found != counts["paintings"].published:
        return f"{asked.found} questions are not the published {asked.published:,}: no count to compare the pairs with"
    resting = [count for name, count in counts.items() if name.startswith(("pairs", "units"))]
    different = [
        f"{count.name} {count.found} ({count.published})" for count in resting if count.found != count.published
    ]
    if different:
        return f"not the published counts (in brackets), so some pairs are wrong: {'; '.join(different)}"
    units = " / ".join(str(counts[f"units, {name}"].found) for name in DIFFICULTIES)
    return f"the published counts are met: {len(pairing.pairs)} pairs, {units} units (easy / medium / hard)"


def damaged_paintings(questions: Questions) -> list[Path]:
    """Files in the cache whose bytes are no longer the original ones."""
    files = {question.painting.path for question in questions}
    return sorted(path for path in files if hashlib.sha256(path.read_bytes()).hexdigest() != path.stem)


def copy_data(folder: Path, source: str | None = None) -> Questions:
    """Copy all files of a source into a folder that a machine without network can use in its place.

    Returns:
        The questions, loaded from the copy.

    Raises:
        SourceError: the source cannot be read, or has images elsewhere on this machine.
        OutputError: the folder cannot be written.
    """
    original = load_questions(source)
    location = locate(source)
    files = [*location.files, *images_beside(location.states)]
    with suppress(SourceError):  # no study but one needs it
        files.append(find_complexity(source))
    for file in files:
        if location.root not in file.parents:
            raise SourceError(location.name, f"the image {file}", f"images below {location.root}, to copy them along")
        _copy(file, folder / file.relative_to(location.root))
    copy = load_questions(folder)
    if copy.revision != original.revision:
        raise OutputError(folder, "the copy holds other data than the source", "an empty folder")
    return copy


def _copy(file: Path, target: Path) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished = target.with_name(f".{target.name}.part")
        shutil.copyfile(file, unfinished)
        unfinished.replace(target)
    except OSError as error:
        raise not_writable(target, error) from None
