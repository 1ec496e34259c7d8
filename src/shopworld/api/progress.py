"""How far a piece of work has come, for who waits for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a piece of work has come. `progress=print` shows it.

    Attributes:
        what: is being done, in words that stay the same as long as it lasts.
        done: how much of it is done.
        total: how much there is; 0 where that is not known.
        detail: what it is about at the moment.
    """

    what: str
    done: int = 0
    total: int = 0
    detail: str = ""

    def __str__(self) -> str:
        counted = f" {self.done} of {self.total}" if self.total else ""
        return f"{self.what}{counted}" + (f": {self.detail}" if self.detail else "")


OnProgress = Callable[[Progress], object]
"""Is told how a piece of work goes on."""


def in_words(told: OnProgress | None, what: str) -> Callable[[str], None]:
    """Tells in words what is being done."""

    def tell(detail: str) -> None:
        if told is not None:
            told(Progress(what, detail=detail))

    return tell


def counted(told: OnProgress | None, what: str) -> Callable[[int, int], None]:
    """Tells how much of how much is done."""

    def tell(done: int, total: int) -> None:
        if told is not None:
            told(Progress(what, done, total))

    return tell


def added(told: OnProgress | None, what: str, total: int) -> Callable[[int], None]:
    """Tells how much is done, by how much more that is each time."""
    done = 0

    def tell(more: int) -> None:
        nonlocal done
        done += more
        if told is not None:
            told(Progress(what, done, total))

    return tell
