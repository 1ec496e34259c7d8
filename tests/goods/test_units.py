"""How shops write numbers with units."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.goods.products import with_check_digit
from shopworld.goods.synthesis import split
from shopworld.goods.units import UnitStyle, write_number


def test_styles_differ() -> None:
    assert [write_number(16, "GB", one) for one in get_args(UnitStyle)] == ["16GB", "16 GB", "16 Gigabyte", "16GB"]
    assert [write_number(2000, "GB", one) for one in get_args(UnitStyle)] == ["2TB", "2 TB", "2 Terabyte", "2000GB"]
    assert [write_number(27, "in", one) for one in get_args(UnitStyle)] == ['27"', "27 inch", "27-inch", "27in"]
    assert [write_number(1.5, "m", one) for one in get_args(UnitStyle)] == ["1.5m", "1.5 m", "1.5 metres", "150cm"]
    assert write_number(1, "m", "long") == "1 metre"


@given(st.integers(1, 100_000), st.sampled_from(get_args(UnitStyle)))
def test_capacities_can_be_read_back(value: int, style: UnitStyle) -> None:
    text = write_number(value, "GB", style)
    found = re.match(r"([\d.]+)\s?(TB|GB|Terabyte|Gigabyte)", text)
    assert found
    assert float(found[1]) * (1000 if found[2][0] == "T" else 1) == pytest.approx(value, rel=1e-5)


@given(st.integers(0, 5000), st.lists(st.floats(0.01, 100), min_size=1, max_size=12))
def test_a_split_adds_up_and_follows_its_weights(total: int, weights: list[float]) -> None:
    parts = split(total, weights)
    assert sum(parts) == total
    for part, weight in zip(parts, weights, strict=True):
        assert abs(part - total * weight / sum(weights)) < 1.001


def test_check_digit_of_a_known_gtin() -> None:
    assert with_check_digit("400638133393") == "4006381333931"
    with pytest.raises(ValueError, match="twelve"):
        with_check_digit("12")
