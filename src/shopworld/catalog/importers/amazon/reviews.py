"""Reviews of Amazon Reviews 2023 (`<Category>.jsonl.gz`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson

from shopworld.catalog.importers.amazon.lines import Advance
from shopworld.catalog.importers.amazon.products import Parts, product_key
from shopworld.catalog.importers.amazon.records import read_records
from shopworld.catalog.importers.amazon.tally import ImportTally, Refused
from shopworld.catalog.importers.amazon.text import plain_line, plain_lines
from shopworld.catalog.model import Review

_EPOCH = date(1970, 1, 1).toordinal()
_DAY = 86_400_000
"""In milliseconds."""
_EARLIEST, _LATEST = date(1990, 1, 1).toordinal(), date(2100, 1, 1).toordinal()
_SECONDS_BELOW = 100_000_000_000
"""A time stamp below this is in seconds: in milliseconds it would lie before March 1973."""
_LONGEST_BODY = 20000
_LONGEST_TITLE = 500


def _ignore(_: int) -> None:
    """For callers who do not watch the progress."""


def read_reviews(
    paths: Sequence[Path], tally: ImportTally | None = None, advance: Advance = _ignore, *, keep_broken: bool = False
) -> Iterator[Review]:
    """Read review files, as a stream, in the order of the files.

    Args:
        paths: `.jsonl` or `.jsonl.gz`.
        tally: counts what is repaired and refused.
        advance: is told the progress.
        keep_broken: take what there is of a file that breaks off.

    Raises:
        InputError: a file cannot be read, or breaks off.
    """
    tally = tally or ImportTally()
    for file, line, record in read_records(paths, tally, advance, keep_broken=keep_broken):
        try:
            parts = review_parts(record, tally)
        except Refused as refused:
            tally.refuse(file.name, line, refused)
            continue
        yield review_of(parts)


def review_of(parts: Parts) -> Review:
    """The review of its parts."""
    return Review.model_validate(parts)


def review_payload(parts: Parts) -> bytes:
    """The canonical JSON of the review of these parts, as `record_json` writes it, without making the review."""
    fields = dict(parts)
    for name in ("verified", "helpful_votes"):
        if not fields[name]:
            del fields[name]
    return orjson.dumps(fields)


def review_parts(record: Mapping[str, Any], tally: ImportTally) -> Parts:
    """One review, checked, repaired and made plain.

    The id is a digest of variant, customer and time: the same review has the same id in every import.

    Args:
        record: one line of a review file.
        tally: counts what is repaired.

    Raises:
        Refused: it has no usable product, rating or time.
    """
    product_id = product_key(record, tally)
    if "details" in record and "rating" not in record:
        raise Refused("a product, not a review", product_id)
    asin, user, timestamp = record.get("asin") or product_id, record.get("user_id") or "", record.get("timestamp")
    return {
        "id": _digest(f"{asin}\n{user}\n{timestamp}", 8),
        "product_id": product_id,
        "author": f"Customer {_digest(str(user), 3)}" if user else "Customer",
        "rating": _stars(record.get("rating"), tally),
        "title": _line(record.get("title"))[:_LONGEST_TITLE],
        "body": _body(record.get("text")),
        "written_on": _written_on(timestamp, tally),
        "verified": record.get("verified_purchase") is True,
        "helpful_votes": _votes(record.get("helpful_vote"), tally),
    }


def _digest(text: str, size: int) -> str:
    return blake2b(text.encode("utf-8", "replace"), digest_size=size).hexdigest()


def _line(value: object) -> str:
    return plain_line(value) if isinstance(value, str) else ""


def _body(value: object) -> str:
    return plain_lines(value)[:_LONGEST_BODY] if isinstance(value, str) else ""


def _stars(value: object, tally: ImportTally) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise Refused("the rating is not a number", repr(value))
    try:
        rating = float(value)
    except ValueError:
        raise Refused("the rating is not a number", repr(value)) from None
    if not 1 <= rating <= 5:
        raise Refused("the rating is not from 1 to 5", repr(value))
    stars = int(rating)
    if stars != rating:
        stars = int(rating + 0.5)
        tally.repair("rating", "rounded to whole stars")
    return stars


def _written_on(value: object, tally: ImportTally) -> date:
    """The day in UTC."""
    if isinstance(value, str):
        value = _moment(value)
        tally.repair("timestamp", "written as text")
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise Refused("the timestamp is not a number", repr(value))
    if 0 < value < _SECONDS_BELOW:
        value *= 1000
        tally.repair("timestamp", "in seconds")
    day = _EPOCH + int(value // _DAY) if abs(value) < 1e15 else 0
    if not _EARLIEST <= day <= _LATEST:
        raise Refused("the timestamp is out of range", repr(value))
    return date.fromordinal(day)


def _moment(text: str) -> float:
    """Milliseconds of a time stamp that is written as text."""
    text = text.strip()
    if text.isdecimal() and text.isascii() and len(text) <= 16:
        return int(text)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Refused("the timestamp is not a number", repr(text)) from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(milliseconds=1)


def _votes(value: object, tally: ImportTally) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    if value is not None:
        tally.repair("helpful_vote", "not a count, left out")
    return 0
