"""An offer of a mall of offers, with where it comes from."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.catalog import Offer
from shopworld.offers.facts import OfferFact
from shopworld.offers.record import CrawledOffer


@dataclass(frozen=True, slots=True)
class SoldOffer:
    """An offer of the mall with the crawled one behind it.

    Attributes:
        offer: as the shop sells it.
        crawled: as it was found.
        cluster: name of its cluster, if it is of the core.
        facts: what it states, with evidence.
    """

    offer: Offer
    crawled: CrawledOffer
    cluster: str
    facts: tuple[OfferFact, ...]
