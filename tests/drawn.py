"""Small runs drawn by hypothesis: questions of every kind, pairs, a truth, and what a model may have answered."""

from __future__ import annotations

from dataclasses import dataclass, field

from builders import question
from hypothesis import strategies as st

from visualoverload_tasks.records import DIFFICULTIES, Answer, Key, Pair, Question

LETTERS = "ABCD"
ORDERS = st.sampled_from([("yes", "no"), ("no", "yes"), ("Yes", " No")])


@dataclass
class Drawn:
    """One run, as the metrics take it."""

    rows: list[Question] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    answers: dict[str, Answer] = field(default_factory=dict)
    truth: dict[str, str] = field(default_factory=dict)

    @property
    def by_id(self) -> dict[str, Question]:
        return {row.question_id: row for row in self.rows}

    @property
    def key(self) -> Key:
        return Key(self.truth, {})

    def add(self, row: Question, truth: str, said: str | None) -> None:
        self.rows.append(row)
        self.truth[row.question_id] = truth
        self.answers[row.question_id] = Answer(said, said or "", "drawn", "ok" if said is not None else "unparsed")


def word(row: Question, letter: str | None) -> str | None:
    """``yes`` or ``no``, by the option that the letter stands for."""
    return None if letter is None else row.options[LETTERS.index(letter)].strip().lower()


def letter_of(row: Question, said: str) -> str:
    return LETTERS[[option.strip().lower() for option in row.options].index(said)]


@st.composite
def drawn_runs(draw: st.DrawFn, max_size: int = 8) -> Drawn:
    """Answers are right about half of the time, so that every kind of unit is now right, now wrong, now unread."""
    run = Drawn()
    for number in range(draw(st.integers(0, max_size))):
        kind = draw(st.sampled_from(["pair", "pair", "four", "two", "counting", "ocr"]))
        fields = {"difficulty": draw(st.sampled_from(DIFFICULTIES)), "painting": str(number % 3)}
        if kind == "pair":
            _add_pair(draw, run, number, fields)
        elif kind in ("four", "two"):
            options = tuple("wxyz") if kind == "four" else ("left", "right")
            given = st.sampled_from(LETTERS[: len(options)])
            row = question(
                str(number), options=options, category=draw(st.sampled_from(["activity", "scene"])), **fields
            )
            run.add(row, draw(given), draw(st.none() | given))
        else:
            given = st.sampled_from(["0", "3", "20"] if kind == "counting" else ["anno", "annu", "1632"])
            row = question(str(number), question_type=kind, category=kind, options=(), **fields)
            run.add(row, draw(given), draw(st.none() | given))
    return run


def _add_pair(draw: st.DrawFn, run: Drawn, number: int, fields: dict[str, str]) -> None:
    category = draw(st.sampled_from(["scene", "reasoning"]))
    first = draw(st.sampled_from(["yes", "no"]))
    for half, truth in (("a", first), ("b", "no" if first == "yes" else "yes")):
        other = {**fields, "difficulty": draw(st.sampled_from(DIFFICULTIES))}
        row = question(f"{number}{half}", options=draw(ORDERS), category=category, **other)
        run.add(row, letter_of(row, truth), draw(st.none() | st.sampled_from("AB")))
    run.pairs.append(Pair(f"{number}a", f"{number}b"))
