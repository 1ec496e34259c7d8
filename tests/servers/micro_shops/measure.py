"""Measures an exploration against the truth of a micro-shop."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Protocol

from micro_shops.shop import MicroShop


class SeenProduct(Protocol):
    """What is measured of a product that was found."""

    @property
    def title(self) -> str: ...
    @property
    def price(self) -> float | None: ...


class SeenListing(Protocol):
    """What is measured of a listing that was found."""

    @property
    def title(self) -> str: ...
    @property
    def is_everything(self) -> bool: ...
    @property
    def products(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Score:
    """How well one shop was read."""

    found: int
    right: int
    there: int
    priced: int
    listed: tuple[int, int, int]
    """Listings found, right, there."""
    currency: bool
    faults: tuple[str, ...] = field(default=())
    """What is wrong beside: what was asked for and must not be, values that differ."""

    @property
    def precision(self) -> float:
        """Share of found products that are there."""
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """Share of products that were found."""
        return self.right / self.there

    @property
    def green(self) -> bool:
        """Whether all is right."""
        found, right, there = self.listed
        whole = self.found == self.right == self.there == self.priced
        return whole and self.currency and right == there == found and not self.faults


def score(
    shop: MicroShop,
    products: Iterable[SeenProduct],
    listings: Iterable[SeenListing],
    currency: str,
    asked: dict[str, list[str]],
    values: dict[str, Any] | None = None,
) -> Score:
    """Compares what was found with the truth."""
    several = list(products)
    truth = {_plain(title): price for title, price in shop.truth.items()}
    twice = len(truth) != len({_plain(one.title) for one in shop.goods})
    left = dict(truth)
    right = priced = 0
    for one in several:
        key = _plain(f"{one.title} {Decimal(str(one.price or 0)).quantize(Decimal('0.01'))}" if twice else one.title)
        if key not in left:
            continue
        right += 1
        priced += one.price is not None and abs(Decimal(str(one.price)) - left.pop(key)) < Decimal("0.005")
        left.pop(key, None)
    seen = {_plain(one.title): len(one.products) for one in listings if not one.is_everything}
    wanted = {_plain(name): count for name, count in shop.listings.items()}
    faults = [f"asked for {path}" for path in _forbidden(shop, asked)]
    own = asked.get(shop.name, [])
    if len(own) > shop.most_asked:
        faults.append(f"{len(own)} requests, {shop.most_asked} are enough")
    for name, value in shop.values.items() if values is not None else ():
        got = values.get(name) if values else None
        if name == "collection.filters" and isinstance(got, list):
            got = [entry["name"] for entry in got]
        if got != value:
            faults.append(f"{name} is {got!r}, not {value!r}")
    agreed = sum(wanted.get(name) == count for name, count in seen.items())
    return Score(
        len(several),
        right,
        len(truth),
        priced,
        (len(seen), agreed, len(wanted)),
        currency == shop.currency,
        tuple(faults),
    )


def _forbidden(shop: MicroShop, asked: dict[str, list[str]]) -> Iterable[str]:
    for one in shop.forbidden:
        if one.startswith("/"):
            yield from (path for path in asked.get(shop.name, ()) if path.startswith(one))
        elif asked.get(one):
            yield one


def _plain(title: str) -> str:
    return re.sub(r"[\W_]+", " ", title.casefold()).strip()
