"""Counts of brands, categories, attribute values and the like over all results of a search.

A facet is counted without the condition on itself: who has chosen one brand still sees how many offers the others have.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import Any

import tantivy
from tantivy import Query

from shopworld.catalog.query import FacetValue
from shopworld.catalog.search.filters import with_filters
from shopworld.catalog.search.index import PATH_SEPARATOR
from shopworld.errors import CatalogError

_MOST_VALUES = 500
"""How many values a facet has at most; the most frequent stay."""
_RATING_STEPS = (4, 3, 2, 1)
_TERM_FIELDS = {"brand": "brand", "category": "category", "availability": "in_stock", "on_sale": "on_sale"}
CATEGORY_JOINT = " > "
"""Between the names of a category path in the value of a facet."""


def count_facets(
    searcher: tantivy.Searcher, names: tuple[str, ...], text: Query | None, filters: Mapping[str, Query]
) -> tuple[dict[str, tuple[FacetValue, ...]], tuple[int, int] | None]:
    """Count facets over everything that `text` and `filters` find.

    Returns:
        The values of each facet by falling count and then name; and the range of prices where `price` was asked for.

    Raises:
        CatalogError: a facet of that name does not exist.
    """
    facets: dict[str, tuple[FacetValue, ...]] = {}
    price_range = None
    for own, group in _groups(names, filters).items():
        query = with_filters(text, (one for name, one in filters.items() if name != own))
        counted = searcher.aggregate(query, {name: _aggregation(name) for name in group})
        for name in group:
            if name == "price":
                price_range = _price_range(counted[name])
            else:
                facets[name] = _values(name, counted[name])
    return {name: facets[name] for name in names if name in facets}, price_range


def _groups(names: tuple[str, ...], filters: Mapping[str, Query]) -> dict[str, list[str]]:
    """The facets that can be counted together: by the filter they leave out, or none of them."""
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        groups.setdefault(name if name in filters else "", []).append(name)
    return groups


def _aggregation(name: str) -> dict[str, Any]:
    if name == "price":
        return {"stats": {"field": "price"}}
    if name == "rating":
        ranges = [{"from": float(step), "to": float(step) + 1} for step in _RATING_STEPS]
        ranges[0] = {"from": float(_RATING_STEPS[0])}
        return {"range": {"field": "rating", "ranges": ranges}}
    if name.startswith("attribute:"):
        return {"terms": {"field": f"attribute.{name.removeprefix('attribute:')}", "size": _MOST_VALUES}}
    if name in _TERM_FIELDS:
        return {"terms": {"field": _TERM_FIELDS[name], "size": _MOST_VALUES}}
    raise CatalogError(
        f"no facet {name!r}", hint="There are brand, category, rating, price, availability, on_sale, attribute:<name>."
    )


def _price_range(counted: Mapping[str, Any]) -> tuple[int, int] | None:
    return (int(counted["min"]), int(counted["max"])) if counted["count"] else None


def _values(name: str, counted: Mapping[str, Any]) -> tuple[FacetValue, ...]:
    if name == "rating":
        steps = {int(one["from"]): one["doc_count"] for one in counted["buckets"] if "from" in one}
        totals = accumulate(steps.get(step, 0) for step in _RATING_STEPS)
        return tuple(
            FacetValue(str(step), f"{step} and up", total) for step, total in zip(_RATING_STEPS, totals, strict=True)
        )
    values = [_value(name, one["key"], one["doc_count"]) for one in counted["buckets"]]
    return tuple(sorted((one for one in values if one), key=lambda one: (-one.count, one.label, one.value)))


def _value(name: str, key: object, count: int) -> FacetValue | None:
    if name == "category":
        path = str(key).split(PATH_SEPARATOR)
        return FacetValue(CATEGORY_JOINT.join(path), path[-1], count)
    if name == "availability":
        present = bool(key)
        return FacetValue("in-stock" if present else "out-of-stock", "In stock" if present else "Out of stock", count)
    if name == "on_sale":
        return FacetValue("1", "On sale", count) if key else None
    return FacetValue(str(key), str(key), count)
