"""Folders as one compressed piece, or several: tar and Zstandard, read without trust in what is in them."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import zstandard

from shopworld.errors import InputError

PIECE = 1 << 25
"""Bytes of one piece at most; the last one may be shorter."""
MOST = 1 << 32
"""Bytes that an attempt's folder may hold, unpacked."""
_LEVEL = 3


def pack(folder: Path, *, size: int = PIECE) -> Iterator[bytes]:
    """The files of a folder, compressed, piece by piece.

    Args:
        folder: whose files; links and other special files are left out.
        size: bytes of a piece at most.

    Raises:
        OSError: a file cannot be read.
    """
    pieces: Any = _Pieces()
    compressed = zstandard.ZstdCompressor(level=_LEVEL).stream_writer(pieces)
    with tarfile.open(fileobj=compressed, mode="w|", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_symlink() or not (path.is_file() or path.is_dir()):
                continue
            archive.add(path, path.relative_to(folder).as_posix(), recursive=False)
            yield from pieces.take(size)
        archive.members.clear()  # type: ignore[attr-defined]  # they hold the compressor
    compressed.flush(zstandard.FLUSH_FRAME)
    yield from pieces.take(size)
    yield pieces.rest()


def unpack(pieces: Iterable[bytes], folder: Path, *, most: int = MOST) -> None:
    """Writes the files of a packed folder.

    Args:
        pieces: in order.
        folder: that they are written into; must exist.
        most: bytes that they may hold together.

    Raises:
        InputError: it is no packed folder, holds more, or names a place outside or something else than files.
        OSError: a file cannot be written.
    """
    joined: Any = _Joined(iter(pieces))
    source = zstandard.ZstdDecompressor().stream_reader(joined, read_across_frames=False)
    held = 0
    try:
        with tarfile.open(fileobj=source, mode="r|") as archive:
            for member in archive:
                if not (member.isfile() or member.isdir()):
                    raise InputError(f"a packed folder holds {member.name!r}, which is neither file nor folder")
                held += member.size
                if held > most:
                    raise InputError(f"a packed folder holds more than {most:,} bytes")
                archive.extract(member, folder, filter="data")
    except (tarfile.TarError, zstandard.ZstdError, EOFError) as error:
        raise InputError(f"not a packed folder: {error}") from error


class _Pieces(io.RawIOBase):
    """Takes what is written until it is enough for a piece."""

    def __init__(self) -> None:
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        written = bytes(content)
        self._held += written
        return len(written)

    def take(self, size: int) -> Iterator[bytes]:
        """Whole pieces."""
        while len(self._held) >= size:
            yield bytes(self._held[:size])
            del self._held[:size]

    def rest(self) -> bytes:
        """What is left."""
        return bytes(self._held)


class _Joined(io.RawIOBase):
    """Reads pieces as one stream."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._held = pieces, memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        into = memoryview(buffer)
        while not self._held:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._held = memoryview(piece)
        count = min(len(into), len(self._held))
        into[:count] = self._held[:count]
        self._held = self._held[count:]
        return count
