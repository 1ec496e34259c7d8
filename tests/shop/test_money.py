"""Totals, discounts and delivery prices."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shopworld.shop.money import delivery_price, discount_of, missing_for_free_delivery, totals_of
from shopworld.shop.specification import Promotion, ShippingMethod

cents = st.integers(min_value=0, max_value=10**9)
percents = st.builds(
    lambda percent, minimum: Promotion(code="P", description="", percent=percent, minimum=minimum),
    st.integers(1, 100),
    cents,
)
amounts = st.builds(
    lambda amount, minimum: Promotion(code="A", description="", amount=amount, minimum=minimum),
    st.integers(1, 10**7),
    cents,
)
promotions = st.none() | percents | amounts
methods = st.none() | st.builds(
    lambda price, free_from: ShippingMethod(id="m", name="M", price=price, free_from=free_from, days="1 day"),
    st.integers(0, 10_000),
    st.none() | cents,
)


@given(promotions, cents)
def test_a_discount_never_exceeds_the_goods(promotion: Promotion | None, goods: int) -> None:
    assert 0 <= discount_of(promotion, goods) <= goods


@given(promotions, cents)
def test_a_discount_needs_its_minimum(promotion: Promotion | None, goods: int) -> None:
    if promotion is not None and goods < promotion.minimum:
        assert discount_of(promotion, goods) == 0


@given(st.integers(1, 100), cents)
def test_a_percentage_is_exact_to_half_a_cent(percent: int, goods: int) -> None:
    discount = discount_of(Promotion(code="P", description="", percent=percent), goods)
    assert abs(discount * 100 - goods * percent) <= 50


@given(cents, promotions, methods)
def test_the_total_is_goods_less_discount_plus_delivery(
    goods: int, promotion: Promotion | None, method: ShippingMethod | None
) -> None:
    totals = totals_of(goods, promotion, method)
    assert totals.goods == goods
    assert totals.total == goods - totals.discount + totals.shipping
    assert totals.total >= 0


@given(cents, methods)
def test_delivery_is_free_from_its_threshold_on(goods: int, method: ShippingMethod | None) -> None:
    price = delivery_price(method, goods)
    if method is None or goods == 0 or (method.free_from is not None and goods >= method.free_from):
        assert price == 0
    else:
        assert price == method.price


def test_a_fixed_amount_changes_the_total() -> None:
    promotion = Promotion(code="BIG20", description="", amount=2_000, minimum=15_000)
    assert totals_of(15_000, promotion, None).total == 13_000
    assert totals_of(14_999, promotion, None).total == 14_999


def test_what_is_missing_for_free_delivery() -> None:
    free = ShippingMethod(id="a", name="A", price=490, free_from=5_000, days="2")
    never = ShippingMethod(id="b", name="B", price=990, days="1")
    assert missing_for_free_delivery((never, free), 1_500) == 3_500
    assert missing_for_free_delivery((never, free), 5_000) == 0
    assert missing_for_free_delivery((never,), 5_000) is None
