"""Vouchers and budgets: what the target costs with a voucher is just within the budget."""

from __future__ import annotations

import random

from shopworld.shop import Discount, Voucher, price_after
from shopworld.tasks import BudgetMatch

_KINDS = ("simple", "simple", "tiered", "stacked")
"""Simple 50 %, tiered 25 %, stacked 25 %."""
_LEAST_FACTOR, _MOST_FACTOR = 1.01, 1.08
_LOWEST_PRICE = 300
"""In cents; below, discounts are pennies."""


def make_budget(price: int, generator: random.Random) -> BudgetMatch | None:
    """A voucher for a price, and a budget of 1.01 to 1.08 times what is left of the price; None for a tiny price.

    Args:
        price: in cents.
        generator: of the choice.
    """
    if price < _LOWEST_PRICE:
        return None
    match generator.choice(_KINDS):
        case "simple":
            voucher = Voucher(type="simple", discounts=(_simple(price, generator),))
        case "tiered":
            voucher = Voucher(type="tiered", discounts=_tiers(price, generator))
        case _:
            voucher = Voucher(type="stacked", discounts=_stack(price, generator))
    paid = price_after(price, voucher)
    if not 0 < paid < price:
        return None
    budget = max(paid + 1, round(paid * generator.uniform(_LEAST_FACTOR, _MOST_FACTOR)))
    return BudgetMatch(id="r", budget=budget, voucher=voucher)


def _simple(price: int, generator: random.Random) -> Discount:
    threshold = _below(price, generator.uniform(0.5, 0.95))
    if generator.random() < 0.4:
        return Discount(threshold=threshold, amount=_below(price, generator.uniform(0.1, 0.25)))
    percent = generator.choice((8, 10, 12, 15, 16, 18, 20, 25))
    cap = _below(price, percent / 100 * generator.uniform(0.6, 1.4)) if generator.random() < 0.6 else None
    return Discount(threshold=threshold, percent=percent, cap=cap)


def _tiers(price: int, generator: random.Random) -> tuple[Discount, ...]:
    """Three tiers; the target reaches the middle one, dearer products the third."""
    low, step = generator.choice(((5, 5), (8, 6), (10, 5), (10, 10)))
    thresholds = (_below(price, 0.5), _below(price, generator.uniform(0.75, 0.95)), _above(price, 1.3))
    return tuple(
        Discount(threshold=threshold, percent=low + step * number) for number, threshold in enumerate(thresholds)
    )


def _stack(price: int, generator: random.Random) -> tuple[Discount, ...]:
    """The shop's discount, then the platform's on what is left."""
    shop = Discount(amount=_below(price, generator.uniform(0.05, 0.15)))
    left = price - (shop.amount or 0)
    percent = generator.choice((5, 8, 10, 12))
    cap = _below(left, percent / 100 * generator.uniform(0.7, 1.5)) if generator.random() < 0.5 else None
    return (shop, Discount(threshold=_below(left, generator.uniform(0.5, 0.95)), percent=percent, cap=cap))


def _below(price: int, share: float) -> int:
    """A share of a price as a shop would write it: whole dollars where there are some, else ten cents or one."""
    cents = int(price * share)
    for step in (500, 100, 50, 10):
        if cents >= step * 6:
            return cents // step * step
    return max(1, cents)


def _above(price: int, share: float) -> int:
    cents = int(price * share)
    step = 500 if cents >= 3000 else 100
    return (cents // step + 1) * step
