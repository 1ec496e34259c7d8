"""Reads what shop tools return as the listings and product pages that the rules know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from shopworld.agents.skills import ListedOffer, ReadProductPage
from shopworld.money import amounts_in

_SILENT = ("url", "categories", "rating", "related", "reviews", "reviews_count", "variants")
"""What says nothing about the product itself, or says it twice."""
_LABELLED = ("options", "specifications")
"""Where the names are printed, too."""


def listed_offers(found: Mapping[str, Any]) -> list[ListedOffer]:
    """The offers of a list of products, in order; the link of each is its address."""
    return [
        ListedOffer(str(one["url"]), str(one["title"]), _cents(one.get("price")), " ".join(_said(one)))
        for one in found.get("products", ())
    ]


def product_page(product: Mapping[str, Any]) -> ReadProductPage:
    """A product's page; what is not there is empty."""
    categories = [str(one["label"]) for one in product.get("categories", ())]
    return ReadProductPage(
        str(product.get("title", "")),
        _cents(product.get("price")),
        " ".join(_said(product)),
        categories[-1] if categories else "",
        {str(label): str(value) for label, value in product.get("specifications", {}).items()},
    )


def cheapest_first(found: Mapping[str, Any]) -> str:
    """The word of the sort that puts the cheapest first; empty where there is none."""
    sorts: Mapping[str, str] = found.get("sorts", {})
    return next(
        (word for word, label in sorts.items() if re.search(r"price.*(low to high|ascending)", label, re.I)), ""
    )


def _cents(price: object) -> int | None:
    return next((one.cents for one in reversed(amounts_in(str(price or "")))), None)


def _said(product: Mapping[str, Any]) -> Iterator[str]:
    for name, value in product.items():
        if name not in _SILENT:
            yield from _texts(value, labelled=name in _LABELLED)


def _texts(value: Any, *, labelled: bool = False) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for label, one in value.items():
            if labelled:
                yield str(label)
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
