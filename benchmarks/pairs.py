"""How many pairs of `tests/cases/pairs.jsonl` are found, also without each sign, and what the grades are worth.

python benchmarks/pairs.py
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from visualoverload_tasks import Painting, Pair, Pairing, Question, Questions, find_pairs
from visualoverload_tasks.pairs import INFERRED, grade_pairs

CASES = Path(__file__).parents[1] / "tests" / "cases" / "pairs.jsonl"
SHUFFLES = range(20)
SIGNS = ("_CONTENT", "_FRAME", "_OPENING", "_OPPOSED")


def main() -> None:
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    sets = {name: [case for case in cases if case["set"] == name] for name in ("tuning", "held-out", "untouched")}
    print(f"{'% of the pairs found':24}" + "".join(f"{name + f' ({count(of)})':>18}" for name, of in sets.items()))
    for order in ("neighbours", "reversed", "shuffled"):
        row(order, [found(of, order) for of in sets.values()])
    for sign in SIGNS:
        with patch(f"visualoverload_tasks.wording.{sign}", 0.0):
            row(f"shuffled, no {sign.strip('_').lower()}", [found(of, "shuffled") for of in sets.values()])
    with patch("visualoverload_tasks.wording._known_opposites", frozenset):
        row("shuffled, no word list", [found(of, "shuffled") for of in sets.values()])
    print("\npairs of each grade, and % of them right")
    for lost in (0.0, 0.1):
        for order in ("neighbours", "shuffled"):
            print(f"{order}, {100 * lost:.0f} % of the questions lost")
            for name, of in sets.items():
                print(f"  {name:12}" + worth(of, order, lost))


def count(cases: Sequence[dict[str, Any]]) -> int:
    return sum(len(case["pairs"]) for case in cases)


def row(name: str, shares: Sequence[float]) -> None:
    print(f"{name:24}" + "".join(f"{100 * share:18.1f}" for share in shares))


def found(cases: Sequence[dict[str, Any]], order: str) -> float:
    rounds = SHUFFLES if order == "shuffled" else range(1)
    right = [
        is_right(cases, rows, pair)
        for number in rounds
        for rows in [ask(cases, order, number)]
        for pair in find_pairs(rows)
    ]
    return sum(right) / count(cases) / len(rounds)


def worth(cases: Sequence[dict[str, Any]], order: str, lost: float) -> str:
    """How many pairs have each grade, and how many of these are right."""
    all_of: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for number in SHUFFLES:
        rows = ask(cases, order, number, lost)
        for one in grade_pairs(rows, Pairing(find_pairs(rows), INFERRED)):
            if len(one.questions) == 2:
                all_of[one.grade] += 1
                right[one.grade] += is_right(cases, rows, Pair(*(question.question_id for question in one.questions)))
    return "".join(
        f"{name:>10} {all_of[name]:5} {percent(right[name], all_of[name]):>6}"
        for name in ("sure", "likely", "doubtful")
    )


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def is_right(cases: Sequence[dict[str, Any]], rows: Questions, pair: Pair) -> bool:
    first, second = rows.by_id[pair.first], rows.by_id[pair.second]
    case = cases[int(first.painting.painting_id)]
    return {first.question, second.question} in [set(both) for both in case["pairs"]]


def ask(cases: Sequence[dict[str, Any]], order: str, seed: int, lost: float = 0.0) -> Questions:
    dice = random.Random(f"{seed} {order} {lost}")
    rows: list[Question] = []
    for number, case in enumerate(cases):
        texts = [text for both in case["pairs"] for text in both] + case["single"]
        if order == "reversed":
            texts.reverse()
        elif order == "shuffled":
            dice.shuffle(texts)
        kept = [text for text in texts if dice.random() >= lost]
        rows += [make(f"{number}-{place}", text, str(number), case["category"]) for place, text in enumerate(kept)]
    return Questions(tuple(rows), "cases", "0")


def make(question_id: str, text: str, painting: str, category: str) -> Question:
    where = Painting(painting, f"{painting}.jpg", Path())
    return Question(question_id, "choice", text, ("yes", "no"), "easy", category, text, where)


if __name__ == "__main__":
    main()
