"""The records that the stages exchange. All are frozen; ids and responses are always text."""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True)
class Run:
    """One model's responses, as a file keeps them.

    Attributes:
        responses: question id -> raw response.
        asked: the ids that were put to the model; None if the file does not tell, so that all were.
        kind: ``submission``, ``lmms-eval samples`` or ``VLMEvalKit table``.
        damaged: question id -> how the file's format changed the response, where it did.
    """

    responses: Mapping[str, str]
    asked: frozenset[str] | None
    kind: str
    damaged: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing for which the evaluation server would refuse or misread a submission."""

    place: str
    problem: str


@dataclass(frozen=True, slots=True)
class Score:
    """An accuracy.

    Attributes:
        correct: units answered right.
        units: units scored; 0 leaves the percentages undefined.
        ci95: lower and upper bound in percent (bootstrap over paintings), None for fewer than two paintings.
    """

    correct: int
    units: int
    ci95: tuple[float, float] | None = None

    @property
    def percent(self) -> float | None:
        """0 to 100; None where nothing was scored."""
        return 100.0 * self.correct / self.units if self.units else None


@dataclass(frozen=True, slots=True)
class Consistency:
    """Share of pairs whose two answers are opposite, right or wrong (paper, section 4)."""

    consistent: int
    pairs: int

    @property
    def percent(self) -> float | None:
        """0 to 100; None where there is no pair."""
        return 100.0 * self.consistent / self.pairs if self.pairs else None


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of the questions asked got which status.

    Attributes:
        questions: questions asked; the next four add up to it.
        not_asked: questions of the dataset that the run never asked (``--limit``).
        incomplete_pairs: yes/no questions whose opposite was not asked, or is not known; they are not scored.
    """

    questions: int
    ok: int
    unparsed: int
    failed: int
    missing: int
    not_asked: int = 0
    incomplete_pairs: int = 0

    @property
    def partial(self) -> bool:
        """Whether the run lacks a response to any question of the dataset."""
        return bool(self.failed or self.missing or self.not_asked)


@dataclass(frozen=True)
class Report:
    """All that can be known of one run; ``visualoverload_tasks.report`` lays it out.

    Attributes:
        scores: None without a key, else ``total`` and one mapping each for category and difficulty.
        counting_rmse: None without a key or counting questions.
        ocr_edit_distance: 0 (all right) to 1; None without a key or OCR questions.
        pairs_from: ``key`` or ``inferred``.
        signature: the provenance line.
    """

    counts: Counts
    total: Score | None
    category: Mapping[str, Score]
    difficulty: Mapping[str, Score]
    counting_rmse: float | None
    ocr_edit_distance: float | None
    consistency: Consistency
    consistency_by_category: Mapping[str, Consistency]
    pairs_from: str
    signature: str

    def to_dict(self) -> dict[str, object]:
        """The report as JSON types, for ``--format json``; see ``docs/formats.md``. Percentages are not rounded."""
        scores = None
        if self.total is not None:
            scores = {
                "total": _score(self.total),
                "category": {name: _score(score) for name, score in self.category.items()},
                "difficulty": {name: _score(score) for name, score in self.difficulty.items()},
            }
        counts = self.counts
        return {
            "counts": {
                "questions": counts.questions,
                "ok": counts.ok,
                "unparsed": counts.unparsed,
                "failed": counts.failed,
                "missing": counts.missing,
                "not_asked": counts.not_asked,
                "incomplete_pairs": counts.incomplete_pairs,
                "partial": counts.partial,
            },
            "scores": scores,
            "counting": {"rmse": self.counting_rmse},
            "ocr": {"edit_distance": self.ocr_edit_distance},
            "consistency": {
                "overall": _consistency(self.consistency),
                "category": {name: _consistency(value) for name, value in self.consistency_by_category.items()},
            },
            "pairs": self.pairs_from,
            "signature": self.signature,
        }


def _score(score: Score) -> dict[str, object]:
    return {
        "percent": score.percent,
        "correct": score.correct,
        "units": score.units,
        "ci95": list(score.ci95) if score.ci95 else None,
    }


def _consistency(value: Consistency) -> dict[str, object]:
    return {"percent": value.percent, "consistent": value.consistent, "pairs": value.pairs}
