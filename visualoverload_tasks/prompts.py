"""The prompts that the paper publishes (appendix C), for data whose ``default_prompt`` column is missing."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

_REQUESTS = {
    "choice": "Answer with the option's letter from the given choices directly.",
    "counting": "Answer with a number directly.",
    "ocr": "Answer directly.",
}


def build_prompt(question_type: str, question: str, options: Sequence[str]) -> str:
    """The default prompt of one question: question, lettered options if it has any, then what form to answer in.

    >>> print(build_prompt("choice", "Is it day?", ("yes", "no")))
    Is it day? Options:
    A. yes
    B. no
    Answer with the option's letter from the given choices directly.
    """
    request = _REQUESTS[question_type]
    if question_type != "choice":
        return f"{question} {request}"
    lettered = "\n".join(f"{letter}. {option}" for letter, option in zip(ascii_uppercase, options))
    return f"{question} Options:\n{lettered}\n{request}"
