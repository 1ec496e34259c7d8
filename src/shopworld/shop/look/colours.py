"""Colours of text that can be read: contrast after WCAG, and inks that come near to a colour and are readable."""

from __future__ import annotations

from collections.abc import Sequence

READABLE = 4.5
"""Contrast that text needs against its ground (WCAG 2.2, success criterion 1.4.3)."""
_BLACK, _WHITE = "#000000", "#ffffff"
_STEPS = 50


def luminance(colour: str) -> float:
    """Relative luminance of a CSS hex colour (WCAG 2.2, definition of relative luminance)."""
    channels = [value / 255 for value in channels_of(colour)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    """Contrast ratio of two CSS hex colours, 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def readable_on(colour: str) -> str:
    """Black or white, whichever reads better on the colour."""
    return max((_WHITE, _BLACK), key=lambda ink: contrast(ink, colour))


def readable_ink(colour: str, grounds: Sequence[str]) -> str:
    """The colour, as far as it has to be darkened or lightened so that text in it can be read.

    Args:
        colour: CSS hex colour that is wanted.
        grounds: CSS hex colours that the text stands on.

    Returns:
        The nearest mixture with black or white that has a contrast of 4.5 on all grounds; where none has (grounds of
        very different lightness), black or white, whichever reads better on the worst of them.
    """
    for step in range(_STEPS + 1):
        for ink in (_BLACK, _WHITE):
            mixed = mixture(colour, ink, step / _STEPS)
            if _worst(mixed, grounds) >= READABLE:
                return mixed
    return max((_WHITE, _BLACK), key=lambda ink: _worst(ink, grounds))


def mixture(first: str, second: str, share: float) -> str:
    """Two CSS hex colours as one: `share` of the second, channel by channel, as `color-mix(in srgb, …)` does."""
    pairs = zip(channels_of(first), channels_of(second), strict=True)
    return "#" + "".join(f"{round(one + (other - one) * share):02x}" for one, other in pairs)


def channels_of(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of a CSS hex colour of three or six digits, 0 to 255."""
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[place : place + 2], 16) for place in (0, 2, 4))
    return red, green, blue


def _worst(ink: str, grounds: Sequence[str]) -> float:
    return min((contrast(ink, ground) for ground in grounds), default=21.0)
