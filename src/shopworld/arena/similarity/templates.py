"""Addresses collapsed to templates: what kind of page stands behind an address, in the words of one scheme.

Shopify's addresses give the names (`/products/*`, `/collections/*`); those of WooCommerce, Magento and the like that
mean the same get the same name, so that shops on different platforms can be compared. Where an address does not tell,
as in shops whose products stand right below the root, what the page shows decides.
"""

from __future__ import annotations

import re
import urllib.parse
from enum import StrEnum

HOME, SEARCH, CART, CHECKOUT = "/", "/search", "/cart", "/checkout"
PRODUCTS, COLLECTIONS, PAGES, POLICIES = "/products/*", "/collections/*", "/pages/*", "/policies/*"
BLOGS, ARTICLES, ACCOUNT, ORDERS = "/blogs/*", "/blogs/*/*", "/account", "/checkout/*"

_ROOTS: dict[str, str] = {
    **dict.fromkeys(("product", "products", "p", "item", "items", "dp"), PRODUCTS),
    **dict.fromkeys(
        (
            "product-category",
            "collections",
            "collection",
            "category",
            "categories",
            "c",
            "shop",
            "catalog",
            "department",
            "product-tag",
            "brand",
            "brands",
        ),
        COLLECTIONS,
    ),
    **dict.fromkeys(("policies", "policy", "legal"), POLICIES),
    **dict.fromkeys(
        ("pages", "page", "info", "contact", "contact-us", "about", "about-us", "faq", "help", "stores"), PAGES
    ),
    **dict.fromkeys(("cart", "basket", "bag"), CART),
    **dict.fromkeys(("search", "catalogsearch"), SEARCH),
    **dict.fromkeys(("account", "accounts", "login", "register", "customer", "my-account", "user"), ACCOUNT),
}
_LANGUAGE, _REGION = re.compile(r"[a-z]{2}"), re.compile(r"[a-z]{2}[-_][a-z]{2}")
_SEARCH_FIELDS = frozenset({"s", "q", "query", "search", "keyword"})
_BLOGS = frozenset({"blogs", "blog", "journal", "news", "articles", "magazine"})


class TemplateKind(StrEnum):
    """What a page shows, where its address does not tell."""

    PRODUCT = "product"
    LISTING = "listing"
    OTHER = "other"


def template_of(address: str) -> str | None:
    """The template of an address; None where the address does not tell.

    Args:
        address: absolute, or a path with its query.
    """
    parts = urllib.parse.urlsplit(address)
    segments = _segments(parts.path)
    fields = {name for name, _ in urllib.parse.parse_qsl(parts.query, keep_blank_values=True)}
    if not segments:
        return SEARCH if fields & _SEARCH_FIELDS else HOME
    first, count = segments[0], len(segments)
    if first == "collections" and count >= 4 and segments[2] == "products":
        return PRODUCTS
    if first == "checkout":
        return CHECKOUT if count == 1 else ORDERS
    if first in _BLOGS:
        return ARTICLES if count > 2 or (first != "blogs" and count == 2) else BLOGS
    if first in ("product", "products", "p", "item", "items", "dp") and count == 1:
        return COLLECTIONS
    return _ROOTS.get(first)


def template_by_kind(address: str, kind: TemplateKind) -> str:
    """The template of an address that does not tell, from what its page shows.

    Args:
        address: absolute, or a path.
        kind: of the page.
    """
    if kind is TemplateKind.PRODUCT:
        return PRODUCTS
    if kind is TemplateKind.LISTING:
        return COLLECTIONS
    return unknown_template(address)


def unknown_template(address: str) -> str:
    """The first part of the path, the rest collapsed: `/club`, `/club/*`."""
    segments = _segments(urllib.parse.urlsplit(address).path)
    if not segments:
        return HOME
    plain = segments[0].replace(":", "-")
    return f"/{plain}" if len(segments) == 1 else f"/{plain}/*"


def _segments(path: str) -> list[str]:
    """The parts of a path in lower case, without a language in front: `/en-gb/…`, and `/de/cart` but not `/de`."""
    parts = [part.lower() for part in path.split("/") if part]
    known = len(parts) > 1 and (parts[1] in _ROOTS or parts[1] in _BLOGS)
    if parts and (_REGION.fullmatch(parts[0]) or (known and _LANGUAGE.fullmatch(parts[0]))):
        return parts[1:]
    return parts
