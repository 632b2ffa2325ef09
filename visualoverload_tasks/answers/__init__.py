"""From a model's response to its answer (paper, section 2.2): nothing is random, and no response raises an exception.

The order, for every question type: a missing response or a host's failure text is no answer; thinking blocks, special
tokens and an echoed prompt do not count; an explicit final answer (``<answer>``, ``\\boxed{}``, JSON, ``Answer: X``)
comes before the rest, and of several the last that says something; then the type's rules, in ``choice``, ``counting``,
``ocr``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ..errors import UsageError
from ..records import QUESTION_TYPES, Answer
from .choice import parse_choice
from .counting import parse_count, with_conclusions
from .ocr import normalise_text, parse_text
from .refusals import is_error, refuses
from .responses import (
    Explicit,
    explicit_answers,
    is_failure,
    without_prompt,
    without_special_tokens,
    without_thinking,
)

__all__ = ["ANSWERS_VERSION", "extract_answer", "is_failure", "normalise_text"]

ANSWERS_VERSION = "1"
"""Changes whenever any response may be read differently; part of every signature."""

_Parser = Callable[[str, Sequence[str], bool], "Answer | None"]
_PARSERS: Mapping[str, _Parser] = {"choice": parse_choice, "counting": parse_count, "ocr": parse_text}

# Wrappers inside wrappers: no real response has more.
_MOST_LAYERS = 12


def extract_answer(response: str | None, question_type: str, options: Sequence[str] = ()) -> Answer:
    """The answer that a response gives (paper, section 2.2).

    Args:
        response: what the model wrote; a number, as left by a round trip through a table, is taken as its text.
        question_type: ``choice``, ``counting`` or ``ocr``.
        options: the option texts of a choice question, in order.

    Returns:
        The answer. Extracting again from its ``text`` gives the same value, so a cleaned submission scores like the
        responses.

    Raises:
        UsageError: there is no such question type.
    """
    parse = _PARSERS.get(question_type)
    if parse is None:
        raise UsageError("question type", repr(question_type), "one of " + ", ".join(QUESTION_TYPES))
    # Tables turn an empty cell into NaN, the one value that differs from itself.
    raw = "" if response is None or response != response else str(response).strip()
    if not raw:
        return Answer(None, "", "empty", "missing")
    answer = _settled(raw, parse, options)
    return replace(answer, text=raw) if answer.status == "unparsed" else answer


def _settled(text: str, parse: _Parser, options: Sequence[str]) -> Answer:
    """The answer once reading its text again changes nothing: "Answer: 'The text reads: ANNO'" takes several rounds."""
    answer = _read(text, parse, options)
    for _ in range(_MOST_LAYERS):
        again = _read(answer.text, parse, options) if answer.status == "ok" else answer
        if again.status != "ok" and answer.status == "ok":
            return Answer(None, "", again.rule, "unparsed")
        if (again.value, again.text) == (answer.value, answer.text):
            return answer
        answer = replace(again, rule=answer.rule)
    return Answer(None, "", "nested-wrappers", "unparsed")


def _read(text: str, parse: _Parser, options: Sequence[str]) -> Answer:
    if is_failure(text):
        return Answer(None, "", "host-failure", "failed")
    said = without_thinking(text)
    if said is None:
        return Answer(None, "", "unclosed-thinking", "unparsed")
    if is_failure(said):
        return Answer(None, "", "host-failure", "failed")
    said = without_prompt(without_special_tokens(said))
    return Answer(None, "", "error-message", "unparsed") if is_error(said) else _parsed(said, parse, options)


def _parsed(said: str, parse: _Parser, options: Sequence[str]) -> Answer:
    explicit = explicit_answers(said)
    if parse is parse_text:
        # Any words could be the text, so a marker outranks a sentence with "the answer is" after it.
        explicit.sort(key=lambda found: found.rule != "answer-line")
    stated = (_stated(found, parse, options) for found in reversed(explicit))
    answer = next((found for found in stated if found), None) or _unstated(said, explicit, parse, options)
    return answer or Answer(None, "", "no-answer", "unparsed")


def _stated(found: Explicit, parse: _Parser, options: Sequence[str]) -> Answer | None:
    content = with_conclusions(found.content, found.rest) if parse is parse_count else found.content
    answer = parse(content, options, True)
    return replace(answer, rule=found.rule) if answer and answer.status == "ok" else answer


def _unstated(said: str, explicit: list[Explicit], parse: _Parser, options: Sequence[str]) -> Answer | None:
    """The type's own rules, unless the explicit answer was to give none."""
    if any(found.rule in ("answer-tag", "boxed") for found in explicit) or (explicit and refuses(explicit[-1].content)):
        return None
    return parse(said, options, False)
