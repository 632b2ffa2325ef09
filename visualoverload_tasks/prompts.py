"""The prompts that the paper publishes: the default ones (appendix C) and chain of thought (appendix F).

The default prompt of a question is the dataset's own column; the template here stands in where the column is missing.
The dataset has no column for chain of thought, so those prompts are always built.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from string import ascii_uppercase

from .records import Question

# Verbatim, full stops and all: of the chain-of-thought prompts only the one for options ends with one. The paper sets
# the apostrophe as ’ in both appendices; the dataset has it straight.
_REQUESTS = {
    "default": {
        "choice": "Answer with the option's letter from the given choices directly.",
        "counting": "Answer with a number directly.",
        "ocr": "Answer directly.",
    },
    "cot": {
        "choice": "Think step by step. "
        "Answer with the option's letter from the given choices wrapped in <answer></answer>.",
        "counting": "Think step by step. Answer with a number wrapped in <answer></answer>",
        "ocr": "Think step by step. Answer with the extracted text wrapped in <answer></answer>",
    },
}

STYLES = tuple(_REQUESTS)


def build_prompt(question_type: str, question: str, options: Sequence[str], style: str = "default") -> str:
    """The prompt of one question by the paper's template: question, lettered options, then what form to answer in.

    Args:
        style: ``default`` or ``cot``.

    >>> print(build_prompt("choice", "Is it day?", ("yes", "no")))
    Is it day? Options:
    A. yes
    B. no
    Answer with the option's letter from the given choices directly.
    """
    request = _REQUESTS[style][question_type]
    if question_type != "choice":
        return f"{question} {request}"
    lettered = "\n".join(f"{letter}. {option}" for letter, option in zip(ascii_uppercase, options))
    return f"{question} Options:\n{lettered}\n{request}"


def prompt_in(style: str, question: Question) -> str:
    """What a model is asked in this style: by default the dataset's prompt, unchanged."""
    if style == "default":
        return question.prompt
    return build_prompt(question.question_type, question.question, question.options, style)


def style_of(asked: Collection[str], questions: Iterable[Question]) -> str:
    """The style in which all of these texts are prompts of the questions; ``other`` if there is none."""
    texts, rows = {text.strip() for text in asked}, list(questions)
    known = (style for style in STYLES if texts <= {prompt_in(style, row).strip() for row in rows})
    return next(known, "other")
