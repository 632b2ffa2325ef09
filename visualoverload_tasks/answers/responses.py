"""What surrounds the answer in a model's response: failure texts, thinking, special tokens, prompts, markup; sentences.

Everything here reads a response once or a fixed number of times, so that a runaway response costs linear time.
"""

from __future__ import annotations

import re
from bisect import bisect_right

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
    if "<" not in text and "◁" not in text and "[" not in text:
        return text
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
    if "<" not in text:
        return text
    turns = (_SPECIAL.sub("\n", turn).strip() for turn in _END.split(text))
    return next((turn for turn in turns if turn), "")


_HTML = re.compile(r"</?(?:b|i|u|em|strong|span|font|mark|code|center|small|big)(?:\s[^<>]{0,200})?>", re.IGNORECASE)
_BLOCK = re.compile(r"</?(?:p|br|div|pre|h[1-6]|ul|ol|li)(?:\s[^<>]{0,200})?/?>", re.IGNORECASE)
_STRUCK = re.compile(r"~~[^~\n]{1,300}~~|<(s|del|strike|sup)>[^<\n]{0,300}</\1>", re.IGNORECASE)


def without_markup(text: str) -> str:
    """The text without HTML's emphasis, and without what is struck out or a footnote's mark."""
    if "<" not in text and "~~" not in text:
        return text
    return _BLOCK.sub("\n", _HTML.sub("", _STRUCK.sub(" ", text))).strip()


_REQUEST = re.compile(
    r"\bAnswer (?:with the option['’]s letter from the given choices |with a number )?directly\.|\[/INST\]"
)


def without_prompt(text: str) -> str:
    """What follows an echo of the prompt, which ends with its request; the whole text where nothing follows."""
    if "directly." not in text and "[/INST]" not in text:
        return text
    end = max((match.end() for match in _REQUEST.finditer(text)), default=0)
    return text[end:].strip() or text


_LATEX = re.compile(
    r"\\(?:text(?:bf|it|rm|tt)?|math(?:bf|it|rm|sf|tt)|boldsymbol|bf|rm|left|right|[,;!])\s{0,3}|[{}$]|\\(?=[$%&#_])"
)


def without_latex(text: str) -> str:
    """The text without LaTeX's wrappers: ``\\text{C}`` -> ``C``, ``1{,}200`` -> ``1,200``, ``\\$9`` -> ``9``."""
    marked = "\\" in text or "{" in text or "}" in text or "$" in text
    return (_LATEX.sub("", text) if marked else text).strip()


# Begins with one set of characters, since these are found fast, and reads a run of stops once.
SENTENCE_END = re.compile(r"[.!?。！？\n;；](?:(?<=[。！？\n;；])|(?<![.!?].)[.!?]*(?![.!?])(?=\s|$))")


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
