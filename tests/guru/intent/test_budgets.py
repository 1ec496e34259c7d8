"""Vouchers and budgets: strict, close, of three kinds in their shares."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from shopworld.guru.intent.budgets import make_budget
from shopworld.shop.vouchers import price_after


@given(st.integers(300, 500_000), st.integers())
def test_the_target_is_within_the_budget(price: int, seed: int) -> None:
    made = make_budget(price, random.Random(seed))
    if made is None:
        return
    paid = price_after(price, made.voucher)
    assert paid < price
    assert paid < made.budget
    assert made.budget <= paid * 1.08 + 1


@given(st.integers(0, 299), st.integers())
def test_tiny_prices_have_no_voucher(price: int, seed: int) -> None:
    assert make_budget(price, random.Random(seed)) is None


def test_half_are_simple_and_a_quarter_each_tiered_and_stacked() -> None:
    generator = random.Random("shares")
    kinds = Counter(
        made.voucher.type for _ in range(800) if (made := make_budget(2500, generator)) is not None and made.voucher
    )
    assert 350 < kinds["simple"] < 450
    assert 150 < kinds["tiered"] < 250
    assert 150 < kinds["stacked"] < 250
