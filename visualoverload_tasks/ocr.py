"""Reading text: what the model says is written there (paper, section 2.2).

What a model writes around the text is removed only where it is plain that the model speaks: quotes, emphasis and
fences around everything, and a lead-in such as ``The text reads:``. After "is" a lead-in must be followed by a quote,
a capital or a digit ("The year inscribed is 1565."), since "the text is faded" is no reading. Lead-ins and refusals in
capitals are inscriptions ("IT IS FINISHED"). When in doubt the words stay.
``None``, ``NA`` and number words are text like any other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from .records import Answer

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
        explicit: not used, likewise.

    Returns:
        The answer; an unparsed one for a refusal; None where no letter or digit is left.
    """
    if _REFUSES.search(text[:400]) and not text.isupper():
        return _REFUSAL
    unwrapped = _unwrapped(text.strip())
    inner, rule = _without_lead_in(unwrapped)
    value = normalise_text(inner)
    return Answer(value, inner, rule, "ok") if value else None


_WRITING = (
    r"(?:text|signature|inscription|words?|name|surname|year|date|numbers?|numerals?|letters?|lettering|title|initials"
    r"|writing|sign|banner|label|caption|line|phrase|motto|plaque|monogram)"
)
_REFUSES = re.compile(
    r"^\W*(?:(?:I['’]m|I\s+am)\s+(?:sorry|unable|not\s+able|not\s+sure)|sorry,|unable\s+to\s"
    r"|I\s+(?:cannot|can\s?not|can['’]t|could\s+not|don['’]t|do\s+not)(?!\w)"
    rf"|(?:there\s+is|there['’]s|I\s+see)\s+no\s+(?:[\w-]+\s+){{0,3}}{_WRITING}\b"
    rf"|no\s+(?:visible|legible|readable|discernible)\s|no\s+{_WRITING}\s+(?:is\s+)?(?:visible|legible|readable|found)\b"
    r"|(?:not|cannot\s+be)\s+(?:visible|legible|readable|clear|determined|read|clearly\s\w+)\W*$"
    rf"|the\s+(?:[\w-]+\s+){{0,4}}{_WRITING}\s+(?:[\w-]+\s+){{0,5}}"
    r"(?:(?:is|are)\s+(?:not|too|illegible|unreadable|unclear)\b|cannot\s+be\b))",
    re.IGNORECASE,
)
_FENCED = re.compile(r"```[a-z]{0,12}\n?((?:(?!```).)*)```", re.DOTALL)
_PAIRS = {'"': '"', "“": "”", "„": "“”", "«": "»", "»": "«", "'": "'", "‘": "’", "「": "」", "『": "』", "‹": "›"}
_EMPHASIS = "*_`"


def _unwrapped(text: str) -> str:
    """Without what encloses all of the text: a fence, emphasis, one pair of quotes (a full stop may follow them)."""
    if fenced := _FENCED.fullmatch(text):
        return fenced[1].strip()
    bare = text.strip(_EMPHASIS + " \n\t")
    return _unquoted(bare) or bare


def _unquoted(text: str) -> str | None:
    """The inside of a text that is one quotation; quotes that open and close within it are part of the reading."""
    ended = text.rstrip(".,;! ")
    closing = _PAIRS.get(ended[:1], "")
    if len(ended) < 3 or not closing or ended[-1] not in closing:
        return None
    inner = ended[1:-1]
    return None if _holds_quote(inner, ended[0] + closing) else inner.strip()


def _holds_quote(inner: str, quotes: str) -> bool:
    """Whether a quote is inside that is no apostrophe (between two letters)."""
    return bool(re.search(rf"(?<!\w)[{quotes}]|[{quotes}](?!\w)", inner))


_BEFORE = r"(?:(?:sure|certainly|of\s+course|okay|ok)[!,.:]\s+|(?:based\s+on|in|on|at|from)\s[^,\n]{1,60},\s+)?"
_SUBJECT = rf"(?:the|this|that|its?|his|her|their)\s+(?:[\w'’-]+\s+){{0,7}}?{_WRITING}(?:\s+[\w'’-]+){{0,7}}?"
_LEAD_IN = re.compile(
    rf"{_BEFORE}(?:{_WRITING}\s{{0,3}}(?P<label>:)|it['’]?s(?=\s+[\"“‘«'])|(?:it|{_SUBJECT})\s+"
    r"(?:(?P<says>reads?|says?|spells?(?:\s+out)?|states?)(?![^\W_])(?:\s+as)?\s*[:,]?"
    r"|(?:is|are|was)(?:\s+(?:signed|inscribed|written)(?:\s+as)?)?(?![^\W_])\s*(?P<colon>:)?"
    r"|(?:appears?|seems?)\s+to\s+(?:be|read|say)\s*:?|(?=[\"“‘«])))\s*",
    re.IGNORECASE,
)
_READING = re.compile(r"[*_`\"'“‘«]*[A-Z0-9À-Þ]")


def _without_lead_in(text: str) -> tuple[str, str]:
    """The text after a lead-in, and the name of the rule. Of a quotation followed by more words, only the quotation."""
    lead_in = _LEAD_IN.match(text)
    rest = text[lead_in.end() :].strip() if lead_in else ""
    if lead_in is None or lead_in[0].isupper() or not normalise_text(rest):
        return text, "whole-text"
    if quoted := _first_quotation(rest.lstrip(_EMPHASIS)):
        return quoted, "lead-in"
    told = lead_in["says"] or lead_in["colon"] or lead_in["label"] or _READING.match(rest)
    return (_unwrapped(rest), "lead-in") if told else (text, "whole-text")


def _first_quotation(text: str) -> str | None:
    """What is quoted at the start, if that is the only quotation."""
    closing = _PAIRS.get(text[:1])
    if not closing:
        return None
    ends = [match.start() for match in re.finditer(rf"[{closing}](?!\w)", text[1:])]
    inner = text[1 : ends[0] + 1].strip() if len(ends) == 1 else ""
    return inner if normalise_text(inner) else None
