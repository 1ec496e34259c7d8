"""Vouchers in words, and what is to be paid after them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from shopworld.money import DOT_DECIMAL, cents_of, with_plain_amounts

_MONEY = r"¤(\d+(?:\.\d+)?)"
_MOST_OFF = re.compile(
    rf"(?:up to|capped at|(?:a )?(?:maximum|max|cap|limit)(?: discount)?(?: of| is|:)?|at most|no more than)\s+{_MONEY}"
)
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s?(?:%|percent)")
_AMOUNT = re.compile(
    rf"{_MONEY}\s+(?:off|discount|less|reduction|voucher|coupon|back)|"
    rf"(?:takes?|knocks?|cuts?|saves?(?: me)?)\s+(?:off )?{_MONEY}"
)
_FROM = re.compile(
    rf"(?:orders?|purchases?|prices?|spend\w*|totals?|carts?|from|over|above|of|reach\w*|at least|on|once|when|costs?)"
    rf"(?:\s+(?:of|at|over|above|from|reach\w*|least|is|hits?|or|more|than|a|total|costs?|it|the|price|you|i))*\s+{_MONEY}"
)
_PARTS = re.compile(
    r"[.;]\s|\bthen\b|\bplus\b|\bon top\b|\bstack\w*\b|\band another\b|,\s*(?:and|or)\b|\bor\b(?= ¤?\d+)"
)
_STACKED = re.compile(
    r"\bstack|\bon top\b|\bplus\b|\bthen\b|\bboth\b|\bcombin|\bas well as\b|\bfollowed by\b|\balso\b|\banother\b"
)


@dataclass(frozen=True, slots=True)
class ReadDiscount:
    """One discount; money in cents.

    Attributes:
        threshold: price from which it applies.
        amount: taken off, where it is a fixed sum.
        percent: taken off, where it is a share.
        cap: the most that a share takes off.
    """

    threshold: int = 0
    amount: int | None = None
    percent: Decimal | None = None
    cap: int | None = None

    def off(self, price: int) -> int:
        """What it takes off a price."""
        if price < self.threshold:
            return 0
        if self.amount is not None:
            return min(price, self.amount)
        share = Decimal(price) * (self.percent or Decimal(0)) / 100
        off = int(share.quantize(Decimal(1), rounding=ROUND_HALF_UP))
        return off if self.cap is None else min(off, self.cap)


@dataclass(frozen=True, slots=True)
class ReadVoucher:
    """Discounts of which the best one applies (tiers), or all of them one after the other (stacked)."""

    discounts: tuple[ReadDiscount, ...] = ()
    stacked: bool = False

    def price_after(self, price: int) -> int:
        """What is to be paid, in cents."""
        if self.stacked:
            for discount in self.discounts:
                price -= discount.off(price)
            return price
        reached = [one for one in self.discounts if price >= one.threshold]
        return price - max(reached, key=lambda one: one.threshold).off(price) if reached else price


def read_voucher(text: str) -> ReadVoucher:
    """Reads the discounts that a text tells of; none where it tells of none."""
    text = with_plain_amounts(text, DOT_DECIMAL).lower()
    discounts = [found for part in _PARTS.split(text) if part and (found := _read_discount(part)) is not None]
    return ReadVoucher(tuple(discounts), stacked=len(discounts) > 1 and _STACKED.search(text) is not None)


def _read_discount(text: str) -> ReadDiscount | None:
    cap = _MOST_OFF.search(text)
    rest = _MOST_OFF.sub(" ", text)
    percent, amount = _PERCENT.search(rest), _AMOUNT.search(rest)
    if percent is None and amount is None:
        return None
    if percent is None and amount is not None:
        rest = rest[: amount.start()] + " " + rest[amount.end() :]
    threshold = _FROM.search(rest)
    least = _cents(threshold[1]) if threshold else 0
    if percent is not None:
        return ReadDiscount(least, percent=Decimal(percent[1]), cap=_cents(cap[1]) if cap else None)
    assert amount is not None
    return ReadDiscount(least, amount=_cents(amount[1] or amount[2]))


def _cents(written: str) -> int:
    return cents_of(Decimal(written))
