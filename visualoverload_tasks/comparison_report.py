"""Comparison -> what people and programs read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .comparison import Agreement, Comparison, Disagreement
from .paired import FEWEST_PAINTINGS, UNDECIDED, Difference
from .records import Answer, Key
from .report import Row, percent, suspicions, wrapped
from .scores import Report
from .variants import describe_variant

_SCORES: Row = ("", "units", "A %", "B %", "B - A", "95 % interval", "only A", "only B", "p")
_ANSWERS: Row = ("", "same answer", "questions", "A consistent", "B consistent")


def parts(comparison: Comparison, name_a: str, name_b: str) -> Iterator[str | tuple[Row, list[Row]]]:
    """Lines and tables, in the order in which they are read."""
    yield f"A  {name_a}"
    yield f"B  {name_b}"
    yield from _provenance(comparison)
    yield ""
    if comparison.total is not None and comparison.total.units:
        yield _SCORES, list(_score_rows(comparison))
        yield ""
    yield from _verdict(comparison)
    yield ""
    yield _ANSWERS, list(_answer_rows(comparison))
    yield ""
    yield from _errors(comparison)
    yield from _counts("A", comparison.a, comparison.only_a)
    yield from _counts("B", comparison.b, comparison.only_b)
    if comparison.a.signature == comparison.b.signature:
        yield f"signature {comparison.a.signature}"
    else:
        yield f"signature A {comparison.a.signature}"
        yield f"signature B {comparison.b.signature}"


def _provenance(comparison: Comparison) -> Iterator[str]:
    for name, variant in variants(comparison).items():
        yield from wrapped(f"{name}: {variant}") if variant else ()
    for line in differing_lines(comparison):
        yield from wrapped(line)


def variants(comparison: Comparison) -> dict[str, str | None]:
    """``A`` and ``B`` -> what keeps its score from being a standard one."""
    runs = {"A": comparison.a, "B": comparison.b}
    return {name: describe_variant(report.prompt, report.image) for name, report in runs.items()}


def differing_lines(comparison: Comparison) -> Iterator[str]:
    """One line for each field of the signature that differs."""
    for name, (a, b) in comparison.differing_fields.items():
        yield f"The runs differ in more than the model: {name} is {a!r} in A, {b!r} in B."


def _score_rows(comparison: Comparison) -> Iterator[Row]:
    assert comparison.total is not None
    for name, part in {**comparison.category, **comparison.difficulty, "total": comparison.total}.items():
        if part.units:
            shares = [f"{100 * correct / part.units:.1f}" for correct in (part.correct_a, part.correct_b)]
            p = comparison.holm.get(name, part.p)
            yield (name, str(part.units), *shares, f"{part.points:+.1f}", _interval(part), *_only(part), _p(p))


def _only(part: Difference) -> tuple[str, str]:
    return str(part.only_a), str(part.only_b)


def _interval(part: Difference) -> str:
    return "-" if part.ci95 is None else f"[{part.ci95[0]:+.1f}, {part.ci95[1]:+.1f}]"


def _p(p: float) -> str:
    return "<.001" if p < 0.001 else f"{p:.3f}"


def _verdict(comparison: Comparison) -> Iterator[str]:
    total = comparison.total
    if not comparison.disagreements:
        yield from _equal(comparison)
    if total is None:
        yield "No ground truth here, so no accuracy and no winner."
        return
    if not total.units:
        yield "No unit was scored in both."
        return
    if comparison.disagreements:
        named = "A and B cannot be told apart" if total.verdict == UNDECIDED else total.verdict
        p = "p < 0.001" if total.p < 0.001 else f"p = {_p(total.p)}"
        yield f"{named}: B - A is {total.points:+.1f} points {_interval(total)}, {p};"
        yield f"{total.only_b} units only B has right, {total.only_a} only A."
    if total.paintings < FEWEST_PAINTINGS:
        yield f"No verdict on fewer than {FEWEST_PAINTINGS} paintings; the units compared are about {total.paintings}."
    yield "The interval resamples paintings. p is of McNemar's exact test, which takes the"
    yield "units for independent; in the rows above the total it is adjusted (Holm)."


def _equal(comparison: Comparison) -> Iterator[str]:
    counts = comparison.a.counts
    unanswered = counts.questions - counts.ok
    if not comparison.identical:
        yield f"Neither A nor B has an answer to any of the {unanswered} questions compared."
        return
    without = f", {unanswered} of them without an answer in both" if unanswered else ""
    yield f"A and B are equal on all {counts.questions} questions compared{without}."


def _answer_rows(comparison: Comparison) -> Iterator[Row]:
    rows = {**comparison.agreement_by_category, "all": comparison.agreement}
    consistent = [
        {**report.consistency_by_category, "all": report.consistency} for report in (comparison.a, comparison.b)
    ]
    for name, agreement in rows.items():
        if agreement.questions:
            shares = [percent(by_name[name]) if name in by_name else "" for by_name in consistent]
            yield (name, f"{agreement.percent:.1f}", f"{agreement.equal} / {agreement.questions}", *shares)


def _errors(comparison: Comparison) -> Iterator[str]:
    a, b = comparison.a, comparison.b
    if a.counting_rmse is not None and b.counting_rmse is not None:
        yield f"counting RMSE: A {a.counting_rmse:.1f}, B {b.counting_rmse:.1f}"
    if a.ocr_edit_distance is not None and b.ocr_edit_distance is not None:
        yield f"OCR edit distance: A {a.ocr_edit_distance:.2f}, B {b.ocr_edit_distance:.2f}"


def _counts(name: str, report: Report, alone: int) -> Iterator[str]:
    counts = report.counts
    each = ", ".join(f"{getattr(counts, status)} {status}" for status in ("ok", "unparsed", "failed", "missing"))
    yield f"{name}: {counts.questions} questions compared: {each}"
    if alone:
        yield f"{name}: {alone} questions left out, which only {name} was asked"
    for line in suspicions(report):
        yield from wrapped(f"{name}: {line}")


def to_dict(comparison: Comparison) -> dict[str, object]:
    """The comparison as JSON types; see ``docs/formats.md``. Nothing is rounded."""
    total = comparison.total
    holm = comparison.holm
    differences = None
    if total is not None:
        differences = {
            "total": _difference(total),
            "category": {n: {**_difference(p), "p_holm": holm.get(n)} for n, p in comparison.category.items()},
            "difficulty": {n: {**_difference(p), "p_holm": holm.get(n)} for n, p in comparison.difficulty.items()},
        }
    return {
        "verdict": comparison.verdict,
        "difference": differences,
        "agreement": {
            "overall": _agreement(comparison.agreement),
            "category": {name: _agreement(value) for name, value in comparison.agreement_by_category.items()},
        },
        "left_out": {"only_a": comparison.only_a, "only_b": comparison.only_b},
        "differing_fields": {name: list(values) for name, values in comparison.differing_fields.items()},
        "variant": {name.lower(): variant for name, variant in variants(comparison).items()},
        "a": comparison.a.to_dict(),
        "b": comparison.b.to_dict(),
    }


def _difference(part: Difference) -> dict[str, object]:
    return {
        "points": part.points,
        "ci95": list(part.ci95) if part.ci95 else None,
        "units": part.units,
        "paintings": part.paintings,
        "correct_a": part.correct_a,
        "correct_b": part.correct_b,
        "only_a": part.only_a,
        "only_b": part.only_b,
        "p": part.p if part.units else None,
    }


def _agreement(value: Agreement) -> dict[str, object]:
    return {"percent": value.percent, "equal": value.equal, "questions": value.questions}


def question_rows(rows: Sequence[Disagreement], key: Key | None) -> list[dict[str, object]]:
    """The questions with different answers; ``truth`` only with a key."""
    return [
        {
            "question_id": row.question.question_id,
            "category": row.question.category,
            "painting": row.question.painting.name,
            "question": row.question.question,
            "a": _said(row.a),
            "b": _said(row.b),
            **({"truth": key.values[row.question.question_id]} if key is not None else {}),
        }
        for row in rows
    ]


def _said(answer: Answer) -> str:
    return answer.value if answer.value is not None else f"({answer.status})"
