"""The report as Markdown, for a pull request, and as JSON, for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from ..study import StudyTable
from .content import Content
from .tables import data_name, markdown_cell, published_rows, remarks, result_tables, without_row


def to_markdown(content: Content) -> str:
    """The sections of the page, tables without figures."""
    lines = [f"# {markdown_cell(title(content))}", "", "## Results", ""]
    if content.withheld:
        lines += [
            "Left out, since the truth of single questions would follow from it:",
            "",
            *_bullets(content.withheld),
        ]
    for table in result_tables(content):
        lines += [*_table(table), ""]
    for run in content.runs:
        lines += [f"### {markdown_cell(run.name)}", "", *_bullets(remarks(content, run))]
    published, without = published_rows(content), without_row(content)
    if published or without:
        lines += ["## Row of the published table", "", *([published["Markdown"], ""] if published else [])]
        lines += _bullets([without] if without else [])
    for study in (study for study in content.studies if not study.lacks):
        lines += [f"## {study.title}", "", study.text, ""]
        for table in study.tables:
            lines += [*_table(table), ""]
        lines += _bullets(study.notes)
    lacking = [f"{study.title} lacks {study.lacks}" for study in content.studies if study.lacks]
    lines += ["## Studies that are not here", "", *_bullets(lacking)] if lacking else []
    return "\n".join(lines).rstrip() + "\n"


def title(content: Content) -> str:
    """What the report is about, in one line."""
    return f"VisualOverload: {', '.join(run.name for run in content.runs)}"


def _bullets(lines: Sequence[str]) -> list[str]:
    # Not a cell: the bars of a signature stay as they are.
    return [*(f"- {' '.join(line.split()).replace('<', '&lt;')}" for line in lines), ""] if lines else []


def _table(table: StudyTable) -> Iterator[str]:
    if table.caption:
        yield from (f"**{table.caption}**", "")
    yield "| " + " | ".join(map(markdown_cell, table.headers)) + " |"
    yield "| --- |" + " ---: |" * (len(table.headers) - 1)
    for row in table.rows:
        yield "| " + " | ".join(markdown_cell(table.text(cell)) for cell in row) + " |"


def to_json(content: Content) -> str:
    """All that the page shows but the paintings and responses, as ``docs/formats.md`` tells."""
    report = {
        "data": {"source": data_name(content), "revision": content.questions.revision},
        "withheld": content.withheld,
        "runs": [{"name": run.name, **run.report.to_dict()} for run in content.runs],
        "studies": [asdict(study) for study in content.studies],
        "questions": list(_questions(content)),
    }
    return json.dumps(report, indent=1) + "\n"


def _questions(content: Content) -> Iterator[dict[str, object]]:
    for question in content.questions:
        row: dict[str, object] = {
            "question_id": question.question_id,
            "question_type": question.question_type,
            "category": question.category,
            "difficulty": question.difficulty,
            "painting": question.painting.name,
            "answers": {
                run.name: {"status": answer.status, "rule": answer.rule, "value": answer.value}
                for run in content.runs
                if (answer := run.answers.get(question.question_id)) is not None
            },
        }
        if content.key is not None:
            row["truth"] = content.key.values[question.question_id]
        yield row
