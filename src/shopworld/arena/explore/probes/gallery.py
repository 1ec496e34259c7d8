"""The pictures of a product page: a strip of thumbnails, or a carousel with arrows."""

from __future__ import annotations

import re
from dataclasses import dataclass

from shopworld.arena.explore.browser_session import BrowserSession
from shopworld.arena.explore.controls import controls
from shopworld.arena.explore.findings import LIKELY, SURE
from shopworld.arena.explore.sight import PICTURES, Sight, SightElement
from shopworld.errors import ActionError, ArenaError

_LEAST_STAGE = 220.0
_THUMBNAIL = (24.0, 190.0)
STEP = re.compile(r"\b(?:next|previous|prev|forward)\b|^[›‹→←»«<>]$", re.I)
_NEXT = re.compile(r"\bnext\b|\bforward\b|^[›→»>]$", re.I)
_NEAR = 260.0


@dataclass(frozen=True, slots=True)
class Gallery:
    """How a product's pictures are shown.

    Attributes:
        kind: in the vocabulary; empty where the product has one picture only.
        confidence: 0 to 1.
        sentence: for the manual.
    """

    kind: str
    confidence: float
    sentence: str


def stage_of(sight: Sight) -> SightElement | None:
    """The large picture of a product page."""
    found = [
        one
        for one in sight.main.walk()
        if one.role in PICTURES
        and min(one.box.width, one.box.height) >= _LEAST_STAGE
        and one.box.top < sight.viewport[1] * 1.3
        and -10 <= one.box.left < sight.width
    ]
    return max(found, key=lambda one: one.box.area, default=None)


def look_at_gallery(session: BrowserSession, sight: Sight) -> Gallery:
    """Names the gallery and uses its arrows."""
    stage = stage_of(sight)
    if stage is None:
        return Gallery("", 0.0, "")
    thumbnails = _thumbnails(sight, stage)
    arrows = [one for one in controls(sight.main, "button", "link") if STEP.search(one.label) and _near(one, stage)]
    if arrows:
        moved = _moves(session, sight, arrows, stage)
        beside = f" and {len(thumbnails)} thumbnails" if len(thumbnails) > 1 else ""
        return Gallery(
            "horizontal_carousel_with_prev_next",
            SURE if moved else LIKELY,
            f"The pictures stand in a horizontal carousel with controls for the previous and the next one{beside}.",
        )
    if len(thumbnails) > 1:
        below = thumbnails[0].box.top >= stage.box.bottom - 20
        place = "below" if below else "beside"
        return Gallery(
            "thumbnail_strip",
            SURE,
            f"A strip of {len(thumbnails)} thumbnails {place} the large picture chooses which one is shown.",
        )
    return Gallery("", 0.0, "")


def _thumbnails(sight: Sight, stage: SightElement) -> list[SightElement]:
    low, high = _THUMBNAIL
    found: list[SightElement] = []
    for one in controls(sight.main, "link", "button", "tab", "radio"):
        box = one.box
        if not (low <= box.width <= high and low <= box.height <= high) or not _near(one, stage):
            continue
        if any(inner.role in PICTURES and inner.box.width >= low for inner in one.walk()) and len(one.text) < 40:
            found.append(one)
    return found


def _near(one: SightElement, stage: SightElement) -> bool:
    x, y = one.box.middle
    box = stage.box
    return box.left - _NEAR <= x <= box.right + _NEAR / 4 and box.top - 40 <= y <= box.bottom + _NEAR


def _moves(session: BrowserSession, sight: Sight, arrows: list[SightElement], stage: SightElement) -> bool:
    """Whether the arrow to the next picture moves the pictures."""
    forward = next((one for one in arrows if _NEXT.search(one.label)), arrows[-1])
    before = {one.node: one.box for one in sight.main.walk() if one.role in PICTURES}
    try:
        after = session.click(forward)
    except (ActionError, ArenaError):
        return False
    return any(
        one.node in before and abs(one.box.left - before[one.node].left) > 40
        for one in after.main.walk()
        if one.role in PICTURES
    ) or ((new := stage_of(after)) is not None and new.node != stage.node)
