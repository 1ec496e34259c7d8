"""Lines of text files, packed or not, none longer than a limit."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

_CHUNK = 256 * 1024


class CutShort(Exception):
    """A packed file broke off; all lines before were given."""


def lines_of(file: Path, longest: int) -> Iterator[tuple[int, bytes | None]]:
    """Numbered lines, from 1, without their ends; None for one that is longer than the limit.

    Args:
        file: plain, or packed with gzip in one member or more.
        longest: bytes of a line.

    Raises:
        CutShort: (after the last whole line) the file is packed and broken.
    """
    number, kept, too_long = 0, bytearray(), False
    for piece in _pieces(file):
        start = 0
        while (end := piece.find(b"\n", start)) >= 0:
            too_long = too_long or len(kept) + end - start > longest
            number += 1
            yield number, None if too_long else bytes(kept + piece[start:end]).rstrip(b"\r")
            kept.clear()
            too_long, start = False, end + 1
        if not too_long:
            kept += piece[start:]
            if len(kept) > longest:
                kept.clear()
                too_long = True
    if kept or too_long:
        yield number + 1, None if too_long else bytes(kept).rstrip(b"\r")


def _pieces(file: Path) -> Iterator[bytes]:
    with file.open("rb") as stream:
        packed = stream.read(2) == b"\x1f\x8b"
        stream.seek(0)
        if not packed:
            while chunk := stream.read(_CHUNK):
                yield chunk
            return
        inflate = zlib.decompressobj(31)
        waiting = stream.read(_CHUNK)
        while waiting:
            try:
                piece = inflate.decompress(waiting, _CHUNK * 4)
            except zlib.error as error:
                raise CutShort("a broken gzip member") from error
            if piece:
                yield piece
            waiting = inflate.unconsumed_tail or inflate.unused_data or stream.read(_CHUNK)
            if inflate.eof:
                waiting = inflate.unused_data or stream.read(_CHUNK)
                inflate = zlib.decompressobj(31)
                waiting = waiting.lstrip(b"\0")
            elif not waiting:
                raise CutShort("the file ends inside a gzip member")
