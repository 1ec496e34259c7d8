from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.tool_keyword.bounds import INFINITY, bounds_of, canonical, quantities_of


@pytest.mark.parametrize(
    ("text", "field", "low", "high", "strict", "unit"),
    [
        ("an average rating of at least 3.5 stars", "rating", 3.5, INFINITY, False, ""),
        ("rated 4 stars or better", "rating", 4, INFINITY, False, ""),
        ("4.5+ stars", "rating", 4.5, INFINITY, False, ""),
        ("at least 200 people have rated it", "ratings", 200, INFINITY, False, ""),
        ("more than 1,000 reviews", "ratings", 1000, INFINITY, True, ""),
        ("it should cost less than $25", "price", -INFINITY, 2500, True, ""),
        ("keep the price under 30 dollars", "price", -INFINITY, 3000, True, ""),
        ("at least 8 gb of ram", "", 8, INFINITY, False, "gb"),
        ("no more than 12 ounces", "", -INFINITY, 12, False, "ounce"),
        ("a minimum of 2 pounds", "", 32, INFINITY, False, "ounce"),
    ],
)
def test_bounds_are_read(text: str, field: str, low: float, high: float, strict: bool, unit: str) -> None:
    (bound,) = bounds_of(text)
    assert (bound.field, bound.low, bound.high, bound.strict, bound.unit) == (field, low, high, strict, unit)


def test_texts_without_bounds_have_none() -> None:
    assert bounds_of("a black charger with 2 ports and a 5-star look") == []


def test_quantities_compare_across_units() -> None:
    assert set(quantities_of("16 GB, 2 TB, 6.1 Inches and 1.5 Pounds")) == {
        (16, "gb"),
        (2000, "gb"),
        (6.1, "inch"),
        (24, "ounce"),
    }


@given(st.floats(0.1, 1e6), st.sampled_from(["GB", "inches", "oz", "Watts", "mAh", "feet"]))
def test_units_have_one_form(number: float, unit: str) -> None:
    once = canonical(number, unit.lower())
    assert canonical(*once) == once


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading(text: str) -> None:
    bounds_of(text.lower())
    list(quantities_of(text))
