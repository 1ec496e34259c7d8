"""Addresses from sitemaps."""

from __future__ import annotations

import re

from shopworld.arena.explore.prefetch.fetcher import Fetcher
from shopworld.errors import ArenaError

_LOCATION = re.compile(r"<loc>\s*(?:<!\[CDATA\[)?\s*(.*?)\s*(?:\]\]>)?\s*</loc>", re.S)
_MOST_MAPS = 8
_MOST_ADDRESSES = 50_000


def sitemap_addresses(fetcher: Fetcher) -> list[str]:
    """Addresses of this site in its sitemaps, in order; empty where it has none that can be read."""
    waiting = [*fetcher.sitemaps, fetcher.site.join("/sitemap.xml")]
    seen: set[str] = set()
    found: dict[str, None] = {}
    while waiting and len(seen) < _MOST_MAPS and len(found) < _MOST_ADDRESSES:
        address = waiting.pop(0)
        if address in seen or not fetcher.site.owns(address):
            continue
        seen.add(address)
        try:
            reply = fetcher.get(address)
        except ArenaError:
            continue
        if not reply.ok or "<loc" not in reply.text:
            continue
        locations = [one.replace("&amp;", "&") for one in _LOCATION.findall(reply.text)]
        if "<sitemapindex" in reply.text[:2000]:
            waiting += sorted(locations, key=_usefulness)
        else:
            found |= dict.fromkeys(one for one in locations if fetcher.site.owns(one))
    return list(found)[:_MOST_ADDRESSES]


def _usefulness(address: str) -> int:
    return next((rank for rank, word in enumerate(("product", "collection", "categor", "page")) if word in address), 9)
