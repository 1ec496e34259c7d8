"""An amount of money, as a text states it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from shopworld.money.currencies import minor_digits


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of money, or a number that may be one.

    Attributes:
        value: in whole units of its currency, exactly as written.
        currency: ISO 4217 code; empty where the text names none.
        span: where it stands in the text, with its sign and currency.
        others: what else the number may mean where nothing decides: `€1.299` is 1299, and may be 1.299.
    """

    value: Decimal
    currency: str = ""
    span: tuple[int, int] = (0, 0)
    others: frozenset[Decimal] = frozenset()

    @property
    def certain(self) -> bool:
        """Whether the text, its currency or its source's convention leaves one reading only."""
        return not self.others

    @property
    def readings(self) -> frozenset[Decimal]:
        """All that it may mean."""
        return self.others | {self.value}

    @property
    def minor(self) -> int:
        """In the minor units of its currency (yen: none, dinars: thousandths), halves away from zero."""
        return _whole(self.value.scaleb(minor_digits(self.currency)))

    @property
    def cents(self) -> int:
        """In hundredths, halves away from zero: what catalogs and shops keep, whatever the currency."""
        return cents_of(self.value)

    def same_as(self, other: Amount) -> bool:
        """Whether both can be the same amount; a missing currency fits any."""
        if self.currency and other.currency and self.currency != other.currency:
            return False
        return bool(self.readings & other.readings)


def cents_of(value: Decimal) -> int:
    """Hundredths of an exact amount, halves away from zero."""
    return _whole(value.scaleb(2))


def _whole(value: Decimal) -> int:
    return int(value.quantize(Decimal(1), rounding=ROUND_HALF_UP))
