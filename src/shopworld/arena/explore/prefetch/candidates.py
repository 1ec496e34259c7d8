"""Which links of a page may lead to listings of products."""

from __future__ import annotations

import re
from collections import Counter

from shopworld.arena.explore.prefetch.address import SiteAddress, template_of
from shopworld.arena.explore.prefetch.markup import MarkupLink
from shopworld.arena.explore.words import CART, CHECKOUT, EVERYTHING, LANGUAGE_NAMES, info_page_of
from shopworld.money import names_currency

_ACCOUNT = re.compile(
    r"\b(?:account|log ?in|sign ?in|register|wish ?list|compare|track|orders|order (?:status|history)|admin|quick)\b"
    r"|/(?:wishlist|compare|quick)",
    re.I,
)
_STORY = re.compile(r"^/(?:[a-z]{2}/)?(?:blogs?|journal|articles?|news|stories|magazine|recipes?)/", re.I)


def candidates(links: list[MarkupLink], site: SiteAddress) -> list[MarkupLink]:
    """Links that may lead to listings: navigation first, each address once, templates that repeat first."""
    by_template = Counter(template_of(link.url) for link in links if link.area == "header")
    kept: dict[str, MarkupLink] = {}
    for link in sorted(links, key=lambda one: ("header", "main", "footer").index(one.area)):
        path = site.path(link.url)
        words = f"{link.text} {path}"
        if path == "/" or link.url in kept or info_page_of(link.text, "") or _STORY.search(path):
            continue
        if CART.search(words) or CHECKOUT.search(words) or _ACCOUNT.search(words):
            continue
        if len(link.text) < 24 and (LANGUAGE_NAMES(link.text) or names_currency(link.text)):
            continue
        if link.area == "footer" and not EVERYTHING.search(link.text) and not by_template[template_of(link.url)]:
            continue
        kept[link.url] = link
    return sorted(
        kept.values(),
        key=lambda one: (
            not EVERYTHING.search(one.text),
            ("header", "main", "footer").index(one.area),
            -min(by_template[template_of(one.url)], 3),
        ),
    )
