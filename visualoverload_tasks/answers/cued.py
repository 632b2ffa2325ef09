"""Patterns that are searched only where they can match.

Most texts hold none of the words that a pattern is about. To look for the words first is exact, and costs a fraction of
a search without regard to case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def may_hold(text: str, *words: str) -> bool:
    """Whether a search without regard to case may find one of the words; only ASCII texts are looked into.

    Outside of ASCII "ſ" matches "s", and lower case may be longer.
    """
    lowered = text.lower()
    return not text.isascii() or any(word in lowered for word in words)


class Cued:
    """A pattern of which every match in an ASCII text holds one of a few words.

    Args:
        words: the words or other characters, lower case, with blanks between them.
        pattern: what is searched, with the ``flags`` of ``re``.
        begins: every match begins with its word, so that nothing before the first of them is searched.
    """

    def __init__(self, words: str, pattern: str, flags: int = 0, *, begins: bool = False) -> None:
        self.words = words.split()
        self.pattern = re.compile(pattern, flags)
        self._begins = begins

    def finditer(self, text: str) -> Iterable[re.Match[str]]:
        """Every match in the text."""
        start = self._start(text)
        return () if start is None else self.pattern.finditer(text, start)

    def search(self, text: str) -> re.Match[str] | None:
        """The first match in the text."""
        return next(iter(self.finditer(text)), None)

    def _start(self, text: str) -> int | None:
        """Where a match may begin; None where there is none."""
        if not text.isascii():
            return 0
        if not self._begins:
            return 0 if may_hold(text, *self.words) else None
        lowered = text.lower()
        return min((at for word in self.words if (at := lowered.find(word)) >= 0), default=None)
