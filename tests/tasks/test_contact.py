"""What buyers enter is compared by meaning."""

from __future__ import annotations

import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shopworld.tasks import contact
from shopworld.tasks.places import COUNTRIES, STATES

words = st.text(string.ascii_letters, min_size=2, max_size=10)
numbers = st.integers(1, 9999).map(str)
spacing = st.sampled_from([" ", "  ", "\t", " \u00a0"])


@given(st.lists(words, min_size=1, max_size=4), spacing)
def test_names_are_equal_whatever_case_and_space(parts: list[str], space: str) -> None:
    assert contact.person_name(space.join(parts).upper() + " ") == contact.person_name(" ".join(parts))


@given(st.lists(words, min_size=2, max_size=2))
def test_names_keep_their_order(parts: list[str]) -> None:
    assume(contact.fold(parts[0]) != contact.fold(parts[1]))
    assert contact.person_name(" ".join(parts)) != contact.person_name(" ".join(reversed(parts)))


@pytest.mark.parametrize(
    ("one", "other"), [("José Müller", "jose muller"), ("O’Brien", "O'BRIEN"), ("Ann-Marie", "ann marie")]
)
def test_names_ignore_accents_and_marks(one: str, other: str) -> None:
    assert contact.person_name(one) == contact.person_name(other)


@given(st.lists(words, min_size=1, max_size=3), numbers)
def test_streets_are_equal_wherever_the_number_stands(parts: list[str], number: str) -> None:
    street = " ".join(parts)
    forms = [
        contact.street_forms(street, number),
        contact.street_forms(f"{street} {number}"),
        contact.street_forms(f"{number} {street}"),
        contact.street_forms(f"{number}, {street.upper()}."),
        contact.street_forms("", f"{street} {number}"),
    ]
    assert all(not forms[0].isdisjoint(form) for form in forms)


@given(words, numbers, numbers)
def test_another_house_number_is_another_street_line(street: str, number: str, other: str) -> None:
    assume(number != other)
    assert contact.street_forms(street, number).isdisjoint(contact.street_forms(street, other))
    assert contact.street_forms(street, number).isdisjoint(contact.street_forms(street))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("742 Maple Ave.", "Maple Avenue 742"),
        ("742 N Maple St", "742 North Maple Street"),
        ("Hauptstr. 12 a", "Hauptstraße 12a"),
        ("135 Straße des 17. Juni", "Straße des 17. Juni 135"),
        ("12-14 High Rd", "High Road 12 - 14"),
        ("12 A Street", "A Street 12"),
        ("Rue de l'Église 3", "3 rue de l’eglise"),
    ],
)
def test_streets_may_be_written_in_several_ways(one: str, other: str) -> None:
    assert contact.street_forms(one) & contact.street_forms(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Maple Avenue 742", "Maple Street 742"), ("Maple 742", "Maple 742 742"), ("5th Avenue 12", "12th Avenue 5")],
)
def test_other_streets_differ(one: str, other: str) -> None:
    assert contact.street_forms(one).isdisjoint(contact.street_forms(other))


@pytest.mark.parametrize(
    "written", ["USA", "us", "U.S.A.", "United States", "United States (US)", "united states of america"]
)
def test_the_united_states_have_many_names(written: str) -> None:
    assert contact.country(written) == "us"


@given(st.sampled_from(sorted(COUNTRIES)))
def test_every_name_of_a_country_in_the_table_is_its_code(name: str) -> None:
    code = COUNTRIES[name]
    assert contact.country(name.title()) == code
    assert contact.country(f"{name} ({code.upper()})") == code


@given(st.sampled_from(sorted(STATES)))
def test_a_state_is_equal_by_code_and_name(code: str) -> None:
    assert contact.state(code.upper()) == contact.state(STATES[code].title())


def test_tables_hold_folded_names_only() -> None:
    assert all(contact.fold(name) == name for name in (*COUNTRIES, *STATES, *STATES.values()))


@given(st.text())
def test_unknown_places_are_compared_as_text(text: str) -> None:
    folded = contact.fold(text)
    assume(folded not in COUNTRIES)
    assume(folded not in STATES)
    assert contact.state(text) == folded
    assert contact.country(f"  {text} ") == contact.country(text)


@given(st.text(string.ascii_letters + string.digits, min_size=3, max_size=9), st.sampled_from(["", " ", "-"]))
def test_zip_codes_ignore_marks_and_case(text: str, mark: str) -> None:
    assert contact.zip_code(text[:3] + mark + text[3:].lower()) == contact.zip_code(text.upper())


@given(st.text(string.digits, min_size=12, max_size=19), st.sampled_from([" ", "-", ""]))
def test_card_numbers_are_their_digits(number: str, mark: str) -> None:
    grouped = mark.join(number[at : at + 4] for at in range(0, len(number), 4))
    assert contact.digits(grouped) == number


@given(st.integers(1, 12), st.integers(2000, 2099), st.sampled_from(["/", " / ", "-", ".", " "]))
def test_an_expiry_date_is_month_and_year(month: int, year: int, mark: str) -> None:
    wanted = f"{year}-{month:02d}"
    for text in (
        f"{month:02d}{mark}{year % 100:02d}",
        f"{month}{mark}{year}",
        f"{month:02d}{year % 100:02d}",
        f" {month:02d}{year} ",
        f"{year}-{month:02d}",
    ):
        assert contact.card_expiry(text) == wanted


@pytest.mark.parametrize("text", ["", "13/28", "soon", "12/2", "1/2/28"])
def test_what_is_no_expiry_date_stays_as_it_is(text: str) -> None:
    assert contact.card_expiry(text) == text


@given(st.emails())
def test_email_addresses_ignore_case_and_space(address: str) -> None:
    assume(address.isascii())
    assert contact.email(f" {address.upper()} ") == contact.email(address)


@given(st.text())
def test_every_form_accepts_any_text_and_is_stable(text: str) -> None:
    for form in (contact.fold, contact.person_name, contact.zip_code, contact.city, contact.digits):
        assert form(form(text)) == form(text)
    contact.street_forms(text, text)
    contact.card_expiry(text)
    contact.email(text)


@pytest.mark.parametrize(
    ("street", "number"),
    [
        ("742 Maple Avenue", "742"),
        ("Maple Avenue 742", "742"),
        ("MAPLE AVE 742", "742"),
        ("Maple Avenue", "742"),
        ("742 Maple Avenue", ""),
    ],
)
def test_a_house_number_may_stand_in_both_fields(street: str, number: str) -> None:
    wanted = contact.street_forms("Maple Avenue", "742")
    assert not wanted.isdisjoint(contact.street_forms(street, number))


@pytest.mark.parametrize(
    ("street", "number"),
    [("743 Maple Avenue", "742"), ("Maple Avenue 74", "2"), ("742", "742"), ("742 Maple", "742 b")],
)
def test_another_number_in_the_other_field_is_another_house(street: str, number: str) -> None:
    assert contact.street_forms("Maple Avenue", "742").isdisjoint(contact.street_forms(street, number))


@given(st.from_regex(r"[A-Za-z]{1,9}( [A-Za-z]{1,9}){0,2}", fullmatch=True), st.integers(1, 9999).map(str))
def test_repeating_the_house_number_changes_nothing(street: str, number: str) -> None:
    wanted = contact.street_forms(street, number)
    assert not wanted.isdisjoint(contact.street_forms(f"{street} {number}", number))
    assert not wanted.isdisjoint(contact.street_forms(f"{number} {street}".upper(), number))
