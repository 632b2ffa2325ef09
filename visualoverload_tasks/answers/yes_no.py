"""Yes and no as the answer to a question with these two options.

They count at the start, in a correction and in the conclusion. Elsewhere they are ordinary words: "there is no dog" may
answer either of two opposite questions.
"""

from __future__ import annotations

import re

from ..records import Answer
from .cued import Cued
from .letters import ok
from .option_texts import Options, negated
from .refusals import offers_no_answer
from .rules import REFUSAL

_BOTH = re.compile(
    r"\W{0,6}(?:yes\s{0,3}(?:and|or|/)\s{0,3}no|no\s{0,3}(?:and|or|/)\s{0,3}yes)\b"
    r"|\W{0,6}(?:yes\W{1,4}no|no\W{1,4}yes)\W{0,6}\Z"
    r"|\W{0,6}(?:maybe|perhaps)\s+(?:yes\W{1,4}(?:or\s+)?(?:maybe|perhaps)\s+no|no\W{1,4}(?:or\s+)?(?:maybe|perhaps)\s+yes)\b",
    re.IGNORECASE,
)


def both(text: str) -> bool:
    """Whether the text begins with yes and no: "Yes and no"."""
    return _BOTH.match(text) is not None


_FIRST = re.compile(
    r"\W{0,6}(?:(?:well|hm+|oh|um|ok(?:ay)?|(?:no|without\s+(?:a|any))\s+doubt)\W{1,4})?(yes|no)(?:\W{0,6}$"
    r"|(?!\.\s?\d)\s{0,3}[,.;:!–—(*\n]|\s{1,3}-|\s+(?:there|it|he|she|they|the|this|that|these|those|you|we|a|an|i)\b)",
    re.IGNORECASE,
)
_LAST = re.compile(
    r"\b(?:so|therefore|thus|hence|(?:is|its|be)(?:\s+an?)?|(?<!to )say|answer|guess|think|believe|likely"
    r"|probably|possibly|perhaps|definitely"
    r"|certainly)\b\W{1,5}(yes|no)\W{0,6}$"
    r"|[?.:!\n]\W{1,5}(yes|no)\W{0,6}$",
    re.IGNORECASE,
)
# A question restated, and the answer to it; more sentences or a contrast may lead elsewhere.
_RESTATED = re.compile(
    r"[^?.!:\n]{1,200}\?\s{1,3}\W{0,3}(yes|no)\s{0,3}[,.!]"
    r"(?![^\n]{0,120}\b(?:but|however|so|yet|though|if)\b)[^.!;?\n]{0,120}[.!]?[\"*)]{0,3}\Z",
    re.IGNORECASE,
)
_CORRECTED = Cued(
    "wait actually correction",
    r"\b(?:wait|actually|correction)\b\W{1,4}(?:(?:no|wait|actually|its|it\s+is|the\s+answer\s+is"
    r"|I\s+mean)\W{1,4}){0,3}"
    r"(yes|no)(?=\W{0,3}\Z|[\"*]{0,3}[,.!;:])",
    re.IGNORECASE,
    begins=True,
)
# Other words that mean yes or no, alone or before a stop; Chinese puts no blank between words.
_MEANS = re.compile(
    r"\W{0,6}(?:(?P<yes>yep|yeah|(?:I\s+(?:think|believe|guess)|probably|certainly|definitely)\s+so|ja|oui|sí|да|はい|是的?|有的?|对|對)"
    r"|(?P<no>(?:I\s+(?:think|believe|guess)|(?:most\s+)?(?:probably|certainly|definitely|likely)|absolutely|of\s+course)\s+not"
    r"|I\s+(?:do\s+not|dont)\s+(?:think|believe)\s+so|nope|nah|nein|non|нет|いいえ|不是的?|不|否|没有|沒有|不对|不對))"
    r"(?:\W{0,6}\Z|\s{0,3}[,.;:!。，；])",
    re.IGNORECASE,
)


def yes_or_no(text: str, options: Options) -> Answer | None:
    """The corrected, first or concluding yes or no."""
    if not options.yes_no:
        return None
    corrected = list(_CORRECTED.finditer(text))
    found = corrected[-1] if corrected else _FIRST.match(text) or _concluding(text) or _RESTATED.match(text)
    word = next(filter(None, found.groups())).lower() if found else _meaning(text)
    letter = options.folded.get(word or "")
    if letter is None:
        return None
    return REFUSAL if offers_no_answer(text) else ok(letter)


def _concluding(text: str) -> re.Match[str] | None:
    end = text[-60:]
    word = _LAST.search(end)
    if word is None:
        return None
    # "Without any doubt: no" denies nothing: the stop before the word ends the clause.
    start = word.start(word.lastindex or 0) if word[2] else word.start()
    return None if negated(end, start, len(end)) else word


def _meaning(text: str) -> str | None:
    meant = _MEANS.match(text)
    return meant.lastgroup if meant else None
