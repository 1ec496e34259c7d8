"""Prices as shops write them."""

from __future__ import annotations

import re
from collections.abc import Iterable

_DECIMALS = re.compile(r"([.,])\d{1,2}$")
HIGHEST_PRICE = 2_000_000_000
"""In cents. The index sorts prices by 31 bits."""
_PRICE = re.compile(r"\d{1,9}(?:[.,]\d{3})*(?:[.,]\d{1,4})?")


def decimal_mark(prices: Iterable[str]) -> str:
    """The mark before the cents in these prices: what most of them end with; `.` where none tells."""
    comma = dot = 0
    for price in prices:
        match = _DECIMALS.search(price.strip())
        if match:
            comma += match[1] == ","
            dot += match[1] == "."
    return "," if comma > dot else "."


def parse_cents(text: str, mark: str) -> int | None:
    """A price in cents, or None where the field is empty.

    Args:
        text: `139,99`, `1.234,50`, `240.97`, `8`, with or without a currency sign.
        mark: the file's decimal mark. A price whose last mark is the other one, with one or two digits behind it,
            is read by its own mark.

    Raises:
        ValueError: it is not a price, or higher than any that can be kept.
    """
    plain = re.sub(r"[\s€$£]|EUR|USD|GBP", "", text)
    if not plain:
        return None
    if not _PRICE.fullmatch(plain):
        raise ValueError(f"{text[:40]!r} is not a price")
    own = _DECIMALS.search(plain)
    mark = own[1] if own else mark
    whole, _, fraction = plain.rpartition(mark) if mark in plain else (plain, "", "")
    whole = whole.replace(",", "").replace(".", "")
    cents = int(whole or "0") * 100 + round(int((fraction + "0000")[:4]) / 100)
    if cents > HIGHEST_PRICE:
        raise ValueError(f"{text[:40]!r} is more than {HIGHEST_PRICE // 100}")
    return cents
