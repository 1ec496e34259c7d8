from __future__ import annotations

import contextlib
import gc
import io
import os
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from shopworld.cluster import pack, unpack
from shopworld.errors import InputError

NAMES = st.text(st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="/\\\0"), min_size=1, max_size=40)
FILES = st.dictionaries(NAMES.filter(lambda name: name not in (".", "..") and len(name.encode()) < 200), st.binary())


def archive(add: Callable[[tarfile.TarFile], None]) -> bytes:
    """A packed folder as somebody else might make one."""
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as made:
        add(made)
    return zstandard.compress(held.getvalue())


def file_named(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> Callable[[tarfile.TarFile], None]:
    def add(made: tarfile.TarFile) -> None:
        member = tarfile.TarInfo(name)
        member.type, member.linkname = kind, link
        made.addfile(member)

    return add


@given(FILES, st.integers(1, 5000))
def test_what_is_packed_comes_out_again_whatever_the_size_of_the_pieces(files: dict[str, bytes], size: int) -> None:
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        for name, content in files.items():
            (Path(one) / name).write_bytes(content)
        (Path(one) / "empty folder" / "inner").mkdir(parents=True)
        pieces = list(pack(Path(one), size=size))
        assert all(len(piece) == size for piece in pieces[:-1])
        unpack(pieces, Path(other))
        assert {file.name: file.read_bytes() for file in Path(other).iterdir() if file.is_file()} == files
        assert (Path(other) / "empty folder" / "inner").is_dir()


def test_links_and_devices_stay_where_they_are(tmp_path: Path) -> None:
    (tmp_path / "one" / "in").mkdir(parents=True)
    (tmp_path / "one" / "link").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "one" / "pipe")
    (tmp_path / "other").mkdir()
    unpack(pack(tmp_path / "one"), tmp_path / "other")
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["in"]


@pytest.mark.parametrize("name", ["../out", "/tmp/out-of-it", "in/../../out"])
def test_no_file_is_written_outside_of_the_folder(tmp_path: Path, name: str) -> None:
    place = tmp_path / "folder"
    place.mkdir()
    with contextlib.suppress(InputError):
        unpack([archive(file_named(name))], place)
    outside = [one for one in tmp_path.rglob("*") if place not in one.parents and one != place]
    assert outside == []
    assert not Path("/tmp/out-of-it").exists()


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_something_else_than_files_is_refused(tmp_path: Path, kind: bytes) -> None:
    with pytest.raises(InputError, match="neither file nor folder"):
        unpack([archive(file_named("passwords", kind, "/etc/passwd"))], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_unpacks_to_too_much_is_refused_before_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "zeros").write_bytes(bytes(3_000_000))
    (tmp_path / "other").mkdir()
    with pytest.raises(InputError, match="more than 2,000,000 bytes"):
        unpack(pack(tmp_path / "one"), tmp_path / "other", most=2_000_000)
    assert list((tmp_path / "other").iterdir()) == []


@pytest.mark.parametrize("cut", [0, 1, 40, -1, -200])
def test_what_is_cut_off_or_no_folder_is_an_error_and_no_traceback(tmp_path: Path, cut: int) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "noise").write_bytes(os.urandom(50_000))
    (tmp_path / "other").mkdir()
    whole = b"".join(pack(tmp_path / "one"))
    with pytest.raises(InputError, match="not a packed folder"):
        unpack([whole[:cut]], tmp_path / "other")
    with pytest.raises(InputError, match="not a packed folder"):
        unpack([b"\0" * 100 + whole], tmp_path / "other")


def test_nothing_of_an_archive_is_left_for_the_garbage_collector(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"held")

    def archives() -> int:
        return sum(isinstance(one, tarfile.TarFile) for one in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = archives()
        unpack(list(pack(tmp_path)), tmp_path)
        assert archives() == before, "each would hold a compressor's megabytes"
    finally:
        gc.enable()
