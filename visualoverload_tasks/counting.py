"""Counting: the last integer or number word of a response (paper, section 2.2).

Every rule of what is *not* a count is stated here: percentages, ordinals, fractions, decimals other than ``12.00``,
compounds ("12-year-old", "two-story"), digits attached to Latin letters (``4K``, ``1500s``), "one" as a pronoun. A
hyphen is never a minus sign. "No dogs" and "none" count 0 only where no number is mentioned.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from text_to_num import text2num  # type: ignore[import-untyped]

from .records import Answer
from .replies import SENTENCE_END, parsed_json, refuses, without_latex

MOST_DIGITS = 18
_RUNAWAY = Answer(None, "", "runaway-number", "unparsed")
_OTHER_JSON = Answer(None, "", "json-without-answer", "unparsed")
_REFUSAL = Answer(None, "", "refusal", "unparsed")


def parse_count(text: str, options: Sequence[str] = (), explicit: bool = False) -> Answer | None:
    """The count that the text gives.

    Args:
        text: a response without thinking and special tokens, or the content of an explicit final answer.
        options: not used; every question type is parsed through the same signature.
        explicit: the text is known to be a final answer; then only its first sentence with a number counts.

    Returns:
        The answer; one that is unparsed where the text decides against an answer; None where it says nothing.
    """
    if _is_structure(parsed_json(text.strip())):
        return _OTHER_JSON  # a model that was not asked for boxes may still list them: coordinates are no counts
    plain = _plain(text)
    stated = (_last_number(sentence) for sentence in SENTENCE_END.split(plain)) if explicit else ()
    return (
        next((answer for answer in stated if answer), None)
        or _last_number(plain)
        or (_REFUSAL if refuses(plain) else _zero(plain))
    )


def _is_structure(value: object) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value)
    )


def _plain(text: str) -> str:
    return without_latex(re.sub(r"[^\x00-\x7f]", _ascii_number, text.replace("’", "'")))


def _ascii_number(match: re.Match[str]) -> str:
    """One character's number in ASCII. Superscripts are footnote marks, so NFKC would be wrong: ``5³`` is not 53."""
    character = match[0]
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category not in ("No", "Nl") or character == "〇":
        return "%" if character == "％" else character
    value = unicodedata.numeric(character)
    if unicodedata.decomposition(character).startswith(("<super>", "<sub>")):
        return "\n"
    return f"\n{value:.0f}\n" if value.is_integer() else "0.5"


_CHINESE = "零〇一二两兩三四五六七八九十百千万萬"
_UNITS = "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
_TENS = "(?:twen|thir|for|fif|six|seven|eigh|nine)ty"
_SCALES = "hundred|thousand|million|dozens?"
_WORD = f"(?:{_UNITS}|{_TENS})"
_NUMBER = re.compile(
    rf"(?P<skip>第\s?[{_CHINESE}\d]+|百分之[{_CHINESE}\d]+|一[共起些样樣般直定下边邊旁致点點切]|十分|四周)"
    rf"|(?P<chinese>[{_CHINESE}]+)"
    r"|(?P<digits>[1-9]\d{0,2}(?:(?:,\d{3})+|(?:[ \u00a0\u2009\u202f]\d{3})+|(?:'\d{3})+)(?!\d)|\d+)"
    r"(?P<fraction>\.\d+|,00?(?!\d))?(?P<scale>[\s-]{1,3}(?:hundred|thousand|million|dozens?)\b)?"
    rf"|(?<![^\W_])(?P<words>(?:half[\s-]{{1,3}}(?:a[\s-]{{1,3}})?dozen|an?\s{{1,3}}(?:{_SCALES})|{_WORD})"
    rf"(?:[\s-]{{1,3}}(?:and\s{{1,3}})?(?:{_WORD}|{_SCALES})(?![^\W_]))*)(?![^\W_])",
    re.IGNORECASE,
)


def _last_number(text: str) -> Answer | None:
    """The last mentioned count; "one of" only where there is no other, since it mostly singles one out of a count."""
    aside = None
    for match in reversed(list(_NUMBER.finditer(text))):
        if match["skip"] or not _is_count(match, text):
            continue
        if answer := _read(match):
            if match[0].lower() == "one" and re.match(r"\s+of\b", text[match.end() : match.end() + 9], re.IGNORECASE):
                aside = aside or answer
            else:
                return answer
    return aside


