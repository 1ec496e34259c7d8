"""Currencies that a shop can show its prices in, at rates that never change.

Prices in another currency are for information, as with the converters that many real shops have: what is charged is
the shop's own currency. The rates are those of one day, rounded, so that every episode sees the same prices.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

UNITS_PER_EURO: dict[str, Decimal] = {
    "EUR": Decimal("1"),
    "USD": Decimal("1.08"),
    "GBP": Decimal("0.85"),
    "CHF": Decimal("0.95"),
    "CAD": Decimal("1.48"),
    "AUD": Decimal("1.65"),
    "SEK": Decimal("11.40"),
    "PLN": Decimal("4.30"),
}
"""How much of each currency one euro is."""

SYMBOLS: dict[str, str] = {
    "EUR": "€",
    "USD": "$",
    "GBP": "£",
    "CHF": "CHF",
    "CAD": "CA$",
    "AUD": "A$",
    "SEK": "kr",
    "NOK": "kr",
    "DKK": "kr",
    "PLN": "zł",
}

_OFFERED = ("EUR", "USD", "GBP", "CHF", "CAD")


def currencies_offered(own: str) -> tuple[str, ...]:
    """What a shop's currency switcher offers, its own currency first; only its own where there is no rate for it."""
    if own not in UNITS_PER_EURO:
        return (own,)
    return (own, *(one for one in _OFFERED if one != own))


def converted(cents: int, own: str, shown: str) -> int:
    """An amount in another currency, in its cents, halves rounded up.

    Args:
        cents: in the shop's own currency.
        own: that currency, by its ISO 4217 code.
        shown: the currency wanted.

    Raises:
        KeyError: there is no rate for one of them.
    """
    if own == shown:
        return cents
    amount = Decimal(cents) * UNITS_PER_EURO[shown] / UNITS_PER_EURO[own]
    return int(amount.quantize(Decimal(1), rounding=ROUND_HALF_UP))
