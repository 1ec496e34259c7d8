"""The category tree of a shop."""

from __future__ import annotations

from collections.abc import Iterable

from shopworld.catalog.query import Category
from shopworld.catalog.slug import category_slug, unique_slug


def build_category_tree(counts: Iterable[tuple[tuple[str, ...], int]]) -> tuple[Category, ...]:
    """The tree of category paths; siblings by name, their URL segments unique among themselves.

    Args:
        counts: each path, paths above it included, and the number of offers in it and below.
    """
    return _children((), (), dict(counts))


def _children(
    above: tuple[str, ...], slugs_above: tuple[str, ...], counts: dict[tuple[str, ...], int]
) -> tuple[Category, ...]:
    paths = [path for path in counts if path[:-1] == above]
    taken: set[str] = set()
    found = []
    for path in sorted(paths, key=lambda one: (one[-1].casefold(), one[-1])):
        slug_path = (*slugs_above, unique_slug(category_slug(path[-1]), taken))
        found.append(Category(path, slug_path, counts[path], _children(path, slug_path, counts)))
    return tuple(found)
