"""Reads prices from what shops print."""

from __future__ import annotations

import re

_PRICE = re.compile(
    r"(?:(?:€|EUR|\$|£)\s?(?P<after>\d[\d.,\u00a0\u202f ]*))|(?:(?P<before>\d[\d.,\u00a0\u202f ]*?)\s?(?:€|EUR|\$|£))"
)


def cents(number: str) -> int | None:
    """`1.299,00`, `1,299.00`, `1 299` or `12,5` in cents; None for what is no number."""
    text = re.sub(r"[\s\u00a0\u202f]", "", number).strip(".,")
    if not re.fullmatch(r"\d[\d.,]*", text):
        return None
    mark = max(text.rfind("."), text.rfind(","))
    decimals = len(text) - mark - 1 if mark >= 0 else 0
    if mark >= 0 and decimals in (1, 2):
        whole, fraction = re.sub(r"[.,]", "", text[:mark]), text[mark + 1 :].ljust(2, "0")
        return int(whole or "0") * 100 + int(fraction)
    return int(re.sub(r"[.,]", "", text)) * 100


def prices_in(text: str) -> list[int]:
    """All prices of a text, in cents, in order."""
    found = []
    for match in _PRICE.finditer(text):
        value = cents(match["after"] or match["before"])
        if value is not None:
            found.append(value)
    return found
