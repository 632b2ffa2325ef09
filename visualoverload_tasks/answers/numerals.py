"""Numbers in a text: where they are, and which integer each is."""

from __future__ import annotations

import re
import unicodedata

from text_to_num import text2num  # type: ignore[import-untyped]

from ..records import Answer
from .responses import without_latex

MOST_DIGITS = 6
"""The largest count of the benchmark is below 100; one number of many digits would decide the RMSE alone."""

_RUNAWAY = Answer(None, "", "runaway-number", "unparsed")


def plain_numbers(text: str) -> str:
    """The text with the numbers of every script in ASCII digits, except Chinese numerals, and without LaTeX."""
    return without_latex(re.sub(r"[^\x00-\x7f]", _ascii_number, text.translate(_MARKS)))


_MARKS = str.maketrans({"’": "'", "，": ",", "．": ".", "％": "%", "\u2010": "-", "\u2011": "-", "\u00ad": None})


def _ascii_number(match: re.Match[str]) -> str:
    """One character's number in ASCII. Superscripts are footnote marks, so NFKC would be wrong: ``5³`` is not 53."""
    character = match[0]
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category not in ("No", "Nl") or character == "〇":
        return character
    value = unicodedata.numeric(character)
    if unicodedata.decomposition(character).startswith(("<super>", "<sub>")):
        return "\n"
    return f"\n{value:.0f}\n" if value.is_integer() else "0.5"


_CHINESE = "零〇一二两兩三四五六七八九十百千万萬"
_UNITS = "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
_TENS = "(?:twen|thir|for|fif|six|seven|eigh|nine)ty"
_SCALES = "hundred|thousand|million|dozens?"
_WORD = f"(?:{_UNITS}|{_TENS})"
NUMBER = re.compile(
    rf"(?P<skip>第\s?[{_CHINESE}\d]+|百分之[{_CHINESE}\d]+|一[共起些样樣般直定下边邊旁致点點切]|十分|四周"
    rf"|一[个個只隻条條位名艘]?[也都][没沒]|几[十百千万萬]+|十几|\w{{1,10}}\s+and\s+a\s+half(?:\s+dozen)?\b"
    r"|(?:±|\+/-)\s?\d+|\^\d+|\d+(?:\.\d+){2,})"
    rf"|(?P<chinese>(?:半|[{_CHINESE}]+)打(?![\u3400-\u9fff])|[{_CHINESE}]+)"
    r"|(?P<digits>[1-9]\d{0,2}(?:(?:,\d{3})+|(?:[ \u00a0\u2009\u202f]\d{3})+|(?:'\d{3})+)(?!\d)|\d+)"
    r"(?P<fraction>\.\d+|,00?(?!\d))?(?P<scale>[\s-]{1,3}(?:hundred|thousand|million|dozens?)\b)?"
    rf"|(?<![^\W_])(?P<words>(?:half[\s-]{{1,3}}(?:a[\s-]{{1,3}})?dozen|an?\s{{1,3}}(?:{_SCALES})|{_WORD})"
    rf"(?:[\s-]{{1,3}}(?:and\s{{1,3}})?(?:{_WORD}|{_SCALES})(?![^\W_]))*)(?![^\W_])",
    re.IGNORECASE,
)


def integer(match: re.Match[str]) -> Answer | None:
    """The number of a ``NUMBER`` match; None for words that make none ("hundred and")."""
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


_MOST_WORDS = 12


def _english(run: str) -> str | None:
    """The last number in a run of number words: "ten eleven" -> 11, "two dozen" -> 24."""
    words = re.findall(r"[a-z]+", run.lower())[-3 * _MOST_WORDS :]
    last = None
    while words:
        size, value = _first_value(words)
        last = value or last
        words = words[size:]
    return last


def _first_value(words: list[str]) -> tuple[int, str | None]:
    """How many words the longest number at the start takes, and which it is."""
    for size in range(min(len(words), _MOST_WORDS), 0, -1):
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
_MOST_CHARACTERS = 18
_CHINESE_UNITS = {"十": 10, "百": 100, "千": 1000}


def _chinese(run: str) -> str:
    if run.endswith("打"):
        return "6" if run == "半打" else str(12 * int(_chinese(run[:-1])))
    if len(run) == 2 and _CHINESE_DIGITS.get(run[0], 9) + 1 == _CHINESE_DIGITS.get(run[1]):
        run = run[1]  # three or four, the last of which counts
    if len(run) > _MOST_CHARACTERS or not set(run) - _CHINESE_DIGITS.keys():
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
