"""From a model's response to its answer (paper, section 2.2): nothing is random, and no response raises an exception.

The order, for every question type: a missing response or a host's failure text is no answer; thinking blocks, special
tokens and an echoed prompt do not count; an explicit final answer (``<answer>``, ``\\boxed{}``, JSON, ``Answer: X``)
comes before the rest, and of several the last that says something; then the type's rules, the ``RULES``
of ``choice``, ``counting`` and ``ocr``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from string import ascii_uppercase
from typing import NamedTuple

from ..errors import UsageError
from ..records import QUESTION_TYPES, Answer
from . import choice, counting, ocr
from .counting import with_conclusions
from .explicit import EXPLICIT_RULES, Explicit, explicit_answers
from .ocr import normalise_text
from .refusals import is_error, refuses
from .responses import is_failure, without_markup, without_prompt, without_special_tokens, without_thinking
from .rules import Reading

__all__ = ["ANSWERS_VERSION", "RULES", "extract_answer", "is_failure", "normalise_text"]

ANSWERS_VERSION = "2"
"""Changes whenever any response may be read differently; part of every signature."""

RULES: Mapping[str, tuple[str, ...]] = {
    "choice": (*EXPLICIT_RULES, *(rule.name for rule in choice.RULES)),
    "counting": (*EXPLICIT_RULES, *(rule.name for rule in counting.RULES)),
    "ocr": (*EXPLICIT_RULES, *(rule.name for rule in ocr.RULES)),
}
"""The names of the rules of every question type, in the order in which they read."""

# Wrappers inside wrappers: no real response has more.
_MOST_LAYERS = 12


class _Question(NamedTuple):
    """What a response answers, and the rules that are left out."""

    question_type: str
    options: tuple[str, ...]
    without: frozenset[str]

    def parse(self, text: str, *, stated: bool) -> Answer | None:
        reading = Reading(stated, self.without)
        if self.question_type == "choice":
            return choice.parse_choice(text, self.options, reading)
        if self.question_type == "counting":
            return counting.parse_count(text, reading)
        return ocr.parse_text(text, reading)


def extract_answer(
    response: str | None, question_type: str, options: Sequence[str] = (), *, without: Iterable[str] = ()
) -> Answer:
    """The answer that a response gives (paper, section 2.2).

    Args:
        response: what the model wrote; a number, as left by a round trip through a table, is taken as its text.
        question_type: ``choice``, ``counting`` or ``ocr``.
        options: the option texts of a choice question, in order.
        without: names of rules (``RULES``) that are left out, to see what they do. Scores are made with all of them.

    Returns:
        The answer. Extracting again from its ``text`` gives the same value, so a cleaned submission scores like the
        responses.

    Raises:
        UsageError: there is no such question type, or no such rule.
    """
    if question_type not in RULES:
        raise UsageError("question type", repr(question_type), "one of " + ", ".join(QUESTION_TYPES))
    # Tables turn an empty cell into NaN, the one value that differs from itself.
    raw = "" if response is None or response != response else str(response).strip()
    if not raw:
        return Answer(None, "", "empty", "missing")
    question = _Question(question_type, tuple(options), _known(without, RULES[question_type]) if without else _NONE)
    return _remembered(raw, question) if len(raw) <= _SHORT else _extracted(raw, question)


_NONE: frozenset[str] = frozenset()


def _known(names: Iterable[str], rules: Sequence[str]) -> frozenset[str]:
    left_out = frozenset(names)
    if unknown := left_out - set(rules):
        raise UsageError("rules to leave out", ", ".join(map(repr, sorted(unknown))), "some of " + ", ".join(rules))
    return left_out


def _extracted(raw: str, question: _Question) -> Answer:
    answer = _settled(raw, question) if question.question_type == "ocr" else _read(raw, question)
    return replace(answer, text=raw) if answer.status == "unparsed" else answer


# A run gives the same few short responses ("B", "No.") to hundreds of questions.
_SHORT = 200
_remembered = lru_cache(maxsize=4096)(_extracted)


def _settled(text: str, question: _Question) -> Answer:
    """The answer once reading its text again changes nothing: "Answer: 'The text reads: ANNO'" takes several rounds."""
    answer = _read(text, question)
    for _ in range(_MOST_LAYERS):
        again = _read(answer.text, question) if answer.status == "ok" else answer
        if again.status != "ok" and answer.status == "ok":
            return Answer(None, "", again.rule, "unparsed")
        if (again.value, again.text) == (answer.value, answer.text):
            return answer
        answer = replace(again, rule=answer.rule)
    return Answer(None, "", "nested-wrappers", "unparsed")


# The quick way through for the forms of most responses; the rules read the same in them.
_PLAIN = re.compile(r"(?:[Tt]he (?P<line>answer is ))?\(?(?P<letter>[A-Z])(?:[.)]?|[.)] (?P<text>\w[\w ]*)\.?)")


def _plainly(text: str, question: _Question) -> Answer | None:
    """ "B", "(B)", "The answer is B.", "B. behind"."""
    plain = None if question.without else _PLAIN.fullmatch(text)
    if plain is None or plain["letter"] not in ascii_uppercase[: len(question.options)]:
        return None
    letter, named = plain["letter"], plain["text"]
    if named and (plain["line"] or named != question.options[ascii_uppercase.index(letter)]):
        return None
    rule = "answer-line" if plain["line"] else "letter-first" if named else "letter"
    return Answer(letter, letter, rule, "ok")


def _read(text: str, question: _Question) -> Answer:
    if question.question_type == "choice" and (plain := _plainly(text, question)):
        return plain
    if is_failure(text):
        return Answer(None, "", "host-failure", "failed")
    said = without_thinking(text)
    if said is None:
        return Answer(None, "", "unclosed-thinking", "unparsed")
    if said is not text and is_failure(said):
        return Answer(None, "", "host-failure", "failed")
    said = without_markup(without_prompt(without_special_tokens(said)))
    return Answer(None, "", "error-message", "unparsed") if is_error(said) else _parsed(said, question)


def _parsed(said: str, question: _Question) -> Answer:
    explicit = [found for found in explicit_answers(said) if found.rule not in question.without]
    if question.question_type == "ocr":
        # Any words could be the text, so a marker outranks a sentence with "the answer is" after it.
        explicit.sort(key=lambda found: found.rule != "answer-line")
    stated = (_stated(found, question) for found in reversed(explicit))
    answer = next((found for found in stated if found), None) or _unstated(said, explicit, question)
    return answer or Answer(None, "", "no-answer", "unparsed")


def _stated(found: Explicit, question: _Question) -> Answer | None:
    counts = question.question_type == "counting"
    content = with_conclusions(found.content, found.rest) if counts else found.content
    answer = question.parse(content, stated=True)
    return Answer(answer.value, answer.text, found.rule, "ok") if answer and answer.status == "ok" else answer


def _unstated(said: str, explicit: list[Explicit], question: _Question) -> Answer | None:
    """The type's own rules, unless the explicit answer was to give none."""
    if any(found.rule in ("answer-tag", "boxed") for found in explicit) or (explicit and refuses(explicit[-1].content)):
        return None
    return question.parse(said, stated=False)
