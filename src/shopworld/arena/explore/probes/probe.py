"""What a probe is: one focused look at a site."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from shopworld.arena.explore.prefetch.site import PrefetchedSite
from shopworld.arena.explore.scene import Scene


@dataclass(frozen=True, slots=True)
class Probe:
    """One focused look at a site, in a browser context of its own.

    Attributes:
        name: as plans write it.
        priority: higher ones run first.
        answers: dotted names of the values it finds out; an area ends with a dot.
        run: does it; raises where it cannot.
        task: what it will do on this site, for the plan.
        omit: why it has nothing to do on this site; empty where it has.
    """

    name: str
    priority: int
    answers: tuple[str, ...]
    run: Callable[[Scene], None]
    task: Callable[[PrefetchedSite], str]
    omit: Callable[[PrefetchedSite], str] = lambda _: ""
