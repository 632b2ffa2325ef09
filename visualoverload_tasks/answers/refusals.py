"""Responses that decline to answer, and texts of a program that failed."""

from __future__ import annotations

import re

from .cued import Cued

_ABLE = r"(?:say|tell|determined?|answer(?:ed)?|identif(?:y|ied)|count(?:ed)?|give|know|read|see)"
_REFUSAL = Cued(
    "sorry can unable not know unclear idea possible difficult hard could",
    r"\bI(?:['’]?m|\s+am)?\s+(?:really\s+)?(?:sorry|cannot|can\s?not|can['’]?t|unable|not\s+(?:able|sure|certain)"
    r"|don['’]?t\s+know|do\s+not\s+know)\b"
    r"|^\W*(?:sorry|unknown|unclear|not\s+(?:sure|visible|legible|clear|certain))\b|\bunable\s+to\b|\bno\s+idea\b"
    rf"|\b(?:impossible|not\s+possible|difficult|hard)\s+to\s+(?:accurately\s+|exactly\s+)?{_ABLE}\b"
    rf"|\b(?:cannot|can['’]?t|could\s+not|couldn['’]?t)\s+(?:be\s+)?(?:\w+ly\s+)?{_ABLE}\b",
    re.IGNORECASE,
)
_BUT = re.compile(r"\bbut\b", re.IGNORECASE)


def refuses(text: str) -> bool:
    """Whether the text declines to answer, and does not go on with "but": "I am not sure, but it looks like ..."."""
    end = max((match.end() for match in _REFUSAL.finditer(text)), default=-1)
    return end >= 0 and _BUT.search(text, end) is None


_NO_HELP = Cued(
    "can could able know please",
    r"\bI\s+can\s+(?:help|assist)\b"
    r"|\bI(?:['’]?m|\s+am)?\s+(?:can(?:not|\s?not|['’]?t)|could(?:\s+not|n['’]?t)|unable\s+to|not\s+able\s+to)"
    r"\s+(?:\w+\s+){0,2}?"
    r"(?:help|assist|determine|tell|say|answer|provide|confirm|identify|process|view|access"
    r"|(?:see|analy[sz]e)\s+(?:the|any|this|an)\s+(?:image|picture|painting))\b"
    r"|\bI\s+(?:don['’]?t|do\s+not)\s+know\b"
    r"|\b(?:please|could\s+you|can\s+you)\s+(?:\w+\s+)?(?:upload|provide|share|send|attach|clarify|specify)\b",
    re.IGNORECASE,
)


def offers_no_answer(text: str) -> bool:
    """Whether no answer comes even after a yes or no ("I cannot see a dog" may be one), and no "but" follows."""
    end = max((match.end() for match in _NO_HELP.finditer(text)), default=-1)
    return end >= 0 and _BUT.search(text, end) is None


_ERROR = re.compile(
    r"\W{0,4}(?:Error(?:\s+code)?:\s|HTTP(?:/[\d.]+)?\s+(?:error\s+)?[45]\d\d\b|Traceback \(most recent call last\)"
    r"|(?:\w+\.){0,6}[A-Z]\w{0,60}(?:Error|Exception):\s)"
)


def is_error(text: str) -> bool:
    """Whether the text begins as the message of a program does; the numbers and letters in it are no answers."""
    return _ERROR.match(text) is not None
