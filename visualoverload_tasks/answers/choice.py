"""Multiple choice: which option a response names, by letter or by text (paper, section 2.2).

``RULES`` run from the plainest form to the loosest, and the first that decides wins. Two letters, an unknown
letter, copied options, or several options in what seems to conclude leave the response unparsed. A
letter wins over an option's text that contradicts it ("B. left" is B), since the prompt asks for the letter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..records import Answer
from .letters import (
    CONCLUDES,
    bare_capital,
    corrected_letter,
    cue_letter,
    last_letter,
    leading_letter,
    letter_with_reason,
    marked_letter,
    ok,
    one,
    two_letters,
    verdict,
    whole_letter,
)
from .option_texts import Options, fold, mentioned, plain_text, prepare, without_listing
from .refusals import offers_no_answer, refuses
from .responses import SENTENCE_END, Sentences
from .rules import HEDGE, REFUSAL, Reading, Rule, first_answer
from .settled import settled_letter
from .yes_no import both, yes_or_no


def parse_choice(text: str, options: Sequence[str], reading: Reading) -> Answer | None:
    """The option that the text names.

    Args:
        text: a response without thinking and special tokens, or the content of an explicit final answer.
        options: the texts of options A, B, ...; those beyond Z have no letter.
        reading: whether the text is a final answer, and which rules are left out.

    Returns:
        The answer; one that is unparsed where the text decides against an answer; None where it says nothing.
    """
    known = prepare(tuple(options))
    plain = plain_text(text)
    if not known.letters or not plain:
        return None
    said = without_listing(plain, known)
    return first_answer(RULES, reading, said, known) if _SAYS.search(said) else HEDGE


_SAYS = re.compile(r"\w")
_ALL_OR_NONE = re.compile(r"\W{0,6}(?:none|all|any|both|some)\s+of\s+(?:the|these|them|those)\b", re.IGNORECASE)


_QUANTIFIER = re.compile(
    r"\W{0,6}(?:(?P<both>both)\s+(?P<one>\w[\w -]{0,80}?)\s+and\s+(?P<other>\w[\w -]{0,80})\W{0,6}\Z"
    r"|(?P<of>both|none|neither|all)\s+of\s+(?:them|(?:the|these|those)\s+(?!(?:\w+\s+)?(?:options?|answers?|choices?|above)\b)\w+)\s)",
    re.IGNORECASE,
)


def _quantifier(text: str, options: Options) -> Answer | None:
    """ "Both a cat and a dog", "None of them is holding it", where "both" or "none" is an option."""
    found = _QUANTIFIER.match(text)
    letter = options.folded.get((found["both"] or found["of"]).lower()) if found else None
    if found is None or letter is None or refuses(text) or offers_no_answer(text):
        return None
    if found["both"]:
        named = {options.folded.get(fold(found[name])) for name in ("one", "other")}
        return ok(letter) if len(named - {None, letter}) == 2 else None
    return ok(letter) if {named for _, _, named in mentioned(text, options)} == {letter} else None


def _hedge(text: str, options: Options) -> Answer | None:
    return HEDGE if two_letters(text) or _ALL_OR_NONE.match(text) or (options.yes_no and both(text)) else None


def _whole_option(text: str, options: Options) -> Answer | None:
    if len(text) > 200 and options.shorter_than(text):
        return None
    letter = options.folded.get(fold(text)) if len(text) < 2000 else None
    return ok(letter) if letter else None


def _lines(text: str, options: Options) -> Answer | None:
    """A last or first line that is nothing but a letter or an option."""
    lines = [line for line in text.split("\n") if line.strip()]
    named = [whole_letter(line, options) or _whole_option(line, options) for line in (lines[-1], lines[0])]
    values = [answer.value for answer in named if answer and answer.value]
    return HEDGE if len(set(values)) > 1 else next(filter(None, named), None)


_JOINS = re.compile(r"\b(?:or|and)\W{1,4}(?:(?:an?|the)\s+)?\Z", re.IGNORECASE)


def _first_option(text: str, options: Options) -> Answer | None:
    """An explicit answer that begins with an option: "right, as the shadow falls left"."""
    mentions = mentioned(text, options)
    if not mentions or re.search(r"[^\W_]{4}", text[: mentions[0][0]]):
        return None
    first = mentions[0][2]
    other = next((start for start, _, letter in mentions if letter != first), 0)
    return None if _JOINS.search(text[max(0, other - 10) : other]) else ok(first)


_Mention = tuple[int, int, str]


def _mentioned_option(text: str, options: Options) -> Answer | None:
    """The one option that is mentioned; of several, the one that the text says it is, or concludes with."""
    if refuses(text) or offers_no_answer(text):
        return REFUSAL
    sentences = Sentences(text)
    mentions = _without_lists(mentioned(text, options), sentences, options)
    everywhere = one([letter for _, _, letter in mentions])
    if everywhere is not HEDGE:
        return everywhere
    return _chosen(text, mentions) or _said_to_be(text, mentions) or _concluded(text, mentions, sentences)


def _without_lists(mentions: list[_Mention], sentences: Sentences, options: Options) -> list[_Mention]:
    """Without the sentences that hold all options: "The options are red, white, blue, and green"."""
    letters: dict[int, set[str]] = {}
    for start, _, letter in mentions:
        letters.setdefault(sentences.index(start), set()).add(letter)
    lists = {index for index, found in letters.items() if 2 < len(options.letters) == len(found)}
    kept = [mention for mention in mentions if sentences.index(mention[0]) not in lists]
    return kept or mentions


_IS = re.compile(
    r"\b(?:is|are|was|were|be|(?:come|shine|enter|fall)s?\s+from)\W{1,4}(?:(?:an?|the|in|on|to)\s+){0,2}\Z",
    re.IGNORECASE,
)
_TWO_THINGS = re.compile(r"[,;.\n]|\b(?:while|whereas|and|or|but|another|other)\b")
_FOLLOWS = re.compile(
    r",?\s{1,3}(?:(?:which|this|thereby)\s{1,3})?(?:means?|meaning|indicat(?:es|ing)|impl(?:ies|ying)|suggest(?:s|ing))\s",
    re.IGNORECASE,
)
_PREMISE = re.compile(r"\W{0,6}(?:since|because|as(?!\s+for\b)|given\s+that)\s[^,]*,", re.IGNORECASE)
_I_CHOOSE = re.compile(
    r"\bI(?:\s+would|\s+will|d|ll)?\s+(?:choose|pick|select|go\s+(?:for|with))\W{1,4}(?:the\s+)?\Z", re.IGNORECASE
)


def _chosen(text: str, mentions: list[_Mention]) -> Answer | None:
    """ "Of left, right and behind, I choose behind"."""
    chosen = [letter for start, _, letter in mentions if _I_CHOOSE.search(text[max(0, start - 30) : start])]
    return one(chosen[-1:])


def _said_to_be(text: str, mentions: list[_Mention]) -> Answer | None:
    """ "The dress of the lady next to the man in red is blue": the last option, if it alone is what something is."""
    said = [mention for mention in mentions if _IS.search(text[max(0, mention[0] - 30) : mention[0]])]
    between = text[mentions[-2][1] : mentions[-1][0]]  # "one is reading while another is sleeping" says two things
    at_end = said[-1:] == mentions[-1:] and not re.search(r"\w", text[mentions[-1][1] :])
    at_end = at_end and not _TWO_THINGS.search(_conclusion(text, mentions) or between)
    return ok(said[-1][2]) if at_end and len({letter for _, _, letter in said}) == 1 else None


def _conclusion(text: str, mentions: list[_Mention]) -> str | None:
    """What leads to the last option where the ones before are its premise: "Since the shadow falls left, it is ..."."""
    before, last = mentions[-2][1], mentions[-1][0]
    if follows := _FOLLOWS.search(text, before, last):
        return None if _TWO_THINGS.search(text, before, follows.start()) else text[follows.end() : last]
    begins = max((match.end() for match in SENTENCE_END.finditer(text, 0, last)), default=0)
    premise = _PREMISE.match(text, begins, last)
    return text[premise.end() : last] if premise and premise.end() > before else None


def _concluded(text: str, mentions: list[_Mention], sentences: Sentences) -> Answer:
    """The option after the conclusion's first word, else in its sentence, else in the last sentence."""
    conclusion = max((match.end() for match in CONCLUDES.finditer(text)), default=len(text))
    concluded = {letter for start, _, letter in mentions if start >= conclusion}
    if len(concluded) == 1:
        return ok(concluded.pop())
    numbered = [(sentences.index(start), letter) for start, _, letter in mentions]
    concluding = {sentences.index(match.start()) for match in CONCLUDES.finditer(text)}
    chosen = max((index for index, _ in numbered if index in concluding), default=sentences.last)
    return one([letter for index, letter in numbered if index == chosen]) or HEDGE


RULES: tuple[Rule, ...] = (
    Rule("letter", whole_letter),
    Rule("option-text", _whole_option),
    Rule("letter-verdict", verdict),
    Rule("letter-corrected", corrected_letter),
    Rule("letter-settled", settled_letter),
    Rule("quantifier", _quantifier),
    Rule("several-options", _hedge),
    Rule("letter-first", leading_letter),
    Rule("letter-reason", letter_with_reason),
    Rule("yes-no", yes_or_no),
    Rule("letter-cue", cue_letter),
    Rule("own-line", _lines, "prose"),
    Rule("letter-marked", marked_letter),
    Rule("letter-last", last_letter, "prose"),
    Rule("letter-bare", bare_capital, "stated"),
    Rule("option-first", _first_option, "stated"),
    Rule("option-mentioned", _mentioned_option),
)
