"""What is wrong with a run, before anybody believes its score: told by the responses, without a key."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from .bias import Bias
from .records import Answer

# A share says nothing about fewer than that: 19 of 20 guesses alike happen once in 25,000 runs.
_ENOUGH = 20
_NEARLY_ALL = 0.95
_MANY = 0.1
_SOME = 0.01
_LONG = 200  # characters; shorter responses end without a full stop as a rule


@dataclass(frozen=True, slots=True)
class Finding:
    """Something suspicious about a run.

    Attributes:
        finding: its name.
        count: responses or answers that show it.
        of: of how many.
        message: what it means and what to do next, one line.
    """

    finding: str
    count: int
    of: int
    message: str


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long the responses are, in characters.

    Attributes:
        responses: how many there are, empty ones too.
        longest_id: the question with the longest response, the first of several.
    """

    responses: int
    empty: int
    median: float
    longest: int
    longest_id: str


def response_lengths(responses: Mapping[str, str | None]) -> Lengths | None:
    """How long the responses are, by question id; None if there are none."""
    from statistics import median

    sizes = {question_id: len((response or "").strip()) for question_id, response in responses.items()}
    if not sizes:
        return None
    longest = max(sizes, key=sizes.__getitem__)
    empty = sum(not size for size in sizes.values())
    return Lengths(len(sizes), empty, float(median(sizes.values())), sizes[longest], longest)


def unread(answers: Mapping[str, Answer]) -> dict[str, tuple[str, ...]]:
    """Rule -> ids of the questions without an answer; the rule with the most of them first."""
    ids: dict[str, list[str]] = {}
    for question_id, answer in answers.items():
        if answer.status != "ok":
            ids.setdefault(answer.rule, []).append(question_id)
    return {rule: tuple(found) for rule, found in sorted(ids.items(), key=lambda item: -len(item[1]))}


def diagnose(
    answers: Mapping[str, Answer], responses: Mapping[str, str | None], bias: Sequence[Bias]
) -> tuple[Finding, ...]:
    """All that is suspicious; nothing for guesses, or for a model that answers as it was asked to.

    Args:
        answers: of the questions asked, by id.
        responses: the raw ones, of the same questions; one that is lacking is a gap, not an empty response.
        bias: of the same answers.
    """
    said = {question_id: (responses[question_id] or "").strip() for question_id in answers if question_id in responses}
    constant = _constant([text for question_id, text in said.items() if answers[question_id].status != "failed"])
    rest = [constant] if constant else [*_unanswered(answers, said), *_one_sided(bias)]
    return (*_of_the_host(answers, said), *rest)


def contradicted_pairs(opposite: int, pairs: int) -> tuple[Finding, ...]:
    """Whether the truth itself is not opposite on some pairs, so that these are no pairs.

    Args:
        opposite: pairs with opposite answers in the key.
        pairs: all of them.
    """
    if opposite == pairs:
        return ()
    message = (
        f"of {pairs} pairs have the same answer twice in the ground truth, so they are no opposites and their units "
        "are wrong. Correct the pairs (`visualoverload data pairs`), or name them in the key."
    )
    return (Finding("contradicted-pairs", pairs - opposite, pairs, message),)


def _constant(said: Sequence[str]) -> Finding | None:
    (response, count), *_ = [*Counter(said).most_common(1), ("", 0)]
    if not response or not _is_share(count, len(said), _NEARLY_ALL):
        return None
    return Finding(
        "constant-response",
        count,
        len(said),
        f"of {len(said)} responses are the same, {response[:40]!r}: the model seems to see neither image nor "
        "question. Check prompt and chat template.",
    )


def _of_the_host(answers: Mapping[str, Answer], said: Mapping[str, str]) -> Iterator[Finding]:
    failed = sum(answer.status == "failed" for answer in answers.values())
    empty = sum(not response for response in said.values())
    if failed:
        message = f"of {len(answers)} requests failed in the host, and are scored as wrong. Run them again."
        yield Finding("failed-requests", failed, len(answers), message)
    if _is_share(empty, len(said), _MANY):
        message = (
            f"of {len(said)} responses are empty: the model stopped at once, or its host cut all of it off. "
            "Check stop words and max_new_tokens."
        )
        yield Finding("empty-responses", empty, len(said), message)


