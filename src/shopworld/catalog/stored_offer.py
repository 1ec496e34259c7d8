"""Offers read from the store: facts repeat from offer to offer, so their records are kept and used again."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import orjson

from shopworld.catalog.model import Attribute, Offer, Specification


def offer_from_json(payload: bytes) -> Offer:
    """The offer of its JSON; the same as `Offer.model_validate_json`, in less than half the time.

    Raises:
        pydantic.ValidationError: it is not an offer's.
    """
    parts = orjson.loads(payload)
    if "attributes" in parts:
        parts["attributes"] = [_attribute_of(row) for row in parts["attributes"]]
    if "specifications" in parts:
        parts["specifications"] = [_specification(row["label"], row["text"]) for row in parts["specifications"]]
    return Offer.model_validate(parts)


def _attribute_of(row: dict[str, Any]) -> Attribute:
    value = row["value"]
    if isinstance(value, list):
        value = tuple(value)
    return _attribute(row["name"], value, isinstance(value, bool), row.get("unit"))


@lru_cache(maxsize=32768)
def _attribute(name: str, value: str | float | bool | tuple[str, ...], _: bool, unit: str | None) -> Attribute:
    """The third argument keeps `True` and `1.0` apart, which are equal."""
    return Attribute(name=name, value=value, unit=unit)


@lru_cache(maxsize=32768)
def _specification(label: str, text: str) -> Specification:
    return Specification(label=label, text=text)
