"""What Amazon-like products are made of: categories, kinds, fields and their values. Data: `kinds/*.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

_VALUE = re.compile(r"^(?P<raw>.*?)(?: ~ (?P<short>.*?))?(?: @(?P<factor>\d+(?:\.\d+)?))?$")
_LISTS = frozenset(
    {
        "special_feature",
        "compatible_devices",
        "recommended_uses",
        "product_benefits",
        "included_components",
        "specific_uses",
        "active_ingredients",
        "material_feature",
    }
)
"""Attributes of which a product may have several values, written with commas."""
_FILES = ("all_beauty", "electronics", "cell_phones", "office_products")


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a field.

    Attributes:
        raw: as the table of details has it.
        short: as a title has it.
        factor: its part in the price.
    """

    raw: str
    short: str
    factor: float


@dataclass(frozen=True, slots=True)
class KindField:
    """One field of a kind: a canonical attribute, the labels under which it is printed, and its values."""

    name: str
    labels: tuple[str, ...]
    values: tuple[Value, ...]
    several: bool
    needed: bool
    """Whether every product of the kind has it: titles name it."""


@dataclass(frozen=True, slots=True)
class AmazonKind:
    """One kind of product.

    Attributes:
        name: in snake case.
        nouns: what titles call it.
        path: categories, top first.
        main_category: as files have it.
        price: of an ordinary one, in dollars.
        weight: least and most, in grams.
        inches: length, width and height of an ordinary one.
        share: how often it comes among the kinds of its category.
        aspects: what customers have opinions on.
        title: templates of the parts of a title; each names at most one field.
        fields: in the order of the data.
    """

    name: str
    nouns: tuple[str, ...]
    path: tuple[str, ...]
    main_category: str
    price: float
    weight: tuple[float, float]
    inches: tuple[float, float, float]
    share: float
    aspects: tuple[str, ...]
    title: tuple[tuple[str, str | None], ...]
    fields: tuple[KindField, ...]


@dataclass(frozen=True, slots=True)
class CategoryData:
    """One category of files.

    Attributes:
        name: `All_Beauty`, …: part of the file names.
        products: how many the real release has.
        brands: names, the most frequent first.
        kinds: its kinds.
    """

    name: str
    products: int
    brands: tuple[str, ...]
    kinds: tuple[AmazonKind, ...]


@lru_cache(maxsize=1)
def categories() -> tuple[CategoryData, ...]:
    """The four categories, in the order of the files."""
    return tuple(_category(read_toml(f"kinds/{one}.toml")) for one in _FILES)


def read_toml(name: str) -> dict[str, Any]:
    """A data file of this package."""
    return tomllib.loads((files(__package__) / name).read_text(encoding="utf-8"))


def _category(data: Mapping[str, Any]) -> CategoryData:
    labels, lists = read_toml("labels.toml"), read_toml("values.toml")
    brands = tuple(first + ending for ending in data["endings"] for first in data["brands"])
    return CategoryData(
        name=data["category"],
        products=data["products"],
        brands=brands,
        kinds=tuple(_kind(name, one, data["main_category"], labels, lists) for name, one in data["kind"].items()),
    )


def _kind(
    name: str, data: Mapping[str, Any], main: str, labels: Mapping[str, list[str]], lists: Mapping[str, list[str]]
) -> AmazonKind:
    title = tuple(_title_part(part) for part in data["title"])
    needed = {field for _, field in title if field is not None}
    low, high = data["weight"]
    length, width, height = data["inches"]
    return AmazonKind(
        name=name,
        nouns=tuple(data["nouns"]),
        path=(data.get("main_category", main), *data["path"]),
        main_category=data.get("main_category", main),
        price=float(data["price"]),
        weight=(float(low), float(high)),
        inches=(float(length), float(width), float(height)),
        share=float(data.get("share", 1)),
        aspects=tuple(data["aspects"]),
        title=title,
        fields=tuple(
            KindField(
                name=field,
                labels=tuple(labels[field]),
                values=_values(lists[values[1:]] if isinstance(values, str) else values),
                several=field in _LISTS,
                needed=field in needed,
            )
            for field, values in data["fields"].items()
        ),
    )


def _title_part(part: str) -> tuple[str, str | None]:
    """A template for `format_map` with `noun` and `value`, and the field that is its value."""
    found = [one for one in re.findall(r"\{(\w+)\}", part) if one != "noun"]
    if not found:
        return part, None
    return part.replace(f"{{{found[0]}}}", "{value}"), found[0]


def _values(texts: Sequence[str]) -> tuple[Value, ...]:
    values = []
    for text in texts:
        match = _VALUE.match(text)
        assert match is not None
        raw = match["raw"]
        values.append(Value(raw, match["short"] or raw, float(match["factor"] or 1)))
    return tuple(values)
