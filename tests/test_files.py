"""Files and folders that are there whole or not at all."""

from __future__ import annotations

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from shopworld.errors import InputError
from shopworld.files import (
    bounded_lines,
    folder_beside,
    hash_of_files,
    place_beside,
    put_in_place,
    read_bounded,
    write_whole,
)


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


def _left(path: Path, suffix: str, text: str = "left") -> Path:
    """What a killed process leaves: a folder that nobody holds."""
    made = _made(path, text)
    return made.rename(made.with_suffix(suffix))


def test_a_folder_beside_is_gone_at_the_end_unless_it_was_put_in_place(tmp_path: Path) -> None:
    path = tmp_path / "inner" / "folder"
    with folder_beside(path) as beside:
        (beside / "one").write_text("made")
    assert not any(path.parent.iterdir())
    with pytest.raises(RuntimeError), folder_beside(path) as beside:
        raise RuntimeError
    assert not any(path.parent.iterdir())
    with folder_beside(path) as beside:
        (beside / "one").write_text("made")
        put_in_place(beside, path)
    assert (path / "one").read_text() == "made"
    assert [one.name for one in path.parent.iterdir()] == ["folder"]


def test_what_killed_processes_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    put_in_place(_made(path, "stands"), path)
    _left(path, ".part")
    _left(path, ".old")
    others = [_left(tmp_path / "folder2", ".part"), tmp_path / ".folder.mine.part", tmp_path / ".folder.0123abcd"]
    for one in others[1:]:
        one.mkdir()
    file = tmp_path / ".folder.0123abcd.part"
    file.write_text("a file of that name is nobody's folder")
    with folder_beside(path) as beside:
        assert sorted(tmp_path.iterdir()) == sorted([path, beside, file, *others])
    assert (path / "one").read_text() == "stands"


def test_what_another_process_is_making_stays(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    with folder_beside(path) as first:
        (first / "one").write_text("first")
        with folder_beside(path) as second:
            assert (first / "one").read_text() == "first"
            put_in_place(second, path)
        put_in_place(first, path)
    assert (path / "one").read_text() == "first"


def test_what_stood_there_is_back_where_a_process_was_killed_while_replacing_it(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    made = _made(path, "new")
    _made(path, "stood").rename(made.with_suffix(".old"))
    with folder_beside(path):
        assert (path / "one").read_text() == "stood"
    assert [one.name for one in tmp_path.iterdir()] == ["folder"]


def test_a_process_that_is_killed_leaves_a_folder_that_the_next_one_removes(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    program = (
        "import os, signal, sys; from pathlib import Path; from shopworld.files import folder_beside\n"
        "with folder_beside(Path(sys.argv[1])) as beside:\n"
        "    (beside / 'half').write_text('half'); os.kill(os.getpid(), signal.SIGKILL)"
    )
    killed = subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    (left,) = tmp_path.iterdir()
    assert left.suffix == ".part"
    with folder_beside(path):
        assert not left.exists()
    assert not any(tmp_path.iterdir())


def test_a_hash_of_files_sees_names_bytes_and_places_of_the_parts_alone(tmp_path: Path) -> None:
    def made(name: str, files: dict[str, str]) -> Path:
        for file, text in files.items():
            (tmp_path / name / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / file).write_text(text)
        return tmp_path / name

    files = {"told.toml": "1", "data/a": "x", "data/b/c": "y"}
    parts = ("told.toml", "data")
    known = hash_of_files(made("one", files), parts)
    assert hash_of_files(made("two", dict(reversed(files.items())) | {"index/77": "z"}), parts) == known
    others = [
        {**files, "told.toml": "2"},
        {**files, "data/a": "y", "data/b/c": "x"},
        {**files, "data/d": ""},
        {"told.toml": "1", "data/a": "x", "data/c": "y"},
        {"told.toml": "1", "data/a": "xy", "data/b/c": ""},
        {"data/a": "x", "data/b/c": "y"},
    ]
    found = {hash_of_files(made(f"other{n}", one), parts) for n, one in enumerate(others)}
    assert len(found | {known}) == len(others) + 1
    assert len({known, *(hash_of_files(tmp_path / "one", parts, *said) for said in (("ab",), ("a", "b"), ("",)))}) == 4


def test_what_is_too_large_to_be_held_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "large.json"
    file.write_bytes(b"12345\n123\n")
    assert read_bounded(file, 10) == b"12345\n123\n"
    with pytest.raises(InputError, match="more than 9 bytes"):
        read_bounded(file, 9)
    assert list(bounded_lines(file, 6)) == [(1, b"12345\n"), (2, b"123\n")]
    with pytest.raises(InputError, match="more than 5 bytes") as refused:
        list(bounded_lines(file, 5))
    assert refused.value.line == 1
