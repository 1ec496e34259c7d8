"""One look at a page in a browser: what was measured of it, and its picture for who asks."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from shopworld.arena.verify.finding import Area
from shopworld.environments.browser import BrowserPage

_SCRIPT = Path(__file__).with_name("measure.js")
_TALLEST_PICTURE = 8_000
_QUALITY = 70


class _Measure(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Overflow(_Measure):
    """How far a page is wider than its window, and what stands out."""

    pixels: int
    by: tuple[str, ...]


class Overlap(_Measure):
    """Two texts or controls that share their place."""

    one: str
    other: str
    y: int
    pixels: int


class Faint(_Measure):
    """A text with too little contrast (WCAG 2.2, 1.4.3)."""

    text: str
    ratio: float
    wanted: float
    colour: str
    ground: str


class Gap(_Measure):
    """A band of the page without anything on it, in CSS pixels from its top."""

    top: int
    bottom: int


class PicturePrint(_Measure):
    """What a product picture looks like, small.

    Attributes:
        address: of the picture, within the shop.
        cells: of each of 16 by 16, row by row, `1` where it is brighter than the one at its left, else `0`.
        colour: mean red, green and blue, 0 to 255.
    """

    address: str
    cells: str
    colour: tuple[int, int, int]


class Measures(_Measure):
    """What was measured of a page.

    Attributes:
        width, height: of the whole page, in CSS pixels.
        words: lines of text in the main part.
        texts, controls, pictures: how many are to be seen.
        readable: texts whose contrast could be told.
        broken: addresses of pictures that did not come.
        gaps: bands without anything.
        hollow: headings of sections with nothing below them.
        prints: of pictures of products, one an address.
        styled: how many style sheets apply.
        script: whether a script came.
    """

    title: str
    width: int
    height: int
    overflow: Overflow
    overlaps: tuple[Overlap, ...]
    faint: tuple[Faint, ...]
    readable: int
    broken: tuple[str, ...]
    gaps: tuple[Gap, ...]
    hollow: tuple[str, ...]
    prints: tuple[PicturePrint, ...] = ()
    texts: int
    controls: int
    pictures: int
    words: int
    styled: int
    script: bool


@dataclass(frozen=True, slots=True)
class WindowView:
    """A page as it stands in a window now.

    Attributes:
        path: of the page.
        area: that it belongs to.
        viewport: width and height of the window in CSS pixels.
        measures: what was measured.
        tab: that shows it; only during the checks.
        scripted: whether the shop has a script at all.
    """

    path: str
    area: Area
    viewport: tuple[int, int]
    measures: Measures
    tab: BrowserPage
    scripted: bool = True

    @property
    def place(self) -> str:
        """Path and width, for findings."""
        return f"{self.path} at {self.viewport[0]} px"

    def picture(self) -> bytes:
        """A JPEG of the whole page."""
        return self._picture(0, min(self.measures.height, _TALLEST_PICTURE))

    def pictures(self, *, tallest: int, most: int) -> list[bytes]:
        """JPEGs of the page from its top, one below the other.

        Args:
            tallest: height of one, in CSS pixels.
            most: of them; what lies below is left out.
        """
        tops = range(0, max(self.measures.height, 1), tallest)[:most]
        return [self._picture(top, max(1, min(tallest, self.measures.height - top))) for top in tops]

    def _picture(self, top: int, height: int) -> bytes:
        clip = {"x": 0, "y": top, "width": self.viewport[0], "height": height, "scale": 1}
        taken: str = self.tab.call(
            "Page.captureScreenshot", format="jpeg", quality=_QUALITY, captureBeyondViewport=True, clip=clip
        )["data"]
        return base64.b64decode(taken)


def measure(tab: BrowserPage) -> Measures:
    """Measures the page that a tab shows."""
    answer: dict[str, Any] = tab.call("Runtime.evaluate", expression=_script(), returnByValue=True)
    if "exceptionDetails" in answer:
        raise AssertionError(f"the measuring script failed: {answer['exceptionDetails']}")
    return Measures.model_validate(answer["result"]["value"])


@cache
def _script() -> str:
    return _SCRIPT.read_text(encoding="utf-8")
