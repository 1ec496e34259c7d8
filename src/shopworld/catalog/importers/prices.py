"""Prices of imported offers: what a catalog can keep."""

from __future__ import annotations

from shopworld.money import Amount, Convention, read_amount

HIGHEST_PRICE = 2_000_000_000
"""In cents. The index sorts prices by 31 bits."""


def price_field(text: str, convention: Convention) -> Amount | None:
    """The price that a field of a file holds, or None where it is empty.

    Args:
        text: `139,99`, `1.234,50`, `240.97`, `8`, with or without a currency.
        convention: of the file.

    Raises:
        ValueError: it is not a price, or higher than any that can be kept.
    """
    if not text.strip():
        return None
    amount = read_amount(text, convention)
    if amount is None or amount.value < 0:
        raise ValueError(f"{text[:40]!r} is not a price")
    if amount.cents > HIGHEST_PRICE:
        raise ValueError(f"{text[:40]!r} is more than {HIGHEST_PRICE // 100}")
    return amount
