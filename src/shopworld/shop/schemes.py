"""Whose addresses shops have: WooCommerce's, Shopify's, and those of storefront families.

WooCommerce's scheme is that of malls (WebMall's answers resolve), Shopify's that of generated shops where nothing else
is said (ShopGym's tasks resolve); storefront families have others: those of Magento and PrestaShop, one of plain words,
and one of an application behind a language. What each says stands in `schemes.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from shopworld.catalog import Sort
from shopworld.shop.addressing import Addresses, Scheme

_FILE = Path(__file__).parent / "schemes.toml"
_ROOTS = (
    "cart",
    "checkout",
    "policies",
    "pages",
    "blogs",
    "newsletter",
    "cookies",
    "dismiss",
    "age",
    "currency",
    "locale",
    "chat",
)

_SORTS = (
    Sort.RELEVANCE,
    Sort.FEATURED,
    Sort.BEST_SELLING,
    Sort.RATING,
    Sort.NEWEST,
    Sort.OLDEST,
    Sort.PRICE_ASCENDING,
    Sort.PRICE_DESCENDING,
    Sort.TITLE_ASCENDING,
    Sort.TITLE_DESCENDING,
)


def _read() -> Mapping[Scheme, Addresses]:
    told = cast(dict[Scheme, dict[str, Any]], tomllib.loads(_FILE.read_text(encoding="utf-8")))
    return {
        name: Addresses(
            scheme=name,
            sort_words=dict(zip(_SORTS, fields.pop("sorts").split(), strict=True)),
            page_roots=frozenset((*_ROOTS, *fields.pop("page_roots").split())),
            bare_roots=tuple(fields.pop("bare_roots", ())),
            **fields,
        )
        for name, fields in told.items()
    }


_SCHEMES = _read()
WOOCOMMERCE = _SCHEMES["woocommerce"]
SHOPIFY = _SCHEMES["shopify"]


def addresses_of(scheme: Scheme) -> Addresses:
    """The addresses of that scheme."""
    return _SCHEMES[scheme]


def product_slug(path: str) -> str | None:
    """The slug of the product page at a path, whichever scheme it is of; None for other paths."""
    return next((slug for scheme in _SCHEMES.values() if (slug := scheme.slug_of(path)) is not None), None)
