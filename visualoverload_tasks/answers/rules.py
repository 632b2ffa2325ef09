"""A named rule, and how a list of them reads a text: the first rule that decides wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple

from ..records import Answer

HEDGE = Answer(None, "", "several-options", "unparsed")
REFUSAL = Answer(None, "", "refusal", "unparsed")


class Rule(NamedTuple):
    """One form in which responses give an answer, or decline to.

    Attributes:
        name: is recorded in the answer, and leaves the rule out where it is among ``without``.
        find: the answer that it sees in a text, None where it sees none. It may decide against an answer.
        reads: ``stated`` reads only explicit final answers ("Answer: ..."), ``prose`` all other text.
    """

    name: str
    find: Callable[..., Answer | None]
    reads: Literal["anything", "stated", "prose"] = "anything"


class Reading(NamedTuple):
    """How a text is read.

    Attributes:
        stated: the text is known to be a final answer, so that a bare letter or a first word in it may count.
        without: the names of rules that are left out.
    """

    stated: bool = False
    without: frozenset[str] = frozenset()


def first_answer(rules: Iterable[Rule], reading: Reading, *read: Any) -> Answer | None:
    """What the first rule that decides finds in ``read``, with its name."""
    other = "prose" if reading.stated else "stated"
    for rule in rules:
        if rule.reads == other or rule.name in reading.without:
            continue
        if answer := rule.find(*read):
            return answer if answer.rule else Answer(answer.value, answer.text, rule.name, answer.status)
    return None
