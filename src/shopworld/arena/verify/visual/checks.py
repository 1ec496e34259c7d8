"""The visual checks: each reads one look at a page. More can be given to `visual_verifier`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import TypeAlias

from shopworld.arena.verify.finding import Finding, Severity
from shopworld.arena.verify.visual.look import PicturePrint, WindowView

VisualCheck: TypeAlias = Callable[[WindowView], Iterable[Finding]]
"""One question to a look at a page: give it to `visual_verifier`."""

_WIDEST_OVERFLOW = 1
_SAME_CELLS, _SAME_COLOUR = 4, 4
"""Cells of 256, and steps of 255 in each of red, green and blue, up to which two pictures are the same one."""
_PRODUCT = re.compile(r"/media/(\d+)/")


def overflow(look: WindowView) -> Iterator[Finding]:
    """Nothing stands out of the window at the side."""
    found = look.measures.overflow
    if found.pixels > _WIDEST_OVERFLOW:
        by = f": {', '.join(found.by)}" if found.by else ""
        yield seen(
            look,
            "overflow",
            f"the page is {found.pixels} px wider than its window{by}",
            "Let it wrap or shrink: max-width: 100%, min-width: 0, flex-wrap, overflow-wrap.",
        )


def overlap(look: WindowView) -> Iterator[Finding]:
    """No two texts or controls share their place."""
    for one in look.measures.overlaps:
        yield seen(
            look,
            "overlap",
            f"{one.one} and {one.other} lie over each other ({one.pixels} px² at y = {one.y})",
            "Give both a place of their own: check position, negative margins and fixed heights.",
        )


def contrast(look: WindowView) -> Iterator[Finding]:
    """Text can be read: 4.5 to 1 against its ground, 3 to 1 where it is large."""
    for one in look.measures.faint:
        yield seen(
            look,
            "contrast",
            f"the text {one.text!r} has a contrast of {one.ratio:g} ({one.colour} on {one.ground}), expected"
            f" {one.wanted:g}",
            "Make the text darker or its ground lighter (or the other way round).",
        )


def pictures(look: WindowView) -> Iterator[Finding]:
    """Every picture is there."""
    for address in look.measures.broken:
        yield seen(look, "picture", f"the picture {address} does not come", "Correct its address in the template.")


def drawn_twice(look: WindowView) -> Iterator[Finding]:
    """No two products have the same picture."""
    for one, other in same_pictures(look.measures.prints):
        yield seen(
            look,
            "picture twice",
            f"the pictures {one} and {other} of two products cannot be told apart",
            "Give the products the facts that they differ in (colour, size, pieces), or pictures of their own.",
        )


def same_pictures(prints: Iterable[PicturePrint]) -> Iterator[tuple[str, str]]:
    """Addresses of pictures of different products that look the same."""
    for one, other in combinations(prints, 2):
        first, second = _PRODUCT.search(one.address), _PRODUCT.search(other.address)
        if first is None or second is None or first[1] == second[1]:
            continue
        cells = sum(here != there for here, there in zip(one.cells, other.cells, strict=True))
        colours = max(abs(here - there) for here, there in zip(one.colour, other.colour, strict=True))
        if cells <= _SAME_CELLS and colours <= _SAME_COLOUR:
            yield one.address, other.address


def empty_regions(look: WindowView) -> Iterator[Finding]:
    """No page, band or section is empty."""
    if not look.measures.words:
        yield seen(look, "empty region", "the main part of the page is empty", "Check the template of this page.")
        return
    for gap in look.measures.gaps:
        yield seen(
            look,
            "empty region",
            f"nothing stands between y = {gap.top} and y = {gap.bottom}",
            "Take out the height, margin or element that makes the gap.",
        )
    for title in look.measures.hollow:
        yield seen(
            look,
            "empty region",
            f"the section {title!r} has a heading and nothing below it",
            "Fill the section, or leave it out where it has nothing to show.",
        )


def dressed(look: WindowView) -> Iterator[Finding]:
    """Style and script of the shop are there."""
    if not look.measures.styled:
        yield seen(look, "style", "no style sheet applies", "Keep the link to the shop's style sheet in base.html.")
    if look.scripted and not look.measures.script:
        yield seen(look, "script", "the shop's script does not come", "Keep its script element in base.html.")


def seen(look: WindowView, about: str, what: str, cure: str, severity: Severity = "error") -> Finding:
    """A finding of a visual check."""
    return Finding(
        verifier=f"visual: {about}", area=look.area, severity=severity, place=look.place, what=what, cure=cure
    )


VISUAL_CHECKS: tuple[VisualCheck, ...] = (overflow, overlap, contrast, pictures, drawn_twice, empty_regions, dressed)
"""The checks that come with the project."""
