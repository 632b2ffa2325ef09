"""Prediction tables of VLMEvalKit: every text as the file keeps it, and a word about each that it did not keep."""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape
from zipfile import ZipFile

import pytest
from builders import RIGHT, question, questions, small_rows, write_dataset, write_key
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from visualoverload_tasks import RunError, describe_damage, read_predictions, read_run
from visualoverload_tasks.cli import app
from visualoverload_tasks.spreadsheets import read_sheet, unescape
from visualoverload_tasks.tables import is_table, read_rows

HARD = {
    "empty": "",
    "missing for pandas": "NA",
    "none": "None",
    "nan in capitals": "NaN",
    "formula": "=1+1",
    "formula with two signs": "== 3",
    "array formula": "{=SUM(A1)}",
    "number": "3",
    "zeros": "007",
    "id": "1e100000",
    "boolean": "TRUE",
    "quotes": 'He said "B"',
    "tab": "A\tB",
    "line breaks": "A\nB\r\nC\rD",
    "Chinese": "答案是乙",
    "no break space": "3 000",
    "control characters": "A\x0b\x00B\x1fC",
    "written escape": "_x000D_ and _x005F_",
    "link": "https://a.example/x",
    "markup": "<answer>B & C</answer>",
    "commas": "A, B; C",
    "JSON": '{"answer": "B"}',
    "astral": "🖼 B",
}
ROWS = questions(question(f"{number:08d}", f"Is it {name}?") for number, name in enumerate(HARD))
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def records(texts: Sequence[object]) -> list[dict[str, Any]]:
    return [
        {"index": index, "question_id": row.question_id, "question": row.prompt, "prediction": text}
        for index, (row, text) in enumerate(zip(ROWS, texts))
    ]


