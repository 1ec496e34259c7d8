"""Lines of large files, plain or gzip, as a stream; memory does not grow with the file."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from shopworld.errors import InputError

_GZIP = b"\x1f\x8b"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_READ = 1 << 18
_INFLATED = 1 << 20
LONGEST_LINE = 1 << 23
"""In bytes. What is longer is no record; it is passed over without being held."""

Advance = Callable[[int], None]
"""Is told how many bytes of the (packed) file were read since it was last told."""


class BrokenFile(Exception):
    """The file breaks off, or its packing is damaged.

    Attributes:
        line: the line, from 1, in which it breaks off.
    """

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line = line


def read_lines(file: Path, advance: Advance) -> Iterator[tuple[int, bytes | None]]:
    """The lines of a file with their numbers, from 1, without line ends; None for one longer than `LONGEST_LINE`.

    Gzip is known by its first bytes, whatever the file is called; several members in one file are read one after the
    other.

    Args:
        file: plain text or gzip.
        advance: is told the progress.

    Raises:
        InputError: it cannot be opened or read.
        BrokenFile: it is gzip, and breaks off or is damaged. All whole lines before have been given.
    """
    try:
        with file.open("rb") as raw:
            packed = raw.read(len(_GZIP)) == _GZIP
            raw.seek(0)
            yield from _lines(_inflated(raw, advance) if packed else _plain(raw, advance))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=file) from error


def _plain(raw: BinaryIO, advance: Advance) -> Iterator[bytes]:
    while data := raw.read(_INFLATED):
        advance(len(data))
        yield data


def _inflated(raw: BinaryIO, advance: Advance) -> Iterator[bytes]:
    engine = zlib.decompressobj(wbits=31)
    begun = False
    while data := raw.read(_READ):
        advance(len(data))
        while data:
            piece = engine.decompress(data, _INFLATED)
            begun = True
            if piece:
                yield piece
            data = engine.unconsumed_tail
            if engine.eof:
                data = engine.unused_data.lstrip(b"\0")
                engine, begun = zlib.decompressobj(wbits=31), False
    if begun:
        raise EOFError


def _lines(chunks: Iterator[bytes]) -> Iterator[tuple[int, bytes | None]]:
    number = 0
    held: list[bytes] = []
    size = 0
    try:
        for chunk in chunks:
            if number == 0 and not held:
                chunk = chunk.removeprefix(_BYTE_ORDER_MARK)
            first, *others = chunk.split(b"\n")
            size += len(first)
            if size <= LONGEST_LINE:
                held.append(first)
            if not others:
                continue
            number += 1
            yield number, b"".join(held) if size <= LONGEST_LINE else None
            for line in others[:-1]:
                number += 1
                yield number, line
            held, size = [others[-1]], len(others[-1])
    except EOFError:
        raise BrokenFile(number + 1, "the file breaks off: its gzip stream has no end") from None
    except zlib.error as error:
        raise BrokenFile(number + 1, f"the gzip stream is damaged: {error}") from error
    if size:
        yield number + 1, b"".join(held) if size <= LONGEST_LINE else None
