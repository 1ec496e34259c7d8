"""Prices of Amazon's files: numbers, null, or text of many shapes. In US dollars."""

from __future__ import annotations

import math
import re

from shopworld.catalog.importers.prices import HIGHEST_PRICE

_AMOUNT = re.compile(r"(?<![\d.,])(?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:[.,]\d{1,4})?(?![\d.,]*\d)")
_NONE = frozenset(("", "none", "null", "nan", "-", "—", "–", "n/a"))


def read_price(value: object) -> tuple[int | None, str | None]:
    """A price in cents, and what had to be put right.

    Of a range the lowest price counts, and `from 12.99` is 12.99. A price of nothing is no price.

    Args:
        value: as parsed from JSON.
    """
    if value is None:
        return None, None
    if isinstance(value, bool):
        return None, "not readable"
    if isinstance(value, int | float):
        return _cents(float(value)), None if _cents(float(value)) is not None else "not a price"
    if not isinstance(value, str):
        return None, "not readable"
    text = value.strip().casefold()
    if text in _NONE:
        return None, None
    if text.startswith("-"):
        return None, "not a price"
    amounts = [_amount(match.group()) for match in _AMOUNT.finditer(text)]
    if not amounts:
        return None, "not readable"
    cents = _cents(min(amounts))
    if cents is None:
        return None, "not a price"
    return cents, "the lowest of a range" if len(amounts) > 1 else "written as text"


def _amount(written: str) -> float:
    whole, comma, last = written.rpartition(",")
    if comma and len(last) != 3 and "." not in written:
        return float(f"{whole.replace(',', '')}.{last}")
    return float(written.replace(",", ""))


def _cents(value: float) -> int | None:
    if not 0 < value <= HIGHEST_PRICE / 100:
        return None
    return math.floor(value * 100 + 0.5) or None
