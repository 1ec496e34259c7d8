"""Readers that share a file give together what one gives alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.importers.amazon import ImportTally
from shopworld.catalog.importers.amazon.blocks import Block, Share, in_order, read_blocks
from shopworld.catalog.importers.amazon.preparing import Row
from shopworld.catalog.importers.amazon.tally import Refused
from shopworld.errors import InputError


class Numbers:
    """Takes the number of a record; refuses those below zero, repairs those above 100."""

    lines = 3

    def row(self, record: Mapping[str, Any], tally: ImportTally) -> int:
        number = int(record["n"])
        if number < 0:
            raise Refused("below zero", str(number))
        if number > 100:
            tally.repair("n", "cut")
        return min(number, 100)

    def pack(self, rows: list[Row]) -> list[Row]:
        return rows


def reader(files: list[Path], share: Share, keep_broken: bool = False) -> Iterator[Block]:
    for file in files:
        yield from read_blocks(file, Numbers(), share, keep_broken=keep_broken)


def taken(files: list[Path], readers: int, keep_broken: bool = False) -> tuple[list[object], list[object], int, int]:
    """Rows, refusals, repairs and bytes read."""
    rows: list[object] = []
    refused: list[object] = []
    repaired = read = 0
    shares = [reader(files, Share(which, readers), keep_broken) for which in range(readers)]
    for file, block in in_order(files, shares):
        rows += [(file.name, *row) for row in block.content or ()]
        assert block.rows == len(block.content or ())
        refused += [(file.name, *one) for one in block.refused]
        repaired += sum(block.repaired.values())
        read += block.read
    return rows, refused, repaired, read


LINES = st.lists(
    st.integers(-50, 150).map(lambda n: f'{{"n": {n}}}') | st.sampled_from(["", "oops", "[]"]), max_size=40
)


@given(st.lists(LINES, min_size=1, max_size=3), st.integers(2, 5))
def test_any_number_of_readers_give_the_same_rows_in_the_same_order(
    tmp_path_factory: pytest.TempPathFactory, contents: list[list[str]], readers: int
) -> None:
    folder = tmp_path_factory.mktemp("files")
    files = []
    for place, lines in enumerate(contents):
        files.append(folder / f"{place}.jsonl")
        files[-1].write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    alone = taken(files, 1)
    assert taken(files, readers) == alone
    assert alone[3] == sum(file.stat().st_size for file in files)
    rows = [row[2] for row in alone[0]]  # type: ignore[index]
    assert rows == [
        min(int(line[6:-1]), 100) for lines in contents for line in lines if line[:1] == "{" and int(line[6:-1]) >= 0
    ]


@pytest.mark.parametrize("readers", [1, 2, 3])
def test_a_file_that_breaks_off_is_told_once(tmp_path: Path, readers: int) -> None:
    import gzip

    whole, broken = tmp_path / "a.jsonl", tmp_path / "b.jsonl.gz"
    whole.write_text('{"n": 1}\n' * 10, encoding="utf-8")
    broken.write_bytes(gzip.compress(b'{"n": 2}\n' * 10)[:-6])
    with pytest.raises(InputError, match=r"b\.jsonl\.gz:11: the file breaks off"):
        taken([whole, broken], readers)
    rows, refused, _, _ = taken([broken, whole], readers, keep_broken=True)
    assert len(rows) == 20
    assert [one[:3] for one in refused] == [("b.jsonl.gz", 11, "the file breaks off here")]  # type: ignore[index]


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        taken([tmp_path / "none.jsonl"], 2)
