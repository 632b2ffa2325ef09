"""Files are whole or absent."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from visualoverload_tasks import files
from visualoverload_tasks.errors import OutputError
from visualoverload_tasks.files import cache_root, write_whole


def test_folders_are_made_and_the_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file.json"
    write_whole(path, b"old")
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=repr)
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    path = tmp_path / "file.json"
    write_whole(path, b"old")

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(files.os, "fsync", fail)
    with pytest.raises(OutputError if isinstance(error, OSError) else KeyboardInterrupt):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("place", ["file/x.json", "file/x/y.json", "folder"])
def test_a_place_that_cannot_be_written_is_one_clear_line(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder" / "inside").mkdir(parents=True)
    with pytest.raises(OutputError, match=r"cannot be written \(.+\); expected a folder with write permission"):
        write_whole(tmp_path / place, b"")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]


def test_readers_never_see_half_a_file(tmp_path: Path) -> None:
    path, contents = tmp_path / "file", [bytes([n]) * 200_000 for n in range(4)]
    write_whole(path, contents[0])
    writers = [threading.Thread(target=lambda c=c: [write_whole(path, c) for _ in range(5)]) for c in contents]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert path.read_bytes() in contents
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o002, 0o664), (0o077, 0o600)], ids=oct)
def test_colleagues_may_read_what_the_umask_lets_them(tmp_path: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "file", b"")
        assert os.umask(mask) == mask, "the mask itself stays"
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == mode


def test_the_cache_is_beside_that_of_the_hub(alone: Path) -> None:
    assert cache_root() == alone / "visualoverload"
