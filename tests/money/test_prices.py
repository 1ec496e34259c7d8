"""Prices as they are printed: amounts, ranges, and words instead."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.money import (
    COMMA_DECIMAL,
    DOT_DECIMAL,
    UNKNOWN,
    Convention,
    Said,
    convention_of,
    grouped,
    plain,
    plain_short,
    read_amount,
    read_price,
)


@pytest.mark.parametrize(
    ("text", "said", "amounts"),
    [
        ("$12.99", Said.AMOUNT, ["12.99"]),
        ("12.99", Said.AMOUNT, ["12.99"]),
        ("From $12.99", Said.FROM, ["12.99"]),
        ("ab 10,– €", Said.FROM, ["10"]),
        ("$10 – $20", Said.RANGE, ["10", "20"]),
        ("10 - 20 €", Said.RANGE, ["10", "20"]),
        ("24,99-12,99", Said.RANGE, ["24.99", "12.99"]),
        ("from $5 to $9.50", Said.RANGE, ["5", "9.50"]),
        ("2 for $10", Said.AMOUNT, ["10"]),
        ("$12.99 4.5 stars", Said.AMOUNT, ["12.99"]),
        ("From $1,299 or $54.12/mo. for 24 mo.", Said.FROM, ["1299"]),
        ("Pack of 6 – £9.99", Said.AMOUNT, ["9.99"]),
        ("49,90 €/Monat", Said.AMOUNT, ["49.90"]),
        ("10 bis 20 €", Said.RANGE, ["10", "20"]),
        ("$10 to 20", Said.RANGE, ["10", "20"]),
        ("Free", Said.FREE, []),
        ("gratis", Said.FREE, []),
        ("Call us", Said.ON_REQUEST, []),
        ("Price on request", Said.ON_REQUEST, []),
        ("Preis auf Anfrage", Said.ON_REQUEST, []),
        ("", Said.NOTHING, []),
        ("sold out", Said.NOTHING, []),
        ("-10%", Said.NOTHING, []),
    ],
)
def test_a_price_says_what_is_paid_or_why_nothing_is_said(text: str, said: Said, amounts: list[str]) -> None:
    price = read_price(text)
    assert price.said is said
    assert [one.value for one in price.amounts] == [Decimal(one) for one in amounts]
    assert (price.lowest.value if price.lowest else None) == min(map(Decimal, amounts), default=None)


def test_both_ends_of_a_range_are_in_one_currency() -> None:
    assert [one.currency for one in read_price("$10 – 20").amounts] == ["USD", "USD"]
    assert [one.currency for one in read_price("10–20 zł").amounts] == ["PLN", "PLN"]


def test_the_convention_of_a_file_is_what_most_prices_end_with() -> None:
    assert convention_of(["1,50", "2"]) is COMMA_DECIMAL
    assert convention_of(["1.50 €"]) is DOT_DECIMAL
    assert convention_of(["1.234", "5,00"]) is COMMA_DECIMAL
    assert convention_of(["8.0"]) is DOT_DECIMAL
    assert convention_of(["1.234", "8", ""]) is UNKNOWN
    assert convention_of([]) is UNKNOWN


def test_amounts_are_written_for_files_addresses_and_people() -> None:
    assert [plain(one) for one in (0, 5, 129_950, -50)] == ["0.00", "0.05", "1299.50", "-0.50"]
    assert [plain_short(one) for one in (0, 1200, 1250)] == ["0", "12", "12.50"]
    assert (grouped(129_950), grouped(-129_950, COMMA_DECIMAL), grouped(99)) == ("1,299.50", "-1.299,50", "0.99")


@given(
    st.integers(-(10**14), 10**14),
    st.sampled_from([DOT_DECIMAL, COMMA_DECIMAL]),
    st.sampled_from(["", "€", "¥", "KWD "]),
)
def test_what_is_written_is_read_back_and_written_the_same_again(cents: int, convention: Convention, sign: str) -> None:
    for written in (plain(cents), plain_short(cents), grouped(cents, convention)):
        price = read_amount(f"{sign}{written}", convention)
        assert price is not None
        assert price.cents == cents
        assert grouped(price.cents, convention) == grouped(cents, convention)