def write_tsv(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter="\t", quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return path


def write_json(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    path.write_text(json.dumps(rows, ensure_ascii=False, indent=4), encoding="utf-8")
    return path


def escaped(text: str) -> str:
    """As Excel and xlsxwriter escape what XML cannot hold, and what looks like such an escape."""
    text = re.sub(r"_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", text)
    return escape(re.sub(r"[\x00-\x08\x0b-\x1f\ufffe\uffff]", lambda match: f"_x{ord(match[0]):04X}_", text))


def cell(value: object, reference: str, shared: list[str]) -> str:
    if isinstance(value, bool):
        return f'<c r="{reference}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{reference}"><v>{value}</v></c>'
    if isinstance(value, tuple):  # (type, inner XML)
        return f'<c r="{reference}" t="{value[0]}">{value[1]}</c>'
    if value in ("", None):
        return ""
    shared.append(f'<si><t xml:space="preserve">{escaped(str(value))}</t></si>')
    return f'<c r="{reference}" t="s"><v>{len(shared) - 1}</v></c>'


def write_xlsx(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    shared: list[str] = []
    lines = [list(rows[0]), *([row[name] for name in rows[0]] for row in rows)]
    cells = [
        "".join(cell(value, f"{chr(65 + place)}{number}", shared) for place, value in enumerate(line))
        for number, line in enumerate(lines, start=1)
    ]
    sheet = "".join(f'<row r="{number}">{line}</row>' for number, line in enumerate(cells, start=1))
    parts = {
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets><sheet name="S" sheetId="1" r:id="r7"/>'
        "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": '<Relationships xmlns="urn:x"><Relationship Id="r7" Target="worksheets/one.xml"/>'
        "</Relationships>",
        "xl/worksheets/one.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{sheet}</sheetData></worksheet>',
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{"".join(shared)}</sst>',
    }
    with ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content.encode("utf-8", "surrogatepass"))
    return path


WRITERS = {".tsv": write_tsv, ".json": write_json, ".xlsx": write_xlsx}


def table(folder: Path, suffix: str, rows: Sequence[Mapping[str, Any]]) -> Path:
    return WRITERS[suffix](folder / f"model_VisualOverload{suffix}", rows)


# The csv module of Python 3.10 cannot write NUL, so there are no such tables to read either.
WRITABLE = [suffix for suffix in WRITERS if suffix != ".tsv" or sys.version_info >= (3, 11)]


@pytest.mark.parametrize("suffix", WRITABLE)
def test_every_format_gives_the_text_that_it_keeps(suffix: str, tmp_path: Path) -> None:
    read = read_predictions(table(tmp_path, suffix, records([*HARD.values()])), ROWS)
    assert read.responses == {row.question_id: text for row, text in zip(ROWS, HARD.values())}
    # An empty cell of a spreadsheet may once have been a long text that starts with a link.
    assert set(read.damaged) == ({"00000000"} if suffix == ".xlsx" else set())


@pytest.mark.parametrize("suffix", WRITABLE)
@given(texts=st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=len(HARD)))
def test_any_text_survives(suffix: str, texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = table(tmp_path_factory.mktemp("any"), suffix, records(texts))
    assert [row["prediction"].text for row in read_rows(path)] == texts


def test_long_texts_of_tsv_are_whole_and_the_limit_of_others_stays(tmp_path: Path) -> None:
    before = csv.field_size_limit()
    long = "so " * 100_000 + "Answer: A"
    assert read_predictions(write_tsv(tmp_path / "a.tsv", records([long])), ROWS).responses["00000000"] == long
    assert csv.field_size_limit() == before


@pytest.mark.parametrize(
    ("suffix", "value", "text", "damage"),
    [
        (".xlsx", "x" * 32_767, "x" * 32_767, "of exactly 32,767 characters"),
        (".tsv", "x" * 32_767, "x" * 32_767, "of exactly 32,767 characters"),  # copied from a spreadsheet
        (".tsv", "x" * 32_766, "x" * 32_766, None),
        (".xlsx", ("n", "<f>1+1</f><v>0</v>"), "=1+1", "kept as a formula"),  # ms-vlmeval 0.0.20
        (".xlsx", ("n", "<f>_xlfn._xlws.FILTER(a)</f><v>0</v>"), "=FILTER(a)", "kept as a formula"),
        (".xlsx", ("str", "<f>A1&amp;B1</f><v>AB</v>"), "=A1&B1", "kept as a formula"),
        (".xlsx", 3, "3", "kept as a number"),
        (".xlsx", True, "TRUE", "kept as true or false"),
        (".xlsx", ("e", "<v>#NAME?</v>"), "#NAME?", "kept as an error"),
        (".xlsx", ("inlineStr", "<is><t>B_x000D_</t></is>"), "B", None),
        (".xlsx", ("inlineStr", "<is><r><t>B </t></r><r><t>yes</t></r><rPh><t>bi</t></rPh></is>"), "B yes", None),
        (".xlsx", ("str", "<v>B</v>"), "B", None),
        (".json", None, "", "without any text"),
        (".json", float("nan"), "", "without any text"),
        (".json", 3, "3", "kept as a number"),
        (".json", False, "False", "kept as true or false"),
        (".json", ["B"], '["B"]', None),
        (".tsv", "nan", "nan", "'nan', which VLMEvalKit writes"),
    ],
)
def test_what_a_format_did_to_a_response_is_told(
    suffix: str, value: object, text: str, damage: str | None, tmp_path: Path
) -> None:
    read = read_predictions(table(tmp_path, suffix, records(["A", value])), ROWS)
    assert read.responses["00000001"] == text
    assert [*read.damaged] == (["00000001"] if damage else [])
    lines = [*describe_damage(read.damaged)]
    assert [line.startswith(f"1 response(s) {damage}") for line in lines] == ([True] if damage else [])
    assert all(line.endswith("'00000001'. Run with PRED_FORMAT=tsv, which keeps every text.") for line in lines)


def test_many_damaged_responses_make_one_line_for_each_way(tmp_path: Path) -> None:
    read = read_predictions(table(tmp_path, ".xlsx", records([3, True, 4, "A"])), ROWS)
    first, second = describe_damage(read.damaged)
    assert first.startswith("2 response(s) kept as a number") and "'00000000', '00000002'" in first
    assert second.startswith("1 response(s) kept as true or false")


def test_commands_take_tables_and_tell_the_damage(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "data")
    rows = [
        {"index": n, "question": one["default_prompt"], "prediction": RIGHT[one["question_id"]]}
        for n, one in enumerate(small_rows())
    ]
    rows[3]["prediction"] = 12
    path = write_xlsx(tmp_path / "my_model_VisualOverload.xlsx", rows)
    words = ["--data", str(data), "--key", str(write_key(tmp_path / "key.json"))]
    scored = CliRunner().invoke(app, ["score", str(path), "--format", "json", *words])
    assert json.loads(scored.stdout)["scores"]["total"]["percent"] == 100
    assert scored.stderr.strip().startswith("1 response(s) kept as a number") and "'88a09e03'" in scored.stderr
    assert "kept as a number" in CliRunner().invoke(app, ["extract", str(path), "--data", str(data)]).stderr
    built = CliRunner().invoke(app, ["submission", "build", str(tmp_path), "--output", str(tmp_path / "s"), *words])
    assert Path(built.stdout.split()[0]).name.startswith("visualoverload_my-model_")


def test_rows_go_by_index_whatever_their_order_and_only_these_were_asked(tmp_path: Path) -> None:
    path = write_tsv(tmp_path / "a.tsv", records(["A", "B", " C "])[:0:-1])
    run = read_run(path, ROWS)
    assert run.responses == {"00000001": "B", "00000002": "C"}
    assert run.asked == {"00000001", "00000002"}
    assert (run.host, run.prompt) == ("VLMEvalKit", "default")


def test_ids_are_never_read_back(tmp_path: Path) -> None:
    rows = [{**row, "question_id": 0} for row in records(["A", "B"])]
    assert read_run(write_json(tmp_path / "a.json", rows), ROWS).responses == {"00000000": "A", "00000001": "B"}


def test_the_question_alone_may_stand_for_the_prompt(tmp_path: Path) -> None:
    rows = [{**row, "question": asked.question} for row, asked in zip(records(["A"]), ROWS)]
    assert read_run(write_tsv(tmp_path / "a.tsv", rows), ROWS).responses == {"00000000": "A"}


@pytest.mark.parametrize("change", [{"question": "Is it noon?"}, {"index": 1}, {"index": 99}, {"index": "-1"}])
def test_a_table_of_other_data_is_refused(change: dict[str, object], tmp_path: Path) -> None:
    path = write_tsv(tmp_path / "a.tsv", [{**records(["A"])[0], **change}])
    with pytest.raises(RunError, match=r"index '.*' asks .*expected question .* of made by a test.*other data"):
        read_run(path, ROWS)


def test_two_answers_to_one_question_are_refused(tmp_path: Path) -> None:
    first = records(["A"])[0]
    with pytest.raises(RunError, match="two different predictions for index 0"):
        read_run(write_tsv(tmp_path / "a.tsv", [first, {**first, "prediction": "B"}]), ROWS)


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("a.tsv", b"index\tquestion\n0\tIs it day?\n", "without 'prediction'"),
        ("a.tsv", b"", "without 'index', 'question', 'prediction'"),
        ("a.tsv", b'index\tquestion\tprediction\n0\t"cut off', "not a table"),
        ("a.tsv", b"index\tquestion\tprediction\n0\t\xff\tA\n", "cannot be read"),
        ("a.xlsx", b"PK\x03\x04 cut off", "cannot be read"),
        ("a.xlsx", b"", "cannot be read"),
        ("gone.tsv", None, "cannot be read"),
        ("gone.xlsx", None, "cannot be read"),
    ],
)
def test_broken_tables_are_one_line(name: str, content: bytes | None, found: str, tmp_path: Path) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RunError, match=f"{name}: .*{found}.*; expected") as caught:
        read_run(path, ROWS)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/worksheets/one.xml", "xl/sharedStrings.xml"])
