"""Cleaned offers as Parquet: written whole or not at all, read as a stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from shopworld.errors import InputError
from shopworld.files import place_beside
from shopworld.offers.parts import needed
from shopworld.offers.record import CrawledOffer

BATCH = 1000
_LISTS = frozenset(one.name for one in fields(CrawledOffer) if "tuple" in str(one.type))
_NUMBERS = frozenset({"record", "position", "price"})
KEYS = ("exact_high", "exact_low", "signature")
"""Columns beside the offer's own, which only matching reads: a digest of what makes exact duplicates, and MinHash."""


def schema(*, keys: bool = False, more: Sequence[str] = ()) -> Any:
    """The columns of a file of offers.

    Args:
        keys: whether those for matching are among them.
        more: names of further columns of text.
    """
    arrow = needed("pyarrow")
    columns = []
    for one in fields(CrawledOffer):
        inner = arrow.float64() if one.name == "language_scores" else arrow.string()
        kind = arrow.list_(inner) if one.name in _LISTS else arrow.int64() if one.name in _NUMBERS else arrow.string()
        columns.append(arrow.field(one.name, kind))
    if keys:
        columns += [
            arrow.field("exact_high", arrow.uint64()),
            arrow.field("exact_low", arrow.uint64()),
            arrow.field("signature", arrow.binary()),
        ]
    columns += [arrow.field(name, arrow.string()) for name in more]
    return arrow.schema(columns)


def values_of(offer: CrawledOffer) -> dict[str, Any]:
    """The columns of an offer."""
    return {one.name: getattr(offer, one.name) for one in fields(CrawledOffer)}


def write_rows(file: Path, rows: Iterable[dict[str, Any]], columns: Any) -> int:
    """Writes rows as they come; the file is there when all are.

    Args:
        file: to be.
        rows: a value for each column.
        columns: of `schema`.

    Returns:
        how many.
    """
    arrow, parquet = needed("pyarrow"), needed("pyarrow.parquet")
    beside, count = place_beside(file), 0
    try:
        with parquet.ParquetWriter(beside, columns, compression="zstd") as writer:
            for batch in batched(rows, BATCH):
                writer.write_batch(arrow.RecordBatch.from_pylist(batch, schema=columns))
                count += len(batch)
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
    return count


def batched(rows: Iterable[dict[str, Any]], size: int) -> Iterator[list[dict[str, Any]]]:
    """Rows in lists of a size, the last one shorter."""
    batch: list[dict[str, Any]] = []
    for row in rows:
        batch.append(row)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def read_rows(file: Path, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """The rows of a file, in order, a batch in memory at a time.

    Raises:
        InputError: there is no such file, or it is no Parquet.
    """
    arrow, parquet = needed("pyarrow"), needed("pyarrow.parquet")
    try:
        with parquet.ParquetFile(file) as opened:
            for batch in opened.iter_batches(batch_size=BATCH, columns=list(columns) if columns else None):
                yield from batch.to_pylist()
    except FileNotFoundError as error:
        raise InputError("no such file", file=file, hint="Run: shopworld offers read") from error
    except (arrow.ArrowException, OSError) as error:
        raise InputError(f"not the Parquet of offers: {error}", file=file) from error


def offer_of(row: dict[str, Any]) -> CrawledOffer:
    """An offer from its columns; others are passed over."""
    found: dict[str, Any] = {one.name: row[one.name] for one in fields(CrawledOffer)}
    for name in _LISTS:
        found[name] = tuple(found[name])
    return CrawledOffer(**found)
