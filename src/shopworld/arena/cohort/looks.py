"""Looks for the shops of a cohort: a family, and style tokens, drawn from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal, TypeVar

from shopworld.shop import Fonts, Palette, Style

T = TypeVar("T")

_PALETTES: tuple[tuple[str, str, str, str, str, str], ...] = (
    ("#ffffff", "#17181a", "#c2501d", "#17181a", "#f6f3ee", "#dfdbd3"),
    ("#fdfaf5", "#2a1f1a", "#2f211b", "#a8743f", "#f3ece1", "#e0d5c5"),
    ("#ffffff", "#14171c", "#0f7a55", "#14171c", "#f4f6f8", "#dde2e8"),
    ("#ffffff", "#101828", "#1d4ed8", "#f5b301", "#eef2fb", "#cfd8ea"),
    ("#fffdf8", "#26231d", "#6b4f1d", "#2f6f6b", "#f4eddc", "#e1d6bd"),
    ("#111417", "#f2f4f5", "#f2b33d", "#6fc3b2", "#1d2226", "#343b41"),
    ("#ffffff", "#1f1a24", "#8a1f5c", "#e2a9c6", "#f8f1f5", "#e6d6df"),
    ("#f5f7f2", "#1b2418", "#2f5d34", "#c9772b", "#e6ecdf", "#cbd5c2"),
    ("#ffffff", "#0b0b0b", "#0b0b0b", "#d8e04a", "#f1f1ef", "#d6d6d2"),
    ("#fbf7ff", "#231942", "#5e3bb5", "#f26a4b", "#efe7fb", "#d7caef"),
    ("#f7fafc", "#10273a", "#0a6b8a", "#f08a3c", "#e5eff5", "#c4d6e2"),
    ("#15110f", "#f3ece4", "#d96a3b", "#c9b38a", "#221c18", "#3d332c"),
)
"""Background, foreground, both accents, quiet surface, lines."""
_FONTS = (
    Fonts(heading="Manrope", body="Manrope"),
    Fonts(heading="Source Serif Pro", body="Hanken Grotesk"),
    Fonts(heading="Roboto", body="Roboto"),
    Fonts(heading="Hanken Grotesk", body="Source Sans Pro"),
    Fonts(heading="Caladea", body="Source Sans Pro"),
    Fonts(heading="Source Sans Pro", body="Source Serif Pro"),
    Fonts(heading="Manrope", body="Source Sans Pro"),
    Fonts(heading="Hanken Grotesk", body="Hanken Grotesk"),
)
_DENSITIES: tuple[Literal["compact", "comfortable", "airy"], ...] = ("compact", "comfortable", "airy")
_CORNERS: tuple[Literal["none", "subtle", "prominent"], ...] = ("none", "subtle", "prominent")
_BUTTONS: tuple[Literal["square", "rounded", "pill"], ...] = ("square", "rounded", "pill")
_CASES: tuple[Literal["sentence", "title", "upper"], ...] = ("sentence", "sentence", "title", "upper")
_IMAGERY: tuple[Literal["plain", "tinted", "outlined"], ...] = ("plain", "tinted", "outlined")


def drawn_look(seed: int, number: int, families: Sequence[str]) -> Style:
    """The look of one shop of a cohort.

    Values are dealt: no family, palette or pair of fonts comes twice before each has come once.

    Args:
        seed: of the cohort.
        number: of the shop, from 0.
        families: to deal from.
    """

    def dealt(name: str, values: Sequence[T]) -> T:
        round_, place = divmod(number, len(values))
        return Random(f"{seed}:{name}:{round_}").sample(list(values), len(values))[place]

    background, foreground, primary, secondary, muted, border = dealt("palette", _PALETTES)
    return Style(
        family=dealt("family", families),
        density=dealt("density", _DENSITIES),
        corner_radius=dealt("corners", _CORNERS),
        button_shape=dealt("buttons", _BUTTONS),
        heading_case=dealt("case", _CASES),
        imagery_style=dealt("imagery", _IMAGERY),
        fonts=dealt("fonts", _FONTS),
        palette=Palette(
            background=background,
            foreground=foreground,
            accent_primary=primary,
            accent_secondary=secondary,
            surface_muted=muted,
            border=border,
        ),
    )
