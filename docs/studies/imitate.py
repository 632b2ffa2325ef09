"""Runs on the demo, as lmms-eval leaves them, of models that are imitated: ``python docs/studies/imitate.py FOLDER``.

An imitated model knows each answer with some probability and guesses otherwise, counts too few, and misreads words. Its
skill is made up: what is drawn of it shows how a study looks, and nothing about any model.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

from visualoverload_tasks import VARIANTS, Question, Variant, load_key, load_questions, make_policy, prompt_in

SKILLS = {"imitation-30": 0.3, "imitation-45": 0.45, "imitation-60": 0.6, "imitation-75": 0.75, "imitation-90": 0.9}
EASE = {"easy": 0.1, "medium": 0.0, "hard": -0.25}
# Of skill, where something small must be read or counted. The demo's paintings have 2 megapixels, which FHD leaves.
LOSS = {"vga": 0.5, "hd": 0.25}
SMALL = {"counting": 1.0, "ocr": 1.3, "scene": 0.0}

QUESTIONS = load_questions("demo")
KEY = load_key(None, QUESTIONS)
TRUTH = make_policy("oracle", QUESTIONS, KEY)


def main(folder: Path) -> None:
    """All models on the standard task; three of them blind; one with fewer pixels, and with chain of thought."""
    for model in SKILLS:
        for variant in VARIANTS:
            if variant.source is None and (variant.name in ("", "Blind") or model == "imitation-75"):
                write(folder / model, variant)


def write(folder: Path, variant: Variant) -> None:
    """One run: a line for each question, with the fields of lmms-eval's samples that a reader needs."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"imitated_samples_{variant.task}.jsonl").open("w", encoding="utf-8") as file:
        for number, question in enumerate(QUESTIONS):
            said = {
                "question_id": question.question_id,
                "response": say(folder.name, variant, question),
                "data": "demo",
            }
            line = {"doc_id": number, "input": prompt_in(variant.prompt, question), "submission": said}
            print(json.dumps(line, ensure_ascii=False), file=file)


def say(model: str, variant: Variant, question: Question) -> str:
    """The truth as often as the model knows it, else what one says who does not."""
    chance = Random(f"{model} {question.question_id}")  # the same in all variants, as a model's errors mostly are
    truth = TRUTH(question.question_id)
    if chance.random() < skill(model, variant, question):
        return truth
    if question.question_type == "counting":
        return str(round(int(truth) * chance.uniform(0.3, 1.2)))
    if question.question_type == "ocr":
        return truth[: chance.randrange(len(truth))] + "".join(chance.choices("aeinrst", k=4))
    return chance.choice("AB" if len(question.options) == 2 else "ABCD")


def skill(model: str, variant: Variant, question: Question) -> float:
    """How likely the model knows the answer."""
    if variant.image in ("none", "grey"):
        return 0.1 if question.category in ("attributes", "counting") else 0.0
    ease = EASE[question.difficulty] / (3 if variant.prompt == "cot" else 1)
    return SKILLS[model] + ease - LOSS.get(variant.image, 0.0) * SMALL.get(question.category, 0.5)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
