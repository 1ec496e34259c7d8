"""The structure of a source: its collections with what they hold, and the menu as its header has it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from urllib.parse import urlsplit

from shopworld.arena.explore.prefetch.site import CollectionRecord, LinkRecord, PrefetchedSite
from shopworld.arena.generate.twin.products import Rewrite
from shopworld.catalog.slug import wordpress_slug
from shopworld.shop.data import CollectionData, ImageData, MenuItemData, PageData, PolicyData, ProductData

_MOST_TOPS = 9
_MOST_BELOW = 14
_FIRST_ID = 480_100
_NUMBER = re.compile(r"[_-]\d+$|\.html?$")
_LEADS = re.compile(r"^(?:shop|view|see|browse|discover)\s+(?:all\b\s*)?(?:of\s+|the\s+)?|\s+[→›»>]+$", re.IGNORECASE)


def collections_of(
    records: Sequence[CollectionRecord], products: Mapping[str, ProductData], rewrite: Rewrite
) -> dict[str, CollectionData]:
    """Collections by their address at the source.

    Left out are those that hold nothing that was read, hold all, or hold the same as another one.

    Args:
        records: of the source.
        products: by their address at the source.
        rewrite: puts the twin's identity in the place of the source's in a text.
    """
    handles, held = {"all"}, set()
    found: dict[str, CollectionData] = {}
    for record in records:
        members = tuple(dict.fromkeys(products[url].handle for url in record.products if url in products))
        title = rewrite(record.title).strip()
        if record.is_everything or not members or not title or members in held:
            continue
        held.add(members)
        base = handle = wordpress_slug(rewrite(_last(record.url))) or wordpress_slug(title) or "collection"
        number = 2
        while handle in handles:
            handle, number = f"{base}-{number}", number + 1
        handles.add(handle)
        first = next(one for one in products.values() if one.handle == members[0])
        found[record.url] = CollectionData(
            id=_FIRST_ID + len(found),
            title=title,
            handle=handle,
            description_html=f"<p>{escape(title, quote=False)}: {len(members)} products.</p>",
            image=ImageData(src="drawn:front", alt=first.title),
            product_handles=members,
        )
    return found or _one_of_all(products)


def _one_of_all(products: Mapping[str, ProductData]) -> dict[str, CollectionData]:
    """Where the source tells of no collections: one a type of product, else one of everything."""
    types: dict[str, list[str]] = {}
    for one in products.values():
        types.setdefault(one.product_type or "Products", []).append(one.handle)
    return {
        name: CollectionData(
            id=_FIRST_ID + at,
            title=name,
            handle=wordpress_slug(name) or f"collection-{at + 1}",
            image=ImageData(src="drawn:front", alt=name),
            product_handles=tuple(members),
        )
        for at, (name, members) in enumerate(types.items())
    }


def menu_of(
    site: PrefetchedSite,
    collections: Mapping[str, CollectionData],
    texts: Sequence[PageData | PolicyData],
    depth: int,
    rewrite: Rewrite,
) -> tuple[MenuItemData, ...]:
    """The main menu: the header's links in their order.

    Which of them lie below others follows from their addresses (`/kitchen/pans` below `/kitchen`) and from what they
    hold (a collection lies below a larger one that holds all of it). Where the header's links lie side by side and the
    menu has more levels, other collections that lie below them are theirs.

    Args:
        site: the source.
        collections: by their address at the source.
        texts: pages and policies that the twin has.
        depth: most levels.
        rewrite: puts the twin's identity in the place of the source's in a text.
    """
    named = {one.url: _plain(rewrite(one.text)) for one in _header(site.links) if one.url in collections}
    listed = list(named) or list(collections)
    parents = {url: _parent(url, listed, collections) for url in listed} if depth > 1 else {}
    if depth > 1 and not any(parents.values()):
        others = {url: _parent(url, listed, collections) for url in collections if url not in listed}
        parents |= {url: parent for url, parent in others.items() if parent}
        listed += [url for url, parent in others.items() if parent]
    roots = [url for url in listed if not parents.get(url)]
    tops = roots[:_MOST_TOPS]

    def entry(url: str, level: int) -> MenuItemData:
        below = [one for one in listed if parents.get(one) == url][:_MOST_BELOW] if level < depth else []
        one = collections[url]
        return MenuItemData(
            title=named.get(url) or one.title,
            url=f"/collections/{one.handle}",
            type="COLLECTION",
            children=tuple(entry(child, level + 1) for child in below),
        )

    menu = [entry(url, 1) for url in tops]
    reached = {item.url for item in _walk(menu)}
    rest = [url for url in listed if f"/collections/{collections[url].handle}" not in reached]
    if rest and depth > 1:
        below = tuple(entry(url, depth) for url in rest[: 2 * _MOST_BELOW])
        menu.append(MenuItemData(title="More", url="/collections", type="HTTP", children=below))
    return (*menu, *_pages_in_header(site, texts))


def _pages_in_header(site: PrefetchedSite, texts: Sequence[PageData | PolicyData]) -> list[MenuItemData]:
    """Information pages that the source has in its header."""
    header = {one.url for one in _header(site.links)}
    names = [name for name, url in site.info_pages.items() if url in header]
    return [
        MenuItemData(
            title=one.title,
            url=f"/{'policies' if isinstance(one, PolicyData) else 'pages'}/{one.handle}",
            type="POLICY" if isinstance(one, PolicyData) else "PAGE",
        )
        for one in texts
        if one.handle in names
    ][:2]


def _parent(url: str, listed: Sequence[str], collections: Mapping[str, CollectionData]) -> str:
    """The link that another one lies below; empty if none."""
    path = urlsplit(url).path.rstrip("/")
    above = [one for one in listed if path.startswith(f"{_stem(one)}/") and one != url]
    if above:
        return max(above, key=len)
    mine = set(collections[url].product_handles)
    larger = [one for one in listed if mine < set(collections[one].product_handles)]
    return min(larger, key=lambda one: (len(collections[one].product_handles), listed.index(one)), default="")


def _stem(url: str) -> str:
    """The path that pages below it begin with: without the number that some shops put behind names."""
    return _NUMBER.sub("", urlsplit(url).path.rstrip("/"))


def _header(links: Sequence[LinkRecord]) -> list[LinkRecord]:
    first: dict[str, LinkRecord] = {}
    for one in links:
        if one.area == "header":
            first.setdefault(one.url, one)
    return list(first.values())


def _plain(text: str) -> str:
    """The name in a link's words: flyouts lead to a whole collection by `Shop All Shirts`."""
    return _LEADS.sub("", text.strip()).strip()


def _walk(items: Sequence[MenuItemData]) -> list[MenuItemData]:
    return [one for item in items for one in (item, *_walk(item.children))]


def _last(url: str) -> str:
    return urlsplit(url).path.rstrip("/").rpartition("/")[2]
