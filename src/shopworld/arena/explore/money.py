"""Prices as shops write them."""

from __future__ import annotations

import re

_SYMBOLS = {
    "€": "EUR",
    "$": "USD",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "zł": "PLN",
    "Kč": "CZK",
    "₩": "KRW",
    "kr": "SEK",
}
_PREFIXED = {
    "US$": "USD",
    "CA$": "CAD",
    "C$": "CAD",
    "A$": "AUD",
    "AU$": "AUD",
    "NZ$": "NZD",
    "HK$": "HKD",
    "S$": "SGD",
}
_CODES = "USD|EUR|GBP|CHF|SEK|DKK|NOK|PLN|CZK|CAD|AUD|NZD|JPY|INR|SGD|HKD"
_SIGN = r"(?:US\$|CA\$|AU\$|NZ\$|HK\$|C\$|A\$|S\$|[€$£¥₹₩]|zł|Kč|kr\.?|" + _CODES + r")"
_AMOUNT = r"\d{1,3}(?:[.,'’\s]\d{3})*(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?"
PRICE = re.compile(
    rf"(?:(?P<before>{_SIGN})\s?(?P<a>{_AMOUNT})(?!\d)|(?<![\d.,])(?P<b>{_AMOUNT})\s?(?P<after>{_SIGN})(?!\w))"
)


def prices_in(text: str) -> list[tuple[float, str]]:
    """The amounts of money in a text, with their currency's code, in order."""
    found = []
    for match in PRICE.finditer(text):
        amount = amount_of(match["a"] or match["b"] or "")
        if amount is not None:
            found.append((amount, currency_of(match["before"] or match["after"] or "")))
    return found


def has_price(text: str) -> bool:
    """Whether a text holds an amount of money."""
    return PRICE.search(text) is not None


def amount_of(text: str) -> float | None:
    """The number in `1.299,00`, `1,299.00` or `1299`; None where there is none."""
    digits = re.sub(r"[^\d.,]", "", text)
    if not re.search(r"\d", digits):
        return None
    last = max(digits.rfind("."), digits.rfind(","))
    if last >= 0 and len(digits) - last - 1 in (1, 2):
        whole, cents = digits[:last], digits[last + 1 :]
        return float(f"{re.sub(r'[.,]', '', whole) or '0'}.{cents}")
    return float(re.sub(r"[.,]", "", digits))


def currency_of(sign: str) -> str:
    """The code of a sign: `$` is USD, `€` is EUR."""
    sign = sign.rstrip(".")
    return _PREFIXED.get(sign) or _SYMBOLS.get(sign) or sign
