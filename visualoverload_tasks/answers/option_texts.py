"""The options of a choice question, and where a response mentions them."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice, pairwise
from operator import itemgetter
from string import ascii_uppercase

from .cued import Cued, may_hold
from .responses import Sentences, without_latex


@dataclass(frozen=True)
class Options:
    """The options of one question, prepared for matching.

    Attributes:
        letters: the letters that exist.
        folded: folded text -> letter; texts that two options share, or that nothing is left of, are missing.
    """

    letters: str
    folded: Mapping[str, str]

    @cached_property
    def listing(self) -> re.Pattern[str]:
        """Matches each option beside its own letter, in a group with the letter's name; compiled where needed."""
        return _listing(self.folded)

    @cached_property
    def starts(self) -> Mapping[str, str]:
        """The texts that sentences may mention, with the letters that a mention in an ASCII text begins with."""
        texts = (text for text in self.folded if text not in ("yes", "no") and not re.fullmatch("[a-z]", text))
        return {text: _AS_IS.sub(r"\1", text.split()[0]).replace("ı", "i") for text in texts}

    @cached_property
    def _most_words(self) -> int:
        return max((len(text.split()) for text in self.folded), default=0)

    def shorter_than(self, text: str) -> bool:
        """Whether an ASCII text has too many words to be an option: folding halves them at most, save an article."""
        return text.isascii() and any(islice(_WORD.finditer(text), 1 + 2 * self._most_words, None))

    @property
    def yes_no(self) -> bool:
        """Whether an option is a bare yes or no: words that ordinary sentences hold too."""
        return bool({"yes", "no"} & self.folded.keys())


RIGHT = r"(?<!not )(?<!in)\b(?:correct|right\s+answer)\b|[✓✔✅]"
WRONG = r"\b(?:incorrect|wrong|not\s+correct)\b|[✗✘❌]"
"""What models write behind an option when they go through all of them."""


@lru_cache(maxsize=256)
def prepare(options: tuple[str, ...]) -> Options:
    """The options of a question; the same options come again for many responses."""
    letters = ascii_uppercase[: len(options)]
    texts = [fold(option) for option in options[: len(letters)]]
    single = {text: letter for text, letter in zip(texts, letters, strict=True) if text and texts.count(text) == 1}
    return Options(letters, single)


def _listing(folded: Mapping[str, str]) -> re.Pattern[str]:
    after = r"(?=\s{0,2}(?:[,;.:\n]|(?:and|or)\b|\Z))"
    lines = "|".join(
        rf"(?P<{letter}>{letter}[.):\]*]{{1,3}}\s{{0,3}}(?:(?:an?|the)\s)?{_words_of(text)}(?![^\W_])"
        rf"|{_words_of(text)}\s{{0,3}}\({letter}\){after})"
        for text, letter in folded.items()
    )
    verdict = rf"(?!\s{{0,3}}[-–—:=>→(*]{{0,3}}\s{{0,3}}(?:{RIGHT}|{WRONG}))"
    return re.compile(rf"(?<![^\W_])[(\[*]{{0,3}}(?:{lines or '(?!)'}){verdict}", re.IGNORECASE)


# Words between two options make sentences: "the shadow falls left (A), so it must be right (B)".
_SEPARATORS = re.compile(r"[\W_]*(?:(?:and|or|option|choice|the|an?|on|in|to)\b[\W_]*){0,4}", re.IGNORECASE)
_LABELLED = re.compile(r"[.):\]*](?<=(?<![^\W_])[A-Za-z].)")


def without_listing(text: str, options: Options) -> str:
    """The text without a copy of the options: "A. left B. right". What comes after it may be the answer."""
    if len(_LABELLED.findall(text)) < 2:
        return text
    first: dict[str, re.Match[str]] = {}
    for line in options.listing.finditer(text):
        first.setdefault(line.lastgroup or "", line)
    lines = list(first.values())
    if len(lines) < 2 or not (_start_lines(text, lines) or ([*first][:2] == ["A", "B"] and _adjoin(text, lines))):
        return text
    gaps = zip([0, *(line.end() for line in lines)], [*(line.start() for line in lines), len(text)], strict=True)
    return "\n".join(text[start:end].strip() for start, end in gaps).strip()


def _start_lines(text: str, lines: Iterable[re.Match[str]]) -> bool:
    return all(not text[: line.start()].rpartition("\n")[2].strip(" -*") for line in lines)


def _adjoin(text: str, lines: Iterable[re.Match[str]]) -> bool:
    """Whether nothing but separators is between them, save where the next one starts a line."""
    return all(
        _SEPARATORS.fullmatch(text, line.end(), following.start()) or _start_lines(text, [following])
        for line, following in pairwise(lines)
    )


# Apostrophes go: "dog's" in an option and "dogs" in a response are one word, and "isnt" still reads as a negation.
_QUOTES = str.maketrans({"‘": None, "’": None, "'": None, "“": '"', "”": '"', "`": "*"})


def plain_text(text: str) -> str:
    """The text as all choice rules read it: NFKC, without apostrophes, fences and LaTeX; emphasis is all asterisks."""
    unfenced = _FENCE.sub("\n", text) if "```" in text else text
    plain = unicodedata.normalize("NFKC", unfenced).translate(_QUOTES)
    return without_latex(_UNDERSCORES.sub("**", plain) if "_" in plain else plain)


