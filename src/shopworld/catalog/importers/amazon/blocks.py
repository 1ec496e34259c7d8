"""Files in blocks of lines, so that several readers share a file and its order is kept.

Every reader unpacks the whole file, which costs little, and makes rows of every n-th block only, which costs much.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from shopworld.catalog.importers.amazon.lines import BrokenFile, read_lines
from shopworld.catalog.importers.amazon.preparing import Row
from shopworld.catalog.importers.amazon.records import broken_file, broken_line, record_of
from shopworld.catalog.importers.amazon.tally import ImportTally, Refused
from shopworld.errors import InputError


class RecordReading(Protocol):
    """What is made of the records of a file."""

    lines: int
    """Of a block."""

    def row(self, record: Mapping[str, Any], tally: ImportTally) -> object:
        """One row; raises `Refused`."""

    def pack(self, rows: list[Row]) -> Any:
        """The rows of a block as they are handed on."""


@dataclass(frozen=True, slots=True)
class Share:
    """Which blocks of a file are one reader's: every `of`-th, from `which`."""

    which: int = 0
    of: int = 1


@dataclass(slots=True)
class Block:
    """What was made of some lines of a file.

    Attributes:
        content: the rows, as `RecordReading.pack` gives them; None where there is no row.
        rows: how many.
        refused: line, reason and detail of what was left out.
        repaired: field and repair, and how often.
        read: bytes of the (packed) file that the first reader read; 0 of all others.
        last: the file has no more blocks of this reader; this one has no rows.
        failure: the arguments of the `InputError` that ends the reading.
    """

    content: Any = None
    rows: int = 0
    refused: list[tuple[int, str, str]] = field(default_factory=list)
    repaired: dict[tuple[str, str], int] = field(default_factory=dict)
    read: int = 0
    last: bool = False
    failure: dict[str, Any] | None = None


def read_blocks(file: Path, reading: RecordReading, share: Share, *, keep_broken: bool) -> Iterator[Block]:
    """One reader's blocks of a file, in order; the last one says that it is the last, or that the reading failed.

    Args:
        file: JSON Lines, plain or gzip.
        reading: what is made of its records.
        share: which blocks.
        keep_broken: take what there is of a file that breaks off.
    """
    read = 0

    def advance(count: int) -> None:
        nonlocal read
        if share.which == 0:
            read += count

    tally = ImportTally()
    rows: list[Row] = []
    block = Block()

    def filled() -> Block:
        nonlocal rows, block, read
        done, block = block, Block()
        done.content = reading.pack(rows) if rows else None
        done.rows = len(rows)
        done.repaired = dict(tally.repaired)
        done.read, read, rows = read, 0, []
        tally.repaired.clear()
        return done

    size, which, of = reading.lines, share.which, share.of
    current = which
    begun = False
    ending = Block(last=True)
    try:
        for number, line in read_lines(file, advance):
            at = (number - 1) // size
            if at % of != which:
                continue
            if at != current:
                yield filled()
                current = at
            begun = True
            try:
                record = record_of(line, tally)
                if record is not None:
                    rows.append((number, reading.row(record, tally)))
            except Refused as refused:
                block.refused.append((number, refused.reason, refused.detail))
    except BrokenFile as broken:
        if not keep_broken:
            ending = Block(failure=_arguments(broken_file(file, broken)))
        elif which == 0:
            rest = broken_line(broken)
            ending.refused.append((broken.line, rest.reason, rest.detail))
    except InputError as error:
        ending = Block(failure=_arguments(error))
    if begun:
        yield filled()
    ending.read = read
    yield ending


def _arguments(error: InputError) -> dict[str, Any]:
    place = ":".join(str(part) for part in (error.file, error.line) if part is not None)
    return {
        "message": error.message.removeprefix(f"{place}: "),
        "file": None if error.file is None else str(error.file),
        "line": error.line,
        "field": error.field,
        "hint": error.hint,
    }


def in_order(files: Sequence[Path], readers: Sequence[Iterator[Block]]) -> Iterator[tuple[Path, Block]]:
    """The blocks of all readers in the order of files and lines.

    Args:
        files: in the order in which every reader reads them.
        readers: the one with share `(k, n)` at place k.

    Raises:
        InputError: a file cannot be read, or breaks off.
    """
    for file in files:
        for reader in _turns(readers):
            block = next(reader)
            if block.failure:
                raise InputError(**block.failure)
            yield file, block
            if block.last:
                break
        for other in readers:
            if other is not reader:
                yield file, _checked(next(other))


def _checked(block: Block) -> Block:
    if block.failure:
        raise InputError(**block.failure)
    return block


def _turns(readers: Sequence[Iterator[Block]]) -> Iterator[Iterator[Block]]:
    while True:
        yield from readers
