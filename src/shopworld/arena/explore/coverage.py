"""How much of a shop was read, and whether that is enough to speak of it."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.arena.explore.prefetch.site import PrefetchedSite
from shopworld.errors import ArenaError

LEAST_COVERAGE = 0.5
"""Share of the products that a site is known to have, below which nothing is said of it."""
_LEAST_PRODUCTS = 2


class TooLittleRead(ArenaError):
    """Less of the shop was read than is wanted."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was read of a shop's products.

    Attributes:
        found: products that were read, with their price.
        known: products that the site is known to have: by its counts, its site map, or as many as were found.
        cut_off: why reading stopped before its end; empty where it did not.
    """

    found: int
    known: int
    cut_off: str

    @property
    def share(self) -> float:
        """Of the known products, those that were read."""
        return self.found / self.known if self.known else 0.0


def coverage_of(site: PrefetchedSite) -> Coverage:
    """What was read of a site."""
    priced = sum(one.price is not None for one in site.products)
    counted = [one.count or 0 for one in site.collections]
    return Coverage(priced, max(site.products_total or 0, len(site.products), *counted, 0), site.cut_off)


def check_coverage(site: PrefetchedSite, least: float) -> None:
    """Makes sure that enough was read.

    Raises:
        TooLittleRead: fewer products than that share, or hardly any; the message says what could not be read.
    """
    read = coverage_of(site)
    if least <= 0 or (read.share >= least and read.found >= _LEAST_PRODUCTS):
        return
    unread = [f"{one.what}: {one.reason}" for one in site.omissions[:4]]
    if not site.collections:
        unread.insert(0, "no listing of products was recognised")
    unpriced = len(site.products) - read.found
    if unpriced:
        unread.insert(0, f"{unpriced} products have no price that could be read")
    raise TooLittleRead(
        f"{read.found} of {read.known or 'an unknown number of'} products could be read, too few to describe the shop"
        + (f" ({'; '.join(unread)})" if unread else ""),
        hint=(
            "Raise --requests or --seconds."
            if read.cut_off
            else f"Nothing was written. --coverage below {max(read.share, 0.01):.2f} writes what there is all the same."
        ),
    )
