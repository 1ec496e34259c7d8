"""Files and folders that are there whole or not at all."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from shopworld.files import place_beside, put_in_place, write_whole


def _made(path: Path, text: str) -> Path:
    beside = place_beside(path)
    beside.mkdir()
    for name in ("one", "two"):
        (beside / name).write_text(text)
    return beside


def test_a_file_replaces_the_one_before_and_leaves_nothing_beside(tmp_path: Path) -> None:
    for content in (b"before", b"after"):
        write_whole(tmp_path / "file", content)
    assert (tmp_path / "file").read_bytes() == b"after"
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_a_file_that_cannot_be_renamed_leaves_nothing_beside(tmp_path: Path) -> None:
    (tmp_path / "folder" / "inside").mkdir(parents=True)
    with pytest.raises(OSError, match="folder"):
        write_whole(tmp_path / "folder", b"")
    assert [one.name for one in tmp_path.iterdir()] == ["folder"]


def test_a_folder_replaces_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    for text in ("before", "after"):
        put_in_place(_made(path, text), path)
    assert (path / "one").read_text() == "after"
    assert [one.name for one in tmp_path.iterdir()] == ["folder"]


def test_what_stood_there_stays_where_the_new_folder_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    put_in_place(_made(path, "before"), path)
    with pytest.raises(FileNotFoundError):
        put_in_place(place_beside(path), path)
    assert (path / "one").read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == ["folder"]


def test_many_at_the_same_place_at_once_leave_one_whole_folder(tmp_path: Path) -> None:
    path = tmp_path / "folder"

    def make(number: int) -> None:
        put_in_place(_made(path, str(number)), path)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(make, range(40)))
    assert (path / "one").read_text() == (path / "two").read_text()
    assert [one.name for one in tmp_path.iterdir()] == ["folder"]