_FENCE = re.compile(r"```(?:[\w-]{0,20}\n)?")
_UNDERSCORES = re.compile(r"(?<![^\W_])_{1,3}(?=[^\W_])|(?<=[^\W_])_{1,3}(?![^\W_])")


_ARTICLE_FIRST = re.compile(r"\W{0,6}(?:an?|the)\s+(?=\w)", re.IGNORECASE)


@lru_cache(maxsize=1024)
def fold(text: str) -> str:
    """Words without leading article: options and responses differ in these. The label in "A. left" is no article."""
    return " ".join(_words(_ARTICLE_FIRST.sub("", text, count=1) if _ARTICLE_FIRST.match(text) else text))


_WORD = re.compile(r"[^\W_]+")
_IS = re.compile(r"\b(it|that|there|he|she) is\b")


def _words(text: str) -> list[str]:
    words = _WORD.findall(unicodedata.normalize("NFKC", text).translate(_QUOTES).casefold())
    return _IS.sub(r"\1s", " ".join(words)).split() if "is" in words else words


_NO_BEFORE = re.compile(
    r"(?:\b(?:not|never|neither|nor|no|without|cannot|exclud\w{1,4}|eliminat\w{1,4}|rul\w{1,4}\s+out|than|instead\s+of"
    r"|(?:is|are|was|were|do|does|did|ca|could|wo|would)nt)\b)(?:\s+(?!but\b)[\w-]+){0,2}\s{0,3}\W{0,3}$",
    re.IGNORECASE,
)
# These deny everything up to the end of the clause: "there is no lady in a white dress".
_NOTHING_BEFORE = re.compile(
    r"(?!there(?:s|\s+is)\s+no\s+(?:doubt|question|reason))"
    r"\b(?:there\s+(?:is|are|was|were)\s+(?:no|not)|there\s+(?:isnt|arent)|theres\s+no|no\s+one|nobody"
    r"|(?:do|does|did)(?:nt|\s+not)\s+(?:clearly\s+)?(?:show|depict|contain|have|include|see|feature)"
    r"|(?:cannot|cant)\s+(?:see|find))\b(?!.*\b(?:but|only|so)\b)",
    re.IGNORECASE,
)
_NO_AFTER = re.compile(
    r"[)\"*]{0,3}(?:\s{0,3}\([^()\n]{0,60}\))?\s+(?:(?:is|was|are|seems)\s+)?(?:also\s+|clearly\s+)?(?:not|isnt|cannot|cant|doesnt|does\s+not"
    r"|wrong|incorrect|impossible|excluded|eliminated|ruled\s+out)\b",
    re.IGNORECASE,
)


def negated(text: str, start: int, end: int) -> bool:
    """Whether the words around a mention deny it."""
    clause = re.split(r"[,;:.!?\n]", text[max(0, start - 80) : start])[-1]
    return bool(
        _NO_BEFORE.search(clause[-40:]) or _NOTHING_BEFORE.search(clause) or _NO_AFTER.match(text[end : end + 100])
    )


# "right", "left" and "above" are ordinary words too.
_IDIOM = Cued(
    "right left above",
    r"\b(?:(?:thats|all|youre|thats\s+about)\s+right\b(?!\s+of\b)"
    r"|right\s+(?:answer|choice|option)\b"
    r"|right(?<!the right)(?<!to right)(?<!from right)(?<!far right)(?<!top right)(?<!ower right)(?<!pper right)"
    r"(?<!ttom right)(?=\s+(?:here|there|away|now|next|behind|above|beside|below|under|beneath"
    r"|in\s+(?:front|the\s+(?:middle|cent)))\b)"
    r"|(?:is|are)\s+left\s+(?:over|out)\b"
    r"|(?:see|image|picture|painting|photo|text|options?|list|one)\s+above\b"
    r"|above\s+all\b|(?:mentioned|described|stated|noted|seen|listed|of\s+the)\s+above\b"
    r"|above[-\s](?:mentioned|described)\b)",
    re.IGNORECASE,
)


def mentioned(text: str, options: Options) -> list[tuple[int, int, str]]:
    """Start, end and letter of every option in the text as whole words, longest first.

    Without those that are negated, part of an idiom, or asked about.
    """
    texts = frozenset(option for option, start in options.starts.items() if may_hold(text, start))
    found = _pattern(texts).finditer(text) if texts else ()
    spans = [(*match.span(), options.folded.get(" ".join(_words(match[0])))) for match in found]
    if not spans:
        return []
    idioms = [match.span() for match in _IDIOM.finditer(text)]
    sentences = Sentences(text)
    return [
        (start, end, letter)
        for start, end, letter in spans
        if letter
        and not (negated(text, start, end) or _in_one(idioms, start, end) or sentences.asks(sentences.index(start)))
    ]


def _in_one(idioms: list[tuple[int, int]], start: int, end: int) -> bool:
    after = bisect_right(idioms, start, key=itemgetter(0))
    return after > 0 and idioms[after - 1][1] >= end


@lru_cache(maxsize=256)
def _pattern(texts: frozenset[str]) -> re.Pattern[str]:
    longest_first = sorted(texts, key=lambda text: (-len(text), text))
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(map(_words_of, longest_first))})(?![^\W_])", re.IGNORECASE)


def _words_of(text: str) -> str:
    """A pattern of the words of a folded text; "its" may be written as "it is"."""
    return r"[\W_]{1,5}".join(_AS_IS.sub(r"\1(?:\\s+i)?s", re.escape(word)) for word in text.split())


_AS_IS = re.compile(r"^(it|that|there|he|she)s$")
