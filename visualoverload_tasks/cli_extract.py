"""The command ``visualoverload extract``: what was read in each response, and why some could not be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from .diagnosis import response_lengths
from .evaluation import extract_answers
from .printing import Format, print_rows, print_table
from .records import Questions
from .report import describe_lengths

Row = dict[str, object]

_ORDER = ("ok", "unparsed", "failed", "missing")  # first what the model itself did


def show_answers(questions: Questions, responses: Mapping[str, str], format: Format, *, unparsed: bool) -> None:
    """Print the answer to each question with a response.

    Args:
        unparsed: only those without an answer, after a count of the reasons.
    """
    every = answer_rows(questions, responses)
    rows = [row for row in every if not (unparsed and row["status"] == "ok")]
    if format is Format.json:
        print_rows(rows, (), format)
        return
    if unparsed:
        reasons = Counter(map(_reason, rows))
        rows.sort(key=lambda row: (_ORDER.index(str(row["status"])), -reasons[_reason(row)], _reason(row)))
        counts = [(reason, str(count)) for reason, count in Counter(map(_reason, rows)).items()]
        print_table(("no answer", "responses"), [*counts, ("in all", f"{len(rows)} of {len(every)}")], format)
        print()
    print_rows(rows, ("question_id", "rule", "value", "response"), format, one_line=True)
    if lengths := response_lengths({str(row["question_id"]): str(row["response"]) for row in every}):
        print(f"\n{describe_lengths(lengths)}")


def _reason(row: Mapping[str, object]) -> str:
    return f"{row['status']}: {row['rule']}"


def answer_rows(questions: Questions, responses: Mapping[str, str]) -> list[Row]:
    """One row for each question with a response, in dataset order."""
    return [
        {
            "question_id": question_id,
            "question_type": questions.by_id[question_id].question_type,
            "status": answer.status,
            "rule": answer.rule,
            "value": answer.value,
            "text": answer.text,
            "response": responses[question_id],
        }
        for question_id, answer in extract_answers(questions, responses).items()
        if question_id in responses
    ]
