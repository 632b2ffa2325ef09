"""How extraction reads the choice cases, beside the functions of both hosts, and how long it takes.

    python benchmarks/extraction.py             right, wrong letter, none; microseconds for one response
    python benchmarks/extraction.py --hostile   processor seconds for hostile responses of 250 kB, 500 kB and 1 MB

The hosts' rows appear where the host is installed: lmms-eval's ``extract_mcq_answer`` with the letters, after its own
removal of thinking; VLMEvalKit's ``can_infer`` with the options by letter (its "Z" is no letter).

Time is the processor's in a run of 2,043 choice questions, all answered in one form: 1,690 with the options yes and no,
353 with four options of their own. The best of seven runs, in which the functions take turns; short responses to the
same options are remembered, as in a real run.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from visualoverload_tasks.answers import extract_answer

CASES = Path(__file__).parents[1] / "tests" / "cases" / "answers.jsonl"
RUNS = 7
YES_NO, FOUR_WAY = 1690, 353  # docs/benchmark.md: 2 * (694 + 151) and the rest of 2,043
SIZES = (250_000, 500_000, 1_000_000)

Case = dict[str, Any]
Extract = Callable[[str, list[str]], "str | None"]

LEFT = ("left", "right", "behind", "above")
REASONING = "The dog {place} is lying near the well, and a man with a hat is standing next to it. " * 7
FORMS = {
    "letter": "{letter}",
    "letter and text": "{letter}. {text}",
    "text": "{text}",
    "sentence": "The answer is {letter}.",
    "reasoning (600 B)": REASONING + "Therefore, the answer is {letter}.",
    "reasoning, text": REASONING + "So it is {text}.",
}
HOSTILE = (
    *("(", "A or ", "the answer is ", "\\boxed{", "<think>", "7", "一", '"', "'", "\n", " ", ",", "1,", "1,1,1 "),
    *("one hundred and ", "Answer: ", "<answer>", "{", '{"a":', "[", "```", "*", "_", "~~", "<b>", "A: no. ", "A\n"),
    *("left ", "left or ", "is not ", "I choose left ", "no, ", "yes ", "half a ", "[1,", "The text ", "The ", "A "),
    *('"a" ', "(a ", "\u0301", "½", "\ud800", "\0", "a" * 50 + " ", "A.", "$", "\\", "<|", "</", "sorry "),
    *(".", "?", "it is ", "Actually ", "answer ", "wait, ", "“a” "),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hostile", action="store_true", help="time hostile responses instead")
    hostile() if parser.parse_args().hostile else compare()


def compare() -> None:
    cases = [case for case in map(json.loads, CASES.read_text("utf-8").splitlines()) if _has_letters(case)]
    found_here = list(extractors())
    sources = {"all": cases, "held out": [case for case in cases if case.get("source") == "held out"]}
    print("| extraction | cases | right | wrong letter | none |\n| --- | ---: | ---: | ---: | ---: |")
    for (name, extract), (source, chosen) in product(found_here, sources.items()):
        found = Counter(outcome(extract(case["response"], case["options"]), case["answer"]) for case in chosen)
        counts = " | ".join(str(found[kind]) for kind in ("right", "wrong letter", "none"))
        print(f"| {name}, {source} | {len(chosen)} | {counts} |")
    print("\n| µs for one response | " + " | ".join(FORMS) + " |\n| --- |" + " ---: |" * len(FORMS))
    spent = [microseconds([extract for _, extract in found_here], form) for form in FORMS.values()]
    for (name, extract), times in zip(found_here, zip(*spent, strict=True), strict=True):
        read = ("" if reads(extract, form) else " (not read)" for form in FORMS.values())
        print(f"| {name} | " + " | ".join(f"{one:.1f}{note}" for one, note in zip(times, read, strict=True)) + " |")


def _has_letters(case: Case) -> bool:
    return case["question_type"] == "choice" and isinstance(case["response"], str) and bool(case["options"])


def outcome(letter: str | None, expected: str | None) -> str:
    """A response without an answer is read right if no letter is given."""
    if letter == expected:
        return "right"
    return "none" if letter is None else "wrong letter"


def microseconds(extracts: list[Extract], form: str) -> list[float]:
    """The mean time of one response of a run with each function, the best of several runs."""
    runs = [list(responses(form, number)) for number in range(RUNS)]
    spent = [[run_seconds(extract, run) for extract in extracts] for run in runs]
    return [1e6 * min(times) / (YES_NO + FOUR_WAY) for times in zip(*spent, strict=True)]


def reads(extract: Extract, form: str) -> bool:
    """Whether the function finds the letter of any response in the form."""
    run = enumerate(responses(form, RUNS))
    return any(extract(response, options) == ascii_uppercase[at % len(options)] for at, (response, options) in run)


def run_seconds(extract: Extract, run: list[tuple[str, list[str]]]) -> float:
    started = time.process_time()
    for response, options in run:
        extract(response, options)
    return time.process_time() - started


def responses(form: str, run: int) -> Iterator[tuple[str, list[str]]]:
    for question in range(YES_NO + FOUR_WAY):
        place = f"number {run} {question}"
        options = ["yes", "no"] if question < YES_NO else [f"{side} {place}" for side in LEFT]
        at = question % len(options)
        yield form.format(letter=ascii_uppercase[at], text=options[at], place=place), options


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
            spent = [seconds("x " + unit * (size // len(unit)) + "x", question_type) for size in SIZES]
            print(f"{unit[:18]!r:22.22}{question_type:10}" + "".join(f"{one:10.2f}" for one in spent), flush=True)


def seconds(response: str, question_type: str) -> float:
    started = time.process_time()
    extract_answer(response, question_type, LEFT)
    return time.process_time() - started


if __name__ == "__main__":
    main()
