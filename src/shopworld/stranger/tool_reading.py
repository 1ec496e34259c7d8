"""Products as the tools of a catalog return them, read as pages are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from shopworld.stranger.reading import StrangerListing
from shopworld.stranger.words import names

ToolCall = Callable[[str, Mapping[str, Any]], Any]
"""Calls a tool by its name and arguments, and returns what an agent would see, as JSON values."""


class ToolReading:
    """Finds products by the search alone, and reads what the details say. Everything is read once.

    Args:
        call: calls the tools.
    """

    def __init__(self, call: ToolCall) -> None:
        self._call = call
        self._named: dict[str, tuple[str, ...]] = {}
        self._read: dict[str, StrangerListing | None] = {}

    def named(self, thing: str) -> tuple[str, ...]:
        """Ids of the products whose title names a thing, as the search lists them."""
        if thing not in self._named:
            self._named[thing] = tuple(dict.fromkeys(self._searched(thing)))
        return self._named[thing]

    def _searched(self, thing: str) -> Iterator[str]:
        page = seen = 0
        while True:
            told = self._call("search_products", {"query": thing, "page": page})
            products = told["products"]
            yield from (one["product_id"] for one in products if names(one["title"], thing))
            page, seen = page + 1, seen + len(products)
            if not products or seen >= told["total_found"]:
                return

    def product(self, name: str) -> StrangerListing | None:
        """What the details of a product say; None where the tools know no such product."""
        if name not in self._read:
            told = self._call("get_product_details", {"product_id": name})
            self._read[name] = None if told is None else _listing(told)
        return self._read[name]


def _listing(told: Mapping[str, Any]) -> StrangerListing:
    price = told.get("price")
    stars = told.get("average_rating")
    return StrangerListing(
        address=f"product:{told['product_id']}",
        title=str(told.get("title") or ""),
        price=None if price is None else float(price),
        rows=tuple((str(label), str(said)) for label, said in (told.get("details") or {}).items()),
        text="\n".join(map(str, [*(told.get("features") or ()), *(told.get("description") or ())])),
        trail=tuple(filter(None, [told.get("main_category")])),
        maker=str(told.get("store") or ""),
        stars=None if stars is None else float(stars),
        reviews=int(told.get("rating_number") or 0),
    )
