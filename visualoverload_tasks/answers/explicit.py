"""Explicit final answers: where a model says that this is its answer, whatever else it writes.

Everything here reads a response once or a fixed number of times, so that a runaway response costs linear time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from .cued import Cued
from .responses import without_latex

EXPLICIT_RULES = ("answer-tag", "boxed", "json", "answer-line")
"""How a response says that something is its final answer."""

# Only the last explicit answers are looked at: a response with more of them is a loop, not a choice among them.
MOST_EXPLICIT = 20


class Explicit(NamedTuple):
    """A place in the response where the model says that this is its answer.

    Attributes:
        rule: how it says so.
        content: what it says there.
        rest: after an answer line, the lines up to the next one: they may correct it or add it up.
    """

    start: int
    end: int
    rule: str
    content: str
    rest: str = ""


def explicit_answers(text: str) -> list[Explicit]:
    """Every explicit final answer, in order of position; at most the last ``MOST_EXPLICIT``."""
    tags = _tags(text) if "<" in text else ()
    boxes = _boxes(text) if "boxed" in text else ()
    objects = _json_answers(text) if "{" in text or "[" in text else ()
    marked = _joined(text, sorted([*tags, *boxes, *objects])[-MOST_EXPLICIT:])
    return sorted([*marked, *_lines(text, marked)])[-MOST_EXPLICIT:]


_JOIN = re.compile(r"(?:[^\w\n]|\b(?:or|and)\b){1,8}", re.IGNORECASE)


def _joined(text: str, marked: list[Explicit]) -> list[Explicit]:
    """Boxes with only "or", "and" or "/" between them are one answer, which names several."""
    kept: list[Explicit] = []
    for found in marked:
        if kept and found.rule == "boxed" == kept[-1].rule and _JOIN.fullmatch(text, kept[-1].end, found.start):
            first = kept.pop()
            found = Explicit(first.start, found.end, "boxed", f"{first.content} or {found.content}")
        kept.append(found)
    return kept


# <CONCLUSION> is LLaVA-CoT's answer tag; GLM-4.1V and 4.5V put theirs between box tokens.
_TAG = re.compile(
    r"<(/?)\s*(?:final_?answer|answer|conclusion)\s*>|<\|begin_of_box\|>|(<\|end_of_box\|>)", re.IGNORECASE
)


def _tags(text: str) -> Iterator[Explicit]:
    """``<answer>X</answer>``; the end tag may be missing, as when the model stops at its token limit."""
    tags = list(_TAG.finditer(text))
    ends = [*(tag.start() for tag in tags[1:]), len(text)]
    for tag, end in zip(tags, ends, strict=False):
        if not (tag[1] or tag[2]):
            yield Explicit(tag.start(), end, "answer-tag", text[tag.end() : end].strip())


_BRACE = re.compile(r"(\\f?boxed\s{0,3})?\{|\}")


def _boxes(text: str) -> list[Explicit]:
    """``\\boxed{X}`` with any braces inside it, boxes in boxes too; the last one may lack its end."""
    opened: list[re.Match[str]] = []
    spans: list[tuple[int, int, int]] = []
    for brace in _BRACE.finditer(text):
        if brace[0] != "}":
            opened.append(brace)
        elif opened and (start := opened.pop())[1]:
            spans.append((start.start(), start.end(), brace.start()))
    if cut := next((brace for brace in reversed(opened) if brace[1]), None):
        spans.append((cut.start(), cut.end(), len(text)))
    return [
        Explicit(start, min(end + 1, len(text)), "boxed", without_latex(text[inner:end]))
        for start, inner, end in spans[-MOST_EXPLICIT:]
    ]


# Best name first: an object may hold a count beside its answer.
_FIELDS = (
    *("final_answer", "finalanswer", "final answer", "answer", "antwort", "答案", "choice", "option", "letter"),
    *("count", "total", "number", "result", "text", "text_content"),
)
_FENCE = re.compile(r"```[\w-]{0,20}(.*?)```", re.DOTALL)
_FLAT = re.compile(r"\{[^{}]*\}")


def _json_answers(text: str) -> list[Explicit]:
    """JSON objects with a field for the answer: the whole text, else fenced blocks, else flat objects anywhere."""
    whole = [(0, len(text), text)]
    fenced = [(*match.span(), match[1]) for match in _FENCE.finditer(text)]
    flat = [(*match.span(), match[0]) for match in _FLAT.finditer(text) if '"' in match[0]]
    for sources in (whole, fenced, flat):
        contents = [(start, end, _json_answer(source.strip())) for start, end, source in sources]
        if found := [Explicit(start, end, "json", content) for start, end, content in contents if content is not None]:
            return found
    return []


def parsed_json(source: str) -> object:
    """The value of a JSON object or array, numbers as written; None if it is neither, or broken."""
    if not (source.startswith(("{", "[")) and source.endswith(("}", "]"))):
        return None
    try:
        return json.loads(source, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return None


def _json_answer(source: str) -> str | None:
    value = parsed_json(source)
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, dict):
        return None
    fields = {key.strip().lower(): content for key, content in value.items()}
    return next((_json_text(fields[name]) for name in _FIELDS if name in fields), None)


def _json_text(value: object) -> str | None:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    return value.strip() if isinstance(value, str) else None


_CUE = Cued(
    "ans antwort resp risposta",
    r"(?:(?<![^\W_])(?:answer|antwort|ans|réponse|respuesta|resposta|risposta|ответ)(?![^\W_])"
    r"(?:\s+(?:correct[ao]|correcte|juste|exacte|corret[ao]|cert[ao]|corretta|giusta)(?![^\W_]))?|答案|正解|答え|정답)[*_\"'’`)\]]{0,4}"
    r"(?:(?<=['’])s(?=\s)|[^\S\n]*(?:[:：=→]|->|[–—-](?=\s))|[^\S\n]*(?:应该|應該|应|應)?(?:是|为|為|は|은|는)|[^\S\n]+(?:to\s+(?:the|this|your)\s+question\s+)?"
    r"(?:is|ist|lautet|est|es|è|é|(?:w|sh|c)ould\s+be|m(?:ust|ight|ay)\s+be|(?:appears|seems)\s+to\s+be)(?![^\W_])|[^\S\n]*(?=\n))[:：*_\s]*",
    re.IGNORECASE,
    begins=True,
)


def _lines(text: str, marked: list[Explicit]) -> list[Explicit]:
    """``Answer: X`` and ``the final answer is X``, up to the end of the line or to the next such cue.

    Markers are blanked first: ``{"answer": "B", "confidence": 0.9}`` is one answer, not two.
    """
    blanked = _blank(text, marked) if marked else text
    cues = list(_CUE.finditer(blanked))[-MOST_EXPLICIT:]
    if not cues:
        return []
    ends = [*(cue.start() for cue in cues[1:]), len(text)]
    lines = ((cue, *blanked[cue.end() : end].partition("\n")[::2]) for cue, end in zip(cues, ends, strict=False))
    stated = ((cue, line.strip("*_` \t\0"), rest) for cue, line, rest in lines)
    return [Explicit(cue.start(), cue.end(), "answer-line", line, rest) for cue, line, rest in stated if line]


def _blank(text: str, spans: list[Explicit]) -> str:
    pieces, done = [], 0
    for start, end, *_ in spans:
        if end > done:
            pieces += [text[done:start], "\0" * (end - max(start, done))]
            done = end
    return "".join([*pieces, text[done:]])
