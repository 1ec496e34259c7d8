"""Equal and narrower values fit; others do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.attributes.matching import value_fits


@pytest.mark.parametrize(
    ("stated", "wanted"),
    [
        ("black", "black"),
        ("matte black", "black"),
        ("usb-c", "usb"),
        ("smartphones", "Smartphone"),
        (("bluetooth", "usb-c"), "bluetooth"),
        (("foldable", "fast charging", "phone stand"), ("phone stand", "foldable")),
        (1000.0, 1000),
        (1000.0, 1004.0),
        (True, True),
    ],
)
def test_equal_and_narrower_values_fit(stated: str | float, wanted: str | float) -> None:
    assert value_fits(stated, wanted)


@pytest.mark.parametrize(
    ("stated", "wanted"),
    [
        ("black", "matte black"),
        ("red", "black"),
        (("foldable",), ("phone stand", "foldable")),
        (1000.0, 1020.0),
        ("1000", 1000.0),
        (1000.0, "1000"),
        (True, False),
        (1.0, True),
        ("yes", True),
        ("black", "?!"),
        ((), "black"),
    ],
)
def test_other_values_do_not(stated: str | float, wanted: str | float) -> None:
    assert not value_fits(stated, wanted)


def test_units_are_converted() -> None:
    assert value_fits(1000.0, 1.0, "GB", None) is False
    assert value_fits(25.4, 1.0, "mm", "in")
    assert not value_fits(25.4, 1.0, "mm", "W")


@given(st.text(alphabet="abcdef ", min_size=1).filter(str.strip), st.text(alphabet="abcdef "))
def test_a_value_fits_itself_and_what_is_added_narrows_it(value: str, more: str) -> None:
    assert value_fits(value, value)
    assert value_fits(f"{value} {more}", value)
    assert value_fits((more, value), value)
