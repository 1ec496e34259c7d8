"""Addresses as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.shop.buying.addresses import (
    AddressLayout,
    address_errors,
    address_fields,
    address_lines,
    read_address,
    split_name,
    split_street,
)
from shopworld.shop.capabilities import Capabilities

APART = AddressLayout(one_street_field=False, one_name_field=False)
TOGETHER = AddressLayout(one_street_field=True, one_name_field=True)
JESSICA = {
    "billing_first_name": "Jessica",
    "billing_last_name": "Morgan",
    "billing_street": "Maple Avenue",
    "billing_house_number": "742",
    "billing_zip": "60614",
    "billing_city": "Chicago",
    "billing_state": "IL",
    "billing_country": "USA",
}


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("742 Maple Avenue", ("Maple Avenue", "742")),
        ("Maple Avenue 742", ("Maple Avenue", "742")),
        ("Maple Avenue, 742", ("Maple Avenue", "742")),
        ("Hauptstraße 12a", ("Hauptstraße", "12a")),
        ("Hauptstraße 12 a", ("Hauptstraße", "12 a")),
        ("10-12 High Street", ("High Street", "10-12")),
        ("  742   Maple   Avenue ", ("Maple Avenue", "742")),
        ("Maple Avenue", ("Maple Avenue", "")),
        ("", ("", "")),
    ],
)
def test_a_street_line_is_taken_apart(typed: str, parts: tuple[str, str]) -> None:
    assert split_street(typed) == parts


@given(st.from_regex(r"[A-Z][a-z]{2,9}( [A-Z][a-z]{2,9})?", fullmatch=True), st.integers(1, 9999))
def test_number_first_and_number_last_mean_the_same(street: str, number: int) -> None:
    assert split_street(f"{number} {street}") == split_street(f"{street} {number}") == (street, str(number))


@given(st.text())
def test_no_letter_of_a_street_line_is_lost(typed: str) -> None:
    street, number = split_street(typed)
    assert _letters(street + number) == _letters(typed)
    assert not number or number[0].isdigit()


def _letters(text: str) -> list[str]:
    return sorted("".join(text.split()).replace(",", ""))


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("Jessica Morgan", ("Jessica", "Morgan")),
        ("Ana Maria Silva", ("Ana Maria", "Silva")),
        ("Cher", ("Cher", "")),
        ("", ("", "")),
    ],
)
def test_a_full_name_is_taken_apart(typed: str, parts: tuple[str, str]) -> None:
    assert split_name(typed) == parts


def test_both_layouts_record_the_same_address() -> None:
    apart = read_address(JESSICA, "billing", APART)
    together = {
        **{name: value for name, value in JESSICA.items() if "name" not in name},
        "billing_name": "Jessica Morgan",
        "billing_street": "742 Maple Avenue",
    }
    assert read_address(together, "billing", TOGETHER) == apart
    assert (apart.name, apart.street, apart.house_number, apart.country) == (
        "Jessica Morgan",
        "Maple Avenue",
        "742",
        "US",
    )
    assert address_errors(apart, "billing", APART) == {}


def test_a_house_number_typed_into_the_street_is_understood() -> None:
    values = {**JESSICA, "billing_street": "742 Maple Avenue", "billing_house_number": ""}
    assert read_address(values, "billing", APART).house_number == "742"


def test_an_empty_address_names_every_field_that_is_missing() -> None:
    errors = address_errors(read_address({}, "shipping", APART), "shipping", APART)
    assert set(errors) == {
        f"shipping_{name}" for name in ("first_name", "last_name", "street", "zip", "city", "country")
    }


def test_a_state_is_needed_where_addresses_have_one() -> None:
    address = read_address({**JESSICA, "billing_state": ""}, "billing", APART)
    assert set(address_errors(address, "billing", APART)) == {"billing_state"}
    german = {**JESSICA, "billing_state": "", "billing_country": "Germany", "billing_zip": "10115"}
    assert address_errors(read_address(german, "billing", APART), "billing", APART) == {}


@pytest.mark.parametrize(
    ("country", "code", "good"),
    [
        ("US", "60614", True),
        ("US", "60614-1234", True),
        ("US", "6061", False),
        ("AT", "1010", True),
        ("GB", "SW1A 1AA", True),
        ("GB", "!", False),
    ],
)
def test_postal_codes_are_checked_by_country(country: str, code: str, good: bool) -> None:
    address = read_address({**JESSICA, "billing_country": country, "billing_zip": code}, "billing", APART)
    assert ("billing_zip" not in address_errors(address, "billing", APART)) is good


def test_fields_keep_values_and_errors() -> None:
    fields = {field.name: field for field in address_fields("billing", APART, JESSICA, {"billing_zip": "No."})}
    assert fields["billing_zip"].value == "60614"
    assert fields["billing_zip"].error == "No."
    assert fields["billing_country"].value == "US"
    assert "billing_house_number" not in {field.name for field in address_fields("billing", TOGETHER, {}, {})}


def test_the_layout_follows_the_capabilities() -> None:
    capabilities = Capabilities(other={"checkout.street": "one_field", "checkout.name": "one_field"})
    assert AddressLayout.of(capabilities) == TOGETHER
    assert AddressLayout.of(Capabilities()) == APART


def test_an_address_is_printed_in_lines() -> None:
    assert address_lines(read_address(JESSICA, "billing", APART)) == (
        "Jessica Morgan",
        "Maple Avenue 742",
        "60614 Chicago, IL",
        "United States (USA)",
    )
