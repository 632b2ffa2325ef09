"""Counting: the last integer or number word of a response (paper, section 2.2).

Every rule of what is *not* a count is stated here: percentages, ordinals, fractions, decimals other than ``12.00``,
compounds ("12-year-old", "two-story"), digits attached to Latin letters (``4K``, ``1500s``), "one" as a pronoun, what
follows "not" or "step", and the coordinates of boxes and points. A hyphen is never a minus sign. "No dogs" and "none"
count 0, and "a single dog" 1, only where no number is mentioned.
"""

from __future__ import annotations

import re

from ..records import Answer
from .explicit import parsed_json
from .numerals import NUMBER, integer, plain_numbers
from .refusals import refuses
from .responses import SENTENCE_END
from .rules import REFUSAL, Reading, Rule, first_answer

_OTHER_JSON = Answer(None, "", "json-without-answer", "unparsed")


def parse_count(text: str, reading: Reading) -> Answer | None:
    """The count that the text gives.

    Args:
        text: a response without thinking and special tokens, or the content of an explicit final answer.
        reading: whether the text is a final answer (then a correction, the number that it begins with, or a total
            comes before the last number), and which rules are left out.

    Returns:
        The answer; one that is unparsed where the text decides against an answer; None where it says nothing.
    """
    if _is_structure(parsed_json(text.strip())):
        return _OTHER_JSON
    return first_answer(RULES, reading, plain_numbers(_PLACES.sub(" ", text)))


def _is_structure(value: object) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value)
    )


# Models mark what they count, asked or not: JSON (fenced, or cut off), tags with their attributes, coordinates in
# brackets. "(1,200)" is a number.
_PLACES = re.compile(
    r"```[\w-]{0,20}\s*(?=\{\s*[\"']|\[\s*[\[{])[^`]*```|\{\s*[\"'][^{}]*(?:\}|\Z)"
    r"|<(points?|box|bbox|quad|polygon|loc|coords?)\b[^<>]*>[^<]*</\1\s*>|</?[A-Za-z][^<>]*>"
    r"|<[A-Za-z]\w*\s+\w+=[^<>]*\Z|(?<=[\w.])\[\d{1,2}\]"
    r"|[(\[](?!\d{1,2},\d{3}[)\]])(?:\s{0,3}(?:\w{1,6}\s?[=:]\s?)?-?\d+(?:\.\d+)?\s{0,3},){1,9}"
    r"\s{0,3}(?:\w{1,6}\s?[=:]\s?)?-?\d+(?:\.\d+)?\s{0,3}[)\]]",
    re.IGNORECASE,
)

# What cannot be counted has numbers beside it that are no counts; "but", "about", a comma may introduce one that is.
_UNCOUNTED = re.compile(
    r"\b(?:(?:impossible|not\s+possible|unable|difficult|hard)\s+to\s+|(?:cannot|can't)\s+(?:be\s+)?)(?:\w+ly\s+)?"
    r"(?:count|determine|tell|say|identify|answer)\w{0,3}\b"
    r"(?:(?!\b(?:but|about|approximately|around|roughly|at\s+least|over|however)\b)[^,;:.!?\n]){0,200}",
    re.IGNORECASE,
)

_CONCLUDES = re.compile(
    r"\b(?:total|totals|altogether|overall|sum|therefore|thus|hence|combined|so(?!\s+(?:many|much|far|small|that)\b))\b"
    r"|=|总共|總共|一共|合计|合計|所以|因此",
    re.IGNORECASE,
)
_CORRECTS = re.compile(
    r"\b(?:actually|wait|correction|I\s+mean|sorry|no(?=\s?,))\b(?:\W{1,3}(?:no|wait|actually|it's|it|is|are|there"
    r"|that|this|should|must|be|I|see|count|only|the|correct|answer|number|total|make)\b){0,6}\W{1,3}",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"\W*(?:(?:exactly|about|approximately|around|roughly|only|just|at\s+least)\s+)?", re.IGNORECASE)


def with_conclusions(content: str, rest: str) -> str:
    """An answer line with those of the sentences after it that add up: "Answer: 5 men, 7 women", "Total: 12"."""
    added = (said for said in SENTENCE_END.split(rest) if _CONCLUDES.search(said) or _CORRECTS.search(said))
    return "\n".join([content, *added])


_DOUBTS = re.compile(r"\b(?:wait|actually|correction)\b", re.IGNORECASE)


def _stated_number(text: str) -> Answer | None:
    """The number of a final answer, unless it is only the last one: corrected, put first, or concluded."""
    text = _UNCOUNTED.sub(" ", text)
    corrections = [match.end() for match in _CORRECTS.finditer(text) if NUMBER.match(text, match.end())]
    sentences = [said for said in SENTENCE_END.split(text[max(corrections, default=0) :]) if said.strip()]
    first = _last_number(sentences[0]) if sentences and _begins_with_its_count(sentences[0]) else None
    concluded = (_last_number(said) for said in reversed(sentences) if _CONCLUDES.search(said))
    if first and not (_DOUBTS.search(text) and not corrections):
        return first
    return next((answer for answer in concluded if answer), first)


def _begins_with_its_count(sentence: str) -> bool:
    """ "6", "6 people", but not "5 men and 7 women"."""
    begins = _BEGINS.match(sentence)
    counts = _counts(sentence)
    return len(counts) == 1 and begins is not None and counts[0].start() == begins.end()


def _last_integer(text: str) -> Answer | None:
    return _last_number(_UNCOUNTED.sub(" ", text))


