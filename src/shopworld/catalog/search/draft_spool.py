"""Documents on their way into the index, on disk: written as offers come, read when their places are known."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import zstandard

_LEVEL = 1
_BUFFER = 1 << 20
_BATCH = 200


class DraftSpool:
    """A file of drafts in the order in which they came.

    Args:
        file: is made.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.count = 0
        self._raw = file.open("wb")
        self._packed = zstandard.ZstdCompressor(level=_LEVEL).stream_writer(self._raw, closefd=True)
        self._held: list[bytes] = []

    def add(self, draft: bytes) -> None:
        """Write a draft (`draft_line`)."""
        self._held.append(draft)
        self.count += 1
        if len(self._held) >= _BATCH:
            self._flush()

    def _flush(self) -> None:
        if self._held:
            self._packed.write(b"\n".join(self._held) + b"\n")
            self._held.clear()

    def close(self) -> None:
        """No more drafts come."""
        if not self._raw.closed:
            self._flush()
            self._packed.close()  # type: ignore[no-untyped-call]

    def discard(self) -> None:
        """Give up the file."""
        self.close()
        self.file.unlink(missing_ok=True)


def read_drafts(file: Path) -> Iterator[bytes]:
    """All drafts of a spool that was closed."""
    with file.open("rb") as raw:
        for line in io.BufferedReader(zstandard.ZstdDecompressor().stream_reader(raw), _BUFFER):
            yield line[:-1]
