"""Prices as shops write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.arena.explore.money import amount_of, has_price, prices_in


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("€19.99", [(19.99, "EUR")]),
        ("19,99 €", [(19.99, "EUR")]),
        ("$1,299.00 $999", [(1299.0, "USD"), (999.0, "USD")]),
        ("1.299,00 EUR", [(1299.0, "EUR")]),
        ("US$ 45 or CA$60", [(45.0, "USD"), (60.0, "CAD")]),
        ("CHF 12’500.50", [(12500.5, "CHF")]),
        ("249 kr.", [(249.0, "SEK")]),
        ("From £8", [(8.0, "GBP")]),
        ("In stock, 12 left", []),
        ("4.5 out of 5", []),
        ("", []),
    ],
)
def test_prices_are_read_as_they_are_written(text: str, amounts: list[tuple[float, str]]) -> None:
    assert prices_in(text) == amounts
    assert has_price(text) == bool(amounts)


@given(st.integers(1, 9_999_999), st.sampled_from([("€", ",", "."), ("$", ".", ","), ("£", ".", "")]))
def test_a_written_price_is_read_again(cents: int, style: tuple[str, str, str]) -> None:
    sign, mark, thousands = style
    whole = f"{cents // 100:,}".replace(",", thousands)
    text = f"{sign}{whole}{mark}{cents % 100:02}"
    assert prices_in(f"now {text} each") == [(cents / 100, {"€": "EUR", "$": "USD", "£": "GBP"}[sign])]


@given(st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    assert all(amount >= 0 for amount, _ in prices_in(text))
    amount = amount_of(text)
    assert amount is None or amount >= 0
