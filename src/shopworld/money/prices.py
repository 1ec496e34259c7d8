"""What a text says that a thing costs: an amount, a range, or in words that it costs nothing or has to be asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from shopworld.money.amount import Amount
from shopworld.money.conventions import UNKNOWN, Convention
from shopworld.money.reading import amounts_in

_FROM = re.compile(
    r"\W*(?:from|starting (?:at|from)|as low as|ab|von|dès|à partir de|desde|a partir d[aei]|od|vanaf|från|fra|da)\b",
    re.IGNORECASE,
)
_FREE = re.compile(r"\b(?:free|gratis|kostenlos|gratuit[oea]?|no charge)\b", re.IGNORECASE)
_ASK = re.compile(
    r"\b(?:call|contact|ask|request|quote|in?quire|enquire|anfrage|anfragen|demande|consultar?)\b", re.IGNORECASE
)


class Said(StrEnum):
    """In which form a price is given."""

    AMOUNT = "amount"
    FROM = "from"
    RANGE = "range"
    FREE = "free"
    ON_REQUEST = "on request"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Price:
    """A price, as it is printed.

    Attributes:
        said: in which form; the last three are without an amount.
        amounts: in the order of the text, all in one currency where one is named.
    """

    said: Said
    amounts: tuple[Amount, ...] = ()

    @property
    def lowest(self) -> Amount | None:
        """The lowest of its amounts; None where there is none."""
        return min(self.amounts, key=lambda one: one.value, default=None)


def read_price(text: str, convention: Convention = UNKNOWN) -> Price:
    """The price that a text gives: `$12.99`, `From €5`, `10 – 20 zł`, `Free`, `Call us`.

    Args:
        text: of a price alone; numbers without a currency count.
        convention: of its source.
    """
    found = amounts_in(text, convention, bare=True)
    if not found:
        free, ask = _FREE.search(text), _ASK.search(text)
        return Price(Said.FREE if free else Said.ON_REQUEST if ask else Said.NOTHING)
    currency = next((one.currency for one in found if one.currency), "")
    amounts = tuple(replace(one, currency=one.currency or currency) for one in found)
    said = Said.RANGE if len(amounts) > 1 else Said.FROM if _FROM.match(text) else Said.AMOUNT
    return Price(said, amounts)
