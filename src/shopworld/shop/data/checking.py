"""What does not hold together in a shop's data: links to what is not there, empty and doubled collections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shopworld.shop.data.content import ALL, content_of, titled_collections
from shopworld.shop.data.model import ShopData


def contradictions(data: ShopData, composed_pages: Iterable[str] = ()) -> tuple[str, ...]:
    """What does not hold together, one line each; a shop with contradictions can still be served.

    Args:
        data: of the shop.
        composed_pages: handles of pages that the storefront composes itself where the data has none.
    """
    return (*_collections(data), *_products(data), *_menus(data, composed_pages), *_articles(data))


def _collections(data: ShopData) -> Iterator[str]:
    handles = {one.handle for one in data.products}
    sold = {one.handle for one in data.products if one.status == "active"}
    seen: dict[frozenset[str], str] = {}
    for one, title in titled_collections(data.collections):
        unknown = [handle for handle in one.product_handles if handle not in handles]
        if unknown:
            yield f"collection {one.handle!r} names {_some(unknown)}, which products.json does not hold"
        members = frozenset(sold.intersection(one.product_handles))
        if not members:
            yield f"collection {one.handle!r} is empty"
        elif members in seen:
            yield f"collection {one.handle!r} holds the same products as {seen[members]!r}"
        else:
            seen[members] = one.handle
        if title != one.title:
            yield f"collection {one.handle!r} is called {title!r}, as others have its title too"


def _products(data: ShopData) -> Iterator[str]:
    handles = {one.handle for one in data.products}
    listed = {handle for one in data.collections if one.handle != ALL for handle in one.product_handles}
    homeless = [one.handle for one in data.products if one.status == "active" and one.handle not in listed]
    if homeless and listed:
        yield f"{_some(homeless)} in no collection"
    for one in data.products:
        options = [variant.options for variant in one.variants]
        if len(set(options)) < len(options):
            yield f"product {one.handle!r} has two variants with the same options"
        if len({len(row) for row in options}) > 1:
            yield f"product {one.handle!r} has variants with different numbers of options"
    unknown = [handle for handle in data.reviews if handle not in handles]
    if unknown:
        yield f"reviews.json names {_some(unknown)}, which products.json does not hold"


def _menus(data: ShopData, composed_pages: Iterable[str]) -> Iterator[str]:
    content = content_of(data, frozenset(composed_pages))
    for handle, entries in data.navigation.items():
        lost = _count(entries) - _count(content.menu(handle))
        if lost:
            yield f"menu {handle!r} has {lost} {'entry that leads' if lost == 1 else 'entries that lead'} nowhere"


def _count(items: Iterable[object]) -> int:
    return sum(1 + _count(getattr(one, "children", ())) for one in items)


def _articles(data: ShopData) -> Iterator[str]:
    handles = {one.handle for one in data.products}
    for one in data.articles:
        unknown = [handle for handle in one.product_handles if handle not in handles]
        if unknown:
            yield f"article {one.handle!r} names {_some(unknown)}, which products.json does not hold"


def _some(handles: list[str]) -> str:
    first = ", ".join(repr(one) for one in handles[:2])
    return first if len(handles) <= 2 else f"{first} and {len(handles) - 2} more"
