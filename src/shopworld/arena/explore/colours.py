"""Colours as computed styles write them."""

from __future__ import annotations

import colorsys
import math
import re

Colour = tuple[int, int, int]

_FUNCTION = re.compile(r"(rgba?|color|oklch|oklab|lch|lab)\(\s*([^()]*)\)", re.I)
_OPAQUE = 0.35
_LAB_WHITE = (0.3457 / 0.3585, 1.0, (1 - 0.3457 - 0.3585) / 0.3585)
"""D50, the white of CSS `lab()`."""


def colour_of(text: str) -> Colour | None:
    """The colour in `rgb(17, 24, 39)`, `color(srgb …)`, `oklch(…)` and the like; None where it is transparent or none.

    Colours that sRGB does not have are cut to it. Source: CSS Color 4, sections 4, 9, 10 and 17.
    """
    colour, opacity = _read(text)
    return colour if opacity >= _OPAQUE else None


def blended(text: str, ground: Colour) -> Colour | None:
    """The colour as it is seen over a ground; None where nothing is seen of it."""
    colour, opacity = _read(text)
    if colour is None or opacity <= 0:
        return None
    red, green, blue = (
        round(below + (above - below) * min(opacity, 1.0)) for above, below in zip(colour, ground, strict=True)
    )
    return red, green, blue


def _read(text: str) -> tuple[Colour | None, float]:
    """A colour and its opacity, 0 to 1."""
    match = _FUNCTION.search(text)
    if match is None:
        return None, 0.0
    kind, (values, _, opacity) = match[1].lower(), match[2].partition("/")
    words = [word for word in re.split(r"[\s,]+", values) if word]
    if kind == "color":
        words = words[1:]  # the space; others than sRGB are near enough
    elif len(words) == 4 and not opacity:
        opacity = words.pop()
    if len(words) != 3:
        return None, 0.0
    return _bytes(_shares(kind, words)), _number(opacity, 1) if opacity.strip() else 1.0


def _number(word: str, whole: float) -> float:
    """A number, or a share of `whole` in percent; `none` is 0."""
    word = word.strip()
    try:
        return float(word[:-1]) * whole / 100 if word.endswith("%") else float(word.removesuffix("deg"))
    except ValueError:
        return 0.0


def _shares(kind: str, words: list[str]) -> tuple[float, float, float]:
    """Red, green and blue as sRGB encodes them, 0 to 1."""
    first, second, third = words
    if kind in ("rgb", "rgba"):
        red, green, blue = (_number(one, 255) / 255 for one in words)
        return red, green, blue
    if kind == "color":
        red, green, blue = (_number(one, 1) for one in words)
        return red, green, blue
    perceived = kind.startswith("ok")
    light = _number(first, 1 if perceived else 100)
    if kind.endswith("lch"):
        chroma, angle = _number(second, 0.4 if perceived else 150), math.radians(_number(third, 360))
        a, b = chroma * math.cos(angle), chroma * math.sin(angle)
    else:
        a, b = (_number(one, 0.4 if perceived else 125) for one in (second, third))
    return _encoded(*(_of_oklab if perceived else _of_lab)(light, a, b))


def _of_oklab(light: float, a: float, b: float) -> tuple[float, float, float]:
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )


def _of_lab(light: float, a: float, b: float) -> tuple[float, float, float]:
    middle = (light + 16) / 116
    parts = (middle + a / 500, middle, middle - b / 200)
    x, y, z = (
        white * (part**3 if part > 6 / 29 else (116 * part - 16) / (24389 / 27))
        for part, white in zip(parts, _LAB_WHITE, strict=True)
    )
    return (
        3.1341359569958707 * x - 1.6173863321612538 * y - 0.4906619460083532 * z,
        -0.978795502912089 * x + 1.916254567259524 * y + 0.03344273116131949 * z,
        0.07195537988411677 * x - 0.2289768264158322 * y + 1.405386058324125 * z,
    )


def _encoded(*linear: float) -> tuple[float, float, float]:
    red, green, blue = (
        12.92 * one if one <= 0.0031308 else 1.055 * one ** (1 / 2.4) - 0.055 for one in (max(0.0, x) for x in linear)
    )
    return red, green, blue


def _bytes(parts: tuple[float, float, float]) -> Colour:
    red, green, blue = (max(0, min(255, round(part * 255))) for part in parts)
    return red, green, blue


def hex_of(colour: Colour) -> str:
    """As CSS hex."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def lightness(colour: Colour) -> float:
    """From 0, black, to 1, white, as people see it."""
    red, green, blue = (part / 255 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def saturation(colour: Colour) -> float:
    """How far it is from grey, 0 to 1."""
    red, green, blue = (part / 255 for part in colour)
    return colorsys.rgb_to_hsv(red, green, blue)[1] * (max(red, green, blue))


def distance(one: Colour, other: Colour) -> float:
    """How different two colours are, 0 to 1."""
    return sum(abs(first - second) for first, second in zip(one, other, strict=True)) / 765
