"""Reviews on their way into a catalog: brought together by product outside memory, and thinned to at most so many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from zlib import crc32

import orjson

from shopworld.catalog.model import Review
from shopworld.catalog.payload import record_json

_BUCKETS = 256
"""Files over which reviews are spread by product. One file at a time is sorted in memory: for twenty million reviews
some 30 MB."""
_HELD_BYTES = 16_000_000
"""Held in memory before the files grow."""


@dataclass(frozen=True, slots=True)
class ReviewSet:
    """The reviews of one product that are kept.

    Attributes:
        product_id: of the product.
        payloads: their canonical JSON, in an order that does not depend on how they came.
    """

    product_id: str
    payloads: tuple[bytes, ...]


SpooledReviews = dict[int, bytes]
"""Reviews as the spool writes them: lines by bucket. Processes that read reviews make them and hand them on."""


class ReviewLines:
    """Makes lines of reviews.

    Args:
        seed: for the choice of those that are kept.
    """

    def __init__(self, seed: int | None) -> None:
        self._salt = f"{seed}\0".encode()

    def line(self, product_id: str, review_id: str, payload: bytes) -> tuple[int, bytes]:
        """The bucket of a review, and its line: product, rank, canonical JSON."""
        product = orjson.dumps(product_id)
        rank = blake2b(self._salt + product + review_id.encode(), digest_size=8).hexdigest().encode()
        return crc32(product) % _BUCKETS, b"%b\t%b\t%b\n" % (product, rank, payload)


class ReviewSpool:
    """Takes reviews in any order and gives them back product by product.

    Which reviews of a product are kept depends on the seed and the ids of the product and its reviews, never on the
    order in which they came. A review that comes twice is kept once.

    Args:
        folder: for its files; is made, and must not be there.
        most: reviews kept of a product; all where None.
        seed: for the choice.
    """

    def __init__(self, folder: Path, *, most: int | None, seed: int | None) -> None:
        folder.mkdir()
        self._folder, self._most = folder, most
        self._lines = ReviewLines(seed)
        self._held: list[list[bytes]] = [[] for _ in range(_BUCKETS)]
        self._size = 0
        self.dropped = 0
        """Reviews of products that were not wanted."""

    def add(self, review: Review) -> None:
        """Take a review."""
        bucket, line = self._lines.line(review.product_id, review.id, record_json(review))
        self.add_spooled({bucket: line})

    def add_spooled(self, reviews: SpooledReviews) -> None:
        """Take lines of `ReviewLines` with the seed of this spool, several of one bucket as one text."""
        for bucket, lines in reviews.items():
            self._held[bucket].append(lines)
            self._size += len(lines)
        if self._size >= _HELD_BYTES:
            self._flush()

    def _flush(self) -> None:
        for at, lines in enumerate(self._held):
            if lines:
                with self._file(at).open("ab") as file:
                    file.writelines(lines)
                lines.clear()
        self._size = 0

    def _file(self, at: int) -> Path:
        return self._folder / f"{at:03}"

    def sets(self, wanted: Callable[[str], bool] | None = None) -> Iterator[ReviewSet]:
        """The reviews of every product, each product once. The files are given up one by one.

        Args:
            wanted: whether the reviews of a product are taken; all are where None.
        """
        self._flush()
        for at in range(_BUCKETS):
            file = self._file(at)
            if not file.exists():
                continue
            # Lines hold no line break but their last sign: JSON escapes all others.
            lines = file.read_bytes().split(b"\n")
            file.unlink()
            lines.pop()
            lines.sort()
            yield from self._grouped(lines, wanted)
        self._folder.rmdir()

    def _grouped(self, lines: list[bytes], wanted: Callable[[str], bool] | None) -> Iterator[ReviewSet]:
        position, end = 0, len(lines)
        while position < end:
            product, _, _ = lines[position].partition(b"\t")
            start = position
            prefix = product + b"\t"
            while position < end and lines[position].startswith(prefix):
                position += 1
            product_id = orjson.loads(product)
            if wanted is not None and not wanted(product_id):
                self.dropped += position - start
                continue
            kept = self._thinned(lines[start:position], len(prefix))
            if kept:
                yield ReviewSet(product_id, kept)

    def _thinned(self, lines: list[bytes], skipped: int) -> tuple[bytes, ...]:
        """The payloads of the first lines, one for each rank: equal ranks mean equal ids."""
        payloads: list[bytes] = []
        before = b""
        for line in lines:
            if self._most is not None and len(payloads) >= self._most:
                break
            rank, _, payload = line[skipped:].partition(b"\t")
            if rank != before:
                payloads.append(payload)
                before = rank
        return tuple(payloads)
