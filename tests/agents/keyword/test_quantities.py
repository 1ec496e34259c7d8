"""Numbers with units."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.keyword.quantities import Bound, quantities, take_bounds

FORMS = {
    "gb": ("{}GB", "{} GB", "{} Gigabyte", "{}gb"),
    "w": ("{}W", "{} W", "{} Watt", "{} watts"),
    "inch": ('{}"', "{}in", "{} inch", "{} inches"),
    "mm": ("{}mm", "{} mm"),
    "hz": ("{}Hz", "{} Hertz"),
}


@given(st.sampled_from(sorted(FORMS)), st.integers(1, 9_999), st.integers(0, 3))
def test_every_way_to_write_a_quantity_means_the_same(unit: str, number: int, form: int) -> None:
    forms = FORMS[unit]
    text = f"Thing, {forms[form % len(forms)].format(number)}, more"
    assert quantities(text) == [(float(number), unit)]


@given(st.integers(1, 64))
def test_larger_units_are_brought_to_smaller_ones(number: int) -> None:
    assert quantities(f"{number} TB")[0] == quantities(f"{number * 1000}GB")[0]
    assert quantities(f"{number} m")[0] == quantities(f"{number * 100}cm")[0]


def test_numbers_of_other_things_are_no_quantities() -> None:
    assert quantities("RTX4070, 2 M.2, 70-200mm, 5 in stock, A7") == []


def test_resolutions_compare_by_their_pixels() -> None:
    assert quantities("2560x1440") == [(2560 * 1440, "pixels")]


@pytest.mark.parametrize(
    ("text", "bound", "rest"),
    [
        ("PSU with more than 550 W", Bound("w", low=550, strict=True), "PSU with"),
        ("SSD with at least 2 TB", Bound("gb", low=2000), "SSD with"),
        ("TV, 65 inches or more", Bound("inch", low=65), "TV,"),
        ("price below 600 euros", Bound("euro", high=600, strict=True), "price"),
        ("under €20", Bound("euro", high=20, strict=True), ""),
        ("under $1,299.50", Bound("euro", high=1299.5, strict=True), ""),
        ("at most 20 dollars", Bound("euro", high=20), ""),
        ("cards, 16 GB at the least", Bound("gb", low=16), "cards,"),
        ("a resolution higher than 1920x1080", Bound("pixels", low=1920 * 1080, strict=True), "a resolution"),
    ],
)
def test_bounds_are_taken_out_of_a_text(text: str, bound: Bound, rest: str) -> None:
    bounds, left = take_bounds(text)
    assert bounds == (bound,)
    assert left.strip() == rest


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_strict_bounds_leave_out_their_ends(low: float, number: float) -> None:
    assert Bound("w", low=low).accepts(low)
    assert not Bound("w", low=low, strict=True).accepts(low)
    assert Bound("w", low=low).accepts(number) == (number >= low)
