"""Prices of Amazon's files: numbers, null, or text of many shapes. In US dollars."""

from __future__ import annotations

import math

from shopworld import money
from shopworld.catalog.importers.prices import HIGHEST_PRICE

_NONE = frozenset(("", "none", "null", "nan", "-", "—", "–", "n/a"))


def read_price(value: object) -> tuple[int | None, str | None]:
    """A price in cents, and what had to be put right.

    Of a range the lowest price counts, and `from 12.99` is 12.99. A price of nothing is no price.

    Args:
        value: as parsed from JSON.
    """
    if value is None:
        return None, None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None, "not readable"
    if isinstance(value, int | float):
        cents = _kept(math.floor(value * 100 + 0.5)) if 0 < value <= HIGHEST_PRICE else None
        return cents, None if cents is not None else "not a price"
    text = value.strip()
    if text.casefold() in _NONE:
        return None, None
    price = money.read_price(text, money.DOT_DECIMAL)
    if price.lowest is None:
        return None, "not readable"
    cents = _kept(price.lowest.cents)
    if cents is None:
        return None, "not a price"
    return cents, "the lowest of a range" if price.said is money.Said.RANGE else "written as text"


def _kept(cents: int) -> int | None:
    return cents if 0 < cents <= HIGHEST_PRICE else None
