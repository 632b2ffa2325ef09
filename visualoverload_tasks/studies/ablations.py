"""One model under several conditions: fewer pixels (paper, appendix D) and chain of thought (appendix F)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import prod
from statistics import median

from ..records import CATEGORIES, DIFFICULTIES, Questions
from ..study import Cell, Figure, Study, StudyTable
from ..variants import RESOLUTIONS
from . import published
from .cohort import Cohort, StudyRun
from .measures import NO_KEY, accuracy, difference, published_notes, series

RESOLUTION = Study(
    "resolution",
    "Resolution",
    "Accuracy of one model by the pixels of the paintings that it was shown (appendix D, figure 10), and the "
    "difference to its run on the original ones, at the same units. The paper's models gain most at OCR and nothing"
    " at scenes, and little above Full HD, where the models themselves shrink the image.",
)
COT = Study(
    "cot",
    "Chain of thought",
    "What a model gains when it is asked to think step by step, at the same units (appendix F, table 3). The "
    "paper's model lost on the whole, and gained at OCR and on the hardest questions.",
)
_IMAGES = (*RESOLUTIONS, "original")
_PARTS = (*CATEGORIES, *DIFFICULTIES, "total")

_Ladder = Mapping[str, StudyRun]  # image -> run


def study_resolution(cohort: Cohort) -> Study:
    """Accuracy over pixels, for each model with runs at two resolutions or more."""
    if cohort.key is None:
        return replace(RESOLUTION, lacks=NO_KEY)
    ladders = _ladders(cohort)
    if not ladders:
        return replace(RESOLUTION, lacks=_no_ladder(cohort))
    try:
        pixels = {image: _megapixels(cohort.questions, image) for image in _IMAGES}
    except OSError:  # deleted, or never there
        return replace(RESOLUTION, lacks="the files of the paintings, to know their pixels: some cannot be read.")
    totals = StudyTable(
        ("run", "megapixels", "units", "accuracy", "95 %", "to original", "95 %"),
        tuple(
            (run.name, pixels[image], *accuracy(run), *_to_original(ladder, run, "total"))
            for ladder in ladders.values()
            for image, run in ladder.items()
        ),
        "Accuracy in percent by the pixels of the median painting, and the difference to the original ones in points",
    )
    categories = StudyTable(
        ("run", "category", "units", "accuracy", "95 %", "to original", "95 %"),
        tuple(
            (run.name, part, *accuracy(run, part), *_to_original(ladder, run, part))
            for ladder in ladders.values()
            for part in CATEGORIES
            for run in ladder.values()
        ),
        "The same by category",
    )
    figures = tuple(_curves(model, ladder, pixels) for model, ladder in ladders.items())
    notes = _dropped_notes(cohort, ladders)
    return replace(RESOLUTION, tables=(totals, categories), figures=figures, notes=notes)


def _ladders(cohort: Cohort) -> dict[str, _Ladder]:
    """For each model and prompt with two resolutions or more, the first run at each, from few pixels to many."""
    found: dict[str, dict[str, StudyRun]] = {}
    for image in _IMAGES:
        for run in cohort.runs:
            if run.run.image == image:
                found.setdefault(_model_and_prompt(run), {}).setdefault(image, run)
    return {name: ladder for name, ladder in found.items() if len(ladder) > 1}


def _model_and_prompt(run: StudyRun) -> str:
    prompt = {None: "prompts not told", "other": "other prompts"}.get(run.run.prompt, run.run.prompt)
    return run.model if prompt == "default" else f"{run.model} ({prompt})"


def _dropped_notes(cohort: Cohort, ladders: Mapping[str, _Ladder]) -> tuple[str, ...]:
    used = {run.name for ladder in ladders.values() for run in ladder.values()}
    names = ", ".join(run.name for run in cohort.runs if run.name not in used)
    return (f"Not here, without another resolution or as a second run at one: {names}.",) if names else ()


def _no_ladder(cohort: Cohort) -> str:
    told = ", ".join(f"{run.name}: {run.run.image or 'not told'}" for run in cohort.runs)
    return (
        f"runs of one model at two resolutions or more; here are {told or 'none'}. Run the tasks visualoverload_vga, "
        "_hd, _fhd or _qhd beside visualoverload, and name their samples or tables (a submission alone does not tell)."
    )


def _megapixels(questions: Questions, image: str) -> float:
    """Of the median painting, none of which is made larger."""
    from PIL import Image

    sizes = []
    for path in {question.painting.path for question in questions}:
        with Image.open(path) as file:
            sizes.append(prod(file.size))
    most = prod(RESOLUTIONS[image]) if image in RESOLUTIONS else max(sizes)
    return median(min(size, most) for size in sizes) / 1e6


def _to_original(ladder: _Ladder, run: StudyRun, part: str) -> tuple[Cell, Cell]:
    original = ladder.get("original", run)
    return (None, None) if original is run else difference(original, run, part)


def _curves(model: str, ladder: _Ladder, pixels: Mapping[str, float]) -> Figure:
    measured = {
        part: [(pixels[image], *accuracy(run, part)[1:]) for image, run in ladder.items()]
        for part in (*CATEGORIES, "total")
    }
    # Error bars of seven lines would hide each other: those of the categories are in the table.
    lines = (
        series(part, points if part == "total" else [(x, y, None) for x, y, _ in points])
        for part, points in measured.items()
    )
    shown = tuple(line for line in lines if line.y)
    return Figure("line", f"megapixels shown to {model}", "accuracy (%)", shown)


def study_cot(cohort: Cohort) -> Study:
    """The difference that chain of thought makes, for each model with a run of both kinds."""
    if cohort.key is None:
        return replace(COT, lacks=NO_KEY)
    pairs = {after.name: (before, after) for before, after in _with_and_without(cohort)}
    if not pairs:
        return replace(
            COT,
            lacks="a run with the usual prompts and one with chain of thought, of the same model on the same images. "
            "Run the tasks visualoverload and visualoverload_cot, and name their samples or tables.",
        )
    header = f"published, {published.COT_MODEL}"
    table = StudyTable(
        ("run", "part", "units", "usual", "cot", "gain", "95 %", *([header] if cohort.is_published else [])),
        tuple((name, *row) for name, (before, after) in pairs.items() for row in _cot_rows(cohort, before, after)),
        "Accuracy in percent, and what thinking step by step gains in points",
    )
    bars = [
        series(name, [(part, *difference(before, after, part)) for part in _PARTS])
        for name, (before, after) in pairs.items()
    ]
    if cohort.is_published:
        bars.append(series(header, [(part, _published_gain(part), None) for part in _PARTS]))
    figure = Figure("bars", "category or difficulty", "gain (points)", tuple(bars))
    return replace(COT, tables=(table,), figures=(figure,), notes=published_notes(cohort))


def _with_and_without(cohort: Cohort) -> Iterator[tuple[StudyRun, StudyRun]]:
    for after in cohort.runs:
        for before in cohort.runs:
            alike = (before.model, before.run.image) == (after.model, after.run.image)
            if alike and (before.run.prompt, after.run.prompt) == ("default", "cot"):
                yield before, after
                break


def _cot_rows(cohort: Cohort, before: StudyRun, after: StudyRun) -> Iterator[tuple[Cell, ...]]:
    fits = before.is_standard and before.is_published
    for part in _PARTS:
        units, usual, _ = accuracy(before, part)
        gain = difference(before, after, part)
        beside = [_published_gain(part) if fits else None] if cohort.is_published else []
        yield part, units, usual, accuracy(after, part)[1], *gain, *beside


def _published_gain(part: str) -> float:
    before, after = published.COT[part]
    return after - before
