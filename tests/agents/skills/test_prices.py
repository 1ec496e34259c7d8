"""Prices as shops print them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.skills.prices import cents, prices_in


def _grouped(whole: int, separator: str) -> str:
    return f"{whole:,}".replace(",", separator)


@given(
    st.integers(0, 99_999_999),
    st.sampled_from([(",", "."), (".", ","), (" ", ","), ("\u202f", ","), ("\u00a0", "."), ("", "."), ("", ",")]),
    st.sampled_from(["€{}", "€ {}", "{} €", "{}\u00a0€", "{} EUR", "${}", "£{}"]),
)
def test_any_format_of_a_price_is_read_back(price: int, marks: tuple[str, str], frame: str) -> None:
    thousands, decimal = marks
    number = f"{_grouped(price // 100, thousands)}{decimal}{price % 100:02d}"
    assert prices_in(frame.format(number)) == [price]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1.299", 129_900), ("1,299", 129_900), ("12,5", 1_250), ("0.99", 99), ("7", 700), ("", None), ("free", None)],
)
def test_numbers_in_cents(text: str, expected: int | None) -> None:
    assert cents(text) == expected


def test_several_prices_are_read_in_order() -> None:
    assert prices_in("was €19.99, now €12.50 (save 7,49 €)") == [1_999, 1_250, 749]


def test_numbers_without_a_currency_are_no_prices() -> None:
    assert prices_in("2 TB, 7200 rpm, 4.5 out of 5") == []