def test_a_spreadsheet_without_a_part_is_refused(part: str, tmp_path: Path) -> None:
    whole = write_xlsx(tmp_path / "whole.xlsx", records(["A"]))
    with ZipFile(whole) as source, ZipFile(tmp_path / "a.xlsx", "w") as target:
        for name in source.namelist():
            if name != part:
                target.writestr(name, source.read(name))
    with pytest.raises(RunError, match=r"a\.xlsx: cannot be read"):
        read_run(tmp_path / "a.xlsx", ROWS)


def test_cells_without_a_place_follow_each_other(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "a.xlsx", records(["A"]))
    with ZipFile(path) as source, ZipFile(tmp_path / "b.xlsx", "w") as target:
        for name in source.namelist():
            target.writestr(name, re.sub(rb' r="[A-Z]+\d+"', b"", source.read(name)))
    assert [*read_sheet(tmp_path / "b.xlsx")] == [*read_sheet(path)]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ([{"index": 0, "question": "", "prediction": ""}], True),
        ([{"question_id": "a", "response": "b"}], False),
        ([], False),
        ({"index": 0}, False),
    ],
)
def test_json_tables_are_told_from_submissions(content: object, expected: bool, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(content))
    assert is_table(path) is expected


def test_a_folder_of_output_holds_one_table_and_a_link_to_it(tmp_path: Path) -> None:
    run = tmp_path / "model" / "T20261129-010203"
    run.mkdir(parents=True)
    path = write_tsv(run / "model_VisualOverload.tsv", records(["A"]))
    (tmp_path / "model" / path.name).symlink_to(path)
    (run / "visualoverload_VisualOverload-Baseline_report.json").write_text("{}")
    assert read_run(tmp_path, ROWS).responses == {"00000000": "A"}
    write_tsv(run / "model_VisualOverload_Demo.tsv", records(["A"]))
    with pytest.raises(RunError, match=r"2 runs in this folder: .*Name the file"):
        read_run(tmp_path, ROWS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("_x000D_", "\r"), ("_x005F_x000D_", "_x000D_"), ("_x00_", "_x00_"), ("a_x4e59_", "a乙"), ("x000D_", "x000D_")],
)
def test_escapes_of_spreadsheets(text: str, expected: str) -> None:
    assert unescape(text) == expected
