"""Processor seconds, memory and bytes of a report of one run, with the pictures of all paintings and a made-up key.

python benchmarks/report.py DATA      DATA as in VISUALOVERLOAD_DATA
"""

from __future__ import annotations

import json
import random
import resource
import sys
import tempfile
from pathlib import Path
from time import process_time

from visualoverload_tasks import Questions, find_pairs, load_questions, make_key
from visualoverload_tasks.page import collect, thumbnails, to_html


def truths(questions: Questions, dice: random.Random) -> dict[str, str]:
    """Random answers, opposite on the pairs."""
    found = {q.question_id: dice.choice(q.options or [str(dice.randrange(100))]) for q in questions}
    for pair in find_pairs(questions):
        found[pair.second] = "no" if found[pair.first].lower() == "yes" else "yes"
    return found


def main() -> None:
    questions = load_questions(sys.argv[1])
    dice = random.Random(0)
    answers = truths(questions, dice)
    said = {name: answer if dice.random() < 0.7 else "A, or 7, I think." * 20 for name, answer in answers.items()}
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run.json"
        run.write_text(json.dumps([{"question_id": name, "response": response} for name, response in said.items()]))
        start = process_time()
        content = collect([run], questions, make_key(answers, questions))
        pictures = dict(thumbnails(dict.fromkeys(question.painting for question in questions)))
        size = len(to_html(content, pictures).encode())
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    cost = f"{size / 1e6:.1f} MB, {process_time() - start:.1f} s of one processor, {memory:.0f} MB of memory"
    print(f"{len(questions)} questions, {len(pictures)} paintings: {cost}")


if __name__ == "__main__":
    main()
