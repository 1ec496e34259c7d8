"""Menus of a generated shop: the collections in as many levels as the specification says, pages in the footer."""

from __future__ import annotations

from collections.abc import Sequence

from shopworld.arena.generate.catalog.candidates import CollectionCandidate
from shopworld.catalog.slug import wordpress_slug
from shopworld.shop.data import ArticleData, CollectionData, MenuItemData, PageData, PolicyData, ProductData

_MOST_TOPS = 8
_MOST_BELOW = 10
_HEADINGS = ("Popular", "Our picks")
_SPECIALS = ("new", "best", "sale")
_GROUPS = ("Shop", "Help", "Company", "Policies", "Discover", "Popular")


def main_menu(
    collections: Sequence[CollectionCandidate],
    handles: Sequence[str],
    products: Sequence[ProductData],
    depth: int,
    order: Sequence[str],
) -> tuple[MenuItemData, ...]:
    """The main menu.

    Args:
        collections: of the shop.
        handles: of them, in the same order.
        products: by the places that collections name.
        depth: levels, 1 to 4; where no collections are left for a level, products fill it.
        order: titles of top entries in their order; others follow.
    """
    entries = dict(
        zip([(one.source, one.key) for one in collections], zip(collections, handles, strict=True), strict=True)
    )
    levels = ["audience", "audience group", "audience type"] if _count(entries, "audience") > 1 and depth > 1 else [
        "group", "type", "type material",
    ]  # fmt: skip
    tops = [one for key, one in entries.items() if key[0] == levels[0]]
    tops = tops or [one for key, one in entries.items() if key[0] == "type"] or [*entries.values()]
    place = {title: at for at, title in enumerate(order)}
    tops.sort(key=lambda top: place.get(top[0].title, len(place)))
    room = _MOST_TOPS - min(3, sum(_count(entries, name) for name in _SPECIALS))
    menu = [_item(one, handle, entries, levels, products, 1, depth) for one, handle in tops[:room]]
    for name in _SPECIALS:
        if (name, ()) in entries and len(menu) < _MOST_TOPS and not any(one is entries[name, ()] for one in tops):
            one, handle = entries[name, ()]
            menu.append(_link(one.title, handle))
    if depth > 1 and menu:
        reached = {item.url for item in _walk(menu)}
        rest = [(one, handle) for one, handle in entries.values() if f"/collections/{handle}" not in reached]
        if rest:
            below = tuple(_link(one.title, handle) for one, handle in rest[: _MOST_BELOW * 2])
            menu.append(MenuItemData(title="Collections", url="/collections", type="HTTP", children=below))
    return tuple(menu)


def _count(entries: dict[tuple[str, tuple[str, ...]], tuple[CollectionCandidate, str]], source: str) -> int:
    return sum(key[0] == source for key in entries)


def _item(
    one: CollectionCandidate,
    handle: str,
    entries: dict[tuple[str, tuple[str, ...]], tuple[CollectionCandidate, str]],
    levels: Sequence[str],
    products: Sequence[ProductData],
    level: int,
    depth: int,
) -> MenuItemData:
    """An entry with those below it."""
    if level >= depth:
        return _link(one.title, handle)
    ours = set(one.members)
    below = []
    if level < len(levels):
        below = [
            (other, other_handle)
            for (source, _), (other, other_handle) in entries.items()
            if source == levels[level] and len(ours.intersection(other.members)) * 10 >= len(other.members) * 9
        ]
    children = [
        _item(other, other_handle, entries, levels, products, level + 1, depth)
        for other, other_handle in below[:_MOST_BELOW]
    ]
    if not children:
        children = _picks(one, handle, products, depth - level - 1)
    return MenuItemData(title=one.title, url=f"/collections/{handle}", type="COLLECTION", children=tuple(children))


def _picks(one: CollectionCandidate, handle: str, products: Sequence[ProductData], headings: int) -> list[MenuItemData]:
    """Products of a collection that has no others below it, under as many headings as levels are left."""
    entries = [
        MenuItemData(title=products[at].title, url=f"/products/{products[at].handle}", type="PRODUCT")
        for at in one.members[:3]
    ]
    for heading in _HEADINGS[:headings]:
        below = tuple(entries)
        entries = [MenuItemData(title=heading, url=f"/collections/{handle}", type="COLLECTION", children=below)]
    return entries


def _link(title: str, handle: str) -> MenuItemData:
    return MenuItemData(title=title, url=f"/collections/{handle}", type="COLLECTION")


def _walk(items: Sequence[MenuItemData]) -> list[MenuItemData]:
    return [one for item in items for one in (item, *_walk(item.children))]


def footer_menu(
    groups: int,
    collections: Sequence[CollectionData],
    pages: Sequence[PageData],
    policies: Sequence[PolicyData],
    articles: Sequence[ArticleData],
) -> tuple[MenuItemData, ...]:
    """The footer's groups of links; every page and policy is in one of them."""
    shop = [MenuItemData(title="Shop All", url="/collections/all", type="CATALOG")]
    shop += [_link(one.title, one.handle) for one in collections[:6]]
    help_pages = {"contact", "faq", "size-guide", "warranty", "gift-cards", "store-locator"}
    helping = [_page(one) for one in pages if one.handle in help_pages]
    company = [_page(one) for one in pages if one.handle not in help_pages]
    law = [MenuItemData(title=one.title, url=f"/policies/{one.handle}", type="POLICY") for one in policies]
    blogs = list(dict.fromkeys(one.blog for one in articles))
    discover = [MenuItemData(title=name.capitalize(), url=f"/blogs/{name}", type="BLOG") for name in blogs]
    popular = [_link(one.title, one.handle) for one in collections[6:12]]
    listed = dict(zip(_GROUPS, (shop, helping, company, law, discover, popular), strict=True))
    kept = {name: links for name, links in listed.items() if links}
    while len(kept) > max(groups, 1):
        last = next(name for name in reversed(kept) if name not in ("Shop",) or len(kept) == 1)
        links = kept.pop(last)
        if last != "Popular":
            wanted = "Company" if last == "Discover" else "Help"
            target = wanted if wanted in kept else next(reversed(kept))
            kept[target] = [*kept[target], *links]
    return tuple(
        MenuItemData(title=name, url="", type="HTTP", children=tuple(links)) for name, links in kept.items()
    ) if groups else ()  # fmt: skip


def _page(page: PageData) -> MenuItemData:
    return MenuItemData(title=page.title, url=f"/pages/{page.handle}", type="PAGE")


def utility_menu(articles: Sequence[ArticleData], pages: Sequence[PageData]) -> tuple[MenuItemData, ...]:
    """Editorial links beside the logo: blogs and the shop's own story."""
    blogs = list(dict.fromkeys(one.blog for one in articles))
    links = [MenuItemData(title=name.capitalize(), url=f"/blogs/{name}", type="BLOG") for name in blogs]
    links += [_page(one) for one in pages if one.handle in ("about-us", "store-locator")]
    return tuple(links[:4])


def handles_of(collections: Sequence[CollectionCandidate]) -> list[str]:
    """An address for each collection; titles are unique, addresses must be too."""
    taken: set[str] = {"all"}
    found = []
    for one in collections:
        base = handle = wordpress_slug(one.title) or "collection"
        number = 2
        while handle in taken:
            handle = f"{base}-{number}"
            number += 1
        taken.add(handle)
        found.append(handle)
    return found
