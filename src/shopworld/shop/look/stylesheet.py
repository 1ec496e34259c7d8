"""The stylesheet of a shop: font faces, style tokens as custom properties, the base, and the shop's character."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from shopworld.shop.look.colours import luminance, mixture, readable_ink, readable_on
from shopworld.shop.look.designs import find_design
from shopworld.shop.look.families import CLASSIC, load_family
from shopworld.shop.look.fonts import font_faces, font_stack
from shopworld.shop.specification import Style

_FOLDER = Path(__file__).parent / "static"
_BASE = ("base.css", "shell.css", "listing.css", "product.css", "purchase.css", "sections.css")
_UNIT = {"compact": "0.75rem", "comfortable": "1rem", "airy": "1.25rem"}
_RADIUS = {"none": "0", "subtle": "6px", "prominent": "16px"}
_BUTTON_RADIUS = {"square": "0", "rounded": "8px", "pill": "999px"}
_CASE = {"sentence": "none", "title": "none", "upper": "uppercase"}
_SOFT = 0.28
"""Share of the ground in the ink of what matters less."""
COMPOSED = "plain"
"""The character of shops that wear no finished design: they look as their tokens say."""


def stylesheet(style: Style) -> str:
    """The complete stylesheet for a style.

    Raises:
        ShopError: a font is not known, or the character is that of no design.
    """
    if style.family != CLASSIC and is_composed(style):
        return _of_family(style)
    design = None if is_composed(style) else find_design(style.character)
    detail = (design.detail_font if design else "") or style.fonts.body
    return "\n".join(
        (
            font_faces((style.fonts.body, style.fonts.heading, detail)),
            _tokens(style, detail),
            *(_text(name) for name in _BASE),
            design.read("character.css") if design else _text("plain.css"),
            *(_composed_parts(style) if is_composed(style) else ()),
        )
    )


def amenity_sheet() -> str:
    """How pages beside the vocabulary look, in every family."""
    return _text("amenities.css")


def _of_family(style: Style) -> str:
    """The stylesheet of a family that writes its own: fonts and tokens, what it shares, and its own sheets."""
    family = load_family(style.family)
    imagery = (_text(f"imagery/{style.imagery_style}.css"),) if family.sheets else ()
    parts = (*(_text(name) for name in family.sheets), *imagery, *family.styles, _title_case(style), _inks(style))
    return "\n".join((font_faces((style.fonts.body, style.fonts.heading)), _tokens(style, style.fonts.body), *parts))


def _title_case(style: Style) -> str:
    return "h1,h2,section h3{text-transform:capitalize}" if style.heading_case == "title" else ""


def is_composed(style: Style) -> bool:
    """Whether a shop of that style is put together from vocabulary and tokens alone."""
    return style.character == COMPOSED


def _composed_parts(style: Style) -> tuple[str, ...]:
    """What composed shops add: a stylesheet a part of the storefront, and the treatment of pictures."""
    names = sorted(path.name for path in (_FOLDER / "composed").glob("*.css"))
    title_case = _title_case(style).replace("section h3", ".section h3")
    return (
        *(_text(f"composed/{name}") for name in names),
        _text(f"imagery/{style.imagery_style}.css"),
        title_case,
        _inks(style),
    )


def _inks(style: Style) -> str:
    """Colours of text that follow from the palette, readable on the page and on its quiet surfaces."""
    palette = style.palette
    grounds = (palette.background, palette.surface_muted)
    values = {
        "accent-text": readable_ink(palette.accent_primary, grounds),
        "soft": readable_ink(mixture(palette.foreground, palette.background, _SOFT), grounds),
    }
    return ":root{" + ";".join(f"--{name}:{value}" for name, value in values.items()) + "}"


def _tokens(style: Style, detail: str) -> str:
    palette = style.palette
    values = {
        "background": palette.background,
        "foreground": palette.foreground,
        "accent": palette.accent_primary,
        "accent-2": palette.accent_secondary,
        "muted": palette.surface_muted,
        "border": palette.border,
        "on-accent": readable_on(palette.accent_primary),
        "on-accent-2": readable_on(palette.accent_secondary),
        "font-heading": font_stack(style.fonts.heading),
        "font-body": font_stack(style.fonts.body),
        "font-detail": font_stack(detail),
        "unit": _UNIT[style.density],
        "radius": _RADIUS[style.corner_radius],
        "button-radius": _BUTTON_RADIUS[style.button_shape],
        "heading-case": _CASE[style.heading_case],
        "color-scheme": "dark" if luminance(palette.background) < 0.2 else "light",
    }
    return ":root{" + ";".join(f"--{name}:{value}" for name, value in values.items()) + "}"


@cache
def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
