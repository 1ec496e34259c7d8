"""Rows of the files made ready for a catalog: the work that several processes share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from shopworld.catalog.attributes import display_values
from shopworld.catalog.attributes.canonical import Stated, Value, flat_details, merged_attributes, stated_by
from shopworld.catalog.importers.amazon.products import SHOP_ID, Parts, product_parts, specification
from shopworld.catalog.importers.amazon.reviews import review_parts, review_payload
from shopworld.catalog.importers.amazon.tally import ImportTally
from shopworld.catalog.model import Attribute, Offer
from shopworld.catalog.payload import record_json
from shopworld.catalog.prepared import OfferFacts, PreparedOffer, prepared
from shopworld.catalog.review_spool import ReviewLines, SpooledReviews
from shopworld.catalog.search.index import word_forms

Row = tuple[int, Any]
"""A line's number, and what was made of it."""

_LONGEST_KEPT = 200
"""Characters of a value; longer ones do not repeat."""
_DEFAULTS = {name: field.default for name, field in Offer.model_fields.items() if not field.is_required()}


class ProductReading:
    """Products as prepared offers."""

    lines = 250
    """Of a block."""

    def row(self, record: Mapping[str, Any], tally: ImportTally) -> PreparedOffer:
        """The offer of one line.

        Raises:
            Refused: it has no usable id or title.
        """
        parts = product_parts(record, tally)
        rows = [
            _row(label, value) if type(value) is str and len(value) <= _LONGEST_KEPT else _new_row(label, value)
            for label, value in parts["details"].items()
        ]
        stated = merged_attributes([row.stated for row in rows])
        facts = [_fact(one.name, one.value, isinstance(one.value, bool), one.unit) for one in stated]
        attributes = {one.name: fact.values for one, fact in zip(stated, facts, strict=True)}
        forms = [words for fact in facts for words in fact.forms] + [row.forms for row in rows]
        payload = _payload(parts, [fact.json for fact in facts], [row.json for row in rows])
        return prepared(_unchecked(parts), OfferFacts(attributes, forms), payload)

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

    def row(self, record: Mapping[str, Any], tally: ImportTally) -> tuple[int, bytes]:
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
    """The offer of parts, without records of attributes, specifications and images.

    What is checked already, and of the model's own types, is not checked again: that would take longer than all the
    rest. Only the preparing sees this offer, and tests compare what comes of it with what comes of a checked one.
    """
    offer = Offer.__new__(Offer)
    fields = {**_DEFAULTS, "id": "", "shop_id": SHOP_ID, "number": 0, **parts, "images": ()}
    object.__setattr__(offer, "__dict__", fields)
    return offer


def _payload(parts: Parts, attributes: list[orjson.Fragment], specifications: list[orjson.Fragment]) -> bytes:
    """The canonical JSON of the offer of these parts, without id, shop and number, as `record_json` writes it."""
    fields: dict[str, Any] = {}
    for name, value in parts.items():
        if name == "details":
            if attributes:
                fields["attributes"] = attributes
            if specifications:
                fields["specifications"] = specifications
        elif name == "images":
            if value:
                fields["images"] = [{"source": address} for address in value]
        elif name not in _DEFAULTS or (value and value != _DEFAULTS[name]):
            fields[name] = value
    return orjson.dumps(fields)


class _Row(NamedTuple):
    """One row of details."""

    json: orjson.Fragment
    """Of its specification."""
    forms: dict[str, None]
    """Of its words."""
    stated: tuple[Stated, ...]


def _new_row(label: str, value: object) -> _Row:
    one = specification(label, value)
    rows = [stated_by(*row) for row in flat_details({label: value})]
    return _Row(
        orjson.Fragment(record_json(one)),
        word_forms(one.label) | word_forms(one.text),
        tuple([stated for row in rows for stated in row]),
    )


@lru_cache(maxsize=32768)
def _row(label: str, value: str) -> _Row:
    """Rows repeat from product to product, so what is made of them is kept."""
    return _new_row(label, value)


class _Fact(NamedTuple):
    """One attribute."""

    json: orjson.Fragment
    values: tuple[str, ...]
    """As displayed."""
    forms: tuple[dict[str, None], ...]
    """Of the words of each value."""


@lru_cache(maxsize=32768)
def _fact(name: str, value: Value, _: bool, unit: str | None) -> _Fact:
    """The third argument keeps `True` and `1.0` apart, which are equal."""
    one = Attribute(name=name, value=value, unit=unit)
    values = display_values(one)
    return _Fact(orjson.Fragment(record_json(one)), values, tuple(map(word_forms, values)))
