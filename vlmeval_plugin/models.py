"""Baselines as models: ``--model VisualOverload-Baseline-consistent``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from vlmeval.vlm.base import BaseModel

from visualoverload_tasks import UsageError, check_policy, load_policy, load_questions, painting_file
from vlmeval_plugin.logs import stop_at_user_error
from vlmeval_plugin.sources import source_of


class VisualOverloadBaseline(BaseModel):  # type: ignore[misc]
    """Answers the questions of this benchmark without looking at the paintings.

    Args:
        policy: ``random``, ``consistent``, ``constant`` or ``oracle`` (needs the key).
        seed: of the guesses.
        response: what ``constant`` says.

    Raises:
        SystemExit: no such policy, an oracle without a key, or a dataset of another benchmark.
    """

    INTERLEAVE = True

    @stop_at_user_error
    def __init__(self, policy: str = "consistent", seed: int = 0, response: str = "A") -> None:
        super().__init__()
        check_policy(policy)
        self.policy, self.seed, self.response = policy, seed, response

    @stop_at_user_error
    def generate_inner(self, message: Sequence[Mapping[str, str]], dataset: str | None = None) -> str:
        """The response to one question, known by its painting and its prompt."""
        source = source_of(dataset)
        asked = tuple(part["value"] for part in message)
        question_id = _ids(source).get(asked)
        if question_id is None:
            raise UsageError(f"dataset {dataset}", f"the prompt {asked[-1][:60]!r}", "a question of this data")
        return load_policy(source, self.policy, self.seed, self.response)(question_id)


@lru_cache(maxsize=4)
def _ids(source: str | None) -> dict[tuple[str, ...], str]:
    questions = load_questions(source)
    files = {question.painting: str(painting_file(question.painting)) for question in questions}
    return {(files[question.painting], question.prompt): question.question_id for question in questions}
