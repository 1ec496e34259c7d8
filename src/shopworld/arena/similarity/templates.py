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
WISH_LIST, COMPARISON, MAKERS, MAP = "/wishlist", "/compare", "/brands", "/sitemap"
ORDER_STATUS, BULK_ORDER = "/order-status", "/quick-order"
CARE, PRESENTS, DEALS = "/help-center", "/gift-finder", "/deals"

_ROOTS: dict[str, str] = {
    **dict.fromkeys(("product", "products", "p", "item", "items", "dp"), PRODUCTS),
    **dict.fromkeys(
        (
            *("product-category", "collections", "collection", "category", "categories", "c", "shop", "catalog"),
            *("department", "section", "product-tag", "all", "everything"),
        ),
        COLLECTIONS,
    ),
    **dict.fromkeys(("policies", "policy", "legal"), POLICIES),
    **dict.fromkeys(
        (
            *("pages", "page", "info", "contact", "contact-us", "about", "about-us", "faq", "help", "stores"),
            *("content", "cms", "read"),
        ),
        PAGES,
    ),
    **dict.fromkeys(("cart", "basket", "bag"), CART),
    **dict.fromkeys(("search", "catalogsearch", "find"), SEARCH),
    **dict.fromkeys(
        ("account", "accounts", "login", "register", "customer", "my-account", "user", "signin", "sign-in"), ACCOUNT
    ),
    **dict.fromkeys(("wishlist", "wish-list", "wishlists", "my-wishlist"), WISH_LIST),
    **dict.fromkeys(("compare", "comparison"), COMPARISON),
    **dict.fromkeys(("sitemap", "site-map"), MAP),
    **dict.fromkeys(("order-status", "order-tracking", "guest-tracking", "track-order"), ORDER_STATUS),
    **dict.fromkeys(("quick-order", "quickorder", "bulk-order"), BULK_ORDER),
    **dict.fromkeys(("help-center", "help-centre", "customer-service", "customer-care"), CARE),
    **dict.fromkeys(("gift-finder",), PRESENTS),
    **dict.fromkeys(("order-confirmation",), ORDERS),
}
_ALONE: dict[str, str] = {
    **dict.fromkeys(("favourites", "favorites", "saved"), WISH_LIST),
    **dict.fromkeys(("map", "overview"), MAP),
    "track": ORDER_STATUS,
    "reorder": BULK_ORDER,
    "support": CARE,
    "gift-guide": PRESENTS,
    **dict.fromkeys(("deals", "offers", "prices-drop", "promotions"), DEALS),
}
"""Words that tell what a page is where they are its whole path; below `/map` may be goods: maps of Europe."""
_MAKERS = frozenset({"brand", "brands", "makers", "manufacturers", "designers", "vendors"})
_LANGUAGE, _REGION = re.compile(r"[a-z]{2}"), re.compile(r"[a-z]{2}[-_][a-z]{2}")
_SEARCH_FIELDS = frozenset({"s", "q", "query", "search", "keyword"})
_BLOGS = frozenset({"blogs", "blog", "journal", "news", "articles", "magazine", "stories"})
_CHECKOUTS = frozenset({"checkout", "order", "purchase"})
_WITHIN: dict[str, dict[str, str]] = {
    "catalog": {"product": PRODUCTS, "category": COLLECTIONS, "product_compare": COMPARISON, "seo_sitemap": MAP},
    "checkout": {"cart": CART},
    "cms": {"legal": POLICIES},
    "content": {"legal": POLICIES},
    "sales": {"guest": ORDER_STATUS, "order": ACCOUNT},
}
"""Platforms that say behind the first part of an address what it leads to."""


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
    if count > 1 and (within := _WITHIN.get(first, {}).get(segments[1])):
        return within
    if first in _CHECKOUTS:
        return CHECKOUT if count == 1 else ORDERS
    if first in _BLOGS:
        return ARTICLES if count > 2 or (first != "blogs" and count == 2) else BLOGS
    if first in _MAKERS:
        return MAKERS if count == 1 else COLLECTIONS
    if first in ("product", "products", "p", "item", "items", "dp") and count == 1:
        return COLLECTIONS
    return (_ALONE.get(first) if count == 1 else None) or _ROOTS.get(first)


