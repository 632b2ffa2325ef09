"""Reading text: what the model says is written there (paper, section 2.2).

``None``, ``NA`` and number words are text like any other.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from ..records import Answer
from .quotations import (
    after_lead_in,
    declines,
    first_quotation,
    named_text,
    quoted_reading,
    several_quotations,
    unwrapped,
    without_translation,
)
from .responses import without_latex
from .rules import REFUSAL, Reading, Rule, first_answer


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


def parse_text(text: str, reading: Reading) -> Answer | None:
    """The text that a response reads, with one layer of what the model wrote around it removed.

    Args:
        text: a response without thinking and special tokens, or the content of an explicit final answer.
        reading: whether the text is a final answer, so that a quotation at its start is all of it, and which rules are
            left out.

    Returns:
        The answer; an unparsed one for a refusal; None where no letter or digit is left.
    """
    plain = without_latex(text) if "\\" in text else text.strip()
    return first_answer(RULES, reading, unwrapped(plain), plain)


def _refusal(inner: str, text: str) -> Answer | None:
    return REFUSAL if declines(text) else None


def _reads(find: Callable[[str], str | None]) -> Callable[[str, str], Answer | None]:
    """The rule that takes what ``find`` sees in the unwrapped text."""
    return lambda inner, text: _answer(find(inner))


def _answer(read: str | None) -> Answer | None:
    value = normalise_text(read) if read else ""
    return Answer(value, read or "", "", "ok") if value else None


RULES: tuple[Rule, ...] = (
    Rule("refusal", _refusal),
    Rule("several-quotations", lambda inner, text: _answer(several_quotations(text))),
    Rule("lead-in", _reads(after_lead_in)),
    Rule("named-text", _reads(named_text)),
    Rule("quotation", lambda inner, text: _answer(quoted_reading(text))),
    Rule("quotation-first", _reads(first_quotation), "stated"),
    Rule("whole-text", _reads(without_translation)),
)
