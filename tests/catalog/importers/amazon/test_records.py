"""Records of JSON Lines files: what is repaired, and what is refused."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.importers.amazon import ImportTally
from shopworld.catalog.importers.amazon.records import read_records
from shopworld.errors import InputError


def read(file: Path, tally: ImportTally, *, keep_broken: bool = False) -> list[tuple[int, dict[str, Any]]]:
    return [(line, record) for _, line, record in read_records([file], tally, lambda _: None, keep_broken=keep_broken)]


def read_one(tmp_path: Path, line: bytes) -> tuple[dict[str, Any] | None, ImportTally]:
    file, tally = tmp_path / "a.jsonl", ImportTally()
    file.write_bytes(line + b"\n")
    found = read(file, tally)
    return (found[0][1] if found else None), tally


@pytest.mark.parametrize(
    ("line", "record", "what"),
    [
        (b'{"a": "caf\xe9"}', {"a": "caf\ufffd"}, "invalid UTF-8"),
        (b'{"a": "x\0y"}', {"a": "xy"}, "NUL bytes"),
        (b'{"a": "x\ty"}', {"a": "x\ty"}, "characters that JSON does not allow"),
        (b'{"a": "x\\ud83dy"}', {"a": "x?y"}, "characters that JSON does not allow"),
        (b'{"a": NaN, "b": Infinity}', None, "characters that JSON does not allow"),
    ],
)
def test_lines_that_can_be_repaired(tmp_path: Path, line: bytes, record: dict[str, Any] | None, what: str) -> None:
    found, tally = read_one(tmp_path, line)
    assert found is not None
    assert record is None or found == record
    assert dict(tally.repaired) == {("line", what): 1}
    assert not tally.refused


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"a": 1', "not JSON"),
        (b"Best price!", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"a":' * 100_000, "not JSON"),
        (b"[1, 2]", "not an object"),
        (b'"text"', "not an object"),
        (b"null", "not an object"),
        (b"7", "not an object"),
    ],
)
def test_lines_that_are_refused(tmp_path: Path, line: bytes, reason: str) -> None:
    found, tally = read_one(tmp_path, line)
    assert found is None
    assert dict(tally.refused) == {reason: 1}


@pytest.mark.parametrize("line", [b"", b"   ", b"\r", b"\0\0"])
def test_blank_lines_are_passed_over(tmp_path: Path, line: bytes) -> None:
    found, tally = read_one(tmp_path, line)
    assert found is None
    assert not tally.refused


@given(st.dictionaries(st.text(), st.text() | st.integers(-(2**63), 2**64 - 1) | st.none()))
def test_what_is_json_comes_through(tmp_path_factory: pytest.TempPathFactory, record: dict[str, Any]) -> None:
    found, tally = read_one(tmp_path_factory.mktemp("records"), json.dumps(record).encode())
    expected = json.loads(json.dumps(record))
    assert found is not None
    assert not tally.refused
    if not tally.repaired:
        assert found == expected


@given(st.binary(max_size=80))
def test_no_bytes_make_it_fail(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    file, tally = tmp_path_factory.mktemp("records") / "a.jsonl", ImportTally()
    file.write_bytes(b"{" + data)
    assert all(isinstance(record, dict) for _, record in read(file, tally))


def test_a_file_that_breaks_off_is_an_error_that_names_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "meta.jsonl.gz"
    noise = random.Random(7)
    texts = (noise.randbytes(8).hex() for _ in range(3000))
    rows = b"".join(b'{"number": %d, "text": "%s"}\n' % (number, text.encode()) for number, text in enumerate(texts))
    file.write_bytes(gzip.compress(rows)[:-2000])
    tally = ImportTally()
    with pytest.raises(InputError, match="breaks off") as caught:
        read(file, tally)
    assert caught.value.file == file
    assert caught.value.hint is not None
    assert "--keep-broken" in caught.value.hint
    kept = read(file, tally, keep_broken=True)
    assert caught.value.line == kept[-1][0] + 1
    assert [record["number"] for _, record in kept] == list(range(len(kept)))
    assert dict(tally.refused) == {"the file breaks off here": 1}
