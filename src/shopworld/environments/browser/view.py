"""Reads a page that has come to rest: its text, ids, and pictures, with all protocol calls in flight at once."""

from __future__ import annotations

import base64
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from shopworld.environments.browser.accessibility import ElementFacts, describe_page
from shopworld.environments.browser.connection import CommandRefused
from shopworld.environments.browser.identifiers import ElementIdentifiers
from shopworld.environments.browser.page import BrowserPage
from shopworld.environments.browser.snapshot import FrameElements, read_snapshot

JPEG_QUALITY = 70


@dataclass(frozen=True, slots=True)
class View:
    """One page as read.

    Attributes:
        text: the accessibility tree as text.
        focused: id of the focused element, or empty.
        frames: the elements of all documents, the main one first.
        screenshot: JPEG bytes of the viewport, where asked for.
        document: number of the page's document.
        changes: the document's count of changes when it had come to rest.
    """

    text: str
    focused: str
    frames: list[FrameElements]
    screenshot: bytes | None
    document: int
    changes: int | None

    def elements_of(self, page: BrowserPage) -> list[FrameElements] | None:
        """The elements read then, where the page certainly has the same ones now, each as clickable as it was."""
        certain = self.changes is not None and (self.document, self.changes) == (page.document, page.changes)
        return self.frames if certain and not page.frames and not self.frames[0].shadowed else None


def read_view(
    page: BrowserPage, identifiers: ElementIdentifiers, *, screenshot: bool, last: View | None = None
) -> View:
    """Reads the page as it is now.

    Args:
        page: a tab that has come to rest.
        identifiers: gives the ids; takes in new elements.
        screenshot: whether to take a picture of the viewport.
        last: what was read of the page before; its elements are read anew only where they may have changed.

    Raises:
        CommandRefused: the page was left while it was read; let it settle and read again.
        EnvironmentFault: the page or the browser is gone.
    """
    with _no_collection():
        return _read(page, identifiers, None if last is None or screenshot else last.elements_of(page), screenshot)


def _read(
    page: BrowserPage, identifiers: ElementIdentifiers, known: list[FrameElements] | None, screenshot: bool
) -> View:
    stamp = page.document, page.changes
    picture = _send_screenshot(page) if screenshot else None
    snapshot = page.send("DOMSnapshot.captureSnapshot", computedStyles=[]) if known is None else 0
    tree = page.send("Accessibility.getFullAXTree")
    inner_trees = {frame: page.send("Accessibility.getFullAXTree", frameId=frame) for frame in page.frames}
    frames = known if known is not None else read_snapshot(page.answer(snapshot))
    identifiers.update(page.document, frames)
    nodes = page.answer(tree)["nodes"]
    inner_nodes = {frame: _nodes(page, number) for frame, number in inner_trees.items()}
    facts = ElementFacts(
        identifier=identifiers.id_of,
        clickable=frozenset().union(*(frame.clickable for frame in frames)),
        frames={
            frame.owner: inner_nodes[frame.frame]
            for frame in frames
            if frame.owner is not None and frame.frame in inner_nodes
        },
    )
    described = describe_page(nodes, facts)
    taken = base64.b64decode(page.answer(picture)["data"]) if picture is not None else None
    return View(described.text, identifiers.id_of(described.focused_node), frames, taken, *stamp)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keeps the garbage collector away: a tree of thousands of nodes makes it run again and again for nothing."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _send_screenshot(page: BrowserPage) -> int:
    return page.send("Page.captureScreenshot", format="jpeg", quality=JPEG_QUALITY, optimizeForSpeed=True)


def _nodes(page: BrowserPage, number: int) -> list[dict[str, Any]]:
    """The tree of an inner frame; nothing where the frame was removed meanwhile."""
    try:
        nodes: list[dict[str, Any]] = page.answer(number)["nodes"]
    except CommandRefused:
        return []
    return nodes
