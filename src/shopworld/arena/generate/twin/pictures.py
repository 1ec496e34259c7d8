"""Colours of pictures of pages, as people see them: how much of a page each takes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError

from shopworld.errors import InputError

_WIDTH = 160
_STEP = 32
"""Colours are counted in cells of that many values a channel."""
_ALIKE = 0.09
"""Mean difference of the channels, 0 to 1, up to which two colours count as one."""
_LEAST_SHARE = 0.04
_FAR_APART = 0.2


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a page, made small.

    Attributes:
        pixels: red, green and blue, 0 to 255, one row a pixel.
        ratio: its height by its width.
    """

    pixels: npt.NDArray[np.float64]
    ratio: float

    def colours(self) -> dict[str, float]:
        """Its colours as CSS hex, those that take most first, with their shares; what hardly shows is left out."""
        cells = (self.pixels // _STEP).astype(np.int64)
        codes = cells @ np.array([1_000_000, 1_000, 1])
        found: dict[str, float] = {}
        for code, count in sorted(zip(*np.unique(codes, return_counts=True), strict=True), key=lambda one: -one[1]):
            share = float(count) / len(codes)
            if share < _LEAST_SHARE:
                break
            red, green, blue = (round(float(one)) for one in self.pixels[codes == code].mean(axis=0))
            found[f"#{red:02x}{green:02x}{blue:02x}"] = share
        return found

    def share_near(self, colour: str) -> float:
        """How much of it has about that colour, 0 to 1."""
        wanted = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)], dtype=np.float64)
        return float((np.abs(self.pixels - wanted).mean(axis=1) / 255 < _ALIKE).mean())


def read_picture(file: Path) -> Picture:
    """A picture in a file.

    Raises:
        InputError: it is no picture.
    """
    try:
        with Image.open(file) as image:
            ratio = image.height / image.width
            small = image.convert("RGB").resize((_WIDTH, max(1, round(_WIDTH * ratio))), Image.Resampling.BOX)
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError) as error:
        raise InputError("is no picture", file=file) from error
    return Picture(np.asarray(small, dtype=np.float64).reshape(-1, 3), ratio)


def differences(source: Picture, twin: Picture) -> list[str]:
    """What a person would notice first, one sentence each; none where the two are alike."""
    told = []
    for colour in source.colours():
        there, here = source.share_near(colour), twin.share_near(colour)
        if abs(there - here) > _FAR_APART:
            told.append(f"{colour} takes {there:.0%} of the source's page and {here:.0%} of this one")
    if twin.ratio > 2 * source.ratio or source.ratio > 2 * twin.ratio:
        told.append(f"the source's page is {source.ratio:.1f} times as tall as wide, this one {twin.ratio:.1f} times")
    return told
