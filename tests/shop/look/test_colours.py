"""Colours: contrast after WCAG, and inks that can be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.shop.look.colours import READABLE, contrast, mixture, readable_ink, readable_on

_COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@given(colour=_COLOURS, ground=_COLOURS)
def test_an_ink_can_be_read_on_any_ground(colour: str, ground: str) -> None:
    assert contrast(readable_ink(colour, (ground,)), ground) >= READABLE


@given(colour=_COLOURS, ground=_COLOURS)
def test_a_colour_that_can_be_read_stays(colour: str, ground: str) -> None:
    if contrast(colour, ground) >= READABLE:
        assert readable_ink(colour, (ground,)) == colour


def test_a_link_blue_on_grey_becomes_a_darker_blue() -> None:
    ink = readable_ink("#007bff", ("#e9ecef", "#ffffff"))
    assert contrast(ink, "#e9ecef") >= READABLE
    assert ink == "#0067d6"


def test_where_no_ink_reads_on_all_grounds_the_best_is_taken() -> None:
    assert readable_ink("#888888", ("#ffffff", "#404040")) == "#000000"
    assert readable_ink("#888888", ("#000000", "#c0c0c0")) == "#ffffff"


@pytest.mark.parametrize(("share", "mixed"), [(0, "#ff0000"), (0.5, "#800080"), (1, "#0000ff")])
def test_colours_are_mixed_channel_by_channel(share: float, mixed: str) -> None:
    assert mixture("#f00", "#0000ff", share) == mixed


@given(colour=_COLOURS)
def test_text_on_a_colour_is_black_or_white(colour: str) -> None:
    assert contrast(readable_on(colour), colour) >= READABLE