def _last_number(text: str) -> Answer | None:
    """The last mentioned count; "one of" only where there is no other, since it mostly singles one out of a count."""
    aside = None
    for match in reversed(list(NUMBER.finditer(text))):
        if not _is_count(match, text):
            continue
        if answer := integer(match):
            if match[0].lower() == "one" and re.match(r"\s+of\b", text[match.end() : match.end() + 9], re.IGNORECASE):
                aside = aside or answer
            else:
                return answer
    return aside


def _counts(text: str) -> list[re.Match[str]]:
    return [match for match in NUMBER.finditer(text) if _is_count(match, text)]


# "one" stands for a thing rather than a number after a determiner (and an adjective), and as the subject of a verb.
_PRONOUN_BEFORE = re.compile(
    r"\b(?:the|this|that|each|every|any|no|another|which|some|an?|other|next|last)[\s-]+(?:[\w-]+\s+)?$", re.IGNORECASE
)
_PRONOUN_AFTER = re.compile(
    r"\s+(?:moment|second|can|could|may|might|must|should|would|another|by\s+one)\b", re.IGNORECASE
)
_NOT_A_COUNT_BEFORE = re.compile(
    r"(?:[A-Za-z]|(?:\bnot|n't)\s+|\b(?:step|figure|fig\.|page|section|chapter|question|version)\s+)\Z", re.IGNORECASE
)
_NOT_A_COUNT = re.compile(
    r"\s?(?:%|percent\b|per\s+cent\b)|(?=(?:[A-Za-z]{1,2}|min|mph|fps|dpi)(?![A-Za-z]))|-(?!ish\b)[A-Za-z]"
    r"|[\s-]{1,3}(?:and\s+)?(?:first|second|third|quarter|half|halves|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf"
    r"|\w{3,6}teen|\w{3,5}tie|hundred)th|thirds|quarters|(?:four|fif|six|seven|eigh|nin|ten)ths)\b",
    re.IGNORECASE,
)


def _is_count(match: re.Match[str], text: str) -> bool:
    if match["skip"]:
        return False
    before, after = text[max(0, match.start() - 40) : match.start()], text[match.end() : match.end() + 40]
    if match["chinese"]:
        return True
    if _NOT_A_COUNT_BEFORE.search(before) or _NOT_A_COUNT.match(after):
        return False
    if match["words"] and match[0].lower() == "one":
        return not (_PRONOUN_BEFORE.search(before) or _PRONOUN_AFTER.match(after))
    return not (match["fraction"] and match["fraction"].strip(".,0"))


_NOTHING_SAID = (
    r"(?!(?:[\w-]+\s+){0,2}(?:idea|way|clue|information|info|answer|image|picture|painting|photo|doubt|matter|problem"
    r"|reason|longer|exact|definite|specific|certain|clear|sufficient|enough|further|need|more|number|one|access"
    r"|evidence|indications?|details?|close-?ups?|context|data|file|attachment|question|signs?\s+of)\b)"
)
# "No dogs" is a count; "no idea", "no image", "nothing I can do" and "no, there ..." are not.
_ZERO = re.compile(
    r"\A\W*(?:nothing|nil|nought)\W*\Z|\bnone\b(?!\s+of\s+(?:the\s+|this\s+)?(?:information|details?|options|image))"
    r"|\bthere(?:\s+is|'s)\s+nothing\s+(?:on|in|under|at|there|visible)\b"
    r"|\b(?:nobody|no[\s-]one)\b(?!\s+(?:can|could|knows)\b)"
    r"|(?:^|[.!?;:,]\s+|\b(?:is|are|were|was|there's|see|sees|count|counts|shows?|contains?|has|depicts?|includes?"
    rf"|find|with)\s+)no\s+{_NOTHING_SAID}[a-z]+"
    r"|\b(?:(?:is|are)n't|(?:is|are)\s+not|do(?:n't|\s+not)\s+see|does(?:n't|\s+not)\s+\w+)"
    rf"\s+any(?:\W*\Z|[.!]|\s+{_NOTHING_SAID}[a-z]+)"
    r"|(?:没有|沒有)(?![图圖办辦足提信])"
    r"|(?:n't|\bnot|\bwithout)\s+(?:\w+\s+)?(?:a\s+single|one)\b",
    re.IGNORECASE | re.MULTILINE,
)
_FEW = re.compile(
    r"\b(?:(?P<one>a\s+single\s+(?!(?:glance|look|number|answer|image|picture|painting|photo|view|scene|count)\b))"
    r"|(?P<two>a\s+(?:pair|couple)\s+of\b)|(?P<three>a\s+trio\s+of\b))|\A\W*(?P<dozen>dozen)\W*\Z",
    re.IGNORECASE,
)
_FEW_COUNTS = {"one": "1", "two": "2", "three": "3", "dozen": "12"}
_UNCERTAIN = re.compile(
    r"\b(?:unknown|unclear|uncertain|afraid|apologi[sz]e|impossible|provide|upload|share|access|cannot|can't)\b",
    re.IGNORECASE,
)


def _refusal(text: str) -> Answer | None:
    return REFUSAL if refuses(text) else None


def _zero(text: str) -> Answer | None:
    """None of it, unless the text doubts it."""
    return None if _UNCERTAIN.search(text) or not _ZERO.search(text) else Answer("0", "0", "", "ok")


def _few(text: str) -> Answer | None:
    """A single one, a pair or a trio, unless the text doubts it."""
    few = None if _UNCERTAIN.search(text) else _FEW.search(text)
    value = _FEW_COUNTS[few.lastgroup or ""] if few else None
    return Answer(value, value, "", "ok") if value else None


RULES: tuple[Rule, ...] = (
    Rule("stated-number", _stated_number, "stated"),
    Rule("last-integer", _last_integer),
    Rule("refusal", _refusal),
    Rule("zero-word", _zero),
    Rule("few-words", _few),
)
