"""Stylesheets: tokens from the style, readable colours, nothing that moves by itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.errors import ShopError
from shopworld.shop.look import stylesheet as module
from shopworld.shop.look.colours import contrast
from shopworld.shop.look.designs import design_names, load_design
from shopworld.shop.look.stylesheet import stylesheet

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.mark.parametrize("name", design_names())
def test_text_of_a_design_can_be_read(name: str) -> None:
    palette = load_design(name).style.palette
    assert contrast(palette.foreground, palette.background) >= 7
    assert contrast(palette.foreground, palette.surface_muted) >= 7
    css = stylesheet(load_design(name).style)
    for role in ("accent", "accent-2"):
        ink = re.search(rf"--on-{role}:(#\w+)", css)
        ground = re.search(rf"--{role}:(#\w+)", css)
        assert ink is not None
        assert ground is not None
        assert contrast(ink[1], ground[1]) >= 4.5, role


@pytest.mark.parametrize("name", design_names())
def test_every_custom_property_is_defined_or_has_a_fallback(name: str) -> None:
    css = stylesheet(load_design(name).style)
    defined = set(re.findall(r"(--[\w-]+)\s*:", css))
    used = set(re.findall(r"var\((--[\w-]+)\)", css))
    assert used - defined == set()


@pytest.mark.parametrize("name", design_names())
def test_nothing_moves_by_itself_and_transitions_are_short(name: str) -> None:
    css = stylesheet(load_design(name).style)
    assert "@keyframes" not in css
    assert "prefers-reduced-motion" in css
    for seconds in re.findall(r"transition:[^;}]*", css):
        assert all(float(one) <= 0.15 for one in re.findall(r"([\d.]+)s\b", seconds)), seconds


@pytest.mark.parametrize("path", sorted(Path(module.__file__).parent.rglob("*.css")), ids=lambda one: one.name)
def test_braces_match(path: Path) -> None:
    css = path.read_text(encoding="utf-8")
    assert css.count("{") == css.count("}")


def test_an_unknown_font_is_an_error_that_names_the_known_ones() -> None:
    style = load_design("athletic").style
    with pytest.raises(ShopError) as caught:
        stylesheet(style.model_copy(update={"fonts": style.fonts.model_copy(update={"body": "Comic Sans"})}))
    assert "Comic Sans" in caught.value.message
    assert "Roboto" in (caught.value.hint or "")


def test_a_style_without_character_has_a_stylesheet() -> None:
    assert stylesheet(load_design("athletic").style.model_copy(update={"character": "plain"}))


@given(COLOURS, COLOURS)
def test_contrast_is_symmetric_and_bounded(first: str, second: str) -> None:
    assert 1 <= contrast(first, second) <= 21.0001
    assert contrast(first, second) == contrast(second, first)


@given(COLOURS)
def test_text_on_an_accent_can_always_be_read(colour: str) -> None:
    style = load_design("athletic").style
    css = stylesheet(style.model_copy(update={"palette": style.palette.model_copy(update={"accent_primary": colour})}))
    ink = re.search(r"--on-accent:(#\w+)", css)
    assert ink is not None
    assert contrast(ink[1], colour) >= 4.5


def test_short_colours_mean_the_same_as_long_ones() -> None:
    assert contrast("#fff", "#000") == contrast("#ffffff", "#000000") == pytest.approx(21)


@given(accent=COLOURS)
def test_text_in_the_accent_of_a_composed_shop_can_be_read(accent: str) -> None:
    style = load_design("athletic").style
    palette = style.palette.model_copy(
        update={"accent_primary": accent, "background": "#e9ecef", "surface_muted": "#ffffff", "foreground": "#999999"}
    )
    css = stylesheet(style.model_copy(update={"character": module.COMPOSED, "palette": palette}))
    for name in ("accent-text", "soft"):
        ink = re.findall(rf"--{name}:(#\w+)", css)[-1]
        assert contrast(ink, "#e9ecef") >= 4.5
        assert contrast(ink, "#ffffff") >= 4.5
