from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.tool_keyword.vouchers import ReadDiscount, ReadVoucher, read_voucher
from shopworld.shop.vouchers import Discount as RealDiscount
from shopworld.shop.vouchers import Voucher as RealVoucher


@pytest.mark.parametrize(
    ("text", "discounts", "stacked"),
    [
        (
            "I have a voucher for 16% off orders over $3.95, up to $1.69.",
            (ReadDiscount(395, percent=Decimal(16), cap=169),),
            False,
        ),
        ("A coupon takes $10 off purchases of $50 or more.", (ReadDiscount(5000, amount=1000),), False),
        ("There is a promo: 20 percent off.", (ReadDiscount(0, percent=Decimal(20)),), False),
        (
            "The voucher gives $5 off from $30; $12 off from $60.",
            (ReadDiscount(3000, amount=500), ReadDiscount(6000, amount=1200)),
            False,
        ),
        (
            "A shop coupon of 10% off stacks with a platform voucher of $3 off orders over $20.",
            (ReadDiscount(0, percent=Decimal(10)), ReadDiscount(2000, amount=300)),
            True,
        ),
        ("No voucher at all.", (), False),
    ],
)
def test_vouchers_are_read(text: str, discounts: tuple[ReadDiscount, ...], stacked: bool) -> None:
    assert read_voucher(text) == ReadVoucher(discounts, stacked)


_discounts = st.builds(
    lambda threshold, percent, cap, amount: (
        ReadDiscount(threshold, percent=Decimal(percent), cap=cap)
        if percent
        else ReadDiscount(threshold, amount=amount)
    ),
    st.integers(0, 10_000),
    st.integers(0, 60),
    st.none() | st.integers(1, 2_000),
    st.integers(1, 3_000),
)


def _real(discount: ReadDiscount) -> RealDiscount:
    percent = float(discount.percent) if discount.percent else None
    return RealDiscount(threshold=discount.threshold, amount=discount.amount, percent=percent, cap=discount.cap)


@given(
    discounts=st.lists(_discounts, min_size=2, max_size=3, unique_by=lambda one: one.threshold),
    price=st.integers(1, 20_000),
)
def test_prices_are_those_of_the_discount_engine(discounts: list[ReadDiscount], price: int) -> None:
    from shopworld.shop.vouchers import price_after

    for stacked in (True, False):
        chosen = discounts if stacked else sorted(discounts, key=lambda one: one.threshold)
        real = RealVoucher(type="stacked" if stacked else "tiered", discounts=tuple(map(_real, chosen)))
        assert ReadVoucher(tuple(chosen), stacked).price_after(price) == price_after(price, real)
