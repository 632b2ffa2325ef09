"""The options of a choice question, and where a response mentions them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase

from .replies import without_latex


@dataclass(frozen=True)
class Options:
    """The options of one question, prepared for matching.

    Attributes:
        letters: the letters that exist.
        folded: folded text -> letter; texts that two options share, or that nothing is left of, are missing.
    """

    letters: str
    folded: Mapping[str, str]

    @property
    def yes_no(self) -> bool:
        """Whether an option is a bare yes or no: words that ordinary sentences hold too."""
        return bool({"yes", "no"} & self.folded.keys())


@lru_cache(maxsize=256)
def prepare(options: tuple[str, ...]) -> Options:
    letters = ascii_uppercase[: len(options)]
    texts = [fold(option) for option in options[: len(letters)]]
    return Options(
        letters, {text: letter for text, letter in zip(texts, letters, strict=True) if text and texts.count(text) == 1}
    )


# Apostrophes go: "dog's" in an option and "dogs" in a response are one word, and "isnt" still reads as a negation.
_QUOTES = str.maketrans({"‘": None, "’": None, "'": None, "“": '"', "”": '"', "`": "*"})


def plain_text(text: str) -> str:
    return without_latex(unicodedata.normalize("NFKC", text).translate(_QUOTES)).strip()


_ARTICLE_FIRST = re.compile(r"\W{0,6}(?:an?|the)\s+(?=\w)", re.IGNORECASE)


def fold(text: str) -> str:
    """Words without leading article: options and responses differ in these. The label in "A. left" is no article."""
    return " ".join(_words(_ARTICLE_FIRST.sub("", text, count=1) if _ARTICLE_FIRST.match(text) else text))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).translate(_QUOTES).casefold())


_NO_BEFORE = re.compile(
    r"(?:\b(?:not|never|neither|nor|no|without|cannot|exclud\w{1,4}|eliminat\w{1,4}|rul\w{1,4}\s+out|than|instead\s+of"
    r"|(?:is|are|was|were|do|does|did|ca|could|wo|would)nt)\b)(?:\s+(?!but\b)[\w-]+){0,2}\s{0,3}\W{0,3}$",
    re.IGNORECASE,
)
_NO_AFTER = re.compile(
    r"[)\"*]{0,3}\s+(?:(?:is|was|are|seems)\s+)?(?:also\s+|clearly\s+)?(?:not|isnt|cannot|cant|doesnt|does\s+not|wrong|incorrect"
    r"|impossible|excluded|eliminated|ruled\s+out)\b",
    re.IGNORECASE,
)


def negated(text: str, start: int, end: int) -> bool:
    before = re.split(r"[,;:.!?\n]", text[max(0, start - 40) : start])[-1]
    return bool(_NO_BEFORE.search(before) or _NO_AFTER.match(text[end : end + 40]))


def mentioned(text: str, options: Options) -> list[tuple[int, int, str]]:
    """Start, end and letter of every option in the text as whole words, longest first, without negated ones."""
    texts = frozenset(text for text in options.folded if text not in ("yes", "no") and not re.fullmatch("[a-z]", text))
    found = _pattern(texts).finditer(text) if texts else ()
    spans = [(*match.span(), options.folded.get(" ".join(_words(match[0])))) for match in found]
    return [(start, end, letter) for start, end, letter in spans if letter and not negated(text, start, end)]


@lru_cache(maxsize=256)
def _pattern(texts: frozenset[str]) -> re.Pattern[str]:
    longest_first = sorted(texts, key=lambda text: (-len(text), text))
    words = (r"[\W_]{1,5}".join(map(re.escape, text.split())) for text in longest_first)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(words)})(?![^\W_])", re.IGNORECASE)
