"""Two shops beside each other, end to end: both are captured, compared, and reported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial

from pydantic import BaseModel, ConfigDict

from shopworld.arena.similarity.capture import Capture, Captured, capture
from shopworld.arena.similarity.crawl import CrawlSettings
from shopworld.arena.similarity.distance import Distance, distance_between
from shopworld.arena.similarity.groups import MeasureComparison, compare_groups
from shopworld.arena.similarity.subjects import open_subject
from shopworld.environments import BrowserProcess
from shopworld.mall import Home


class ShopComparison(BaseModel):
    """Two shops and how far they are from each other."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    first: Capture
    second: Capture
    distance: Distance


class GroupComparison(BaseModel):
    """Two groups of shops, unpaired."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    first: tuple[Capture, ...]
    second: tuple[Capture, ...]
    measures: tuple[MeasureComparison, ...]


def capture_all(
    sources: Sequence[str],
    settings: CrawlSettings | None = None,
    *,
    home: Home | None = None,
    doing: Callable[[str], None] = lambda _: None,
) -> list[Captured]:
    """Captures shops one after the other, with one browser; a shop that is named twice is captured once.

    Args:
        sources: folders, names or addresses, as `open_subject` takes them.
        settings: how far each crawl goes.
        home: where malls are kept.
        doing: hears what is being done.

    Raises:
        InputError: there is no such shop.
        ArenaError: a home page does not open.
        BrowserMissing: there is no Chromium.
    """
    found: dict[str, Captured] = {}
    for source in sources:  # a misspelt name is noticed before an hour of work
        with open_subject(source, home=home):
            pass
    with ExitStack() as stack:
        browser = stack.enter_context(BrowserProcess())
        for source in dict.fromkeys(sources):
            with open_subject(source, home=home) as subject:
                found[source] = capture(subject, browser, settings, doing=partial(_named, doing, subject.name))
    return [found[source] for source in sources]


def _named(doing: Callable[[str], None], shop: str, what: str) -> None:
    doing(f"{shop}: {what}")


def compare_shops(first: Capture, second: Capture) -> ShopComparison:
    """Compares two captured shops."""
    return ShopComparison(
        first=first,
        second=second,
        distance=distance_between(first.graph, second.graph, first.roles, second.roles),
    )


def compare_shop_groups(first: Sequence[Capture], second: Sequence[Capture], *, seed: int = 0) -> GroupComparison:
    """Compares two groups of captured shops."""
    return GroupComparison(
        first=tuple(first), second=tuple(second), measures=tuple(compare_groups(first, second, seed=seed))
    )
