"""Prices as shops write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.importers.prices import HIGHEST_PRICE, decimal_mark, parse_cents


@given(st.integers(min_value=0, max_value=10**9), st.sampled_from([",", "."]), st.sampled_from(["", "€", " EUR"]))
def test_a_written_price_is_read_back(cents: int, mark: str, sign: str) -> None:
    assert parse_cents(f"{cents // 100}{mark}{cents % 100:02d}{sign}", mark) == cents
    thousands = "." if mark == "," else ","
    grouped = f"{cents // 100:,}".replace(",", thousands)
    assert parse_cents(f"{grouped}{mark}{cents % 100:02d}", mark) == cents


@pytest.mark.parametrize("text", ["free", "12,34,5", "-5", "1e3", "12 - 14", "12..50"])
def test_what_is_no_price_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a price"):
        parse_cents(text, ".")


def test_what_cannot_be_kept_is_refused() -> None:
    assert parse_cents("20,000,000", ".") == HIGHEST_PRICE
    with pytest.raises(ValueError, match="more than 20000000"):
        parse_cents("20,000,000.01", ".")


def test_empty_is_no_price() -> None:
    assert parse_cents("  ", ".") is None


@pytest.mark.parametrize(
    ("prices", "mark"), [(["1,50", "2"], ","), (["1.50"], "."), ([], "."), (["1.234", "5,00"], ","), (["8.0"], ".")]
)
def test_the_mark_is_what_most_prices_end_with(prices: list[str], mark: str) -> None:
    assert decimal_mark(prices) == mark
