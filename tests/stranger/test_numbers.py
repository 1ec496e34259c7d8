"""A stranger's numbers: money, quantities and what is as good as equal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.stranger.numbers import money, quantities, quantity, read_number


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("€ 259.90", 259.90),
        ("1.299,00 €", 1299.0),
        ("$1,299.00", 1299.0),
        ("59,90 EUR", 59.90),
        ("12'500.00 €", 12500.0),
        ("From $16", 16.0),
    ],
)
def test_money_is_read_with_either_sign_for_thousands(text: str, amount: float) -> None:
    assert money(text) == [amount]


@given(st.integers(0, 9_999_999))
def test_an_amount_written_in_any_way_is_the_same_amount(cents: int) -> None:
    amount = cents / 100
    english = f"{amount:,.2f}"
    german = english.translate(str.maketrans(",.", ".,"))
    assert money(f"${english}") == money(f"{german} €") == [amount]


@pytest.mark.parametrize(
    ("text", "unit", "amount"),
    [
        ("1TB", "GB", 1000.0),
        ("500 Gigabyte", "GB", 500.0),
        ("27-inch", "in", 27.0),
        ('6.4" display', "in", 6.4),
        ("0.5m", "cm", 50.0),
        ("2520MHz", "GHz", 2.52),
        ("2.5 Gbit/s", "Gbit/s", 2.5),
    ],
)
def test_a_quantity_is_the_same_in_another_unit(text: str, unit: str, amount: float) -> None:
    assert [one.same(quantity(amount, unit)) for one in quantities(text)] == [True]


def test_a_number_of_a_name_stays_apart_from_the_quantity_behind_it() -> None:
    assert [one.amount for one in quantities("Fonix Vesta 3 512GB Blue")] == [512.0]


def test_rates_are_no_amounts_of_storage() -> None:
    assert {one.dimension for one in quantities("3500 MB/s")} == {"byte rate"}


@given(st.integers(1, 999), st.integers(0, 999))
def test_three_digits_behind_a_point_are_thousands(first: int, rest: int) -> None:
    assert read_number(f"{first},{rest:03d}") == first * 1000 + rest
