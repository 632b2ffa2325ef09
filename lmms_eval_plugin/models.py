"""Baselines as a backend: ``--model visualoverload_baseline --model_args policy=consistent,seed=0``."""

from __future__ import annotations

from functools import partial
from typing import Any

from lmms_eval.api.model import lmms

from lmms_eval_plugin.stopping import stop_at_user_error
from visualoverload_tasks import UsageError, check_policy, load_policy


class VisualOverloadBaseline(lmms):  # type: ignore[misc]
    """Answers the questions of this benchmark without looking at the paintings.

    Args:
        policy: ``random``, ``consistent``, ``constant`` or ``oracle`` (needs the key).
        seed: of the guesses.
        response: what ``constant`` says.

    Raises:
        SystemExit: no such policy, an oracle without a key, or a task of another benchmark.
    """

    is_simple = True
    device = "cpu"  # where lmms-eval puts the tensors with which ranks talk to each other

    @stop_at_user_error
    def __init__(
        self,
        policy: str = "consistent",
        seed: int = 0,
        response: object = "A",
        batch_size: object = None,
        max_batch_size: object = None,
        device: object = None,
    ) -> None:
        super().__init__()
        check_policy(policy, seed)
        self._policy = partial(load_policy, name=policy, seed=int(seed), response=str(response))

    @stop_at_user_error
    def generate_until(self, requests: list[Any]) -> list[str]:
        """One response for each request."""
        return [self._respond(*request.args[-3:]) for request in requests]

    def _respond(self, doc_id: int, task: str, split: str) -> str:
        doc = self.task_dict[task][split][doc_id]
        if "question_id" not in doc or "data" not in doc:
            raise UsageError(f"task {task!r}", "no question_id", "a task of VisualOverload for visualoverload_baseline")
        return self._policy(doc["data"])(doc["question_id"])

    def loglikelihood(self, requests: list[Any]) -> list[tuple[float, bool]]:
        """Not defined: these policies only write responses."""
        raise NotImplementedError("visualoverload_baseline only generates text")

    def generate_until_multi_round(self, requests: list[Any]) -> list[str]:
        """Not defined: these policies only write responses."""
        raise NotImplementedError("visualoverload_baseline only generates text")
