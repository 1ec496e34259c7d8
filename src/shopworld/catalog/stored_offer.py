"""Offers read from the store, without the checks that they passed when they were written.

Checking an offer takes longer than all other work of reading it. Facts repeat from offer to offer, so their records
are kept and used again, by the bytes of their JSON: what has been read once is not even parsed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import lru_cache
from typing import Any, TypeVar

import orjson

from shopworld.catalog.model import Attribute, Image, Offer, OfferCondition, Record, Specification, Variant

_R = TypeVar("_R", bound=Record)
_FIELDS: dict[str, Any] = {name: field.default for name, field in Offer.model_fields.items()}
"""All fields in the order of the model, with what they hold where the JSON does not name them."""
_REQUIRED = frozenset(name for name, field in Offer.model_fields.items() if field.is_required())
_IMAGE: dict[str, Any] = {name: field.default for name, field in Image.model_fields.items()}
_ROW, _WITH_UNIT, _WITHOUT_UNIT = {"label", "text"}, {"name", "value", "unit"}, {"name", "value"}
"""Fields that are stated. Shared by all records, which are immutable: fewer objects for the garbage collector."""
_TEXT_LISTS = ("features", "bundle_of", "bought_together")
_MOST_KEPT = 32768
_set = object.__setattr__

# Where facts begin and end in the JSON. None of these can be part of a text: there, a quotation mark follows a
# backslash. Only _LAST can, behind a backslash or where a text begins.
_FIRST_ATTRIBUTE = b'"attributes":[{"name":"'
_NEXT_ATTRIBUTE = b'},{"name":"'
_FIRST_SPECIFICATION = b'}],"specifications":[{"label":"'
_NEXT_SPECIFICATION = b'"},{"label":"'
_LAST = b'"}]'
_TEXT_BEGINS = (b'"label":', b'"text":')
_NO_FACTS = b'"attributes":0,"specifications":0'


def offer_from_json(payload: bytes) -> Offer:
    """The offer of JSON that `record_json` wrote; equal to what `Offer.model_validate_json` reads from it.

    Raises:
        pydantic.ValidationError: a field is missing, or one is not an offer's. The values are trusted.
    """
    facts = _facts(payload)
    if facts is None:
        stated = orjson.loads(payload)
    else:
        start, end, attributes, specifications = facts
        stated = orjson.loads(payload[:start] + _NO_FACTS + payload[end:])
        stated["attributes"], stated["specifications"] = attributes, specifications
    fields = _FIELDS | stated
    if len(fields) > len(_FIELDS) or not stated.keys() >= _REQUIRED:
        return Offer.model_validate_json(payload)
    if facts is None:
        _make_facts(fields)
    for name in _TEXT_LISTS:
        if name in stated:
            fields[name] = tuple(stated[name])
    if "categories" in stated:
        fields["categories"] = tuple(map(tuple, stated["categories"]))
    if "images" in stated:
        fields["images"] = tuple([_unchecked(Image, _IMAGE | row, set(row)) for row in stated["images"]])
    if "variants" in stated:
        fields["variants"] = tuple([Variant.model_validate(row) for row in stated["variants"]])
    if "condition" in stated:
        fields["condition"] = OfferCondition(stated["condition"])
    if "listed_on" in stated:
        fields["listed_on"] = _date(stated["listed_on"])
    return _unchecked(Offer, fields, set(stated))


def _facts(payload: bytes) -> tuple[int, int, tuple[Attribute, ...], tuple[Specification, ...]] | None:
    """Where attributes and specifications, which follow each other, begin and end in the JSON, and their records.

    None where the offer lacks one of the two.
    """
    start = payload.find(_FIRST_ATTRIBUTE)
    middle = payload.find(_FIRST_SPECIFICATION, start)
    if start < 0 or middle < 0:
        return None
    rows = middle + len(_FIRST_SPECIFICATION)
    last = payload.find(_LAST, rows)
    while _is_escaped(payload, last) or payload.endswith(_TEXT_BEGINS, 0, last):
        last = payload.find(_LAST, last + 1)
    attributes = payload[start + len(_FIRST_ATTRIBUTE) : middle].split(_NEXT_ATTRIBUTE)
    specifications = payload[rows:last].split(_NEXT_SPECIFICATION)
    end = last + len(_LAST)
    return (
        start,
        end,
        tuple(map(_attributes.__getitem__, attributes)),
        tuple(map(_specifications.__getitem__, specifications)),
    )


def _is_escaped(payload: bytes, position: int) -> bool:
    """Whether an odd number of backslashes stands before a position."""
    before = position
    while payload[before - 1] == ord("\\"):
        before -= 1
    return (position - before) % 2 == 1


def _make_facts(fields: dict[str, Any]) -> None:
    """The attributes or specifications, of which there is one at most, as records."""
    fields["attributes"] = tuple([_attribute_of(row) for row in fields["attributes"]])
    fields["specifications"] = tuple([_unchecked(Specification, row, _ROW) for row in fields["specifications"]])


def _attribute(row: bytes) -> Attribute:
    """An attribute by its JSON, from the value of its name to the end of its last value."""
    return _attribute_of(orjson.loads(b'{"name":"' + row + b"}"))


def _specification(row: bytes) -> Specification:
    """A specification by its JSON, between the quotation marks of its label and of its text."""
    fields = orjson.loads(b'{"label":"' + row + b'"}')
    return _unchecked(Specification, fields, _ROW)


class _Kept(dict[bytes, _R]):
    """Records by their JSON, made when they are first asked for; all are given up when there are too many.

    A plain table: to note what was used last, as `lru_cache` does, takes longer than to look up.
    """

    def __init__(self, make: Callable[[bytes], _R]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, row: bytes) -> _R:
        if len(self) >= _MOST_KEPT:
            self.clear()
        found = self[row] = self._make(row)
        return found


_attributes = _Kept(_attribute)
_specifications = _Kept(_specification)


def _attribute_of(row: dict[str, Any]) -> Attribute:
    value, unit = row["value"], row.get("unit")
    fields = {"name": row["name"], "value": tuple(value) if isinstance(value, list) else value, "unit": unit}
    return _unchecked(Attribute, fields, _WITHOUT_UNIT if unit is None else _WITH_UNIT)


def _unchecked(kind: type[_R], fields: dict[str, Any], stated: set[str]) -> _R:
    """A record that holds `fields`, of which those in `stated` were given; like `model_construct`, but faster."""
    record = kind.__new__(kind)
    _set(record, "__dict__", fields)
    _set(record, "__pydantic_fields_set__", stated)
    _set(record, "__pydantic_extra__", None)
    _set(record, "__pydantic_private__", None)
    return record


@lru_cache(maxsize=4096)
def _date(text: str) -> date:
    return date.fromisoformat(text)
