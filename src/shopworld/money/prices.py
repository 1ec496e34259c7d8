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
_TO = re.compile(r"\s*(?:[-–—~]|to|bis|à|al?|do|till|tot|til)\s*", re.IGNORECASE)
_RATE = re.compile(r"\s*(?:/|per|a|pro|par)\s*(?:mo(?:nth)?|monat|mois|mes|week|woche)\b", re.IGNORECASE)


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
        text: of a price alone; numbers without a currency count where none has one.
        convention: of its source.
    """
    found = _of_money(text, amounts_in(text, convention, bare=True))
    if not found:
        free, ask = _FREE.search(text), _ASK.search(text)
        return Price(Said.FREE if free else Said.ON_REQUEST if ask else Said.NOTHING)
    currency = next((one.currency for one in found if one.currency), "")
    amounts = tuple(replace(one, currency=one.currency or currency) for one in found)
    said = Said.RANGE if len(amounts) > 1 else Said.FROM if _FROM.match(text) else Said.AMOUNT
    return Price(said, amounts)


def _of_money(text: str, found: list[Amount]) -> list[Amount]:
    """Where one number has a currency, those that have one, and other ends of their ranges; a price before a rate."""
    if not any(one.currency for one in found):
        return found
    kept = [one for place, one in enumerate(found) if one.currency or _is_end(text, found, place)]
    whole = [one for one in kept if not _RATE.match(text, one.span[1])]
    return whole or kept


def _is_end(text: str, found: list[Amount], place: int) -> bool:
    """Whether a number without a currency is one end of a range whose other end has one."""
    before, one, behind = found[place - 1] if place else None, found[place], found[place + 1 : place + 2]
    if before is not None and before.currency and _TO.fullmatch(text, before.span[1], one.span[0]):
        return True
    opening = text[: one.span[0]]
    counted = any(map(str.isalpha, opening)) and not _FROM.fullmatch(opening.rstrip())
    return not counted and any(it.currency and _TO.fullmatch(text, one.span[1], it.span[0]) for it in behind)
