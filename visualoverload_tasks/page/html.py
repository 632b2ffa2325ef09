"""The report as one HTML file, which asks nothing of any network."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from string import ascii_uppercase

from ..errors import UsageError
from ..figures import INSTALL, figure_svg, require_matplotlib
from ..prompts import STYLES, prompt_in
from ..records import Answer, Question
from ..studies import StudyRun
from ..study import Cell, Figure, StudyTable
from ..variants import describe_variant
from .content import Content
from .plain import title
from .tables import data_name, published_rows, remarks, result_figures, result_tables, without_row

_SHOWN = 1_500  # characters of a response; the rest stays in the run's file
_SHOWN_ANSWER = 200


def to_html(content: Content, pictures: Mapping[str, str]) -> str:
    """The whole page; same content, same text.

    Args:
        pictures: painting id -> data URI of a small picture; a painting without one is named only.

    Raises:
        UsageError: the packages of the extra ``report`` are not installed.
    """
    require_extra()
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    script = _resource("script.js")
    wanted = {question.painting.painting_id for question in content.questions}
    seen = {name: uri for name, uri in pictures.items() if uri and name in wanted}
    return environment.from_string(_resource("template.html")).render(
        title=title(content),
        content=content,
        made=[study for study in content.studies if not study.lacks],
        lacking=[study for study in content.studies if study.lacks],
        source=data_name(content),
        style=_resource("style.css"),
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        tables=list(result_tables(content)),
        figures=list(result_figures(content)),
        remarks=remarks,
        published=published_rows(content),
        without_row=without_row(content),
        draw=_drawer(),
        is_number=_is_number,
        sort_value=_sort_value,
        without_picture=len(wanted) - len(seen),
        paintings=len(wanted),
        browser=_json(_browser(content)),
        pictures=_json(seen),
    )


def require_extra() -> None:
    """Tell before a long work what would keep a page from being made.

    Raises:
        UsageError: as ``to_html``.
    """
    require_matplotlib()
    try:
        import jinja2  # noqa: F401
    except ImportError:
        raise UsageError("report", "jinja2 is not installed", "the extra 'report'", f"{INSTALL} adds it.") from None


def _resource(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _drawer() -> object:
    drawn: list[str] = []

    def draw(figure: Figure) -> str:
        drawn.append(f"figure-{len(drawn) + 1}")
        return figure_svg(figure, drawn[-1])

    return draw


def _is_number(table: StudyTable, column: int) -> bool:
    return all(not isinstance(row[column], str) for row in table.rows)


def _sort_value(cell: Cell) -> str:
    """What a column is sorted by: an interval by its middle, what is not defined last."""
    if isinstance(cell, tuple):
        return repr(sum(cell) / 2)
    return "" if cell is None else str(cell)


def _browser(content: Content) -> dict[str, object]:
    style = _style(content)
    return {
        "runs": [run.name for run in content.runs],
        "variants": [describe_variant(run.run.prompt, run.run.image) or "" for run in content.runs],
        "asked": "" if style else "default prompt",
        "questions": list(_questions(content, style or "default")),
    }


def _style(content: Content) -> str | None:
    """The style in which all runs were asked; None if it is not known, or not one."""
    styles = {run.run.prompt for run in content.runs}
    style = styles.pop() if len(styles) == 1 else None
    return style if style in STYLES else None


def _questions(content: Content, style: str) -> Iterator[dict[str, object]]:
    for question in content.questions:
        row: dict[str, object] = {
            "id": question.question_id,
            "type": question.question_type,
            "category": question.category,
            "difficulty": question.difficulty,
            "painting": question.painting.painting_id,
            "name": question.painting.name,
            "prompt": _shortened(prompt_in(style, question), _SHOWN)[0],
            "runs": [_response(content, run, question) for run in content.runs],
        }
        if content.key is not None:
            row["truth"] = _in_words(question, content.key.values[question.question_id])
        yield row


def _response(content: Content, run: StudyRun, question: Question) -> dict[str, object] | None:
    answer = run.answers.get(question.question_id)
    if answer is None:
        return None  # not asked
    text, cut = _shortened(run.run.responses.get(question.question_id, ""), _SHOWN)
    row: dict[str, object] = {
        "response": text,
        "answer": _answer(question, answer),
        "rule": answer.rule,
        "status": answer.status,
    }
    if cut:
        row["length"] = cut
    if content.key is not None:
        row["right"] = answer.value == content.key.values[question.question_id]
    return row


def _answer(question: Question, answer: Answer) -> str:
    return "" if answer.value is None else _shortened(_in_words(question, answer.value), _SHOWN_ANSWER)[0]


def _in_words(question: Question, value: str) -> str:
    return f"{value}. {question.options[ascii_uppercase.index(value)]}" if question.options else value


def _shortened(text: str, limit: int) -> tuple[str, int]:
    """A text with its middle left out where it is long, and its length if so, else 0."""
    if len(text) <= limit:
        return text, 0
    return f"{text[: limit * 2 // 3]} […] {text[-limit // 3 :]}", len(text)


_UNSAFE = re.compile("[<>\u2028\u2029\ud800-\udfff]")


def _json(value: object) -> str:
    """JSON inside of ``<script>``: nothing in it ends or opens an element, and lone surrogates survive as escapes."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
