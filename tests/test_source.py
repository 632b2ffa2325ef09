"""Every layout in which copies of the dataset exist loads to the same questions; everything else is refused by name."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from builders import IMAGE, TEXTS, picture, row, small_rows, write_dataset, write_parquet

from visualoverload_tasks.errors import SourceError
from visualoverload_tasks.source import load_questions, locate, parse_options

COLUMNS_READ = [*TEXTS[:3], "difficulty", "category", "options", "default_prompt"]
NUMPY_TEXT = "['yes' 'no']"


def load_one(folder: Path, **fields: object):
    """The one question of a file that holds one row."""
    return load_questions(write_parquet(folder / "one.parquet", [row("aa000001", **fields)]))[0]


def test_the_hub_layout_loads_with_every_field_as_written(tmp_path: Path) -> None:
    rows = small_rows()
    loaded = load_questions(write_dataset(tmp_path, rows))
    assert [q.question_id for q in loaded] == [r["question_id"] for r in rows]
    for question, given in zip(loaded, rows, strict=True):
        assert question.question == given["question"]
        assert question.prompt == given["default_prompt"]
        assert (question.question_type, question.category) == (given["question_type"], given["category"])
        assert question.difficulty == given["difficulty"]
        assert question.painting.name == given["image"]["path"]
        assert question.painting.path.read_bytes() == given["image"]["bytes"]
    assert loaded.by_id["00000000"].options == ("red", "white", "blue", "green")
    assert loaded.source == str(tmp_path)


@pytest.mark.parametrize("question_id", ["5e100000", "00001234", "00000000", "12345678", "1e100000", "NaN", "None"])
def test_ids_that_look_like_numbers_stay_text(tmp_path: Path, question_id: str) -> None:
    only = load_questions(write_parquet(tmp_path / "x.parquet", [row(question_id)]))
    assert [q.question_id for q in only] == [question_id]


@pytest.mark.parametrize(
    ("value", "options"),
    [
        pytest.param("['yes', 'no']", ("yes", "no"), id="as published"),
        pytest.param('["yes", "no"]', ("yes", "no"), id="JSON"),
        pytest.param(r'["\ud83c\udfa8", "a\/b"]', ("🎨", "a/b"), id="escapes that only JSON has"),
        pytest.param("['yes','no']", ("yes", "no"), id="without the blank that others cut at"),
        pytest.param("('yes', 'no')", ("yes", "no"), id="tuple"),
        pytest.param("", (), id="empty text"),
        pytest.param(" ", (), id="blank"),
        pytest.param(None, (), id="null"),
        pytest.param("[]", (), id="empty list"),
        pytest.param(["yes", "no"], ("yes", "no"), id="real list"),
        pytest.param([], (), id="empty real list"),
        pytest.param(str(["a, b", "it's", 'say "x"', "[c]"]), ("a, b", "it's", 'say "x"', "[c]"), id="quotes, commas"),
        pytest.param(str(["it's", "that's"]), ("it's", "that's"), id="apostrophes only"),
        pytest.param("['None', 'nan', '3']", ("None", "nan", "3"), id="texts that tables take for nothing"),
        pytest.param("[1, 2]", ("1", "2"), id="numbers"),
        pytest.param(str(["Würde", "日本", "\u2028"]), ("Würde", "日本", "\u2028"), id="other scripts"),
        pytest.param(r"['a\nb', 'c\\d']", ("a\nb", "c\\d"), id="escapes"),
    ],
)
def test_options_are_read(value: object, options: tuple[str, ...]) -> None:
    assert parse_options(value) == options


@pytest.mark.parametrize(
    "value",
    ["yes, no", "[yes, no]", "['yes', 'no'", "{'yes': 'no'}", "{'yes', 'no'}", "3", "None", "'yes'", 3, {"a": "b"}],
)
def test_options_that_are_no_list_are_refused(value: object) -> None:
    with pytest.raises(SourceError, match=r"options"):
        parse_options(value)


def test_a_printed_numpy_array_is_refused_and_not_glued_together(tmp_path: Path) -> None:
    # Python reads 'yes' 'no' as one text: the options would become the single "yesno".
    with pytest.raises(SourceError, match=r"row 0 \(question 'aa000001'\)") as caught:
        load_one(tmp_path, options=NUMPY_TEXT)
    assert NUMPY_TEXT in str(caught.value)


def test_options_may_be_a_real_list_column(tmp_path: Path) -> None:
    rows = [row("a", options=["yes", "no"]), row("b", options=["x, y", "it's", "", "z"])]
    loaded = load_questions(write_parquet(tmp_path / "x.parquet", rows, options=pa.list_(pa.string())))
    assert [q.options for q in loaded] == [("yes", "no"), ("x, y", "it's", "", "z")]


@pytest.mark.parametrize("value", ["[]", "", None, "['one']"])
def test_a_choice_question_needs_options(tmp_path: Path, value: str | None) -> None:
    with pytest.raises(SourceError, match=r"a choice question with options"):
        load_one(tmp_path, options=value)


@pytest.mark.parametrize("value", ["['1', '2']", "['1']"])
@pytest.mark.parametrize("kind", ["counting", "ocr"])
def test_a_free_form_question_has_none(tmp_path: Path, kind: str, value: str) -> None:
    with pytest.raises(SourceError, match=rf"a {kind} question with options"):
        load_one(tmp_path, question_type=kind, category=kind, options=value)


@pytest.mark.parametrize("kind", [pa.large_string(), pa.dictionary(pa.int32(), pa.string())], ids=str)
def test_other_kinds_of_text_columns_load(tmp_path: Path, kind: pa.DataType) -> None:
    plain = load_questions(write_parquet(tmp_path / "a.parquet", small_rows()))
    other = load_questions(write_parquet(tmp_path / "b.parquet", small_rows(), **dict.fromkeys(TEXTS, kind)))
    assert list(other) == list(plain)


@pytest.mark.parametrize("kind", [pa.int64(), pa.float64(), pa.binary()], ids=str)
def test_an_id_column_that_is_no_text_is_refused(tmp_path: Path, kind: pa.DataType) -> None:
    value = b"12345678" if pa.types.is_binary(kind) else 12345678
    path = write_parquet(tmp_path / "x.parquet", [{**row(""), "question_id": value}], question_id=kind)
    with pytest.raises(SourceError, match=rf"'question_id' holds {kind}; expected text"):
        load_questions(path)


def test_repeated_ids_are_all_named(tmp_path: Path) -> None:
    rows = [row(question_id) for question_id in ("a", "b", "a", "c", "c", "d")]
    with pytest.raises(SourceError, match=r"more than once: 'a', 'c'; expected each id once"):
        load_questions(write_parquet(tmp_path / "x.parquet", rows))


def test_repeated_null_ids_are_no_crash(tmp_path: Path) -> None:
    rows = [{**row(""), "question_id": question_id} for question_id in (None, None, "a", "a")]
    with pytest.raises(SourceError, match=r"more than once"):
        load_questions(write_parquet(tmp_path / "x.parquet", rows))


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("question_type", "multiple-choice"),
        ("question_type", None),
        ("category", "Scene"),
        ("category", ""),
        ("difficulty", "extreme"),
        ("difficulty", None),
    ],
)
def test_an_unknown_name_is_refused_with_its_row(tmp_path: Path, column: str, value: str | None) -> None:
    rows = [row("aa000000"), row("bb000000", **{column: value})]
    with pytest.raises(SourceError, match=r"row 1 \(question 'bb000000'\)") as caught:
        load_questions(write_parquet(tmp_path / "x.parquet", rows))
    assert f"{column} is {value!r}" in str(caught.value)


@pytest.mark.parametrize("column", ["question_id", "question"])
@pytest.mark.parametrize("value", ["", None])
def test_an_empty_id_or_question_is_refused(tmp_path: Path, column: str, value: str | None) -> None:
    with pytest.raises(SourceError, match=r"empty question_id or question"):
        load_questions(write_parquet(tmp_path / "x.parquet", [{**row("a"), column: value}]))


@pytest.mark.parametrize("column", [*TEXTS[:-1], "image"])
def test_a_missing_column_is_named(tmp_path: Path, column: str) -> None:
    rows = [{name: value for name, value in one.items() if name != column} for one in small_rows()]
    path = write_parquet(tmp_path / "x.parquet", rows, **{column: None})
    with pytest.raises(SourceError, match=rf"without '{column}'"):
        load_questions(path)


def test_without_the_prompt_column_the_published_prompts_are_built(tmp_path: Path) -> None:
    rows = [{name: value for name, value in one.items() if name != "default_prompt"} for one in small_rows()]
    loaded = load_questions(write_parquet(tmp_path / "x.parquet", rows, default_prompt=None))
    assert loaded.by_id["88a09e03"].prompt == "How many boats? Answer with a number directly."
    assert loaded.by_id["5e100000"].prompt.startswith("Is it day? Options:\nA. yes\nB. no\n")


@pytest.mark.parametrize("value", ["", None])
def test_an_empty_prompt_is_built(tmp_path: Path, value: str | None) -> None:
    assert load_one(tmp_path, default_prompt=value).prompt.startswith("Is it day? Options:\nA. yes")


def test_shards_are_read_in_order(tmp_path: Path) -> None:
    rows = [row(f"{number:08x}") for number in range(11)]
    loaded = load_questions(write_dataset(tmp_path, rows, shards=4))
    assert [q.question_id for q in loaded] == [f"{number:08x}" for number in range(11)]


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_a_missing_shard_is_refused(tmp_path: Path, gone: int) -> None:
    write_dataset(tmp_path, shards=3)
    (tmp_path / "data" / f"test-{gone:05d}-of-00003.parquet").unlink()
    with pytest.raises(SourceError, match=r"2 Parquet file.*expected all 3 shards"):
        load_questions(tmp_path)


def test_as_many_shards_as_there_should_be_but_not_the_right_ones_are_refused(tmp_path: Path) -> None:
    write_dataset(tmp_path, shards=2)
    (tmp_path / "data" / "test-00000-of-00002.parquet").rename(tmp_path / "data" / "test-00002-of-00002.parquet")
    with pytest.raises(SourceError, match=r"expected all 2 shards"):
        load_questions(tmp_path)


def test_shards_of_two_releases_are_refused(tmp_path: Path) -> None:
    write_dataset(tmp_path, small_rows()[:5], shards=1)
    write_dataset(tmp_path, small_rows()[5:], shards=2)
    with pytest.raises(SourceError, match=r"of one release"):
        load_questions(tmp_path)


def test_only_the_test_split_is_read(tmp_path: Path) -> None:
    write_dataset(tmp_path, [row("aa")])
    write_parquet(tmp_path / "data" / "train-00000-of-00001.parquet", [row("bb")])
    assert [q.question_id for q in load_questions(tmp_path)] == ["aa"]


@pytest.mark.parametrize("split", ["train", "validation"])
def test_another_split_alone_is_refused(tmp_path: Path, split: str) -> None:
    write_parquet(tmp_path / "data" / f"{split}-00000-of-00001.parquet", [row("bb")])
    with pytest.raises(
        SourceError, match=rf"other splits \('{split}-00000-of-00001.parquet'\); expected the split 'test'"
    ):
        load_questions(tmp_path)


@pytest.mark.parametrize(
    "place", ["x.parquet", "data/rows.parquet", "test/0000.parquet", "difficulty=7/test.parquet"], ids=str
)
def test_any_folder_with_parquet_files_will_do(tmp_path: Path, place: str) -> None:
    write_parquet(tmp_path / place, small_rows())
    loaded = load_questions(tmp_path)
    assert {q.difficulty for q in loaded} == {"easy", "medium", "hard"}
    assert len(loaded) == 10


def test_a_folder_without_parquet_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"no Parquet file"):
        load_questions(tmp_path)


@pytest.mark.parametrize("content", [b"", b"question_id,question\n", b"PAR1", b"PAR1" + bytes(64) + b"PAR1"])
def test_what_is_no_parquet_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.parquet"
    path.write_bytes(content)
    with pytest.raises(SourceError, match=r"cannot be read.*expected a Parquet file") as caught:
        load_questions(path)
    assert "\n" not in str(caught.value)


def test_a_cut_parquet_file_is_refused(tmp_path: Path) -> None:
    path = write_parquet(tmp_path / "x.parquet", small_rows())
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(SourceError, match=r"x.parquet: cannot be read"):
        load_questions(path)


def test_a_file_without_rows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"no rows"):
        load_questions(write_parquet(tmp_path / "x.parquet", []))


@pytest.mark.parametrize("name", ["./nothing", "/no/such/folder", "nothing.parquet", "folder/nothing.parquet", "a b/c"])
def test_a_path_that_is_not_there_is_no_hub_id(name: str) -> None:
    with pytest.raises(SourceError, match=r"no such file or folder"):
        load_questions(name)


def test_the_variable_names_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUALOVERLOAD_DATA", f"{write_dataset(tmp_path)} ")
    assert len(load_questions()) == 10
    assert list(load_questions("")) == list(load_questions())


def test_an_argument_wins_over_the_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUALOVERLOAD_DATA", str(tmp_path / "nothing"))
    assert len(load_questions(write_dataset(tmp_path))) == 10


def test_a_path_may_be_relative_to_here_or_to_the_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_dataset(tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert list(load_questions("mine")) == list(load_questions("~/mine")) == list(load_questions(tmp_path / "mine"))


def test_equal_content_has_the_same_revision_wherever_it_is(tmp_path: Path) -> None:
    folder = load_questions(write_dataset(tmp_path / "a", shards=3))
    file = load_questions(write_parquet(tmp_path / "b.parquet", small_rows()))
    assert folder.revision == file.revision


@pytest.mark.parametrize(
    "change",
    [
        {"question": "Is it dark?"},
        {"question_id": "ffffffff"},
        {"options": "['no', 'yes']"},
        {"default_prompt": "?"},
        {"difficulty": "hard"},
        {"category": "reasoning"},
        {"image": {"bytes": picture(99), "path": "1.jpg"}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_any_change_of_content_changes_the_revision(tmp_path: Path, change: dict[str, object]) -> None:
    rows = small_rows()
    before = load_questions(write_parquet(tmp_path / "a.parquet", rows)).revision
    after = load_questions(write_parquet(tmp_path / "b.parquet", [{**rows[0], **change}, *rows[1:]])).revision
    assert before != after


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = write_parquet(tmp_path / "x.parquet", [row("a", "Is it day?")])
    assert load_questions(path)[0].question == "Is it day?"
    write_parquet(path, [row("a", "Is it night?")])
    os.utime(path, ns=(1, 1))
    assert load_questions(path)[0].question == "Is it night?"


def test_reading_the_questions_leaves_the_images_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """9 GB of images must not be read for the texts; the second start reads none of them at all."""
    folder = write_dataset(tmp_path)
    load_questions(folder)
    asked: list[list[str] | None] = []

    class Watched(pq.ParquetFile):
        def read(self, columns=None, **options):
            asked.append(columns)
            return super().read(columns=columns, **options)

        def iter_batches(self, *args, columns=None, **options):
            asked.append(columns)
            return super().iter_batches(*args, columns=columns, **options)

    monkeypatch.setattr(pq, "ParquetFile", Watched)
    write_dataset(tmp_path / "again")
    load_questions(tmp_path / "again")
    first_start, asked[:] = list(asked), []
    from visualoverload_tasks import source

    source._load.cache_clear()
    load_questions(tmp_path / "again")
    assert first_start == [COLUMNS_READ, ["image"]]
    assert asked == [COLUMNS_READ]


def test_locate_tells_the_files(tmp_path: Path) -> None:
    write_dataset(tmp_path, shards=2)
    location = locate(tmp_path)
    assert [path.name for path in location.files] == ["test-00000-of-00002.parquet", "test-00001-of-00002.parquet"]
    assert location.commit is None


def test_a_file_written_by_others_with_more_columns_loads(tmp_path: Path) -> None:
    schema = pa.schema([("image", IMAGE), *((name, pa.string()) for name in TEXTS), ("answer", pa.int64())])
    table = pa.Table.from_pylist([{**row("a"), "answer": 3}], schema)
    pq.write_table(table, tmp_path / "x.parquet")
    assert load_questions(tmp_path)[0].question_id == "a"
