"""Element ids: numbers in document order, with a letter in front for each frame that they lie in.

An element keeps its id as long as its document lives; elements that a script adds later get the next numbers, in
document order again. So an id that an agent remembers still means the same element, and the same page always gets the
same ids.
"""

from __future__ import annotations

from collections.abc import Iterable

from shopworld.environments.browser.snapshot import FrameElements

_FRAME_NAMES = frozenset({"IFRAME", "FRAME"})


class ElementIdentifiers:
    """Ids of the elements of one page, from one of its documents to the next."""

    def __init__(self) -> None:
        self._begin(-1)

    def update(self, document: int, frames: Iterable[FrameElements]) -> None:
        """Takes the elements of the page as it is now.

        Args:
            document: number of the main document; with a new one all ids begin anew.
            frames: the main document first, each frame after its owner.
        """
        if document != self._document:
            self._begin(document)
        for frame in frames:
            prefix = "" if frame.owner is None else self._ids.get(frame.owner)
            if prefix is None:
                continue
            for node, name in frame.elements:
                if node not in self._ids:
                    self._add(node, prefix + self._next(prefix, is_frame=name in _FRAME_NAMES))

    def id_of(self, node: int | None) -> str:
        """The id of the element with that backend node id; empty for none."""
        return self._ids.get(node, "") if node is not None else ""

    def node_of(self, identifier: str) -> int | None:
        """The backend node id of the element with that id."""
        return self._nodes.get(identifier)

    def _begin(self, document: int) -> None:
        self._document = document
        self._ids: dict[int, str] = {}
        self._nodes: dict[str, int] = {}
        self._next_element: dict[str, int] = {}
        self._next_frame: dict[str, int] = {}

    def _add(self, node: int, identifier: str) -> None:
        self._ids[node] = identifier
        self._nodes[identifier] = node

    def _next(self, prefix: str, *, is_frame: bool) -> str:
        counter = self._next_frame if is_frame else self._next_element
        number = counter.get(prefix, 0)
        counter[prefix] = number + 1
        return _letters(number) if is_frame else str(number)


def _letters(number: int) -> str:
    """`a` to `z`, then `Aa`, `Ab`, …: upper case for all but the last letter, so that nested frames stay readable."""
    letters = chr(ord("a") + number % 26)
    number //= 26
    while number:
        letters = chr(ord("A") + (number - 1) % 26) + letters
        number = (number - 1) // 26
    return letters
