"""Reading text: what the model says is written there (paper, section 2.2).

``None``, ``NA`` and number words are text like any other.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from ..records import Answer
from .quotations import declines, reading

_REFUSAL = Answer(None, "", "refusal", "unparsed")


def normalise_text(text: str) -> str:
    """What is compared: NFKC, lower-case, no diacritics, punctuation, symbols, spaces; ``v`` is ``u``, ``j`` is ``i``.

    Letters and digits of every script stay; a final sigma equals any other. Idempotent (paper, section 2.2).

    >>> normalise_text("S. Nicolavs, ANNO·1559")
    'snicolausanno1559'
    """
    while (folded := _fold(text)) != text:
        text = folded
    return folded


_SAME_LETTERS = str.maketrans("vjς", "uiσ")


def _fold(text: str) -> str:
    """One round. Rare characters need two: lower-casing may yield one that decomposes further."""
    decomposed = unicodedata.normalize("NFKD", text)
    kept = "".join(character for character in decomposed if _is_written(character))
    return unicodedata.normalize("NFKC", kept.lower().translate(_SAME_LETTERS))


def _is_written(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] in "LN" or category == "Mc"  # spacing marks are the vowels of Indic scripts


def parse_text(text: str, options: Sequence[str] = (), explicit: bool = False) -> Answer | None:
    """The text that a response reads, with one layer of what the model wrote around it removed.

    Args:
        text: a response without thinking and special tokens, or the content of an explicit final answer.
        options: not used; every question type is parsed through the same signature.
        explicit: the text is known to be a final answer, so that a quotation at its start is all of it.

    Returns:
        The answer; an unparsed one for a refusal; None where no letter or digit is left.
    """
    if declines(text):
        return _REFUSAL
    inner, rule = reading(text, explicit)
    value = normalise_text(inner)
    return Answer(value, inner, rule, "ok") if value else None
