"""A copied dataset is the dataset: nothing is left out, whatever its layout."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders import picture, row, small_rows, write_parquet

from visualoverload_tasks.data import copy_data
from visualoverload_tasks.errors import OutputError, SourceError
from visualoverload_tasks.source import load_questions


def test_files_of_one_name_in_two_folders_are_both_copied(tmp_path: Path) -> None:
    rows = small_rows()
    write_parquet(tmp_path / "from" / "a" / "test" / "0000.parquet", rows[:5])
    write_parquet(tmp_path / "from" / "b" / "test" / "0000.parquet", rows[5:])
    copy = copy_data(tmp_path / "to", str(tmp_path / "from"))
    assert len(copy) == 10 and copy.revision == load_questions(tmp_path / "from").revision


@pytest.mark.parametrize("place", ["data/images/5.jpg", "images/5.jpg"])
def test_images_beside_the_file_come_along(tmp_path: Path, place: str) -> None:
    image = tmp_path / "from" / place
    image.parent.mkdir(parents=True)
    image.write_bytes(picture(5))
    path = place.removeprefix("data/")
    write_parquet(tmp_path / "from" / "data" / "test.parquet", [row("a", image={"bytes": None, "path": path})])
    copy_data(tmp_path / "to", str(tmp_path / "from"))
    image.unlink()
    assert load_questions(tmp_path / "to")[0].painting.path.read_bytes() == picture(5)
    assert (tmp_path / "to" / place).read_bytes() == picture(5)


def test_images_elsewhere_on_the_machine_are_refused(tmp_path: Path) -> None:
    (tmp_path / "far.jpg").write_bytes(picture(5))
    image = {"bytes": None, "path": str(tmp_path / "far.jpg")}
    write_parquet(tmp_path / "from" / "test.parquet", [row("a", image=image)])
    with pytest.raises(SourceError, match=r"the image .*far\.jpg; expected images below .*from"):
        copy_data(tmp_path / "to", str(tmp_path / "from"))


def test_a_folder_with_other_data_is_no_copy(tmp_path: Path) -> None:
    write_parquet(tmp_path / "from" / "test-1.parquet", [row("a")])
    write_parquet(tmp_path / "to" / "test-2.parquet", [row("b")])
    with pytest.raises(OutputError, match="other data than the source; expected an empty folder"):
        copy_data(tmp_path / "to", str(tmp_path / "from"))
