"""The paintings' original bytes, once each, whole or not at all, whatever happens to the cache."""

from __future__ import annotations

import hashlib
import io
import json
import multiprocessing
import os
from pathlib import Path

import pyarrow as pa
import pytest
from builders import picture, row, small_rows, write_dataset, write_parquet
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFile

from visualoverload_tasks import paintings, source
from visualoverload_tasks.errors import OutputError, SourceError
from visualoverload_tasks.source import load_questions


def files(home: Path) -> list[Path]:
    """All painting files in the cache, hidden leftovers too."""
    return sorted((home / "visualoverload" / "paintings").iterdir())


def reload(path: Path):
    """Load as a new process would."""
    source._load.cache_clear()
    return load_questions(path)


LAYOUTS = {
    "bytes and path": (None, {"bytes": picture(5), "path": "5.jpg"}),
    "bytes without path": (None, {"bytes": picture(5), "path": None}),
    "path beside the file": (None, {"bytes": None, "path": "5.jpg"}),
    "struct without a path field": (pa.struct([("bytes", pa.binary())]), {"bytes": picture(5)}),
    "struct in the other order": (
        pa.struct([("path", pa.string()), ("bytes", pa.large_binary())]),
        {"bytes": picture(5), "path": "5.jpg"},
    ),
    "plain bytes": (pa.binary(), picture(5)),
    "large plain bytes": (pa.large_binary(), picture(5)),
    "plain paths": (pa.string(), "5.jpg"),
    "large plain paths": (pa.large_string(), "5.jpg"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_of_the_image_column_gives_the_original_bytes(tmp_path: Path, layout: str) -> None:
    kind, value = LAYOUTS[layout]
    (tmp_path / "5.jpg").write_bytes(picture(5))
    path = write_parquet(tmp_path / "x.parquet", [row("a", image=value)], **({"image": kind} if kind else {}))
    painting = load_questions(path)[0].painting
    assert painting.path.read_bytes() == picture(5)
    assert painting.painting_id == hashlib.sha256(picture(5)).hexdigest()[:16]
    named = ("path" in layout and "without" not in layout) or "order" in layout
    assert painting.name == ("5.jpg" if named else painting.painting_id)


@pytest.mark.parametrize("place", ["data/5.jpg", "5.jpg", "data/images/5.jpg", "images/5.jpg"])
def test_paths_are_found_beside_the_file_and_beside_its_folder(tmp_path: Path, place: str) -> None:
    (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / place).write_bytes(picture(5))
    name = place.removeprefix("data/")
    write_dataset(tmp_path, [row("a", image={"bytes": None, "path": name})])
    assert load_questions(tmp_path)[0].painting.path.read_bytes() == picture(5)


def test_a_cut_image_is_refused_even_where_a_host_lets_pillow_fill_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # lmms-eval sets this for the whole process when it is imported (lmms_eval/api/task.py, 0.7.3).
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)
    whole = picture(5, size=(400, 300))
    path = write_parquet(tmp_path / "x.parquet", [row("a", image={"bytes": whole[: len(whole) // 2], "path": "5.jpg"})])
    with pytest.raises(SourceError, match=r"truncated.*'a'"):
        load_questions(path)
    assert ImageFile.LOAD_TRUNCATED_IMAGES is True  # the host's own images are the host's matter


def test_an_image_that_was_replaced_beside_the_file_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "5.jpg").write_bytes(picture(5))
    path = write_parquet(tmp_path / "x.parquet", [row("a", image={"bytes": None, "path": "5.jpg"})])
    first = load_questions(path)
    (tmp_path / "5.jpg").write_bytes(picture(6, size=(50, 30)))
    second = reload(path)
    assert second[0].painting.path.read_bytes() == picture(6, size=(50, 30))
    assert second.revision != first.revision


def test_an_absolute_path_is_read(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "5.jpg").write_bytes(picture(5))
    image = {"bytes": None, "path": str(tmp_path / "far" / "5.jpg")}
    painting = load_questions(write_parquet(tmp_path / "near" / "x.parquet", [row("a", image=image)]))[0].painting
    assert (painting.path.read_bytes(), painting.name) == (picture(5), "5.jpg")


@pytest.mark.parametrize("kind", [pa.int64(), pa.list_(pa.uint8()), pa.float64()], ids=str)
def test_an_image_column_of_another_kind_is_refused(tmp_path: Path, kind: pa.DataType) -> None:
    value = [1, 2] if pa.types.is_list(kind) else 1
    path = write_parquet(tmp_path / "x.parquet", [row("a", image=value)], image=kind)
    with pytest.raises(SourceError, match=r"'image' holds .*; expected bytes, paths, or both"):
        load_questions(path)


def test_one_file_per_painting_however_many_rows_share_it(tmp_path: Path, alone: Path) -> None:
    loaded = load_questions(write_dataset(tmp_path, shards=3))
    assert len(loaded) == 10
    assert [path.read_bytes() for path in files(alone)] == sorted(
        (picture(1), picture(2)), key=lambda content: hashlib.sha256(content).hexdigest()
    )
    assert all(path.stem == hashlib.sha256(path.read_bytes()).hexdigest() for path in files(alone))


def test_rows_of_one_painting_need_not_be_neighbours(tmp_path: Path, alone: Path) -> None:
    images = [{"bytes": picture(number % 2), "path": f"{number % 2}.jpg"} for number in range(6)]
    rows = [row(f"{number}", image=image) for number, image in enumerate(images)]
    loaded = load_questions(write_parquet(tmp_path / "x.parquet", rows))
    assert [q.painting.name for q in loaded] == ["0.jpg", "1.jpg"] * 3
    assert len(files(alone)) == 2


def test_paintings_of_the_same_name_are_kept_apart(tmp_path: Path) -> None:
    rows = [
        row("a", image={"bytes": picture(1), "path": "x.jpg"}),
        row("b", image={"bytes": picture(2), "path": "x.jpg"}),
    ]
    first, second = load_questions(write_parquet(tmp_path / "x.parquet", rows))
    assert first.painting.name == second.painting.name == "x.jpg"
    assert first.painting.path.read_bytes() == picture(1)
    assert second.painting.path.read_bytes() == picture(2)


@pytest.mark.parametrize(("format", "suffix"), [("JPEG", ".jpg"), ("PNG", ".png"), ("WEBP", ".webp"), ("BMP", ".img")])
def test_the_file_is_named_by_its_true_format(tmp_path: Path, format: str, suffix: str) -> None:
    content = picture(5, format=format)
    image = {"bytes": content, "path": "5.jpg"}
    painting = load_questions(write_parquet(tmp_path / "x.parquet", [row("a", image=image)]))[0].painting
    assert painting.path.suffix == suffix
    assert painting.path.read_bytes() == content


@pytest.mark.parametrize(
    ("image", "problem"),
    [
        pytest.param(None, "no image", id="null"),
        pytest.param({"bytes": None, "path": None}, "no image", id="nothing in it"),
        pytest.param({"bytes": None, "path": "gone.jpg"}, "no image", id="path to nothing"),
        pytest.param({"bytes": b"", "path": "1.jpg"}, "no image", id="no bytes"),
        pytest.param({"bytes": picture(7)[:-300], "path": "1.jpg"}, "unreadable image", id="cut JPEG"),
        pytest.param({"bytes": picture(7, format="PNG")[:-300], "path": "1.png"}, "unreadable image", id="cut PNG"),
        pytest.param({"bytes": b"<html>404</html>", "path": "1.jpg"}, "no known image format", id="error page"),
        pytest.param({"bytes": bytes(500), "path": "1.jpg"}, "no known image format", id="zeros"),
    ],
)
def test_all_questions_without_a_whole_image_are_named_at_the_start(
    tmp_path: Path, alone: Path, image: object, problem: str
) -> None:
    rows = [row("aa", image=image), row("bb"), row("cc", image=image)]
    with pytest.raises(SourceError, match=rf"{problem}.* of question\(s\) 'aa', 'cc'") as caught:
        load_questions(write_parquet(tmp_path / "x.parquet", rows))
    assert "0x" not in str(caught.value) and "\n" not in str(caught.value)
    assert not (alone / "visualoverload" / "index").exists()


def test_different_problems_are_told_together(tmp_path: Path) -> None:
    rows = [row("aa", image=None), row("bb"), row("cc", image={"bytes": b"x" * 99, "path": None})]
    with pytest.raises(SourceError) as caught:
        load_questions(write_parquet(tmp_path / "x.parquet", rows))
    assert "no image of question(s) 'aa'; no known image format of question(s) 'cc'" in str(caught.value)


@pytest.mark.filterwarnings("ignore:::PIL")
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), format=st.sampled_from(["JPEG", "PNG", "WEBP", "TIFF", "GIF"]))
def test_damaged_bytes_are_a_problem_and_never_a_crash(data: st.DataObject, format: str) -> None:
    content = bytearray(picture(7, (16, 16), format=format))
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), max_size=8)):
        content[place] = data.draw(st.integers(0, 255))
    cut = bytes(content[: data.draw(st.integers(1, len(content)))])
    problem, path = paintings._store(pa.py_buffer(cut), hashlib.sha256(cut).hexdigest())
    assert bool(problem) != (path is not None)
    if path is not None:
        assert path.read_bytes() == cut


