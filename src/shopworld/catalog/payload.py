"""Records as bytes: canonical JSON, compressed with a zstd dictionary trained on the first records."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import zstandard

from shopworld.catalog.model import Record

TRAINING_RECORDS = 600
"""How many records a dictionary is trained on."""

_DICTIONARY_BYTES = 32 * 1024
_SAMPLES_NEEDED = 16
"""With fewer samples zstd refuses to train; records are then compressed without a dictionary."""


def record_json(record: Record, *, without: set[str] | None = None) -> bytes:
    """The canonical JSON of a record: fields in the order of the model, defaults left out, and those in `without`."""
    return record.model_dump_json(exclude_defaults=True, exclude=without).encode()


def train_dictionary(samples: Sequence[bytes]) -> bytes:
    """A zstd dictionary for records like `samples`; empty where they are too few or too small."""
    if len(samples) < _SAMPLES_NEEDED:
        return b""
    size = min(_DICTIONARY_BYTES, sum(map(len, samples)) // 4)
    try:
        return zstandard.train_dictionary(size, list(samples), k=512, d=8).as_bytes()
    except zstandard.ZstdError:
        return b""


class PayloadCodec:
    """Compresses and decompresses the records of one table.

    Args:
        dictionary: what `train_dictionary` returned.

    Records are read in any number of threads, and written in one.
    """

    def __init__(self, dictionary: bytes) -> None:
        self._dictionary = zstandard.ZstdCompressionDict(dictionary) if dictionary else None
        self._compressor = zstandard.ZstdCompressor(level=3, dict_data=self._dictionary)
        self.compress = self._compressor.compress
        self._of_thread = threading.local()

    def decompress(self, payload: bytes) -> bytes:
        """The record's bytes. Each thread has a decompressor of its own: two in one crash the process."""
        found: zstandard.ZstdDecompressor | None = getattr(self._of_thread, "decompressor", None)
        if found is None:
            found = self._of_thread.decompressor = zstandard.ZstdDecompressor(dict_data=self._dictionary)
        return found.decompress(payload)
