"""Comparing a text answer: case, space, currency and number format do not matter; words and amounts do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

_CURRENCIES = {
    "€": "eur",
    "eur": "eur",
    "euro": "eur",
    "euros": "eur",
    "$": "usd",
    "usd": "usd",
    "us$": "usd",
    "dollar": "usd",
    "dollars": "usd",
    "£": "gbp",
    "gbp": "gbp",
    "pound": "gbp",
    "pounds": "gbp",
    "¥": "jpy",
    "jpy": "jpy",
    "chf": "chf",
}
_CURRENCY = "|".join(re.escape(name) for name in sorted(_CURRENCIES, key=lambda name: (-len(name), name)))
_AMOUNT = re.compile(
    rf"(?P<sign>-?)\s*(?P<before>{_CURRENCY})?\s*(?P<sign_after>-?)(?P<number>\d[\d.,' ]*)\s*(?P<after>{_CURRENCY})?"
)
_GROUPED = re.compile(r"\d{1,3}(?P<mark>[.,' ])\d{3}(?:(?P=mark)\d{3})*")
_WITH_UNIT = re.compile(r"\s*\d[\d.,' ]*[^\W\d_]")
_DECIMALS = re.compile(r"(?P<whole>.+)[.,](?P<fraction>\d+)")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as it may be meant.

    Attributes:
        readings: all values it can have: `1.299` may be 1299 or 1.299.
        currency: three letters, or empty where none was written.
    """

    readings: frozenset[Decimal]
    currency: str = ""

    def same_as(self, other: Amount) -> bool:
        """Whether both can be the same amount; a missing currency fits any."""
        if self.currency and other.currency and self.currency != other.currency:
            return False
        return bool(self.readings & other.readings)


def is_accepted(answer: str, accepted: Sequence[str]) -> bool:
    """Whether an answer says the same as one of the accepted ones.

    A currency must be one that an accepted answer names. Where none does, any will do, unless an accepted answer names
    the unit of its number: `$30` is not `30 days`, even where `30` is accepted, too.
    """
    if not any(same_text(answer, one) for one in accepted):
        return False
    amount = read_amount(answer)
    if amount is None or not amount.currency:
        return True
    amounts = [read_amount(one) for one in accepted]
    currencies = {one.currency for one in amounts if one is not None and one.currency}
    if currencies:
        return amount.currency in currencies
    return not any(_WITH_UNIT.match(one) for one, read in zip(accepted, amounts, strict=True) if read is None)


def same_text(one: str, other: str) -> bool:
    """Whether two answers say the same.

    `$1,299.00`, `1.299,00 $`, `1299` and `USD 1299` are the same; `0` is `0.00`; `$5` is not `5 €`.
    """
    amounts = read_amount(one), read_amount(other)
    if amounts[0] is not None and amounts[1] is not None:
        return amounts[0].same_as(amounts[1])
    return plain_text(one) == plain_text(other)


def plain_text(text: str) -> str:
    """Text without case, surplus space, surrounding quotes and a final dot; no space between a number and its unit."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    clean = " ".join(folded.split()).strip("\"'“”‘’„«» ").rstrip(".!").strip("\"'“”‘’„«» ")
    return re.sub(r"(?<=\d) (?=[^\W\d]|[%\"°])", "", clean)


def read_amount(text: str) -> Amount | None:
    """The number that a text consists of, with its currency; None for any other text."""
    clean = unicodedata.normalize("NFKC", text).casefold().replace("−", "-").replace("’", "'")
    clean = " ".join(clean.split()).strip('"“”„ ').rstrip(".")
    found = _AMOUNT.fullmatch(clean)
    if found is None or (found["sign"] and found["sign_after"]):
        return None
    written = {_CURRENCIES[name] for name in (found["before"], found["after"]) if name}
    readings = _readings(found["number"].strip())
    if len(written) > 1 or not readings:
        return None
    negative = bool(found["sign"] or found["sign_after"])
    values = frozenset(-value if negative else value for value in readings)
    return Amount(values, next(iter(written), ""))


def _readings(number: str) -> set[Decimal]:
    """All values a number can have: marks may group thousands or stand before the decimals."""
    readings: set[Decimal] = set()
    if number.isdecimal():
        readings.add(Decimal(number))
    if _GROUPED.fullmatch(number):
        readings.add(Decimal(re.sub(r"\D", "", number)))
    parts = _DECIMALS.fullmatch(number)
    if parts is not None:
        grouped = _GROUPED.fullmatch(parts["whole"])
        mark = number[len(parts["whole"])]
        if parts["whole"].isdecimal() or (grouped is not None and grouped["mark"] != mark):
            whole = re.sub(r"\D", "", parts["whole"])
            readings.add(Decimal(f"{whole}.{parts['fraction']}"))
    return readings
