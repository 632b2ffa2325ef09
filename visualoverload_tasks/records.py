"""The records that the stages exchange. All are frozen; ids and responses are always text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal, overload

QuestionType = Literal["choice", "counting", "ocr"]
Status = Literal["ok", "unparsed", "failed", "missing"]

QUESTION_TYPES: tuple[str, ...] = ("choice", "counting", "ocr")
CATEGORIES: tuple[str, ...] = ("activity", "attributes", "counting", "ocr", "reasoning", "scene")
DIFFICULTIES: tuple[str, ...] = ("easy", "medium", "hard")  # from the easiest to the hardest


@dataclass(frozen=True, slots=True)
class Painting:
    """One image file, identified by all of its bytes.

    Attributes:
        painting_id: the first 16 hex digits of the file's SHA-256.
        name: the file name that the dataset gives, such as ``150.jpg``; the id where it gives none.
        path: the one file that holds the original bytes.
    """

    painting_id: str
    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class Question:
    """One row of the dataset.

    Attributes:
        question_id: 8 hex digits in the published data; text everywhere, never a number.
        options: the answer options in their order (2 or 4); empty for counting and OCR.
        prompt: the text sent to the model (the dataset's ``default_prompt``).
    """

    question_id: str
    question_type: QuestionType
    question: str
    options: tuple[str, ...]
    difficulty: str
    category: str
    prompt: str
    painting: Painting

    @property
    def is_yes_no(self) -> bool:
        """Whether the question is one half of a pair (paper, section 2.1: every yes/no question has an opposite)."""
        return self.question_type == "choice" and sorted(option.strip().lower() for option in self.options) == [
            "no",
            "yes",
        ]


@dataclass(frozen=True)
class Questions(Sequence[Question]):
    """All questions of one dataset, in its order.

    Attributes:
        source: what was loaded, as the user named it: a Hub id, a path, or ``demo``.
        revision: identifies the content, wherever it came from: a hash of all rows and paintings.
    """

    rows: tuple[Question, ...]
    source: str
    revision: str
    _by_id: Mapping[str, Question] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_id", MappingProxyType({row.question_id: row for row in self.rows}))

    @overload
    def __getitem__(self, index: int) -> Question: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Question, ...]: ...
    def __getitem__(self, index: int | slice) -> Question | tuple[Question, ...]:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Question]:
        return iter(self.rows)

    @property
    def by_id(self) -> Mapping[str, Question]:
        """The questions by ``question_id``."""
        return self._by_id


@dataclass(frozen=True, slots=True)
class Answer:
    """What was extracted from one response.

    Attributes:
        value: what is compared: the option's letter, decimal digits, or normalised text; None if nothing was found.
        text: what is submitted: letter, digits, or the text as the model wrote it; the response itself where nothing
            could be extracted; empty for failed and missing responses.
        rule: the name of the rule that decided.
        status: ``ok``; ``unparsed`` (a response without an answer); ``failed`` (the host's failure text);
            ``missing`` (no response).
    """

    value: str | None
    text: str
    rule: str
    status: Status


@dataclass(frozen=True, slots=True)
class Pair:
    """Two opposite yes/no questions of one painting, by id, in dataset order."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """All pairs of a dataset, and who says so.

    Attributes:
        pairs: in dataset order of the first of each pair.
        origin: ``key``, ``file:`` with a hash of the pairs, or ``inferred`` with the version of the inference.
    """

    pairs: tuple[Pair, ...]
    origin: str


@dataclass(frozen=True, slots=True)
class Unit:
    """What is scored once: a pair, or a single question.

    Attributes:
        question_ids: one id, or the two of a pair.
        difficulty: of a pair the harder of its two.
    """

    question_ids: tuple[str, ...]
    category: str
    difficulty: str
    painting_id: str


@dataclass(frozen=True, slots=True)
class Key:
    """The ground truth of a dataset.

    Attributes:
        values: question id -> the value that an ``Answer`` must have.
        opposite_of: question id -> id of the opposite question, in both directions; empty if the file names none.
    """

    values: Mapping[str, str]
    opposite_of: Mapping[str, str]

    @property
    def revision(self) -> str:
        """Identifies the content: a hash of all values and opposites."""
        content = json.dumps([sorted(self.values.items()), sorted(self.opposite_of.items())])
        return hashlib.sha256(content.encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class Run:
    """One model's responses, as a file keeps them.

    Attributes:
        responses: question id -> raw response.
        asked: the ids that were put to the model; None if the file does not tell, so that all were.
        host: the framework that asked, with its version where the file tells; None if it does not tell.
        prompt: ``default`` if the model was asked with the dataset's prompts, ``cot`` if with those of the paper's
            appendix F, ``other`` if not; None as above.
        image: what it was shown, as in ``Variant``; None as above.
        damaged: question id -> how the file's format changed the response, where it did.
    """

    responses: Mapping[str, str]
    asked: frozenset[str] | None = None
    host: str | None = None
    prompt: str | None = None
    image: str | None = None
    damaged: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing for which the evaluation server would refuse or misread a submission."""

    place: str
    problem: str
