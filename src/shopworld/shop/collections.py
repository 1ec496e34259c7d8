"""A shop's collections as its category tree: named, ordered and addressed as its content says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from shopworld.catalog.query import Category
from shopworld.shop.content import ShopContent


def collection_tree(content: ShopContent | None, categories: Iterable[Category]) -> tuple[Category, ...]:
    """The categories that a storefront shows.

    Args:
        content: of the shop; None: the categories stay as they are.
        categories: roots of the category tree that the offers make.

    Returns:
        One category a collection, in the order of the content, empty ones too, its URL segment the collection's
        handle; then categories that no collection names.
    """
    if content is None:
        return tuple(categories)
    found = {category.path: category for category in categories}
    listed = []
    for one in content.collections:
        path = (one.title,)
        category = found.pop(path, None) or Category(path, (), 0)
        listed.append(replace(category, slug_path=(one.handle,)))
    return (*listed, *found.values())
