"""Card checks."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.shop.buying.payment import (
    card_brand,
    card_digits,
    card_number_error,
    cvv_error,
    expiry_error,
    masked_card,
    parse_expiry,
    passes_luhn,
)

TODAY = date(2027, 3, 1)
digits = st.text("0123456789", min_size=11, max_size=18)


def with_check_digit(body: str) -> str:
    return next(body + last for last in "0123456789" if passes_luhn(body + last))


@given(digits)
def test_exactly_one_check_digit_fits(body: str) -> None:
    assert sum(passes_luhn(body + last) for last in "0123456789") == 1


@given(digits, st.data())
def test_one_wrong_digit_is_noticed(body: str, data: st.DataObject) -> None:
    number = with_check_digit(body)
    place = data.draw(st.integers(0, len(number) - 1))
    wrong = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != number[place]]))
    assert not passes_luhn(number[:place] + wrong + number[place + 1 :])


@given(digits)
def test_a_good_number_is_taken_in_groups_of_four(body: str) -> None:
    number = with_check_digit(body)
    grouped = " ".join(number[place : place + 4] for place in range(0, len(number), 4))
    assert card_digits(grouped) == number
    assert card_number_error(grouped) == ""


@pytest.mark.parametrize(
    "typed", ["", "  ", "4242", "4242 4242 4242 4243", "4242-4242-4242-424x", "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢", "4" * 40]
)
def test_a_bad_number_is_refused(typed: str) -> None:
    assert card_number_error(typed)


@given(st.text())
def test_no_text_breaks_the_checks(typed: str) -> None:
    card_number_error(typed)
    expiry_error(typed, TODAY)
    cvv_error(typed)


@pytest.mark.parametrize(
    ("typed", "expiry"),
    [
        ("12/28", (12, 2028)),
        ("12 / 28", (12, 2028)),
        ("12/2028", (12, 2028)),
        (" 12 / 2028 ", (12, 2028)),
        ("3-27", (3, 2027)),
        ("1228", (12, 2028)),
        ("122028", (12, 2028)),
        ("13/28", None),
        ("00/28", None),
        ("12", None),
        ("12/028", None),
        ("December 2028", None),
    ],
)
def test_expiry_dates_are_read_as_people_write_them(typed: str, expiry: tuple[int, int] | None) -> None:
    assert parse_expiry(typed) == expiry


@given(st.integers(1, 12), st.integers(2000, 2099))
def test_both_ways_to_write_an_expiry_agree(month: int, year: int) -> None:
    assert parse_expiry(f"{month:02d}/{year % 100:02d}") == parse_expiry(f"{month:02d} / {year}") == (month, year)


@pytest.mark.parametrize(
    ("typed", "good"),
    [("03/27", True), ("02/27", False), ("12/26", False), ("04/2027", True), ("12/52", True), ("01/53", False)],
)
def test_a_card_is_good_until_its_month_ends(typed: str, good: bool) -> None:
    assert (expiry_error(typed, TODAY) == "") is good


@pytest.mark.parametrize(
    ("typed", "good"), [("123", True), (" 1234 ", True), ("12", False), ("12345", False), ("12a", False), ("", False)]
)
def test_security_codes_have_three_or_four_digits(typed: str, good: bool) -> None:
    assert (cvv_error(typed) == "") is good


def test_brands_and_last_digits_are_shown() -> None:
    assert masked_card("4242424242424242") == "Visa ending in 4242"
    assert [
        card_brand(one) for one in ("371449635398431", "5555555555554444", "2223003122003222", "6759649826438453", "9")
    ] == [
        "American Express",
        "Mastercard",
        "Mastercard",
        "Maestro",
        "Card",
    ]
