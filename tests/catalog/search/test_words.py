"""The normaliser: what is written differently and means the same meets in one form."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.search.words import indexed_text, joined_neighbours, query_forms, tokens, words

LETTERS = st.text(alphabet=string.ascii_lowercase, min_size=2, max_size=8)
NUMBERS = st.integers(min_value=1, max_value=9999).map(str)


def found(query: str, text: str) -> bool:
    """Whether a text holds every word of the query in one of its ways, as the engine looks for it."""
    forms = set(indexed_text(text).split()) | set(joined_neighbours(text).split())
    return all(any(forms.issuperset(way) for way in ways) for ways in query_forms(query))


def alike(first: str, second: str) -> bool:
    return found(first, second) and found(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("USB-C", "USB C"),
        ("USB-C", "usbc"),
        ('2.5"', "2.5 inch"),
        ('2.5"', "2,5-inch"),
        ("15.6''", '15.6"'),
        ("RTX4070", "RTX 4070"),
        ("RTX-4070", "rtx4070"),
        ("16GB", "16 GB"),
        ("16 GB", "16-gb"),
        ("Wi-Fi", "wifi"),
        ("Wi-Fi", "Wi Fi"),
        ("be quiet!", "be-quiet"),
        ("be quiet!", "BeQuiet"),
        ("PlayStation 5", "play station5"),
        ("Café Lüfter", "cafe lufter"),
        ("Straße", "strasse"),
        ("650 Watt", "650W"),
        ("10,000 mAh", "10000mAh"),
        ("2x16GB", "2 x 16 GB"),
        ("80+ Gold", "80plus gold"),
        ("Core™ i7", "core i7"),
    ],
)
def test_spellings_that_mean_the_same_find_each_other(first: str, second: str) -> None:
    assert alike(first, second)


@pytest.mark.parametrize(
    ("query", "text"),
    [("4070", "RTX 4080"), ("16GB", "160 GB"), ("16GB", "16 MHz"), ("usb-c", "usb-a"), ('2.5"', '25"')],
)
def test_what_differs_does_not(query: str, text: str) -> None:
    assert not found(query, text)


@given(LETTERS, NUMBERS, st.sampled_from([" ", "-", ""]), st.sampled_from([" ", "-", ""]))
def test_letters_and_digits_meet_however_they_are_joined(name: str, number: str, first: str, second: str) -> None:
    assert alike(f"{name}{first}{number}", f"{name}{second}{number}")


@given(LETTERS, LETTERS, st.sampled_from([" ", "-", ""]), st.sampled_from([" ", "-"]))
def test_two_words_meet_however_they_are_joined(first: str, second: str, joint: str, other: str) -> None:
    assert found(f"{first}{joint}{second}", f"{first}{other}{second}")


@given(
    st.integers(min_value=1, max_value=99999),
    st.sampled_from(["GB", "TB", "MHz", "Hz", "mm", "W", "mAh", "inch", '"', "dpi"]),
    st.sampled_from(["", " ", "-"]),
    st.sampled_from(["", " ", "-"]),
)
def test_numbers_and_units_meet_however_they_are_joined(number: int, unit: str, first: str, second: str) -> None:
    assert words(f"{number}{first}{unit}") == words(f"{number}{second}{unit}")


@given(st.text())
def test_every_text_finds_itself(text: str) -> None:
    assert found(text, text)


@given(st.text(alphabet=string.printable))
def test_case_and_marks_do_not_matter(text: str) -> None:
    assert words(text.upper()) == words(text.lower()) == words(f"  {text}™ ")


@given(st.text())
def test_forms_hold_letters_digits_and_dots_only(text: str) -> None:
    allowed = set(string.ascii_lowercase + string.digits + ". ")
    assert set(indexed_text(text)) <= allowed


@given(st.text(), st.text(alphabet=string.ascii_letters + " "))
def test_more_text_never_hides_a_word(text: str, more: str) -> None:
    # A line break keeps a number at the end of the text apart from what would be its unit.
    assert found(text, f"{text} |\n{more}")


@pytest.mark.parametrize(
    ("query", "text"), [("pack", "Pens, 5 Pack"), ("inch", "17.3 Inch"), ("inches", "17.3 inches")]
)
def test_a_unit_that_is_a_word_is_found_without_its_number(query: str, text: str) -> None:
    assert found(query, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("USB-C Cable (2 Pack)", ["usb", "c", "cable", "2", "pack"]),
        ("Café_Lüfter 15W, 1,000mAh", ["cafe", "lufter", "15w", "1", "000mah"]),
        ("***", []),
    ],
)
def test_tokens_are_runs_of_letters_and_digits(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected
