"""The commands ``visualoverload data …``."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated, Optional

import typer

from .data import compare_pairs, copy_data, count_all, damaged_paintings
from .pairs import GradedPair, grade_pairs
from .pairs_file import PAIRS_VARIABLE, load_pairs, write_pairs
from .printing import DataOption, Format, FormatOption, PairsOption, note, print_rows
from .source import DATA_VARIABLE, load_questions, locate

data_app = typer.Typer(no_args_is_help=True, help="The questions and their paintings.")


@data_app.command()
def info(data: DataOption = None, format: FormatOption = Format.table) -> None:
    """Where the data is and what it holds."""
    questions = load_questions(data)
    location = locate(data)
    facts = {
        "source": questions.source,
        "revision": questions.revision,
        "commit": location.commit,
        "files": [str(path) for path in location.files],
        "painting files": str(questions[0].painting.path.parent),
        **{count.name: count.found for count in count_all(questions, load_pairs(None, questions))},
    }
    if format is Format.json:
        print(json.dumps(facts, indent=1))
        return
    rows = [
        {"": name, "value": "\n".join(value) if isinstance(value, list) else value} for name, value in facts.items()
    ]
    print_rows(rows, ("", "value"), format)


@data_app.command()
def verify(pairs: PairsOption = None, data: DataOption = None, format: FormatOption = Format.table) -> None:
    """Compare the counts with the published ones, and the cached paintings with their original bytes."""
    questions = load_questions(data)
    counts = list(count_all(questions, load_pairs(pairs, questions)))
    damaged = damaged_paintings(questions)
    rows = [
        {"": c.name, "found": c.found, "published": c.published, "differs": "differs" if c.found != c.published else ""}
        for c in counts
    ]
    print_rows(rows, ("", "found", "published", "differs"), format)
    for path in damaged:
        note(f"{path}: not the original bytes; delete it, it is made again at the next use")
    different = sum(count.found != count.published for count in counts)
    note(f"{different} of {len(counts)} counts differ from the published ones, {len(damaged)} paintings damaged")
    if different or damaged:
        raise typer.Exit(1)


@data_app.command("pairs")
def show_pairs(
    doubtful: Annotated[
        bool, typer.Option("--doubtful", help="Only doubtful pairs, and questions without one.")
    ] = False,
    output: Annotated[Optional[Path], typer.Option(help="Write all pairs to this file, to correct them.")] = None,
    pairs: PairsOption = None,
    data: DataOption = None,
    format: FormatOption = Format.table,
) -> None:
    """The opposite yes/no questions as they are inferred, how sure each pair is, and a file of them to correct."""
    questions = load_questions(data)
    pairing = load_pairs(pairs, questions)
    graded = grade_pairs(questions, pairing)
    chosen = [one for one in graded if not doubtful or one.grade in ("doubtful", "unpaired")]
    print_rows([_pair_row(one, format) for one in chosen], ("painting", "category", "grade", "questions"), format)
    if output is not None:
        write_pairs(output, graded)
        note(f"all pairs are in {output}; give it back, corrected, with --pairs or {PAIRS_VARIABLE}")
    grades = Counter(one.grade for one in graded)
    note(f"{pairing.origin}: {', '.join(f'{number} {name}' for name, number in grades.items()) or 'no pairs'}")
    note(compare_pairs(questions, pairing))


def _pair_row(graded: GradedPair, format: Format) -> dict[str, object]:
    about = {"painting": graded.questions[0].painting.name, "category": graded.questions[0].category}
    texts = [question.question for question in graded.questions]
    if format is not Format.json:
        number = "" if graded.confidence is None else f" {graded.confidence:.2f}"
        return {**about, "grade": f"{graded.grade}{number}", "questions": "\n".join(texts)}
    ids = [question.question_id for question in graded.questions]
    return {
        **about,
        "grade": graded.grade,
        "confidence": graded.confidence,
        "question_ids": ids,
        "questions": texts,
    }


@data_app.command()
def prepare(
    folder: Annotated[Optional[Path], typer.Argument(help="Copy the data here, for machines without network.")] = None,
    data: DataOption = None,
) -> None:
    """Download the data and put its paintings into the cache, or copy it all to a folder."""
    if folder is None:
        questions = load_questions(data)
        paintings = len({question.painting.painting_id for question in questions})
        where = questions[0].painting.path.parent
        note(f"{len(questions)} questions and {paintings} paintings ready in {where}")
        return
    questions = copy_data(folder, data)
    note(f"{len(questions)} questions copied; on the other machine: export {DATA_VARIABLE}={folder.resolve()}")