def test_a_second_start_takes_the_cache(tmp_path: Path, alone: Path) -> None:
    first = load_questions(write_dataset(tmp_path))
    before = [path.stat().st_mtime_ns for path in files(alone)]
    assert list(reload(tmp_path)) == list(first)
    assert [path.stat().st_mtime_ns for path in files(alone)] == before


@pytest.mark.parametrize(
    "harm", ["cleared", "one gone", "one cut", "index cut", "index of another kind", "index empty"]
)
def test_a_harmed_cache_is_made_again(tmp_path: Path, alone: Path, harm: str) -> None:
    first = load_questions(write_dataset(tmp_path))
    (index,) = (alone / "visualoverload" / "index").iterdir()
    if harm == "cleared":
        for path in [index, *files(alone)]:
            path.unlink()
    elif harm == "one gone":
        files(alone)[0].unlink()
    elif harm == "one cut":
        os.truncate(files(alone)[0], 100)
    else:
        index.write_bytes({"index cut": index.read_bytes()[:-9], "index of another kind": b"[1]"}.get(harm, b""))
    again = reload(tmp_path)
    assert list(again) == list(first)
    assert [path.stem for path in files(alone)] == [
        hashlib.sha256(path.read_bytes()).hexdigest() for path in files(alone)
    ]


