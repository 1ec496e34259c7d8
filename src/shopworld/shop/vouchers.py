"""Vouchers: the discount engine behind promotion codes and behind budgets. Exact, in whole cents, halves up."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Discount(BaseModel):
    """One discount. Exactly one of `amount` and `percent` is set. Money in cents."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    threshold: int = Field(default=0, ge=0)
    """Price from which it applies."""
    amount: int | None = Field(default=None, ge=1)
    percent: float | None = Field(default=None, gt=0, le=100)
    cap: int | None = Field(default=None, ge=1)
    """The most that a percentage takes off."""

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if (self.amount is None) == (self.percent is None):
            raise ValueError("a discount has either an amount or a percentage")
        if self.cap is not None and self.percent is None:
            raise ValueError("a cap belongs to a percentage")
        return self

    def reduction(self, price: int) -> int:
        """What it takes off a price; nothing below its threshold, never more than the price."""
        if price < self.threshold:
            return 0
        if self.percent is None:
            return min(self.amount or 0, price)
        share = Decimal(price) * Decimal(str(self.percent)) / 100
        cents = int(share.quantize(Decimal(1), rounding=ROUND_HALF_UP))
        return cents if self.cap is None else min(cents, self.cap)


class Voucher(BaseModel):
    """Discounts that belong together.

    `simple`: one discount. `tiered`: of the discounts whose threshold is reached the one with the highest threshold.
    `stacked`: one after the other in the order given (the shop's, then the platform's), each on what the one before
    has left, and each threshold against that.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: Literal["simple", "tiered", "stacked"] = "simple"
    discounts: tuple[Discount, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _as_many_as_the_type_says(self) -> Self:
        if self.type == "simple" and len(self.discounts) != 1:
            raise ValueError(f"a simple voucher has one discount, found {len(self.discounts)}")
        thresholds = [one.threshold for one in self.discounts]
        if self.type == "tiered" and len(set(thresholds)) != len(thresholds):
            raise ValueError("the tiers of a voucher have different thresholds")
        return self


def price_after(price: int, voucher: Voucher | None) -> int:
    """What is paid for something of that price, in cents; without a voucher the price."""
    if voucher is None:
        return price
    if voucher.type == "tiered":
        reached = [one for one in voucher.discounts if price >= one.threshold]
        return price - max(reached, key=lambda one: one.threshold).reduction(price) if reached else price
    for discount in voucher.discounts:
        price -= discount.reduction(price)
    return price
