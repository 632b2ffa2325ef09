"""Multiple choice: which option a response names, by letter or by text (paper, section 2.2).

The rules run from the plainest form to the loosest, and the first that decides wins. Where they could guess, they do
not: two letters, an unknown letter, or several options mentioned without a conclusion leave the response unparsed. A
letter wins over an option's text that contradicts it ("B. left" is B), since the prompt asks for the letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from .option_texts import Options, fold, mentioned, negated, plain_text, prepare
from .records import Answer
from .replies import Sentences, refuses

_HEDGE = Answer(None, "", "several-options", "unparsed")
_UNKNOWN = Answer(None, "", "unknown-letter", "unparsed")
_REFUSAL = Answer(None, "", "refusal", "unparsed")


def parse_choice(text: str, options: Sequence[str], explicit: bool) -> Answer | None:
    """The option that the text names.

    Args:
        text: a response without thinking and special tokens, or the content of an explicit final answer.
        options: the texts of options A, B, ...; those beyond Z have no letter.
        explicit: the text is known to be a final answer, so that a bare letter or a first word in it may count.

    Returns:
        The answer; one that is unparsed where the text decides against an answer; None where it says nothing.
    """
    known = prepare(tuple(options))
    plain = plain_text(text)
    if not known.letters or not plain:
        return None
    rules = (*_RULES, *_EXPLICIT_RULES) if explicit else (*_RULES, *_PROSE_RULES)
    decisions = (rule(plain, known) for rule in rules)
    return next((answer for answer in decisions if answer), _REFUSAL if refuses(plain) else None)


def _ok(letter: str, rule: str) -> Answer:
    return Answer(letter, letter, rule, "ok")


def _letter(letter: str, options: Options) -> Answer:
    return _ok(letter.upper(), "letter") if letter.upper() in options.letters else _UNKNOWN


def _one(letters: Sequence[str], rule: str) -> Answer | None:
    """The one letter that all agree on; None for none; a hedge for several."""
    if not letters:
        return None
    return _ok(letters[0], rule) if len(set(letters)) == 1 else _HEDGE


# "A or B", "A/B", "(A) and (B)", "A, B": the letters are of one case, since "A or a dog" names one letter.
_TWO = re.compile(
    r"\W{0,6}(?:(?i:either|both|options?)\s+)?[*(\"]{0,3}[A-Z][)*\".]{0,3}"
    r"(?:\s{0,3}[/|&+]\s{0,3}|\s{0,3},\s{0,3}(?![A-Z]\.?\s+[A-Z]?[a-z])|\s{0,3},?\s{0,3}(?i:or|and|and/or)\s{1,3})"
    r"(?:(?i:options?)\s+)?[*(\"]{0,3}[A-Z](?![A-Za-z0-9])"
)
_LONE = re.compile(r"\W{0,8}(?:(?i:option|choice|letter)\s{1,3}\W{0,3})?([A-Za-z])\W{0,8}")
_YES_NO_BOTH = re.compile(
    r"\W{0,6}(?:yes\s{0,3}(?:and|or|/)\s{0,3}no|no\s{0,3}(?:and|or|/)\s{0,3}yes)\b", re.IGNORECASE
)


_ALL_OR_NONE = re.compile(r"\W{0,6}(?:none|all|any|both|some)\s+of\s+(?:the|these|them|those)\b", re.IGNORECASE)


def _hedge(text: str, options: Options) -> Answer | None:
    return (
        _HEDGE
        if _TWO.match(text) or _ALL_OR_NONE.match(text) or (options.yes_no and _YES_NO_BOTH.match(text))
        else None
    )


def _whole_letter(text: str, options: Options) -> Answer | None:
    lone = _LONE.fullmatch(text)
    if lone is None or (lone[1].upper() not in options.letters and fold(text) in options.folded):
        return None
    return _letter(lone[1], options)


def _whole_option(text: str, options: Options) -> Answer | None:
    letter = options.folded.get(fold(text)) if len(text) < 2000 else None
    return _ok(letter, "option-text") if letter else None


_LABEL = re.compile(
    r"\W{0,6}(?:(?i:option|choice)\s{1,3}\W{0,3})?"
    r"(?:(?P<upper>[A-Z])(?:[)\]*\"]{0,3}[.):\]*,;>]|\s{0,3}\n|\s{1,3}[-–—=>])|(?P<lower>[a-z])(?:[)\]:]|\.(?=\s|$)))"
)
_BARE_LABEL = re.compile(r"\W{0,6}([A-Z])\s+(?=\w)")
_LINE_LABEL = re.compile(r"(?:^|\n)\W{0,4}([A-Z])[.):\]]|\(([A-Z])\)")


def _leading_letter(text: str, options: Options) -> Answer | None:
    """ "B. behind", "(b) right", "B behind". Several labelled lines are copied or discussed options, not an answer."""
    label = _LABEL.match(text) or _BARE_LABEL.match(text)
    if label is None or len({one or other for one, other in _LINE_LABEL.findall(text)}) > 1:
        return None
    letter = label[1] or label["lower"]
    if label.re is _BARE_LABEL and options.folded.get(fold(text[label.end() : label.end() + 2000])) != letter:
        return None
    return _letter(letter, options)


# "A" may be the article: a label is followed by the end of a phrase, or by one of these words.
_ARTICLE = re.compile(
    r"\s+(?!(?:because|since|as|is|was|which|for|due|and|or|but|based|given|from|with|in\s+this|here)\b)[a-z]"
)
_CUE_LETTER = re.compile(
    r"(?P<cue>\b(?i:choo?se|choice|pick|select|go(?:ing)?\s+(?:for|with)|opt(?:ing)?\s+for|must\s+be|should\s+be|would\s+be|its|it\s+is"
    r"|correct(?:\s+one)?\s+is|(?:answer|antwort|option|choice|letter)(?:\s+(?:is|ist|must\s+be|would\s+be))?)(?![^\W_])"
    r"|选项|選項|选择|選擇|答案|选|選)[\s:：=是为為*(（\"'\[]{0,6}(?:(?i:option|letter)\s+[(\"*]{0,3})?"
    r"(?:(?P<upper>[A-Z])(?![A-Za-z0-9])|(?P<lower>[a-z])(?=\W{0,6}\Z))"
)
_NAMES_LABEL = re.compile(r"(?:option|choice|letter)\W{0,6}$", re.IGNORECASE)


def _cue_letter(text: str, options: Options) -> Answer | None:
    """ "I would go for B", "it must be C", "选 C". Mere mentions ("Option D shows ...") yield to a stated choice."""
    cues = [cue for cue in _CUE_LETTER.finditer(text) if _is_label(cue, text)]
    if any(_TWO.match(text, cue.start("upper")) for cue in cues if cue["upper"]):
        return _HEDGE
    letters = [(cue["upper"] or cue["lower"]).upper() for cue in cues]
    stated = [letter for letter, cue in zip(letters, cues, strict=True) if cue["cue"].lower() != "option"]
    answer = _one(stated[-1:] or letters, "letter-cue")
    if answer is None or answer.value is None or answer.value in options.letters:
        return answer
    return _UNKNOWN


def _is_label(cue: re.Match[str], text: str) -> bool:
    if negated(text, cue.start(), cue.end()):
        return False
    if cue["lower"]:
        return bool(_NAMES_LABEL.search(cue["cue"])) or "answer" in cue["cue"].lower()
    named = _NAMES_LABEL.search(text[cue.start() : cue.start("upper")])
    return bool(named or cue["upper"] != "A" or not _ARTICLE.match(text, cue.end()))


_MARKED = re.compile(
    r"(?<!\w)\(([A-Za-z])\)|\*\*\W{0,3}([A-Z])[.):]{0,2}\*\*|\b([A-Z])(?=\s+is\s+(?:the\s+)?(?:correct|right|best|answer)\b)"
)


def _marked_letter(text: str, options: Options) -> Answer | None:
    """ "... (C)", "... **C**", "C is correct". Several are copied options and decide nothing."""
    marks = [mark for mark in _MARKED.finditer(text) if not negated(text, *mark.span())]
    letters = {(mark[1] or mark[2] or mark[3]).upper() for mark in marks} & set(options.letters)
    return _ok(letters.pop(), "letter-marked") if len(letters) == 1 else None


_LAST_LETTER = re.compile(
    r"(?:[:!…]|\.\.\.|\b(?i:say|guess|prefer|probably|likely|definitely|clearly|hence|thus|therefore|so|but|then|answer))"
    r"[\s,:*(\"-]{1,6}(?:([A-Z])|(?<=: )([a-z]))[)*\".!\s]{0,6}\Z"
)


def _last_letter(text: str, options: Options) -> Answer | None:
    """ "Result: B", "not B, but C", "Hence, B." at the end; a capital after any other word may name a thing."""
    last = _LAST_LETTER.search(text[-60:])
    return _letter(last[1] or last[2], options) if last else None


_CAPITAL = re.compile(r"(?<![A-Za-z0-9])([A-Z])(?![A-Za-z0-9])")


def _capital(text: str, options: Options) -> Answer | None:
    """A bare capital inside an explicit answer: "surely not A; C"."""
    capitals = [match for match in _CAPITAL.finditer(text) if match[1] in options.letters]
    labels = [match for match in capitals if not (match[1] == "A" and _ARTICLE.match(text, match.end()))]
    return _one([match[1] for match in labels if not negated(text, *match.span())], "letter")


_YES_NO = re.compile(
    r"\W{0,6}(yes|no)(?:\W{0,6}$|\s{0,3}[,.;:!–—(*\n-]|\s+(?:there|it|he|she|they|the|this|that|these|those|you|we|a|an|i)\b)",
    re.IGNORECASE,
)
_YES_NO_END = re.compile(
    r"\b(?:so|therefore|thus|hence|is|be)\b\W{1,5}(yes|no)\W{0,6}$|[?.:!\n]\W{1,5}(yes|no)\W{0,6}$", re.IGNORECASE
)


def _yes_no(text: str, options: Options) -> Answer | None:
    """A first or concluding yes or no. Elsewhere they are ordinary words: "there is no dog" may answer either way."""
    word = _YES_NO.match(text) or _YES_NO_END.search(text[-60:])
    letter = options.folded.get(next(filter(None, word.groups())).lower()) if word else None
    return _ok(letter, "yes-no") if letter else None


def _lines(text: str, options: Options) -> Answer | None:
    """A last or first line that is nothing but a letter or an option."""
    lines = [line for line in text.split("\n") if line.strip()]
    for line in (lines[-1], lines[0]):
        if answer := _whole_letter(line, options) or _whole_option(line, options):
            return answer
    return None


_CONCLUDES = re.compile(
    r"\b(?:so|therefore|thus|hence|conclusion|overall|answer|finally|most\s+likely|must\s+be|correct)\b|因此|所以",
    re.IGNORECASE,
)


_JOINS = re.compile(r"\b(?:or|and)\W{1,4}(?:(?:an?|the)\s+)?\Z", re.IGNORECASE)


def _first_option(text: str, options: Options) -> Answer | None:
    """An explicit answer that begins with an option: "right, as the shadow falls left"."""
    mentions = mentioned(text, options)
    if not mentions or re.search(r"[^\W_]{4}", text[: mentions[0][0]]):
        return None
    first = mentions[0][2]
    other = next((start for start, _, letter in mentions if letter != first), 0)
    return None if _JOINS.search(text[max(0, other - 10) : other]) else _ok(first, "option-text")


def _mentioned_option(text: str, options: Options) -> Answer | None:
    """The one option that is mentioned; of several, the one that the conclusion or the last sentence mentions."""
    if refuses(text):
        return _REFUSAL
    mentions = mentioned(text, options)
    everywhere = _one([letter for _, _, letter in mentions], "option-text")
    if everywhere is not _HEDGE:
        return everywhere
    conclusion = max((match.end() for match in _CONCLUDES.finditer(text)), default=len(text))
    concluded = [letter for start, _, letter in mentions if start >= conclusion]
    if len(set(concluded)) == 1:
        return _ok(concluded[0], "option-text")
    sentences = Sentences(text)
    numbered = [(sentences.index(start), letter) for start, _, letter in mentions]
    concluding = {sentences.index(match.start()) for match in _CONCLUDES.finditer(text)}
    chosen = max((index for index, _ in numbered if index in concluding), default=None)
    if chosen is None:  # a list of all options ends with the last one, but does not conclude
        chosen = sentences.last if len({letter for _, letter in numbered}) < len(options.letters) else -1
    return _one([letter for index, letter in numbered if index == chosen], "option-text") or _HEDGE


_Rule = Callable[[str, Options], "Answer | None"]
_RULES: tuple[_Rule, ...] = (_whole_letter, _whole_option, _hedge, _leading_letter, _yes_no)
_EXPLICIT_RULES: tuple[_Rule, ...] = (_cue_letter, _marked_letter, _capital, _first_option, _mentioned_option)
_PROSE_RULES: tuple[_Rule, ...] = (_cue_letter, _lines, _marked_letter, _last_letter, _mentioned_option)
