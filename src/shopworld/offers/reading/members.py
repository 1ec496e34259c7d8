"""Gzip files member by member: broken members are passed over, and none is unpacked beyond a limit."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

_CHUNK = 64 * 1024
_PIECE = 1024 * 1024
_MAGIC = b"\x1f\x8b\x08"
_BOMB = 512 * 1024 * 1024
"""Unpacked bytes of a member after which its end is not looked for by unpacking."""


@dataclass(frozen=True, slots=True)
class GzipMember:
    """One member of a gzip file.

    Attributes:
        offset: in the packed file.
        content: unpacked, up to the limit.
        size: unpacked bytes seen; more than `content` has where it was cut.
        fault: what is wrong with it; empty if nothing.
    """

    offset: int
    content: bytes
    size: int
    fault: str = ""

    @property
    def is_cut(self) -> bool:
        """Whether it holds more than was kept."""
        return self.size > len(self.content)


def gzip_members(file: BinaryIO, most: int) -> Iterator[GzipMember]:
    """The members of a gzip file, in order; after a broken one it goes on at the next.

    Args:
        file: seekable.
        most: bytes of a member that are kept, unpacked.
    """
    offset = _next_magic(file, 0)
    if offset != 0:
        yield GzipMember(0, b"", 0, "does not begin as gzip does")
    while offset is not None:
        member, end = _member(file, offset, most)
        yield member
        offset = _next_magic(file, end) if end is not None else _next_magic(file, offset + 1)


def _member(file: BinaryIO, offset: int, most: int) -> tuple[GzipMember, int | None]:
    """The member that begins at an offset, and where it ends if that was seen."""
    file.seek(offset)
    inflate = zlib.decompressobj(31)
    kept, size = bytearray(), 0
    try:
        while not inflate.eof:
            packed = inflate.unconsumed_tail or file.read(_CHUNK)
            if not packed:
                return GzipMember(offset, bytes(kept), size, "the file ends inside a gzip member"), None
            piece = inflate.decompress(packed, _PIECE)
            size += len(piece)
            kept += piece[: max(0, most - len(kept))]
            if size > _BOMB:
                return GzipMember(offset, bytes(kept), size, "a gzip member unpacks beyond all measure"), None
    except zlib.error:
        return GzipMember(offset, bytes(kept), size, "a broken gzip member"), None
    return GzipMember(offset, bytes(kept), size), file.tell() - len(inflate.unused_data)


def _next_magic(file: BinaryIO, start: int) -> int | None:
    """Where the next member may begin, at `start` or behind; None where the file ends."""
    file.seek(start)
    tail, at = b"", start
    while chunk := file.read(_CHUNK):
        found = (tail + chunk).find(_MAGIC)
        if found >= 0:
            return at - len(tail) + found
        at += len(chunk)
        tail = (tail + chunk)[-2:]
    return None
