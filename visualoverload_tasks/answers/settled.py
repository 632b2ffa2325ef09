"""Letters that are settled on after others were considered."""

from __future__ import annotations

from ..records import Answer
from .cued import Cued
from .letters import ok
from .option_texts import Options

_SETTLES = (
    r"(?:probably|(?:more|most)\s+(?:likely|probably)|on\s+(?:closer|second|further)\s+(?:inspection|look|examination|thoughts?)"
    r"|if\s+I\s+(?:have|had|must|need)(?:\s+to)?\s+(?:pick|choose|guess|select|decide)(?:\s+one)?|my\s+(?:best\s+)?guess\s+is"
    r"|I(?:d|\s+would)?\s+(?:say|guess|think|believe|pick|choose|go\s+(?:for|with)|lean\s+towards?))"
)
_SETTLED = Cued(
    "but between",
    # The letter ends the text, so that no denial follows it.
    rf"\b(?i:but)\s+(?i:{_SETTLES}[\s,:]{{1,3}}(?:(?:{_SETTLES}|its|it\s+is|option)[\s,:]{{1,3}}){{0,2}})[(\"*]{{0,3}}([A-Z])[)\"*.!\s]{{0,6}}\Z"
    rf"|\b(?i:between)\s+([A-Z])\s+(?i:and)\s+([A-Z])\s?[,:]\s+(?i:{_SETTLES}[\s,:]{{1,3}})?(?P<one>\2|\3)[.!\s]{{0,6}}\Z",
)


def settled_letter(text: str, options: Options) -> Answer | None:
    """ "A or B, but probably B", "between A and D, D", at the end."""
    settled = _SETTLED.search(text[-120:])
    letter = (settled[1] or settled["one"]) if settled else ""
    return ok(letter) if letter and letter in options.letters else None
