"""The questions of each task: the YAML files name them as ``lmms_eval_plugin.docs.<task>``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from datasets import Dataset

from lmms_eval_plugin.stopping import stop_at_user_error
from visualoverload_tasks import Variant, load_key, load_pairs, load_questions, prompt_in, shown, variant_named


def __getattr__(name: str) -> Callable[[Dataset], Dataset]:
    """The ``process_docs`` of a task, as ``!function`` looks it up."""
    variant = variant_named(name)
    if variant is None:
        raise AttributeError(name)
    return partial(load_docs, variant=variant)


@stop_at_user_error
def load_docs(_placeholder: Dataset, variant: Variant) -> Dataset:
    """The questions of a task, in place of the placeholder that the YAML file names."""
    questions = load_questions(variant.source)
    # A key or pairs that do not fit must stop the run before the model is asked, not after.
    load_pairs(None, questions, load_key(None, questions))
    images = shown((q.painting for q in questions), variant.image)
    return Dataset.from_list(
        [
            {
                "question_id": q.question_id,
                "question_type": q.question_type,
                "question": q.question,
                "options": list(q.options),
                "difficulty": q.difficulty,
                "category": q.category,
                "prompt": prompt_in(variant.prompt, q),
                "painting": q.painting.painting_id,
                "painting_name": q.painting.name,
                "painting_file": str(image.path) if (image := images[q.painting]) else "",
                "data": questions.source,
                "variant": variant.task,
            }
            for q in questions
        ]
    )
