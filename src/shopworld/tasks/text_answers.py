"""Comparing a text answer: case, space, currency and number format do not matter; words and amounts do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from shopworld import money

_WITH_UNIT = re.compile(r"\s*\d[\d.,' ]*[^\W\d_]")


def is_accepted(answer: str, accepted: Sequence[str]) -> bool:
    """Whether an answer says the same as one of the accepted ones.

    A currency must be one that an accepted answer names. Where none does, any will do, unless an accepted answer names
    the unit of its number: `$30` is not `30 days`, even where `30` is accepted, too.
    """
    if any(plain_text(answer) == plain_text(one) for one in accepted):
        return True
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


def read_amount(text: str) -> money.Amount | None:
    """The number that a text consists of, with its currency; None for any other text."""
    clean = " ".join(unicodedata.normalize("NFKC", text).split()).strip('"“”„ ').rstrip(".")
    return money.read_amount(clean)
