"""The only place where the stages are put together: responses in, report out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from .answers import extract_answer
from .metrics import accuracies, consistencies, counting_rmse, make_units, ocr_edit_distance
from .pairs import find_pairs
from .records import Answer, Key, Question, Questions
from .scores import Counts, Report
from .signature import make_signature

MISSING = Answer(None, "", "empty", "missing")


def extract_answers(questions: Iterable[Question], responses: Mapping[str, str | None]) -> dict[str, Answer]:
    """The answer to every question, in dataset order; a question without a response gets status ``missing``."""
    return {q.question_id: extract_answer(responses.get(q.question_id), q.question_type, q.options) for q in questions}


def evaluate(
    questions: Sequence[Question],
    responses: Mapping[str, str | None],
    key: Key | None = None,
    *,
    asked: Iterable[str] | None = None,
    host: str | None = None,
    prompt: str | None = None,
) -> Report:
    """Score one run as the paper does, or tell what can be known without a key.

    Args:
        questions: all questions of the dataset, in its order.
        responses: question id -> raw response, or None; other ids are ignored.
        key: without one the report has no accuracy at all.
        asked: the ids that were put to the model, where it was not asked everything (``--limit``). Only these count; by
            default all do, so a question without a response is wrong.
        host: the framework that asked the model, for the signature.
        prompt: ``default`` if the model was asked with the dataset's prompts, for the signature.
    """
    answers = extract_answers(questions, responses)
    return evaluate_answers(questions, answers, key, asked=asked, host=host, prompt=prompt)


def evaluate_answers(
    questions: Sequence[Question],
    answers: Mapping[str, Answer],
    key: Key | None = None,
    *,
    asked: Iterable[str] | None = None,
    host: str | None = None,
    prompt: str | None = None,
) -> Report:
    """As ``evaluate``, on answers that were extracted already."""
    by_id = {question.question_id: question for question in questions}
    chosen = set(by_id if asked is None else asked)
    rows = [question for question in questions if question.question_id in chosen]
    given = {question.question_id: answers.get(question.question_id, MISSING) for question in rows}
    pairs = [pair for pair in find_pairs(questions, key) if pair.first in given and pair.second in given]
    paired = {question_id for pair in pairs for question_id in (pair.first, pair.second)}
    alone = sum(question.is_yes_no and question.question_id not in paired for question in rows)
    consistency, consistency_by_category = consistencies(by_id, pairs, given)
    pairs_from = "key" if key is not None and key.opposite_of else "inferred"
    scores = accuracies(make_units(rows, pairs), given, key) if key is not None else (None, {}, {})
    return Report(
        counts=_count(given.values(), not_asked=len(by_id) - len(rows), incomplete_pairs=alone),
        total=scores[0],
        category=scores[1],
        difficulty=scores[2],
        counting_rmse=counting_rmse(rows, given, key) if key is not None else None,
        ocr_edit_distance=ocr_edit_distance(rows, given, key) if key is not None else None,
        consistency=consistency,
        consistency_by_category=consistency_by_category,
        pairs_from=pairs_from,
        signature=make_signature(
            questions.revision if isinstance(questions, Questions) else "unknown", pairs_from, key, prompt, host
        ),
    )


def _count(answers: Iterable[Answer], *, not_asked: int, incomplete_pairs: int) -> Counts:
    status = Counter(answer.status for answer in answers)
    return Counts(
        questions=sum(status.values()),
        ok=status["ok"],
        unparsed=status["unparsed"],
        failed=status["failed"],
        missing=status["missing"],
        not_asked=not_asked,
        incomplete_pairs=incomplete_pairs,
    )
