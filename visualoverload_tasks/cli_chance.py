"""The command ``visualoverload chance``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Annotated

import typer

from .chance import GUESSERS, PUBLISHED_CHANCE, chance_levels
from .key import load_key
from .metrics import PUBLISHED_UNITS, make_units
from .pairs_file import load_pairs
from .printing import DataOption, Format, FormatOption, KeyOption, PairsOption, note, print_table
from .report import Row, percent
from .scores import Breakdown, Chance, chance_to_dict
from .signature import make_signature
from .simulation import simulate_chance
from .source import load_questions

Levels = Mapping[str, Breakdown[Chance]]


def chance(
    data: DataOption = None,
    key: KeyOption = None,
    pairs: PairsOption = None,
    simulate: Annotated[
        int, typer.Option(min=0, max=100_000, help="Also let so many guessers take the test.", metavar="N")
    ] = 0,
    format: FormatOption = Format.table,
) -> None:
    """What guessing reaches at these questions: random, and with opposite answers on every pair."""
    questions = load_questions(data)
    truth = load_key(key, questions)
    pairing = load_pairs(pairs, questions, truth)
    units = make_units(questions, pairing.pairs)
    exact = {name: chance_levels(units, questions.by_id, name) for name in GUESSERS}
    simulated = {name: simulate_chance(questions, name, simulate, truth, pairing) for name in GUESSERS if simulate}
    signature = make_signature(questions.revision, pairing.origin, truth)
    if format is Format.json:
        print(json.dumps({**_to_dict(exact, simulated, simulate), "signature": signature}, indent=1))
        return
    for name in GUESSERS:
        headers, rows = _table(name, exact[name], simulated.get(name))
        print_table(headers, rows, format)
        print()
    print(f"signature {signature}")
    if simulate and truth is None:
        note("no ground truth here: each simulated guesser met one of its own, drawn at random")


def _to_dict(exact: Levels, simulated: Levels, runs: int) -> dict[str, object]:
    return {
        "exact": {name: levels.to_dict(chance_to_dict) for name, levels in exact.items()},
        "simulated": {name: levels.to_dict(chance_to_dict) for name, levels in simulated.items()} or None,
        "simulated_runs": runs,
    }


def _table(name: str, exact: Breakdown[Chance], simulated: Breakdown[Chance] | None) -> tuple[Row, list[Row]]:
    published = _published(name, exact)
    headers = (name, "exact", "95 % of guessers", *(["simulated"] if simulated else []))
    return (*headers, *(["published"] if published else []), "units"), list(_rows(exact, simulated, published))


def _rows(
    exact: Breakdown[Chance], simulated: Breakdown[Chance] | None, published: Mapping[str, float]
) -> Iterator[Row]:
    measured = simulated.named() if simulated else {}
    for name, level in exact.named().items():
        more = [percent(measured[name])] if measured else []
        more += [f"{published[name]:.1f}"] if published else []
        yield (name, percent(level), _range(level), *more, str(level.units))


def _range(level: Chance) -> str:
    low, high = (100 * bound / level.units if level.units else 0.0 for bound in level.range95)
    return f"[{low:.1f}, {high:.1f}]" if level.units else "-"


def _published(name: str, levels: Breakdown[Chance]) -> Mapping[str, float]:
    """The paper's figures, where the questions at hand have its units."""
    units = {**levels.category, **levels.difficulty}
    same = all(level.units == PUBLISHED_UNITS[part] for part, level in units.items())
    return PUBLISHED_CHANCE[name] if same else {}