def _unanswered(answers: Mapping[str, Answer], said: Mapping[str, str]) -> Iterator[Finding]:
    rules = Counter(answer.rule for answer in answers.values() if answer.status == "unparsed")
    thinking, refusals = rules.pop("unclosed-thinking", 0), rules.pop("refusal", 0)
    unparsed, cut, size = rules.total(), _cut_off(answers, said), len(said)
    if thinking and thinking >= _SOME * size:
        yield _about(
            "cut-off-thinking", thinking, size, "think and never end: no answer is left. Raise max_new_tokens."
        )
    if cut >= 3 and cut >= _SOME * size:
        yield _about("cut-off-responses", cut, size, "are long and stop within a sentence. Raise max_new_tokens.")
    if _is_share(refusals, size, _MANY):
        yield _about("refusals", refusals, size, "decline to answer. Check that the model gets the image.")
    if _is_share(unparsed, size, _MANY):
        yield _about("unparsed-responses", unparsed, size, "hold no answer: see visualoverload extract RUN --unparsed.")


def _about(finding: str, count: int, size: int, what: str) -> Finding:
    return Finding(finding, count, size, f"of {size} responses {what}")


def _cut_off(answers: Mapping[str, Answer], said: Mapping[str, str]) -> int:
    # A limit is in tokens, so that the responses that reach it are about equally long.
    longest = nlargest(3, map(len, said.values()))
    least = max(_LONG, longest[-1] / 2) if longest else _LONG
    return sum(len(response) >= least and _stops_short(response, answers[q]) for q, response in said.items())


def _one_sided(bias: Sequence[Bias]) -> Iterator[Finding]:
    letters: Counter[str] = Counter()
    for kind in bias:
        letters.update(kind.letters)
    yield from _same_letter(letters, "multiple-choice answers") or (
        finding for kind in bias for finding in _one_kind(kind)
    )


def _same_letter(letters: Mapping[str, int], what: str) -> list[Finding]:
    total = sum(letters.values())
    letter = max(letters, key=letters.__getitem__, default="")
    if not letter or not _is_share(letters[letter], total, _NEARLY_ALL):
        return []
    message = f"of {total} {what} are {letter}: a habit, no reading of the options. Compare with the truth's letters."
    return [Finding("same-letter", letters[letter], total, message)]


def _one_kind(kind: Bias) -> list[Finding]:
    if kind.yes is None:
        return _same_letter(kind.letters, f"answers to {kind.kind}")
    word, count = max(("yes", kind.yes), ("no", kind.answered - kind.yes), key=lambda said: said[1])
    if not _is_share(count, kind.answered, _NEARLY_ALL):
        return []
    message = f"of {kind.answered} yes/no answers are {word}; of opposites one half is: pairs cannot score."
    return [Finding("one-sided-yes-no", count, kind.answered, message)]


def _is_share(count: int, of: int, share: float) -> bool:
    return of >= _ENOUGH and count >= share * of


_OPEN_END = re.compile(r"[\w,;:(\[\"'`*–—-]\Z")
# Nothing ends with one of these words.
_GOES_ON = re.compile(
    r"(?:\b(?:an?|and|as|at|by|for|from|his|her|in|into|its|of|on|or|than|the|their|to|towards|which|whose|with)|,)\Z"
)
# Rules that find an answer anywhere in a text; the others find one that the model gave as such.
_ANYWHERE = {"option-text", "last-integer", "number-word", "zero-word"}


def _stops_short(response: str, answer: Answer) -> bool:
    """Whether the response stops within a sentence.

    A response that was read may well end without a full stop ("so I count 12 men"), and thinking that never ends is
    told apart.
    """
    if answer.status == "unparsed":
        return answer.rule != "unclosed-thinking" and _OPEN_END.search(response) is not None
    return answer.rule in _ANYWHERE and _GOES_ON.search(response) is not None
