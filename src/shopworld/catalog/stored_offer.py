"""Offers read from the store, without the checks that they passed when they were written.

Checking an offer takes longer than all other work of reading it. Facts repeat from offer to offer, so their records
are kept and used again.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from typing import Any, TypeVar

import orjson

from shopworld.catalog.model import Attribute, Condition, Image, Offer, Record, Specification, Variant

_FIELDS: dict[str, Any] = {name: field.default for name, field in Offer.model_fields.items()}
"""All fields in the order of the model, with what they hold where the JSON does not name them."""
_REQUIRED = frozenset(name for name, field in Offer.model_fields.items() if field.is_required())
_IMAGE: dict[str, Any] = {name: field.default for name, field in Image.model_fields.items()}
_TEXT_LISTS = ("features", "bundle_of", "bought_together")
_set = object.__setattr__
_R = TypeVar("_R", bound=Record)


def offer_from_json(payload: bytes) -> Offer:
    """The offer of JSON that `record_json` wrote; equal to what `Offer.model_validate_json` reads from it.

    Raises:
        pydantic.ValidationError: a field is missing, or one is not an offer's. The values are trusted.
    """
    stated = orjson.loads(payload)
    fields = _FIELDS | stated
    if len(fields) > len(_FIELDS) or not stated.keys() >= _REQUIRED:
        return Offer.model_validate_json(payload)
    if "specifications" in stated:
        rows = stated["specifications"]
        fields["specifications"] = tuple([_specification(row["label"], row["text"]) for row in rows])
    if "attributes" in stated:
        fields["attributes"] = _attributes(stated["attributes"])
    for name in _TEXT_LISTS:
        if name in stated:
            fields[name] = tuple(stated[name])
    if "categories" in stated:
        fields["categories"] = tuple(map(tuple, stated["categories"]))
    if "images" in stated:
        fields["images"] = tuple([_unchecked(Image, _IMAGE | row, row) for row in stated["images"]])
    if "variants" in stated:
        fields["variants"] = tuple([Variant.model_validate(row) for row in stated["variants"]])
    if "condition" in stated:
        fields["condition"] = Condition(stated["condition"])
    if "listed_on" in stated:
        fields["listed_on"] = _date(stated["listed_on"])
    return _unchecked(Offer, fields, stated)


def _unchecked(kind: type[_R], fields: dict[str, Any], stated: Iterable[str]) -> _R:
    """A record that holds `fields`, of which those in `stated` were given; like `model_construct`, but faster."""
    record = kind.__new__(kind)
    _set(record, "__dict__", fields)
    _set(record, "__pydantic_fields_set__", set(stated))
    _set(record, "__pydantic_extra__", None)
    _set(record, "__pydantic_private__", None)
    return record


def _attributes(rows: list[dict[str, Any]]) -> tuple[Attribute, ...]:
    found = []
    for row in rows:
        value = row["value"]
        kind = value.__class__
        found.append(_attribute(row["name"], tuple(value) if kind is list else value, kind, row.get("unit")))
    return tuple(found)


@lru_cache(maxsize=32768)
def _attribute(name: str, value: str | float | bool | tuple[str, ...], _: type, unit: str | None) -> Attribute:
    """The third argument keeps `True` and `1.0` apart, which are equal."""
    stated = ("name", "value") if unit is None else ("name", "value", "unit")
    return _unchecked(Attribute, {"name": name, "value": value, "unit": unit}, stated)


@lru_cache(maxsize=32768)
def _specification(label: str, text: str) -> Specification:
    return _unchecked(Specification, {"label": label, "text": text}, ("label", "text"))


@lru_cache(maxsize=4096)
def _date(text: str) -> date:
    return date.fromisoformat(text)