def test_an_index_of_a_later_version_is_not_trusted(tmp_path: Path, alone: Path) -> None:
    first = load_questions(write_dataset(tmp_path))
    (index,) = (alone / "visualoverload" / "index").iterdir()
    content = json.loads(index.read_bytes())
    index.write_text(json.dumps({**content, "version": 99, "rows": [0] * 10}))
    assert list(reload(tmp_path)) == list(first)


def test_a_changed_source_is_read_again_though_its_texts_are_the_same(tmp_path: Path) -> None:
    rows = small_rows()
    path = write_parquet(tmp_path / "x.parquet", rows)
    before = load_questions(path)
    changed = [{**one, "image": {"bytes": picture(8), "path": "1.jpg"}} for one in rows]
    write_parquet(path, changed)
    after = load_questions(path)
    assert {q.painting.path.read_bytes() for q in after} == {picture(8)}
    assert before.revision != after.revision


@pytest.mark.parametrize("blocked", ["visualoverload", "visualoverload/paintings", "visualoverload/index"])
def test_a_cache_that_cannot_be_written_is_one_clear_line(tmp_path: Path, alone: Path, blocked: str) -> None:
    (alone / blocked).parent.mkdir(parents=True, exist_ok=True)
    (alone / blocked).write_text("a file where a folder should be")
    with pytest.raises(OutputError, match=r"cannot be written.*expected a folder with write permission"):
        load_questions(write_dataset(tmp_path))


def _load_in_process(folder: str, home: str, barrier) -> tuple[str, int]:
    from huggingface_hub import constants

    constants.HF_HOME = home
    barrier.wait(30)
    loaded = load_questions(folder)
    return loaded.revision, sum(len(q.painting.path.read_bytes()) for q in loaded)


def test_processes_that_start_at_once_share_whole_files(tmp_path: Path, alone: Path) -> None:
    images = [{"bytes": picture(number, (300, 200)), "path": f"{number}.jpg"} for number in range(12)]
    write_dataset(tmp_path, [row(f"{number:08x}", image=image) for number, image in enumerate(images)], shards=2)
    context = multiprocessing.get_context("spawn")
    with context.Manager() as manager, context.Pool(3) as pool:
        barrier = manager.Barrier(3)
        results = pool.starmap(_load_in_process, [(str(tmp_path), str(alone), barrier)] * 3, chunksize=1)
    assert len(set(results)) == 1
    assert results[0][1] == sum(len(image["bytes"]) for image in images)
    assert len(files(alone)) == 12
    assert all(path.stem == hashlib.sha256(path.read_bytes()).hexdigest() for path in files(alone))
    assert len(list((alone / "visualoverload" / "index").iterdir())) == 1


def test_a_huge_image_is_loaded_and_the_global_limit_stays(tmp_path: Path) -> None:
    """Above 89 megapixels Pillow warns; that stops no data, and the check is not switched off for everybody."""
    limit = Image.MAX_IMAGE_PIXELS
    file = io.BytesIO()
    Image.new("L", (10_000, 9_000)).save(file, "PNG")
    image = {"bytes": file.getvalue(), "path": "huge.png"}
    with pytest.warns(Image.DecompressionBombWarning):
        loaded = load_questions(write_parquet(tmp_path / "x.parquet", [row("a", image=image)]))
    assert loaded[0].painting.path.read_bytes() == file.getvalue()
    assert limit == Image.MAX_IMAGE_PIXELS
