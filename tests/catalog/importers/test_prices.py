"""Prices of imported files, as a catalog keeps them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.importers.prices import HIGHEST_PRICE, price_field
from shopworld.money import DOT_DECIMAL, UNKNOWN, Convention, convention_with


@given(st.integers(min_value=0, max_value=10**9), st.sampled_from([",", "."]), st.sampled_from(["", "€", " EUR"]))
def test_a_written_price_is_read_back(cents: int, mark: str, sign: str) -> None:
    convention = convention_with(mark)
    grouped = f"{cents // 100:,}".replace(",", "." if mark == "," else ",")
    for written in (f"{cents // 100}{mark}{cents % 100:02d}{sign}", f"{grouped}{mark}{cents % 100:02d}"):
        price = price_field(written, convention)
        assert price is not None
        assert price.cents == cents


@pytest.mark.parametrize("text", ["free", "12,34,5", "-5", "1e3", "12 - 14", "12..50"])
@pytest.mark.parametrize("convention", [DOT_DECIMAL, UNKNOWN])
def test_what_is_no_price_is_refused(text: str, convention: Convention) -> None:
    with pytest.raises(ValueError, match="not a price"):
        price_field(text, convention)


def test_what_cannot_be_kept_is_refused() -> None:
    highest = price_field("20,000,000", DOT_DECIMAL)
    assert highest is not None
    assert highest.cents == HIGHEST_PRICE
    with pytest.raises(ValueError, match="more than 20000000"):
        price_field("20,000,000.01", DOT_DECIMAL)


def test_empty_is_no_price() -> None:
    assert price_field("  ", DOT_DECIMAL) is None
