"""Rows of the files made ready for a catalog: the work that several processes share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import orjson

from shopworld.catalog.importers.amazon.products import SHOP_ID, Parts, product_parts
from shopworld.catalog.importers.amazon.reviews import review_parts, review_payload
from shopworld.catalog.importers.amazon.tally import Tally
from shopworld.catalog.model import Attribute, Offer
from shopworld.catalog.payload import record_json
from shopworld.catalog.prepared import PreparedOffer, prepare_offer
from shopworld.catalog.review_spool import ReviewLines, SpooledReviews

Row = tuple[int, Any]
"""A line's number, and what was made of it."""

_DEFAULTS = {name: field.default for name, field in Offer.model_fields.items() if not field.is_required()}


class ProductReading:
    """Products as prepared offers."""

    lines = 250
    """Of a block."""

    def row(self, record: Mapping[str, Any], tally: Tally) -> PreparedOffer:
        """The offer of one line.

        Raises:
            Refused: it has no usable id or title.
        """
        parts = product_parts(record, tally)
        return prepare_offer(_unchecked(parts), parts["specifications"], product_payload(parts))

    def pack(self, rows: list[Row]) -> list[Row]:
        """The rows as they are handed on."""
        return rows


class ReviewReading:
    """Reviews as lines of the spool.

    Args:
        seed: for the choice of those that are kept.
    """

    lines = 2000
    """Of a block."""

    def __init__(self, seed: int) -> None:
        self._lines = ReviewLines(seed)

    def row(self, record: Mapping[str, Any], tally: Tally) -> tuple[int, bytes]:
        """The bucket and the line of one review.

        Raises:
            Refused: it has no usable product, rating or time.
        """
        parts = review_parts(record, tally)
        return self._lines.line(parts["product_id"], parts["id"], review_payload(parts))

    def pack(self, rows: list[Row]) -> SpooledReviews:
        """All lines by bucket."""
        held: dict[int, list[bytes]] = {}
        for _, (bucket, line) in rows:
            held.setdefault(bucket, []).append(line)
        return {bucket: b"".join(lines) for bucket, lines in held.items()}


def _unchecked(parts: Parts) -> Offer:
    """The offer of parts, without records of specifications and images.

    What is checked already, and of the model's own types, is not checked again: that would take longer than all the
    rest. Only the preparing sees this offer, and tests compare what comes of it with what comes of a checked one.
    """
    offer = Offer.__new__(Offer)
    fields = {**_DEFAULTS, "id": "", "shop_id": SHOP_ID, "number": 0, **parts, "specifications": (), "images": ()}
    object.__setattr__(offer, "__dict__", fields)
    return offer


def product_payload(parts: Parts) -> bytes:
    """The canonical JSON of the offer of these parts, without id, shop and number, as `record_json` writes it."""
    fields = {
        name: value for name, value in parts.items() if name not in _DEFAULTS or (value and value != _DEFAULTS[name])
    }
    if "attributes" in fields:
        fields["attributes"] = [
            _attribute(one.name, one.value, isinstance(one.value, bool), one.unit) for one in parts["attributes"]
        ]
    if "specifications" in fields:
        fields["specifications"] = [_specification(row) for row in parts["specifications"]]
    if "images" in fields:
        fields["images"] = [{"source": address} for address in parts["images"]]
    return orjson.dumps(fields)


@lru_cache(maxsize=65536)
def _specification(row: tuple[str, str]) -> orjson.Fragment:
    """Facts repeat from product to product, so their JSON is kept."""
    return orjson.Fragment(orjson.dumps({"label": row[0], "text": row[1]}))


@lru_cache(maxsize=32768)
def _attribute(name: str, value: str | float | bool | tuple[str, ...], _: bool, unit: str | None) -> orjson.Fragment:
    """The third argument keeps `True` and `1.0` apart, which are equal."""
    return orjson.Fragment(record_json(Attribute(name=name, value=value, unit=unit)))
