"""One shop of a cohort after the other: written, looked at, captured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.cohort.looking import SeenShop, look_at
from shopworld.arena.generate import generate_shop
from shopworld.arena.similarity.capture import Capture
from shopworld.arena.similarity.comparing import capture_all
from shopworld.arena.similarity.crawl import CrawlSettings
from shopworld.environments import BrowserProcess
from shopworld.shop import ShopFolder


@dataclass(frozen=True, slots=True)
class ShopOrder:
    """A shop that is to be made.

    Attributes:
        bundle: the manual, with the look that this shop wears.
        number: of the shop, from 0.
        seed: of its choices.
        products: how many; None: as the manual says.
        navigations: most pages that are opened of it for its graph; 0: there is none.
    """

    bundle: SpecificationBundle
    number: int
    seed: int
    products: int | None
    navigations: int

    def place(self, out: Path) -> Path:
        """Its folder below that of the cohort: `01`, `02`, …"""
        return out / f"{self.number + 1:02}"


def written(order: ShopOrder, out: Path) -> ShopFolder:
    """Writes a shop."""
    return generate_shop(order.bundle, order.place(out), seed=order.seed, products=order.products).shop


def looked_at(shops: Sequence[ShopFolder], doing: Callable[[int, int, str], object]) -> list[SeenShop]:
    """Looks at shops with one browser."""
    with ExitStack() as stack:
        browser = stack.enter_context(BrowserProcess())
        found = []
        for number, shop in enumerate(shops):
            doing(number, len(shops), "looking")
            found.append(look_at(shop, browser))
    return found


def captured(shops: Sequence[ShopFolder], navigations: int) -> list[Capture]:
    """Graphs of shops; none where no page may be opened for them."""
    if not navigations:
        return []
    found = capture_all([str(one.path) for one in shops], CrawlSettings(navigations=navigations))
    return [one.capture for one in found]
