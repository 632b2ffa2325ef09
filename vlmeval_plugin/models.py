"""Baselines as models: ``--model VisualOverload-Baseline-consistent``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vlmeval.vlm.base import BaseModel

from visualoverload_tasks import UsageError, check_policy, load_policy
from vlmeval_plugin.logs import stop_at_user_error
from vlmeval_plugin.sources import variant_of


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
        """The response to one question, known by the id that the dataset puts into its message."""
        source = variant_of(dataset).source
        question_id = message[-1].get("question_id")
        if question_id is None:
            raise UsageError(f"dataset {dataset}", "a message without question_id", "one of this dataset")
        return load_policy(source, self.policy, self.seed, self.response)(question_id)
