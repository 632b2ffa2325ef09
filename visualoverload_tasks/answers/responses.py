"""What surrounds the answer in a model's response: failure texts, thinking, special tokens, and explicit final answers.

Everything here reads a response once or a fixed number of times, so that a runaway response costs linear time.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

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


# lmms-eval and VLMEvalKit return these in place of a response. Backends of VLMEvalKit vary the sentence ("via API",
# "via bailingMM API", "BlueLM API", "Fail to ..."), and append an error code or the exception to it.
_FAILURE = re.compile(
    r"\[LMMS_EVAL_(?:REQUEST_FAILED\b|BUDGET_EXCEEDED\])|\[SAFETY_BLOCKED:|Fail(?:ed)? to obtain answer\b|\$ERROR\$"
)


def is_failure(response: str) -> bool:
    """Whether the response is a host's failure text: it begins with one; a mention inside a real answer is none."""
    return _FAILURE.match(response.strip()) is not None


_THINKING = re.compile(
    r"(?P<close></\s*(?:seed:)?(?:think|thinking|thought|analysis|reasoning)\s*>|◁/think▷|\[/THINK\])"
    r"|<\s*(?:seed:)?(?:think|thinking|thought|analysis|reasoning)\s*>|◁think▷|\[THINK\]",
    re.IGNORECASE,
)


def without_thinking(text: str) -> str | None:
    """The text outside of thinking blocks; None where a block never ends, since then no final answer was given.

    Blocks do not nest (a model may mention the tag while it thinks), and a stray end tag makes all before it thinking.
    """
    kept: list[str] = []
    start, inside = 0, False
    for tag in _THINKING.finditer(text):
        if tag["close"]:
            if not inside:
                kept.clear()
            start, inside = tag.end(), False
        elif not inside:
            kept.append(text[start : tag.start()])
            inside = True
    return None if inside else " ".join([*kept, text[start:]])


_END = re.compile(
    r"<\|(?:im_end|endoftext|eot_id|eom_id|end|end_of_text|user)\|>|</s>|<eos>|<end_of_turn>|<turn\|>"
    r"|<end_of_utterance>|<｜end▁of▁sentence｜>"
)
_SPECIAL = re.compile(
    r"<\|im_start\|>assistant\b|<start_of_turn>model\b|<\|(?!begin_of_box|end_of_box)[^<>|\s]{1,40}\|>"
    r"|<(?:s|bos|pad|unk)>"
)


def without_special_tokens(text: str) -> str:
    """The first turn that says anything, without the tokens that a decoder should have removed."""
    turns = (_SPECIAL.sub("\n", turn).strip() for turn in _END.split(text))
    return next((turn for turn in turns if turn), "")


_HTML = re.compile(r"</?(?:b|i|u|em|strong|span|font|mark|code|center|small|big)(?:\s[^<>]{0,200})?>", re.IGNORECASE)
_BLOCK = re.compile(r"</?(?:p|br|div|pre|h[1-6]|ul|ol|li)(?:\s[^<>]{0,200})?/?>", re.IGNORECASE)
_STRUCK = re.compile(r"~~[^~\n]{1,300}~~|<(s|del|strike|sup)>[^<\n]{0,300}</\1>", re.IGNORECASE)


def without_markup(text: str) -> str:
    """The text without HTML's emphasis, and without what is struck out or a footnote's mark."""
    return _BLOCK.sub("\n", _HTML.sub("", _STRUCK.sub(" ", text))).strip()


_REQUEST = re.compile(
    r"\bAnswer (?:with the option['’]s letter from the given choices |with a number )?directly\.|\[/INST\]"
)


def without_prompt(text: str) -> str:
    """What follows an echo of the prompt, which ends with its request; the whole text where nothing follows."""
    end = max((match.end() for match in _REQUEST.finditer(text)), default=0)
    return text[end:].strip() or text


def explicit_answers(text: str) -> list[Explicit]:
    """Every explicit final answer, in order of position; at most the last ``MOST_EXPLICIT``."""
    marked = _joined(text, sorted([*_tags(text), *_boxes(text), *_json_answers(text)])[-MOST_EXPLICIT:])
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


_LATEX = re.compile(
    r"\\(?:text(?:bf|it|rm|tt)?|math(?:bf|it|rm|sf|tt)|boldsymbol|bf|rm|left|right|[,;!])\s{0,3}|[{}$]|\\(?=[$%&#_])"
)


def without_latex(text: str) -> str:
    """The text without LaTeX's wrappers: ``\\text{C}`` -> ``C``, ``1{,}200`` -> ``1,200``, ``\\$9`` -> ``9``."""
    return _LATEX.sub("", text).strip()


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


_CUE = re.compile(
    r"(?:(?<![^\W_])(?:answer|antwort|ans|réponse|respuesta|resposta|risposta|ответ)(?![^\W_])|答案|正解|答え|정답)[*_\"'’`)\]]{0,4}"
    r"(?:(?<=['’])s(?=\s)|[^\S\n]*(?:[:：=→]|->|[–—-](?=\s))|[^\S\n]*(?:应该|應該|应|應)?(?:是|为|為|は|은|는)|[^\S\n]+(?:to\s+(?:the|this|your)\s+question\s+)?"
    r"(?:is|ist|lautet|est|es|è|(?:w|sh|c)ould\s+be|m(?:ust|ight|ay)\s+be|(?:appears|seems)\s+to\s+be)(?![^\W_])|[^\S\n]*(?=\n))[:：*_\s]*",
    re.IGNORECASE,
)


def _lines(text: str, marked: list[Explicit]) -> list[Explicit]:
    """``Answer: X`` and ``the final answer is X``, up to the end of the line or to the next such cue.

    Markers are blanked first: ``{"answer": "B", "confidence": 0.9}`` is one answer, not two.
    """
    blanked = _blank(text, marked)
    cues = list(_CUE.finditer(blanked))[-MOST_EXPLICIT:]
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


SENTENCE_END = re.compile(r"[.!?]+(?=\s|$)|[。！？\n;；]")


class Sentences:
    """Where the sentences of a text are."""

    def __init__(self, text: str) -> None:
        self._marks = list(SENTENCE_END.finditer(text))
        self._ends = [mark.end() for mark in self._marks]
        if self._ends and self._ends[-1] >= len(text.rstrip()):
            self._ends.pop()

    def index(self, position: int) -> int:
        """The number of the sentence at a position, from 0."""
        return bisect_right(self._ends, position)

    def asks(self, number: int) -> bool:
        """Whether the sentence is a question."""
        return number < len(self._marks) and self._marks[number][0][0] in "?？"

    @property
    def last(self) -> int:
        """The number of the last sentence."""
        return len(self._ends)
