"""The letters by which a response names an option, from the plainest form to the loosest."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..records import Answer
from .cued import Cued
from .option_texts import RIGHT, WRONG, Options, fold, negated
from .rules import HEDGE

_UNKNOWN = Answer(None, "", "unknown-letter", "unparsed")


def ok(letter: str) -> Answer:
    """The answer that names the option; the rule that found it adds its name."""
    return Answer(letter, letter, "", "ok")


def _letter(letter: str, options: Options) -> Answer:
    return ok(letter.upper()) if letter.upper() in options.letters else _UNKNOWN


def one(letters: Sequence[str]) -> Answer | None:
    """The one letter that all agree on; None for none; a hedge for several."""
    if not letters:
        return None
    return ok(letters[0]) if len(set(letters)) == 1 else HEDGE


# "A or B", "A/B", "(A) and (B)", "A, B", "A, maybe B", "A或B": of one case, since "A or a dog" names one letter.
_MAYBE = r"(?i:(?:(?:or|but)\s+)?(?:maybe|perhaps|possibly|could\s+also\s+be|might\s+also\s+be)\s{1,3}(?:also\s+)?)"
TWO = re.compile(
    r"\W{0,6}(?:(?i:either|both|options?)\s+)?[*(\"]{0,3}[A-Z][)*\".]{0,3}"
    r"(?:\s{0,3}[/|&+>、或和与與及]\s{0,3}|\s{0,3}(?:[;:]|->)\s{0,3}(?=[A-Z]\W{0,6}\Z)"
    rf"|\s{{0,3}}[,(]?\s{{0,3}}{_MAYBE}"
    r"|\s{0,3},\s{0,3}(?![A-Z]\.?\s+[A-Z]?[a-z])|\s{0,3},?\s{0,3}(?i:or|and|and/or)\s{1,3})"
    r"(?:(?i:options?)\s+)?[*(\"]{0,3}[A-Z](?![A-Za-z0-9])"
)
_DENIED = re.compile(
    r"(?:\W{1,4}(?:(?i:and|or|nor)\W{1,3})?[A-Z](?![A-Za-z0-9]))*\W{1,4}(?i:can|could|may|are|is|were|both|all)\s"
    r"(?i:\s*(?:both|all|be|also|clearly|can|are)\b){0,3}\s*(?i:not|ruled|eliminated|excluded|incorrect|wrong|impossible)\b"
)


def two_letters(text: str, start: int = 0) -> bool:
    """Whether several letters are named there together, and not ruled out together."""
    two = TWO.match(text, start)
    return two is not None and _DENIED.match(text, two.end()) is None


_LONE = re.compile(r"\W{0,8}(?:(?i:option|choice|letter)\s{1,3}\W{0,3})?([A-Za-z])\W{0,8}")


def whole_letter(text: str, options: Options) -> Answer | None:
    """ "B", "(b)", "Option B", and nothing besides."""
    lone = _LONE.fullmatch(text)
    if lone is None or (lone[1].upper() not in options.letters and fold(text) in options.folded):
        return None
    return _letter(lone[1], options)


_CORRECTED = Cued(
    "wait actually correction edit oops scratch rather second mean sorry likely no,",
    r"\b(?i:wait|actually|correction|edit|oops|scratch\s+that|or\s+rather|on\s+second\s+thoughts?|I\s+mean"
    r"|no\W{1,4}sorry|but\s+more\s+likely|[A-Z],\s{1,3}no(?=,))\b\W{1,4}"
    r"(?:(?i:no|wait|sorry|actually|its|it\s+is|I\s+mean|option|the\s+(?:correct\s+)?answer\s+is)\W{1,4}){0,4}"
    r"([A-Z])(?![A-Za-z0-9])",
)


def corrected_letter(text: str, options: Options) -> Answer | None:
    """ "C. No, wait: D.", but not "Actually, I ..."."""
    corrected = [match for match in _CORRECTED.finditer(text) if match[1] in options.letters]
    labels = [match for match in corrected if not _is_article(match[1], text, match.end())]
    stated = [match[1] for match in labels if not negated(text, match.start(1), match.end())]
    return ok(stated[-1]) if stated else None


_VERDICT = Cued(
    "correct answer wrong : = ) -",
    r"^\W{0,6}(?:(?i:option|choice)\s{1,3}\W{0,3})?([A-Z])(?![A-Za-z0-9])[^\n]{0,300}?"
    rf"(?i:(?P<yes>{RIGHT})|(?P<no>{WRONG}))\W{{0,6}}$"
    r"|(?<![^\W_])(?P<label>[A-Z])\s?[:=)-]\s{0,3}(?i:(?P<true>yes|true)|no|false)\b",
    re.MULTILINE,
)


def verdict(text: str, options: Options) -> Answer | None:
    """Several options judged, one of them as correct: "A: no. B: yes." or a list of lines."""
    verdicts = list(_VERDICT.finditer(text))
    right = {line[1] or line["label"] for line in verdicts if line["yes"] or line["true"]} & set(options.letters)
    return ok(right.pop()) if len(right) == 1 and len(verdicts) > 1 else None


_LABEL = re.compile(
    r"\W{0,6}(?:(?i:option|choice)\s{1,3}\W{0,3})?"
    r"(?:(?P<upper>[A-Z])(?:[)\]*\"]{0,3}[.):\]*,;>、。]|\s{0,3}\n|\s{1,3}[-–—=>])|(?P<lower>[a-z])(?:[)\]:]|\.(?=\s|$)))"
)
_BARE_LABEL = re.compile(r"\W{0,6}([A-Z])\s+(?=[\w(\"*])")
_LABELS = re.compile(r"(?:^|\n)\W{0,4}([A-Z])(?:[.):\]]|\s{0,3}(?=\n|\Z))|(?<![^\W_])([A-Z])[:)\]]")


def leading_letter(text: str, options: Options) -> Answer | None:
    """ "B. behind", "(b) right", "B behind". Several labels are copied or discussed options, not an answer."""
    label = _LABEL.match(text) or _BARE_LABEL.match(text)
    if label is None or len({one or other for one, other in _LABELS.findall(text)}) > 1:
        return None
    letter = label[1] or label["lower"]
    if letter == "I" and letter not in options.letters:
        return None  # "I, as ..."
    if label.re is _BARE_LABEL and options.folded.get(fold(text[label.end() : label.end() + 2000])) != letter:
        return None
    return _letter(letter, options)


_CONCEDES = r"(?:although|(?:even\s+)?though)\b(?![^.\n]{0,120}\b(?:more|most|better|best)\b)"
_REASON = re.compile(
    r"\W{0,6}([A-Z])[)*\"]{0,3},?\s{1,3}"
    r"(?:(?:and|but|because|since|as|for|due|given|based|which|with)\b"
    rf"|{_CONCEDES}"
    r"|\(?(?:rather\s+than|instead\s+of|over|not)\s+[(\"*]{0,2}[A-Z](?![A-Za-z0-9])"
    r"|(?:it\s+is|I\s+(?:think|believe|guess|suppose)|maybe|probably|definitely)\W{0,3}\Z)"
    r"|\W{0,6}I(?:d|\s+would)\s+(?:say|guess|answer)[\s,:]{1,3}([A-Z])[)*\"]{0,3},?\s{1,3}"
    rf"(?:(?:because|since|as(?!\s+well)|due|given|based)\b|{_CONCEDES})"
    r"|(?i:(?:therefore|so|thus|hence|overall|option)[,\s]{1,3}){0,2}([A-Z])\s+(?:is|seems|appears)\s+(?:to\s+be\s+)?the\s+most\s+"
    r"(?:plausible|likely|probable)(?:\s+(?:answer|option|choice|one))?\W{0,3}(?:[.,;\n]|\Z)(?![^\n]*\b(?:but|however|yet|until|still|equally|also|maybe|perhaps|as\s+(?:is|are))\b)[^?\n]*\Z"
)


def letter_with_reason(text: str, options: Options) -> Answer | None:
    """ "C because ...", "C and the reason is that A ...", "I would say C, although ...", "C is the most likely"."""
    reason = _REASON.match(text)
    letter = next(filter(None, reason.groups())) if reason else ""
    return ok(letter) if letter and letter in options.letters else None


# "A" may be the article: a label is followed by the end of a phrase, or by one of these words.
_ARTICLE = re.compile(
    r"\s+(?!(?:because|since|as|is|was|which|for|due|and|or|but|based|given|from|with|in\s+this|here)\b)[a-z]"
)
_CUE_LETTER = Cued(
    "choose chose choice pick select vote go opt must should would its it correct lean inclined leav think believe"
    " suppose answer antwort letter guess",
    r"(?P<cue>\b(?i:choo?se|choice|pick(?:ing)?|select|vote(?:\s+for)?|go(?:ing)?\s+(?:for|with)|opt(?:ing)?\s+for|must\s+be|should\s+be"
    r"|would\s+be|its|it\s+is|correct(?:\s+one)?\s+is"
    r"|(?:lean(?:ing)?|inclined)(?:\s+(?:more\s+)?towards?|\s+to)|leav(?:es|ing)(?:\s+(?:us|me)\s+with)?|think|believe|suppose"
    r"|(?:answer|antwort|option|choice|letter|guess)(?:\s+(?:is|ist|must\s+be|would\s+be))?)(?![^\W_])"
    r"|选项|選項|选择|選擇|而是|可能是|应该是|應該是|也许是?|大概是|答案|正解|答え|정답|选|選)[\s:：=是为為は은는이*(（\"'\[]{0,6}(?:(?i:option|letter)\s+[(\"*]{0,3})?"
    r"(?:(?i:an?)\s+(?=[A-Z]\W{0,3}(?:[.,;!?\n]|\Z)))?(?:(?P<upper>[A-Z])(?![A-Za-z0-9])|(?P<lower>[a-z])(?=\W{0,6}\Z))",
    begins=True,
)
_IS_SEEN = re.compile(
    r"[\"*]{0,2}\s+(?:(?:is|was|can|could|appears|seems)\s+(?!(?:the\s+)?(?:correct|right|best|answer)\b)"
    r"|(?:on|in|at|above|below)\s)"
)
_NAMES_LABEL = re.compile(r"(?:option|choice|letter)\W{0,6}$", re.IGNORECASE)


_CAPITAL_ALONE = re.compile(r"[A-Z](?![A-Za-z0-9])")
_LOWER_AT_END = re.compile(r"(?<![A-Za-z0-9])[a-z]\W{0,6}\Z")


def cue_letter(text: str, options: Options) -> Answer | None:
    """ "I would go for B", "it must be C", "选 C". Mere mentions ("Option D shows ...") yield to a stated choice."""
    if not (_CAPITAL_ALONE.search(text) or _LOWER_AT_END.search(text[-8:])):
        return None
    cues = [cue for cue in _CUE_LETTER.finditer(text) if _is_label(cue, text)]
    if any(two_letters(text, cue.start("upper")) for cue in cues if cue["upper"]):
        return HEDGE
    letters = [(cue["upper"] or cue["lower"]).upper() for cue in cues]
    stated = [letter for letter, cue in zip(letters, cues, strict=True) if cue["cue"].lower() != "option"]
    answer = one(stated[-1:] or letters)
    if answer is None or answer.value is None or answer.value in options.letters:
        return answer
    return _UNKNOWN


def _is_label(cue: re.Match[str], text: str) -> bool:
    if negated(text, cue.start(), cue.end()):
        return False
    if cue["lower"]:
        return bool(_NAMES_LABEL.search(cue["cue"])) or "answer" in cue["cue"].lower()
    named = _NAMES_LABEL.search(text[cue.start() : cue.start("upper")])
    if named and named[0].lower().startswith("letter") and _IS_SEEN.match(text, cue.end()):
        return False
    return bool(named) or not _is_article(cue["upper"], text, cue.end())


def _is_article(letter: str, text: str, end: int) -> bool:
    return letter == "A" and _ARTICLE.match(text, end) is not None


_MARKED = Cued(
    "( ** correct right best answer",
    r"(?<!\w)\(([A-Za-z])\)|\*\*\W{0,3}([A-Z])[.):]{0,2}\*\*"
    r"|(?<![^\W_])([A-Z])(?=\s+is\s+(?:the\s+)?(?:correct|right|best|answer)\b)"
    r"|(?<![A-Za-z0-9])([A-Z])(?=[)\"]?\s?(?:选项|選項)\W{0,3}\Z)"
    r"|(?<![A-Za-z0-9])([A-Z])(?=[)\"]?\s?(?:项|項)?(?:是|为|為)?(?:正确|正確|对的|對的|答案))",
)

CONCLUDES = Cued(
    "so therefore thus hence conclusion overall answer finally most must correct",
    r"\b(?:so|therefore|thus|hence|conclusion|overall|answer|finally|most\s+likely|must\s+be|correct)\b|因此|所以",
    re.IGNORECASE,
    begins=True,
)


def marked_letter(text: str, options: Options) -> Answer | None:
    """ "... (C)", "... **C**", "C is correct". Several name things ("the man (A)"), unless the text concludes."""
    marks = [mark for mark in _MARKED.finditer(text) if not negated(text, *mark.span())]
    label = _LABEL.match(text)
    named = [next(filter(None, mark.groups())).upper() for mark in marks]
    letters = {*named, *([label["upper"]] if named and label else [])} & set(options.letters)
    if len(letters) > 1:
        return None if CONCLUDES.search(text) else HEDGE
    return ok(letters.pop()) if letters else None


_LAST_LETTER = re.compile(
    r"(?:[:!…]|\.\.\.|\b(?i:say|guess|prefer|probably|likely|definitely|clearly|possibly|perhaps|maybe|presumably"
    r"|apparently|hm+|uh|um|well|okay|ok|hence|thus|therefore|so|but|then|answer))"
    r"[\s,:*(\"-]{1,6}(?:([A-Z])|(?<=: )([a-z]))[)*\".!\s]{0,6}\Z"
    r"|[.?]\s{1,3}([B-Z]|A(?=[.)*]))[)*\".!\s]{0,6}\Z"
)


def last_letter(text: str, options: Options) -> Answer | None:
    """ "Result: B", "not B, but C", "Hence, B." at the end; a capital after any other word may name a thing."""
    last = _LAST_LETTER.search(text[-60:])
    return _letter(next(filter(None, last.groups())), options) if last else None


_CAPITAL = re.compile(r"(?<![A-Za-z0-9])([A-Z])(?![A-Za-z0-9])")


def bare_capital(text: str, options: Options) -> Answer | None:
    """A bare capital inside an explicit answer: "surely not A; C"."""
    capitals = [match for match in _CAPITAL.finditer(text) if match[1] in options.letters]
    labels = [match for match in capitals if not _is_article(match[1], text, match.end())]
    return one([match[1] for match in labels if not negated(text, *match.span())])
