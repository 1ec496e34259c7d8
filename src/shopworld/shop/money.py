"""What a cart costs: goods, discount, delivery, total. Pure functions, all amounts in cents."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.shop.specification import Promotion, ShippingMethod
from shopworld.shop.vouchers import price_after


@dataclass(frozen=True, slots=True)
class Totals:
    """What a cart or an order comes to, in cents."""

    goods: int
    discount: int
    shipping: int

    @property
    def total(self) -> int:
        """What is charged."""
        return self.goods - self.discount + self.shipping


def discount_of(promotion: Promotion | None, goods: int) -> int:
    """What a promotion takes off goods of that value; 0 below its minimum, never more than the goods.

    A percentage is rounded to the nearest cent, halves up.
    """
    return 0 if promotion is None else goods - price_after(goods, promotion.voucher)


def delivery_price(method: ShippingMethod | None, goods: int) -> int:
    """What that way of delivery costs for goods of that value (before discount); nothing for an empty cart."""
    if method is None or goods <= 0:
        return 0
    if method.free_from is not None and goods >= method.free_from:
        return 0
    return method.price


def totals_of(goods: int, promotion: Promotion | None, method: ShippingMethod | None) -> Totals:
    """All amounts of a cart whose goods are worth `goods`."""
    return Totals(goods, discount_of(promotion, goods), delivery_price(method, goods))


def missing_for_free_delivery(methods: tuple[ShippingMethod, ...], goods: int) -> int | None:
    """Cents that are missing until some way of delivery is free; 0: one is; None: no such offer."""
    thresholds = [method.free_from for method in methods if method.free_from is not None]
    return max(0, min(thresholds) - goods) if thresholds else None
