"""Names of categories and brands that begin like what is being typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from shopworld.catalog.query import Category, Suggestion
from shopworld.catalog.search.words import words


def suggest_names(
    prefix: str, tree: Iterable[Category], brands: Iterable[tuple[str, int]], limit: int
) -> tuple[Suggestion, ...]:
    """Categories and brands for a text that is being typed, the ones with most offers first.

    Args:
        prefix: what has been typed.
        tree: the shop's categories.
        brands: the shop's brands with their number of offers.
        limit: how many at most.
    """
    typed = [word.whole for word in words(prefix)]
    if not typed:
        return ()
    found: list[tuple[int, str, Suggestion]] = []
    for category in _walk(tree):
        if _begins(category.name, typed):
            text = " > ".join(category.path)
            found.append((category.count, category.name, Suggestion(text, "category", category.path)))
    for brand, count in brands:
        if _begins(brand, typed):
            found.append((count, brand, Suggestion(brand, "brand", (brand,))))
    found.sort(key=lambda one: (-one[0], one[1], one[2].kind, one[2].target))
    return tuple(suggestion for _, _, suggestion in found[:limit])


def _begins(name: str, typed: list[str]) -> bool:
    """Whether each word typed begins a word of the name; all but the last must be whole words."""
    wholes = _name_words(name)
    return all(word in wholes for word in typed[:-1]) and any(word.startswith(typed[-1]) for word in wholes)


@lru_cache(maxsize=16384)
def _name_words(name: str) -> tuple[str, ...]:
    return tuple(word.whole for word in words(name))


def _walk(tree: Iterable[Category]) -> Iterator[Category]:
    for category in tree:
        yield category
        yield from _walk(category.children)
