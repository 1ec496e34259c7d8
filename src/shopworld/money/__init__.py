"""Money in texts: the one reader of amounts, and how they are written; signs and codes are CLDR's."""

from shopworld.money.amount import Amount, cents_of
from shopworld.money.conventions import (
    COMMA_DECIMAL,
    CONVENTIONS,
    DOT_DECIMAL,
    UNKNOWN,
    Convention,
    convention_named,
    convention_of,
    convention_with,
)
from shopworld.money.currencies import codes_in, minor_digits, names_currency
from shopworld.money.prices import Price, Said, read_price
from shopworld.money.reading import amounts_in, has_amount, read_amount, read_value, with_plain_amounts
from shopworld.money.writing import grouped, plain, plain_short

__all__ = [
    "COMMA_DECIMAL",
    "CONVENTIONS",
    "DOT_DECIMAL",
    "UNKNOWN",
    "Amount",
    "Convention",
    "Price",
    "Said",
    "amounts_in",
    "cents_of",
    "codes_in",
    "convention_named",
    "convention_of",
    "convention_with",
    "grouped",
    "has_amount",
    "minor_digits",
    "names_currency",
    "plain",
    "plain_short",
    "read_amount",
    "read_price",
    "read_value",
    "with_plain_amounts",
]
