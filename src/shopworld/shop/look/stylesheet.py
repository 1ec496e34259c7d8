"""The stylesheet of a shop: font faces, style tokens as custom properties, the base, and the shop's character."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from shopworld.errors import ShopError
from shopworld.shop.look.fonts import font_faces, font_stack
from shopworld.shop.specification import Style

_FOLDER = Path(__file__).parent / "static"
_BASE = ("base.css", "shell.css", "listing.css", "product.css", "purchase.css", "sections.css")
_UNIT = {"compact": "0.75rem", "comfortable": "1rem", "airy": "1.25rem"}
_RADIUS = {"none": "0", "subtle": "6px", "prominent": "16px"}
_BUTTON_RADIUS = {"square": "0", "rounded": "8px", "pill": "999px"}
_CASE = {"sentence": "none", "title": "none", "upper": "uppercase"}
COMPOSED = "plain"
"""The character of shops that wear no finished design: they look as their tokens say."""
DETAIL_FONTS = {"workshop": "DejaVu Sans Mono"}
"""Fonts that a character uses for details, beside the heading and body fonts of the style."""


def stylesheet(style: Style) -> str:
    """The complete stylesheet for a style.

    Raises:
        ShopError: a font or the character is not known.
    """
    detail = DETAIL_FONTS.get(style.character, style.fonts.body)
    return "\n".join(
        (
            font_faces((style.fonts.body, style.fonts.heading, detail)),
            _tokens(style, detail),
            *(_text(name) for name in _BASE),
            _character(style.character),
            *(_composed_parts(style) if is_composed(style) else ()),
        )
    )


def is_composed(style: Style) -> bool:
    """Whether a shop of that style is put together from vocabulary and tokens alone."""
    return style.character == COMPOSED


def _composed_parts(style: Style) -> tuple[str, ...]:
    """What composed shops add: a stylesheet a part of the storefront, and the treatment of pictures."""
    names = sorted(path.name for path in (_FOLDER / "composed").glob("*.css"))
    title_case = "h1,h2,.section h3{text-transform:capitalize}" if style.heading_case == "title" else ""
    return (*(_text(f"composed/{name}") for name in names), _text(f"imagery/{style.imagery_style}.css"), title_case)


def _tokens(style: Style, detail: str) -> str:
    palette = style.palette
    values = {
        "background": palette.background,
        "foreground": palette.foreground,
        "accent": palette.accent_primary,
        "accent-2": palette.accent_secondary,
        "muted": palette.surface_muted,
        "border": palette.border,
        "on-accent": _readable_on(palette.accent_primary),
        "on-accent-2": _readable_on(palette.accent_secondary),
        "font-heading": font_stack(style.fonts.heading),
        "font-body": font_stack(style.fonts.body),
        "font-detail": font_stack(detail),
        "unit": _UNIT[style.density],
        "radius": _RADIUS[style.corner_radius],
        "button-radius": _BUTTON_RADIUS[style.button_shape],
        "heading-case": _CASE[style.heading_case],
        "color-scheme": "dark" if _luminance(palette.background) < 0.2 else "light",
    }
    return ":root{" + ";".join(f"--{name}:{value}" for name, value in values.items()) + "}"


def _luminance(colour: str) -> float:
    """Relative luminance of a CSS hex colour (WCAG 2.2, definition of relative luminance)."""
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    channels = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two CSS hex colours, 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _readable_on(colour: str) -> str:
    """Black or white, whichever reads better on the colour."""
    return max(("#ffffff", "#000000"), key=lambda ink: contrast(ink, colour))


@cache
def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _character(name: str) -> str:
    if not (_FOLDER / "characters" / f"{name}.css").is_file():
        known = ", ".join(sorted(path.stem for path in (_FOLDER / "characters").glob("*.css")))
        raise ShopError(f"style character {name!r} has no stylesheet", hint=f"use one of {known}")
    return _text(f"characters/{name}.css")
