"""The only place where the stages are put together: responses in, report out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from .answers import extract_answer
from .bias import answer_bias
from .chance import GUESSERS, chance_levels
from .diagnosis import contradicted_pairs, diagnose, response_lengths, unread
from .errors import UsageError, quoted
from .metrics import (
    accuracies,
    bounds,
    consistencies,
    counting_rmse,
    counting_within,
    make_units,
    ocr_edit_distance,
)
from .pairs import choose_pairs
from .records import Answer, Key, Pair, Pairing, Question, Questions, Run
from .scores import Counts, Report
from .signature import make_signature

MISSING = Answer(None, "", "empty", "missing")
TOLERANCES = (10, 50, 100)  # percent, those that the paper names (section 4)


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
    image: str | None = None,
    pairs: Pairing | None = None,
) -> Report:
    """Score one run as the paper does, or tell what can be known without a key.

    Args:
        questions: all questions of the dataset, in its order.
        responses: question id -> raw response, or None; other ids are ignored.
        key: without one the report has no accuracy at all.
        asked: the ids that were put to the model, where it was not asked everything (``--limit``). Only these count; by
            default all do, so a question without a response is wrong.
        host: the framework that asked the model, for the signature.
        prompt: what the model was asked, for the signature and the report: ``default`` if with the dataset's prompts.
        image: what it was shown, likewise: ``original`` if the paintings as published.
        pairs: as ``load_pairs`` reads them; by default the key's if it names opposites, else inferred ones.

    Raises:
        PairsFileError: the key names other opposites than ``pairs``.
        UsageError: the key or the pairs are something else, such as the name of a file.
    """
    # A table's empty cell is NaN, which differs from itself; its numbers are texts here.
    said = {name: str(text) for name, text in responses.items() if text is not None and text == text}
    run = Run(said, None if asked is None else frozenset(asked), host, prompt, image)
    return evaluate_run(questions, run, key, pairs)


def evaluate_run(
    questions: Sequence[Question],
    run: Run,
    key: Key | None = None,
    pairs: Pairing | None = None,
    *,
    answers: Mapping[str, Answer] | None = None,
) -> Report:
    """As ``evaluate``, on a run as ``read_run`` gives it.

    Args:
        answers: of the questions asked, by id, where they were extracted already. Where only these are known and the
            run has no responses, the report has no findings and lengths.

    Raises:
        PairsFileError, UsageError: as ``evaluate``.
    """
    _refuse_other_kinds(key, pairs)
    by_id = {question.question_id: question for question in questions}
    rows = [question for question in questions if run.asked is None or question.question_id in run.asked]
    answers = extract_answers(rows, run.responses) if answers is None else answers
    given = {question.question_id: answers.get(question.question_id, MISSING) for question in rows}
    pairing = choose_pairs(questions, key, pairs)
    complete = [pair for pair in pairing.pairs if pair.first in given and pair.second in given]
    paired = {question_id for pair in complete for question_id in (pair.first, pair.second)}
    alone = sum(question.is_yes_no and question.question_id not in paired for question in rows)
    units = make_units(rows, complete)
    consistency, consistency_by_category = consistencies(by_id, complete, given)
    scores = accuracies(units, given, key) if key is not None else (None, {}, {})
    bias = answer_bias(rows, given, key)
    said = {name: run.responses[name] for name in given if name in run.responses}
    return Report(
        counts=_count(given.values(), not_asked=len(by_id) - len(rows), incomplete_pairs=alone),
        total=scores[0],
        category=scores[1],
        difficulty=scores[2],
        bound=bounds(units, by_id, given),
        chance={guesser: chance_levels(units, by_id, guesser) for guesser in GUESSERS},
        counting_rmse=counting_rmse(rows, given, key) if key is not None else None,
        counting_within=counting_within(rows, given, key, TOLERANCES) if key is not None else {},
        ocr_edit_distance=ocr_edit_distance(rows, given, key) if key is not None else None,
        consistency=consistency,
        consistency_by_category=consistency_by_category,
        bias=bias,
        unread=unread(given),
        lengths=response_lengths(said),
        findings=(
            *(diagnose(given, said, bias) if run.responses else ()),
            *(contradicted_pairs(*_opposite_in_truth(by_id, complete, key)) if key is not None else ()),
        ),
        pairs_from=pairing.origin,
        signature=make_signature(
            questions.revision if isinstance(questions, Questions) else "unknown",
            pairing.origin,
            key,
            run.prompt,
            run.image,
            run.host,
        ),
        prompt=run.prompt,
        image=run.image,
    )


def _refuse_other_kinds(key: object, pairs: object) -> None:
    if not isinstance(key, Key | None):
        raise UsageError("key", quoted(key), "what load_key or make_key returns")
    if not isinstance(pairs, Pairing | None):
        raise UsageError("pairs", quoted(pairs), "what load_pairs returns")


def _opposite_in_truth(questions: Mapping[str, Question], pairs: Iterable[Pair], key: Key) -> tuple[int, int]:
    truth = {question_id: Answer(value, value, "key", "ok") for question_id, value in key.values.items()}
    consistency, _ = consistencies(questions, pairs, truth)
    return consistency.consistent, consistency.pairs


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
