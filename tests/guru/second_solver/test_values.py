"""Printed rows as typed values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.goods import default_departments
from shopworld.guru.second_solver.values import TableReader

READER = TableReader()


def value(label: str, text: str, name: str) -> object:
    """The value that one row gives an attribute."""
    found = READER.attributes([(label, text)]).get(name)
    return None if found is None else found.value


@pytest.mark.parametrize(
    ("label", "text", "name", "expected"),
    [
        ("Capacity", "2 TB", "capacity", 2000.0),
        ("Storage", "512GB", "capacity", 512.0),
        ("Wattage", "750 Watt", "wattage", 750.0),
        ("Cable length", "50 cm", "length", 0.5),
        ("Max. height", "155 cm", "max_height", 155.0),
        ("Screen size", '27"', "size", 27.0),
        ("Active noise cancelling", "Yes", "noise_cancelling", True),
        ("Active noise cancelling", "None", "noise_cancelling", False),
        ("Sockets", "VM4, VM5", "sockets", ("vm4", "vm5")),
        ("Sockets", "VM4 / VM5", "sockets", ("vm4", "vm5")),
        ("Colour", "Space Grey", "colour", "space grey"),
        ("No such label", "1", "colour", None),
    ],
)
def test_rows_are_read(label: str, text: str, name: str, expected: object) -> None:
    assert value(label, text, name) == expected


def test_a_label_of_several_attributes_is_read_as_each() -> None:
    found = READER.attributes([("Memory", "16 GB")])
    assert {"ram", "memory_type"} <= set(found)
    assert found["ram"].value == 16.0


def test_the_first_row_of_a_name_wins() -> None:
    assert READER.attributes([("Colour", "Red"), ("Color", "Blue")])["colour"].value == "red"


NUMBERED = sorted((name, one.labels[0], one.unit) for name, one in default_departments().attributes.items() if one.unit)


@given(st.sampled_from(NUMBERED), st.integers(1, 99999), st.sampled_from(["", " "]))
def test_numbers_in_their_own_unit_are_read_in_all_spacings(row: tuple[str, str, str], number: int, gap: str) -> None:
    name, label, unit = row
    if unit == "GB" or unit not in ("in", "h"):
        assert value(label, f"{number}{gap}{unit}", name) == float(number)


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_row_can_be_read(label: str, text: str) -> None:
    READER.attributes([(label, text)])
    READER.attributes([("Capacity", text), ("Colour", text), ("Sockets", text)])
