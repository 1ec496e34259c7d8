"""Lines of packed and plain files."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.importers.amazon import lines as module
from shopworld.catalog.importers.amazon.lines import BrokenFile, read_lines
from shopworld.errors import InputError


def read(file: Path) -> list[tuple[int, bytes | None]]:
    return list(read_lines(file, lambda _: None))


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


@given(
    content=st.lists(st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"")), max_size=30),
    packed=st.booleans(),
)
def test_lines_come_with_their_numbers(
    tmp_path_factory: pytest.TempPathFactory, content: list[bytes], packed: bool
) -> None:
    content = [line for line in content if not line.startswith((b"\x1f\x8b", b"\xef\xbb\xbf"))]
    data = b"".join(line + b"\n" for line in content)
    file = written(tmp_path_factory.mktemp("lines") / "a.jsonl", gzip.compress(data) if packed else data)
    assert read(file) == list(enumerate(content, 1))


def test_a_last_line_needs_no_end_and_lines_may_cross_any_boundary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_INFLATED", 7)
    monkeypatch.setattr(module, "_READ", 5)
    content = [b"a" * length for length in range(30)]
    for name, pack in (("a.jsonl", bytes), ("a.jsonl.gz", gzip.compress)):
        file = written(tmp_path / name, pack(b"\n".join(content)))
        assert read(file) == list(enumerate(content, 1))


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    assert read(written(tmp_path / "a.jsonl", b"\xef\xbb\xbf{}\n")) == [(1, b"{}")]


def test_what_a_file_is_called_does_not_matter(tmp_path: Path) -> None:
    assert read(written(tmp_path / "a.jsonl", gzip.compress(b"{}"))) == [(1, b"{}")]
    assert read(written(tmp_path / "b.jsonl.gz", b"{}")) == [(1, b"{}")]


def test_members_of_one_file_are_read_one_after_the_other(tmp_path: Path) -> None:
    data = gzip.compress(b"1\n2") + gzip.compress(b"3\n4\n") + b"\0\0\0"
    assert read(written(tmp_path / "a.gz", data)) == [(1, b"1"), (2, b"23"), (3, b"4")]


def test_an_empty_file_has_no_lines(tmp_path: Path) -> None:
    assert read(written(tmp_path / "a.gz", b"")) == []
    assert read(written(tmp_path / "b.gz", gzip.compress(b""))) == []


def test_too_long_lines_are_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_LINE", 10)
    monkeypatch.setattr(module, "_INFLATED", 4)
    data = b"short\n" + b"x" * 50 + b"\nlast\n" + b"y" * 50
    assert read(written(tmp_path / "a.jsonl", data)) == [(1, b"short"), (2, None), (3, b"last"), (4, None)]


def broken_line(file: Path) -> tuple[list[tuple[int, bytes | None]], BrokenFile]:
    found: list[tuple[int, bytes | None]] = []
    with pytest.raises(BrokenFile) as caught:
        found.extend(read_lines(file, lambda _: None))
    return found, caught.value


@pytest.mark.parametrize("lost", [1, 5, 9, 200])
def test_a_truncated_file_gives_its_whole_lines_and_says_where_it_breaks_off(tmp_path: Path, lost: int) -> None:
    noise = random.Random(1)
    content = [noise.randbytes(30).hex().encode() for _ in range(200)]
    data = gzip.compress(b"\n".join(content))
    found, broken = broken_line(written(tmp_path / "a.gz", data[:-lost]))
    assert found == list(enumerate(content, 1))[: len(found)]
    assert broken.line == len(found) + 1
    assert "breaks off" in str(broken)


def test_a_damaged_file_says_so(tmp_path: Path) -> None:
    data = bytearray(gzip.compress(b"\n".join(b"%d" % number for number in range(5000))))
    data[len(data) // 2] ^= 0xFF
    _, broken = broken_line(written(tmp_path / "a.gz", bytes(data)))
    assert "damaged" in str(broken)


def test_a_missing_file_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path / "nowhere.jsonl")


def test_progress_counts_the_bytes_of_the_packed_file(tmp_path: Path) -> None:
    files: Iterable[Path] = (
        written(tmp_path / "a.gz", gzip.compress(b"x\n" * 100_000)),
        written(tmp_path / "b", b"y\n" * 10),
    )
    for file in files:
        told: list[int] = []
        assert list(read_lines(file, told.append))
        assert sum(told) == file.stat().st_size
