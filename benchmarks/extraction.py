"""How extraction reads the choice cases, beside the functions of both hosts, and how long it takes.

    python benchmarks/extraction.py             right, wrong letter, none; microseconds for one response
    python benchmarks/extraction.py --hostile   seconds for hostile responses of 250 kB, 500 kB and 1 MB

The hosts' rows appear where the host is installed: lmms-eval's ``extract_mcq_answer`` with the letters, after its own
removal of thinking; VLMEvalKit's ``can_infer`` with the options by letter (its "Z" is no letter).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from visualoverload_tasks.answers import extract_answer

CASES = Path(__file__).parents[1] / "tests" / "cases" / "answers.jsonl"
REPEATS = 20
SIZES = (250_000, 500_000, 1_000_000)

Case = dict[str, Any]
Extract = Callable[[str, list[str]], "str | None"]

LEFT = ("left", "right", "behind", "above")
HOSTILE = (
    *("(", "A or ", "the answer is ", "\\boxed{", "<think>", "7", "一", '"', "'", "\n", " ", ",", "1,", "1,1,1 "),
    *("one hundred and ", "Answer: ", "<answer>", "{", '{"a":', "[", "```", "*", "_", "~~", "<b>", "A: no. ", "A\n"),
    *("left ", "left or ", "is not ", "I choose left ", "no, ", "yes ", "half a ", "[1,", "The text ", "The ", "A "),
    *('"a" ', "(a ", "\u0301", "½", "\ud800", "\0", "a" * 50 + " ", "A.", "$", "\\", "<|", "</", "sorry "),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hostile", action="store_true", help="time hostile responses instead")
    hostile() if parser.parse_args().hostile else compare()


def compare() -> None:
    cases = [case for case in map(json.loads, CASES.read_text("utf-8").splitlines()) if _has_letters(case)]
    unseen = [case for case in cases if case.get("source") == "held out"]
    plain = [case for case in cases if len(case["response"]) < 300]
    print("| extraction | cases | right | wrong letter | none | µs |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, extract in extractors():
        for which, chosen in (("all", cases), ("held out", unseen)):
            found = Counter(outcome(extract(case["response"], case["options"]), case["answer"]) for case in chosen)
            counts = " | ".join(str(found[kind]) for kind in ("right", "wrong letter", "none"))
            spent = f"{microseconds(extract, plain):.0f}" if chosen is cases else ""
            print(f"| {name}, {which} | {len(chosen)} | {counts} | {spent} |")


def _has_letters(case: Case) -> bool:
    return case["question_type"] == "choice" and isinstance(case["response"], str) and bool(case["options"])


def outcome(letter: str | None, expected: str | None) -> str:
    """A response without an answer is read right if no letter is given."""
    if letter == expected:
        return "right"
    return "none" if letter is None else "wrong letter"


def microseconds(extract: Extract, cases: list[Case]) -> float:
    """The mean time of one response, the best of several passes."""
    passes = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        for case in cases:
            extract(case["response"], case["options"])
        passes.append(time.perf_counter() - started)
    return 1e6 * min(passes) / len(cases)


def extractors() -> Iterator[tuple[str, Extract]]:
    yield "this package", lambda response, options: extract_answer(response, "choice", options).value
    try:
        from vlmeval.utils.matching_util import can_infer
    except ImportError:
        print("VLMEvalKit is not installed here", file=sys.stderr)
    else:
        # It writes into the options that it is given.
        yield (
            "VLMEvalKit `can_infer`",
            lambda response, options: letter(can_infer(response, dict(zip(ascii_uppercase, options, strict=False)))),
        )
    try:
        from lmms_eval.api.reasoning import strip_reasoning_tags
        from lmms_eval.tasks._task_utils.mcq_extract import extract_mcq_answer
    except ImportError:
        print("lmms-eval is not installed here", file=sys.stderr)
    else:
        tags = [["<think>", "</think>"], ["<analysis>", "</analysis>"]]
        yield (
            "lmms-eval `extract_mcq_answer`",
            lambda response, options: letter(
                extract_mcq_answer(strip_reasoning_tags(response, tags), list(ascii_uppercase[: len(options)]))
            ),
        )


def letter(found: Any) -> str | None:
    return found if isinstance(found, str) and re.fullmatch("[A-Y]", found) else None


def hostile() -> None:
    print(f"{'repeated':22}{'type':10}" + "".join(f"{size // 1000:>7} kB" for size in SIZES))
    for unit in HOSTILE:
        for question_type in ("choice", "counting", "ocr"):
            spent = [seconds("x " + unit * (size // len(unit)), question_type) for size in SIZES]
            print(f"{unit[:18]!r:22.22}{question_type:10}" + "".join(f"{one:10.2f}" for one in spent), flush=True)


def seconds(response: str, question_type: str) -> float:
    started = time.perf_counter()
    extract_answer(response, question_type, LEFT)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
