"""Colours as computed styles write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.arena.explore.colours import blended, colour_of, hex_of


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("rgb(17, 24, 39)", "#111827"),
        ("rgba(17, 24, 39, 0.9)", "#111827"),
        ("rgb(17 24 39 / 90%)", "#111827"),
        ("color(srgb 0.2 0.4 0.6)", "#336699"),
        ("color(srgb 0.2 0.4 0.6 / 0.8)", "#336699"),
        ("oklch(0.205 0 0)", "#171717"),
        ("oklch(0.627955 0.257683 29.2338)", "#ff0000"),
        ("oklch(51.975% 0.17686 142.495deg)", "#008000"),
        ("oklab(0.452014 -0.0324 -0.3115)", "#0000ff"),
        ("lab(54.2917 80.8125 69.8851)", "#ff0000"),
        ("lab(100 0 0)", "#ffffff"),
        ("lch(46.2775% 67.9892 134.3912)", "#008000"),
        ("oklch(none none none)", "#000000"),
    ],
)
def test_a_colour_is_read_in_any_notation(text: str, colour: str) -> None:
    found = colour_of(text)
    assert found is not None
    wanted = tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
    assert all(abs(one - other) <= 2 for one, other in zip(found, wanted, strict=True)), hex_of(found)


@pytest.mark.parametrize(
    "text", ["", "none", "transparent", "rgba(0, 0, 0, 0)", "oklch(0.5 0.1 20 / 0.1)", "rgb(1, 2)"]
)
def test_what_is_transparent_or_no_colour_is_none(text: str) -> None:
    assert colour_of(text) is None


@given(st.tuples(*(st.integers(0, 255),) * 3))
def test_plain_colours_stay_as_they_are(colour: tuple[int, int, int]) -> None:
    assert colour_of("rgb({}, {}, {})".format(*colour)) == colour


def test_what_is_half_transparent_is_seen_with_its_ground() -> None:
    white = (255, 255, 255)
    assert blended("rgba(0, 0, 0, 0.2)", white) == (204, 204, 204)
    assert blended("rgb(10, 20, 30)", white) == (10, 20, 30)
    assert blended("rgba(0, 0, 0, 0)", white) is None
    assert blended("none", white) is None