def template_by_kind(address: str, kind: TemplateKind, heading: str = "") -> str:
    """The template of an address that does not tell, from what its page shows.

    Args:
        address: absolute, or a path.
        kind: of the page.
        heading: the first one of the page.
    """
    said = role_of_heading(heading)
    if kind is not TemplateKind.OTHER and said in (*_TEXTS, ""):
        return PRODUCTS if kind is TemplateKind.PRODUCT else COLLECTIONS
    return said or unknown_template(address)


_SAID: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (role, re.compile(words, re.I))
    for role, words in (
        (WISH_LIST, r"\bwish ?lists?\b|\bfavou?rites\b|\bsaved (?:items|products|for later)\b"),
        (COMPARISON, r"\bcompar(?:e|ing|ison)\b|\bside by side\b"),
        (ORDER_STATUS, r"\btrack(?:ing)?\b|\border status\b|\bwhere is my order\b"),
        (BULK_ORDER, r"\b(?:quick|bulk) order\b"),
        (ORDERS, r"\bthank you for your (?:order|purchase)\b|\border (?:received|confirmed|confirmation)\b"),
        (ACCOUNT, r"\b(?:sign|log) ?in\b|\bregister\b|\b(?:my|your) account\b|\bcreate an account\b"),
        (MAKERS, r"\b(?:all|our|shop by) (?:brands?|makers|designers|manufacturers)\b|^brands$|\ba to z\b"),
        (MAP, r"\bsite ?map\b"),
        (CARE, r"\b(?:help cent(?:er|re)|customer (?:care|service|support))\b"),
        (PRESENTS, r"\bgift (?:finder|guide)\b"),
        (DEALS, r"^(?:today's |our |all )?(?:deals|offers|promotions)$"),
        (CHECKOUT, r"\bcheck ?out\b"),
        (CART, r"^(?:your |my |shopping )*(?:cart|bag|basket|trolley)\b"),
        (SEARCH, r"\bsearch results\b|\bresults for\b"),
        (POLICIES, r"\b(?:shipping|delivery|returns?|refunds?|privacy|terms)\b"),
        (PAGES, r"\b(?:about|contact|questions|faqs?|gift cards?|size guide|warranty|stores|careers|wholesale)\b"),
        (PAGES, r"\baccessibility\b"),
    )
)
"""What the first heading of a page says it is, where neither its address nor its products do."""
_TEXTS = (POLICIES, PAGES, ACCOUNT)
"""What goods may be called too: a collection of gift cards is no page of text."""
_LONGEST_HEADING = 7
"""Words; what is longer is a title of something."""


def role_of_heading(heading: str) -> str:
    """The template of a page that calls itself so; empty where that tells nothing."""
    if len(heading.split()) > _LONGEST_HEADING:
        return ""
    return next((role for role, words in _SAID if words.search(heading)), "")


def shape_of(address: str) -> tuple[str, ...]:
    """What addresses of one kind of page have in common: all parts but the last, whose ending stays.

    `/en/p/red-mug` and `/en/p/blue-mug` have one shape, and so have `/red-mug.html` and `/blue-mug.html`.
    """
    segments = _segments(urllib.parse.urlsplit(address).path)
    if not segments:
        return ()
    last, dot, ending = segments[-1].rpartition(".")
    return (*segments[:-1], f"*.{ending}" if dot and last else "*")


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
    known = len(parts) > 1 and any(parts[1] in one for one in (_ROOTS, _ALONE, _WITHIN, _BLOGS, _MAKERS, _CHECKOUTS))
    if parts and (_REGION.fullmatch(parts[0]) or (known and _LANGUAGE.fullmatch(parts[0]))):
        return parts[1:]
    return parts
