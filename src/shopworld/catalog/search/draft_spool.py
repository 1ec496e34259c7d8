"""Documents on their way into the index, on disk: written as offers come, read when their places are known."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import orjson
import zstandard

from shopworld.catalog.search.index import DraftDocument

_LEVEL = 1
_BUFFER = 1 << 20
_BATCH = 200


class DraftSpool:
    """A file of drafts in the order in which they came.

    Args:
        file: is made, and given up by `read`.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._raw = file.open("wb")
        self._packed = zstandard.ZstdCompressor(level=_LEVEL).stream_writer(self._raw, closefd=True)
        self._held: list[bytes] = []

    def add(self, draft: DraftDocument) -> None:
        """Write a draft."""
        self._held.append(orjson.dumps((draft.fields, draft.rising, draft.falling)))
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

    def read(self) -> Iterator[DraftDocument]:
        """All drafts; the file is gone afterwards."""
        self.close()
        with self._file.open("rb") as raw:
            unpacked = zstandard.ZstdDecompressor().stream_reader(raw)
            for line in io.BufferedReader(unpacked, _BUFFER):
                fields, rising, falling = orjson.loads(line)
                yield DraftDocument(fields, tuple(rising), tuple(falling))
        self.discard()

    def discard(self) -> None:
        """Give up the file."""
        self.close()
        self._file.unlink(missing_ok=True)