# "one" stands for a thing rather than a number after a determiner (and an adjective), and as the subject of a verb.
_PRONOUN_BEFORE = re.compile(
    r"\b(?:the|this|that|each|every|any|no|another|which|some|an?|other|next|last)\s+(?:[\w-]+\s+)?$", re.IGNORECASE
)
_PRONOUN_AFTER = re.compile(
    r"\s+(?:moment|second|can|could|may|might|must|should|would|another|by\s+one)\b", re.IGNORECASE
)
_NOT_A_COUNT = re.compile(
    r"\s?(?:%|percent\b|per\s+cent\b)|(?=[A-Za-z])|-[A-Za-z]"
    r"|[\s-]{1,3}(?:and\s+)?(?:first|second|third|quarter|half|halves|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|\w{3,6}teen|\w{3,5}tie"
    r"|hundred)th|thirds|quarters|(?:four|fif|six|seven|eigh|nin|ten)ths)\b",
    re.IGNORECASE,
)


def _is_count(match: re.Match[str], text: str) -> bool:
    before, after = text[max(0, match.start() - 40) : match.start()], text[match.end() : match.end() + 40]
    if match["chinese"]:
        return True
    if re.search(r"[A-Za-z]\Z", before) or _NOT_A_COUNT.match(after):
        return False
    if match["words"] and match[0].lower() == "one":
        return not (_PRONOUN_BEFORE.search(before) or _PRONOUN_AFTER.match(after))
    return not (match["fraction"] and match["fraction"].strip(".,0"))


def _read(match: re.Match[str]) -> Answer | None:
    if match["words"]:
        return _answer(_english(match["words"]), "number-word")
    if match["chinese"]:
        return _answer(_chinese(match["chinese"]), "number-word")
    digits = re.sub(r"\D", "", match["digits"])
    if match["scale"] and len(digits) <= MOST_DIGITS:
        return _answer(str(int(digits) * _SCALE[match["scale"].strip().strip("-").lower().rstrip("s")]), "last-integer")
    return _answer(digits, "last-integer")


_SCALE = {"dozen": 12, "hundred": 100, "thousand": 1000, "million": 1_000_000}


def _answer(digits: str | None, rule: str) -> Answer | None:
    if digits is None:
        return None
    if len(digits) > MOST_DIGITS:
        return _RUNAWAY
    value = digits.lstrip("0") or "0"
    return Answer(value, value, rule, "ok")


MOST_WORDS = 12


def _english(run: str) -> str | None:
    """The last number in a run of number words: "ten eleven" -> 11, "two dozen" -> 24."""
    words = re.findall(r"[a-z]+", run.lower())[-3 * MOST_WORDS :]
    last = None
    while words:
        size, value = _first_value(words)
        last = value or last
        words = words[size:]
    return last


def _first_value(words: list[str]) -> tuple[int, str | None]:
    """How many words the longest number at the start takes, and which it is."""
    for size in range(min(len(words), MOST_WORDS), 0, -1):
        if (value := _value(words[:size])) is not None:
            return size, value
    return 1, None


def _value(words: list[str]) -> str | None:
    if words[0] == "half":
        return "6" if words[-1].startswith("dozen") and len(words) <= 3 else None
    if words[-1].startswith("dozen"):
        multiplier = _value(words[:-1]) if len(words) > 1 else None
        return str(12 * int(multiplier)) if multiplier else None
    try:
        return str(text2num(" ".join(["one" if words[0] in ("a", "an") else words[0], *words[1:]]), "en"))
    except ValueError:
        return None


_CHINESE_DIGITS = {
    digit: value
    for value, digits in enumerate(("零〇", "一", "二两兩", "三", "四", "五", "六", "七", "八", "九"))
    for digit in digits
}
_CHINESE_UNITS = {"十": 10, "百": 100, "千": 1000}


def _chinese(run: str) -> str:
    if len(run) > MOST_DIGITS or not set(run) - _CHINESE_DIGITS.keys():
        return "".join(str(_CHINESE_DIGITS.get(character, 0)) for character in run)
    total = section = digit = 0
    for character in run:
        if character in "万萬":
            total, section, digit = (total + section + digit) * 10_000, 0, 0
        elif unit := _CHINESE_UNITS.get(character):
            section, digit = section + (digit or 1) * unit, 0
        else:
            digit = _CHINESE_DIGITS[character]
    return str(total + section + digit)


# "No dogs" is a count; "no idea", "no image" and "no, there ..." are not.
_ZERO = re.compile(
    r"\b(?:none|nobody|no\s+one|nothing)\b|\bno\s+(?!(?:idea|way|clue|information|info|answer|image|picture|painting|doubt|matter|problem"
    r"|reason|exact|definite|specific|certain|clear|longer|need|more|number|way|one)\b)[a-z]+"
    r"|\b(?:(?:is|are)n['’]?t|(?:is|are)\s+not|do(?:n['’]?t|\s+not)\s+see)\s+any\s+(?!(?:image|picture|painting|way)\b)[a-z]+",
    re.IGNORECASE,
)


def _zero(text: str) -> Answer | None:
    return Answer("0", "0", "zero-word", "ok") if _ZERO.search(text) else None
