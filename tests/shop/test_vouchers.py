"""Vouchers take off what they say, to the cent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from shopworld.shop.promotions import headline
from shopworld.shop.specification import Promotion
from shopworld.shop.vouchers import Discount, Voucher, price_after

discounts = st.one_of(
    st.builds(Discount, threshold=st.integers(0, 20_000), amount=st.integers(1, 9_000)),
    st.builds(
        Discount,
        threshold=st.integers(0, 20_000),
        percent=st.integers(1, 1000).map(lambda tenths: tenths / 10),
        cap=st.none() | st.integers(1, 5_000),
    ),
)
vouchers = st.one_of(
    discounts.map(lambda one: Voucher(discounts=(one,))),
    st.lists(discounts, min_size=1, max_size=4, unique_by=lambda one: one.threshold).map(
        lambda several: Voucher(type="tiered", discounts=tuple(several))
    ),
    st.lists(discounts, min_size=1, max_size=3).map(lambda several: Voucher(type="stacked", discounts=tuple(several))),
)


def percent(share: float, *, threshold: int = 0, cap: int | None = None) -> Discount:
    """A percentage."""
    return Discount(threshold=threshold, percent=share, cap=cap)


def test_the_benchmarks_own_sample_comes_out() -> None:
    """EComAgentBench: 6.69 with 16 %, at most 1.69, from 3.95 on, is 5.62."""
    voucher = Voucher(discounts=(percent(16, threshold=395, cap=169),))
    assert price_after(669, voucher) == 562
    assert price_after(394, voucher) == 394
    assert price_after(395, voucher) == 395 - 63
    assert price_after(20_000, voucher) == 20_000 - 169


def test_half_a_cent_is_rounded_up() -> None:
    assert percent(10).reduction(105) == 11
    assert percent(10).reduction(104) == 10
    assert percent(12.5).reduction(1_000) == 125


def test_the_highest_tier_that_is_reached_counts_alone() -> None:
    tiers = (Discount(threshold=10_000, percent=10), Discount(threshold=5_000, amount=200), percent(1))
    voucher = Voucher(type="tiered", discounts=tiers)
    assert price_after(10_000, voucher) == 9_000
    assert price_after(9_999, voucher) == 9_799
    assert price_after(4_999, voucher) == 4_949
    assert price_after(4_999, Voucher(type="tiered", discounts=tiers[:2])) == 4_999


def test_stacked_discounts_follow_one_another() -> None:
    voucher = Voucher(type="stacked", discounts=(Discount(threshold=5_000, amount=1_000), percent(10, threshold=4_500)))
    assert price_after(6_000, voucher) == 4_500
    assert price_after(5_000, voucher) == 4_000


@given(st.integers(0, 50_000), vouchers)
def test_a_price_never_rises_and_never_falls_below_nothing(price: int, voucher: Voucher) -> None:
    assert 0 <= price_after(price, voucher) <= price


@given(st.integers(0, 50_000), discounts)
def test_a_discount_respects_threshold_and_cap(price: int, discount: Discount) -> None:
    taken = discount.reduction(price)
    assert taken == 0 or price >= discount.threshold
    assert discount.cap is None or taken <= discount.cap
    assert discount.amount is None or taken <= discount.amount


@given(st.integers(0, 50_000), st.integers(0, 50_000), discounts)
def test_above_its_threshold_more_never_costs_less(first: int, second: int, discount: Discount) -> None:
    low, high = sorted((first + discount.threshold, second + discount.threshold))
    voucher = Voucher(discounts=(discount,))
    assert price_after(low, voucher) <= price_after(high, voucher)


@pytest.mark.parametrize(
    "wrong",
    [{}, {"amount": 5, "percent": 5}, {"amount": 5, "cap": 5}, {"percent": 101}, {"amount": 0}],
)
def test_a_discount_that_says_nothing_or_two_things_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        Discount.model_validate(wrong)


def test_a_voucher_has_the_discounts_of_its_type() -> None:
    with pytest.raises(ValidationError):
        Voucher(discounts=(percent(1), percent(2)))
    with pytest.raises(ValidationError):
        Voucher(type="tiered", discounts=(percent(1), percent(2)))


def test_a_shops_code_may_have_tiers() -> None:
    tiers = (Discount(threshold=5_000, percent=5), Discount(threshold=10_000, percent=10))
    promotion = Promotion(code="MORE", description="More for more", tiers=tiers)
    assert price_after(12_000, promotion.voucher) == 10_800
    assert headline(promotion, str) == "Up to 10% off"
    with pytest.raises(ValidationError):
        Promotion(code="BOTH", description="", tiers=tiers, percent=5)
    with pytest.raises(ValidationError):
        Promotion(code="NONE", description="")
