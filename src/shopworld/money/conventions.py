"""How a source writes numbers: which mark stands before decimals, and which ones group."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from shopworld.errors import InputError
from shopworld.money.currencies import Codes, signs_in

_SPACES = " \u00a0"
_LAST_DECIMALS = re.compile(r"([.,])\d{1,2}\D*$")


@dataclass(frozen=True, slots=True)
class Convention:
    """How amounts are written in a source.

    Attributes:
        name: of the convention, or of the locale that it is of.
        decimal: the mark before decimals; empty: not known, each text is read by its own shape.
        groups: the marks that group digits, the usual one first.
        by_two: whether digits above the thousands are grouped by two, as in India.
        currency: what a sign of several currencies (`$`, `kr`) stands for; empty: its likeliest one.
        signs: what signs stand for here, before all that is known of them elsewhere.
    """

    name: str
    decimal: str = ""
    groups: str = ""
    by_two: bool = False
    currency: str = ""
    signs: Mapping[str, Codes] = field(default_factory=dict, hash=False, compare=False)

    @property
    def groups_by_space(self) -> bool:
        """Whether a plain space inside a number may group its digits."""
        return not self.decimal or " " in self.groups


UNKNOWN = Convention("unknown", groups=f",.'{_SPACES}")
DOT_DECIMAL = Convention("dot-decimal", ".", ",")
COMMA_DECIMAL = Convention("comma-decimal", ",", ".")
CONVENTIONS = {
    one.name: one
    for one in (
        UNKNOWN,
        DOT_DECIMAL,
        COMMA_DECIMAL,
        Convention("apostrophe-grouped", ".", "'", currency="CHF"),
        Convention("lakh-grouped", ".", ",", by_two=True, currency="INR"),
        Convention("space-grouped", ",", _SPACES),
    )
}
"""The conventions that have names."""


@cache
def convention_named(name: str) -> Convention:
    """A convention by its name, or that of a locale: `comma-decimal`, `de-CH`.

    A locale brings its signs and its marks from CLDR.

    Raises:
        InputError: there is neither a convention nor a locale of that name.
    """
    if name in CONVENTIONS:
        return CONVENTIONS[name]
    from babel.core import Locale, UnknownLocaleError
    from babel.numbers import get_territory_currencies

    try:
        locale = Locale.parse(name.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        hint = f"Name a locale (de-CH) or one of {', '.join(CONVENTIONS)}."
        raise InputError(f"{name!r} is no way of writing money", hint=hint) from None
    marks = locale.number_symbols["latn"]
    group = {"\u202f": "\u00a0", "’": "'"}.get(marks["group"], marks["group"])
    currencies = get_territory_currencies(locale.territory) if locale.territory else []
    return Convention(
        str(locale),
        marks["decimal"],
        _SPACES if group == "\u00a0" else group,
        by_two="##,##" in locale.decimal_formats[None].pattern,
        currency=currencies[0] if currencies else "",
        signs=signs_in(str(locale)),
    )


def convention_with(mark: str) -> Convention:
    """The convention of a shop that says which mark stands before its decimals."""
    return COMMA_DECIMAL if mark == "," else DOT_DECIMAL


def convention_of(prices: Iterable[str]) -> Convention:
    """The convention of a file by its prices: that of the mark that most of them have before one or two last digits.

    Where none has any, it is not known.
    """
    marks = [match[1] for price in prices if (match := _LAST_DECIMALS.search(price))]
    if not marks:
        return UNKNOWN
    return COMMA_DECIMAL if marks.count(",") * 2 > len(marks) else DOT_DECIMAL
