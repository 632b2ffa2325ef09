"""The commands ``compare``, ``leaderboard`` and ``submission leaderboard-issue``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Annotated, Optional

import typer

from .cli_runs import RunArgument, questions_of, read
from .comparison import compare as compare_runs
from .comparison_report import differing_lines, parts, question_rows, to_dict
from .errors import UsageError
from .evaluation import evaluate_run
from .key import load_key
from .leaderboard import (
    COLUMNS,
    Published,
    Standing,
    leaderboard_source,
    load_leaderboard,
    place,
    ranks,
    refuse_other_data,
    score_of_total,
)
from .leaderboard_request import make_request
from .pairs_file import load_pairs
from .printing import (
    DataOption,
    Format,
    FormatOption,
    KeyOption,
    PairsOption,
    note,
    print_json,
    print_parts,
    print_rows,
    print_table,
)
from .report import Row, interval, percent, suspicions, wrapped
from .runs import model_of
from .scores import Report

_KEY_NEXT = "Give --key, or the evaluation server's figure with --total."


def compare(
    run_a: Annotated[Path, typer.Argument(help="A run, as for `score`.", metavar="A")],
    run_b: Annotated[Path, typer.Argument(help="Another run of the same questions.", metavar="B")],
    questions: Annotated[bool, typer.Option("--questions", help="List the questions with different answers.")] = False,
    show_key: Annotated[bool, typer.Option("--show-key", help="With --questions: the true answers too.")] = False,
    key: KeyOption = None,
    pairs: PairsOption = None,
    data: DataOption = None,
    format: FormatOption = Format.table,
) -> None:
    """How two runs differ: accuracy with interval and test, or without a key agreement and consistency."""
    dataset = questions_of(data, run_a, run_b)
    a, b = (read(run, dataset) for run in (run_a, run_b))
    truth = load_key(key, dataset)
    if show_key and not (questions and truth):
        raise UsageError("--show-key", "no list of questions or no key", "--questions and a key with it")
    comparison = compare_runs(dataset, a, b, truth, pairs=load_pairs(pairs, dataset, truth))
    if questions:
        for line in differing_lines(comparison):
            note(line)
        columns = ("question_id", "category", "a", "b", *(["truth"] if show_key else []))
        print_rows(question_rows(comparison.disagreements, truth if show_key else None), columns, format)
    elif format is Format.json:
        print_json(to_dict(comparison))
    else:
        print_parts(parts(comparison, str(run_a), str(run_b)), format)


def leaderboard(
    run: Annotated[Optional[Path], typer.Argument(help="A run of the published data.", metavar="RUN")] = None,
    total: Annotated[
        Optional[float], typer.Option(help="In place of RUN: the total that the server told.", min=0, max=100)
    ] = None,
    key: KeyOption = None,
    pairs: PairsOption = None,
    data: DataOption = None,
    format: FormatOption = Format.table,
) -> None:
    """The published rows; with a run and a key, or a total, its rank among them and what its interval cannot tell."""
    if run is not None and total is not None:
        raise UsageError("leaderboard", "RUN and --total", "one of them")
    if run is None:
        _refuse_unused({"--key": key, "--pairs": pairs, "--data": data})
    if run is None and total is None:
        _print_published(format)
        return
    if run is None:
        assert total is not None
        _print_standing(place(score_of_total(total)), None, format)
        note("the interval takes units for independent: which paintings they are about, a total does not tell")
        return
    report = _published_report(run, key, pairs, data)
    if report.total is None:
        raise UsageError("leaderboard", "no ground truth, so no accuracy", "a key to rank a run with", _KEY_NEXT)
    _print_standing(place(report.total), report, format)


def _refuse_unused(options: Mapping[str, object]) -> None:
    if given := [name for name, value in options.items() if value is not None]:
        raise UsageError("leaderboard", f"{', '.join(given)} without RUN", "RUN, or none of them", "Name the run.")


def leaderboard_issue(
    run: RunArgument,
    model: Annotated[Optional[str], typer.Option(help="Name for the leaderboard; by default the run's.")] = None,
    model_url: Annotated[Optional[str], typer.Option(help="Where the model is.")] = None,
    reproducibility: Annotated[Optional[str], typer.Option(help="A link to reproduce the results.")] = None,
    credit: Annotated[Optional[str], typer.Option(help="Who is to be credited.")] = None,
    key: KeyOption = None,
    pairs: PairsOption = None,
    data: DataOption = None,
    format: FormatOption = Format.table,
) -> None:
    """Title, body and URL of the issue that asks for a row on the leaderboard; with a key also the row."""
    request = make_request(
        run,
        _published_report(run, key, pairs, data),
        model=model or model_of(run),
        model_url=model_url,
        reproducibility=reproducibility,
        credit=credit,
    )
    if format is Format.json:
        print_json({**asdict(request), "url": request.url})
        return
    row = f"\n\n| {' | '.join(request.row)} |" if request.row else ""
    print(f"{request.title}\n\n{request.body}{row}\n\n{request.url}")


def _published_report(run: Path, key: Path | None, pairs: Path | None, data: str | None) -> Report:
    questions = questions_of(data, run)
    found = read(run, questions)
    truth = load_key(key, questions)
    report = evaluate_run(questions, found, truth, load_pairs(pairs, questions, truth))
    refuse_other_data(questions, report)
    return report


def _print_published(format: Format) -> None:
    rows = load_leaderboard()
    ranked = ranks([row.percent["total"] for row in rows])
    if format is Format.table:
        heads = ("#", "model", *(name[:4] for name in COLUMNS[:-1]), "total")
        cells: list[Row] = [(str(rank), row.model, *_figures(row)) for rank, row in zip(ranked, rows)]
        print_table(heads, cells, format, left=2, gap=1, total=False)
    else:
        _print_full([{"rank": rank, **_row(row)} for rank, row in zip(ranked, rows)], format)
    note(leaderboard_source())


def _print_standing(standing: Standing, report: Report | None, format: Format) -> None:
    rivals = [
        {"rank": r.rank, **_row(r.row), "points": r.points, "ci95": list(r.ci95), "verdict": r.verdict}
        for r in standing.rivals
    ]
    if format is Format.json:
        score = standing.total
        own = {"percent": score.percent, "correct": score.correct, "units": score.units, "ci95": score.ci95}
        ranked = {name: getattr(standing, name) for name in ("rank", "best", "worst", "of")}
        signature = report.signature if report else None
        findings = [asdict(finding) for finding in report.findings] if report else []
        about = {"findings": findings, "signature": signature, "source": leaderboard_source()}
        print_json({**ranked, "total": own, **about, "rows": rivals})
        return
    heads = ("#", "model", "total", "run - model", "95 % interval", "the run is")
    print_parts(_standing_lines(standing, report), format)
    print_table(heads, _standing_rows(standing), format, left=2, total=False)


def _standing_lines(standing: Standing, report: Report | None) -> Sequence[str]:
    score = standing.total
    return [
        f"total {percent(score)} {interval(score)}: rank {standing.rank} of {standing.of}, the published rows and this",
        f"run; ranks {standing.best} to {standing.worst} cannot be told apart from it",
        *([*chain(*map(wrapped, suspicions(report))), f"signature {report.signature}"] if report else []),
        "",
    ]


def _standing_rows(standing: Standing) -> list[Row]:
    rows: list[Row] = [
        (
            str(rival.rank),
            rival.row.model,
            f"{rival.row.percent['total']:.1f}",
            f"{rival.points:+.1f}",
            f"[{rival.ci95[0]:+.1f}, {rival.ci95[1]:+.1f}]",
            rival.verdict,
        )
        for rival in standing.rivals
    ]
    above = sum(rival.rank < standing.rank for rival in standing.rivals)
    return [*rows[:above], (str(standing.rank), "THIS RUN", percent(standing.total), "", "", ""), *rows[above:]]


def _print_full(rows: list[dict[str, object]], format: Format) -> None:
    print_rows(rows, ("rank", "model", "special_inference", *COLUMNS), format)


def _row(row: Published) -> dict[str, object]:
    return {"model": row.model, "special_inference": row.special_inference, **row.percent, "correct": row.correct}


def _figures(row: Published) -> list[str]:
    return [f"{row.percent[name]:.1f}" for name in COLUMNS]
