"""One leg of a journey: what is done, in words, and what holds afterwards."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.tasks import AnswerText, CartVariant, Group, ListingUsed, PageRead, PageVisited


@dataclass(frozen=True, slots=True)
class Leg:
    """A leg.

    Attributes:
        behaviours: of ShopGym's fourteen, those that it shows.
        text: what is to be done; sentences that end in a dot.
        cart: groups of offers, of each of which one is in the cart at the end.
        quantity: pieces of each.
        ways: what happens on the way.
        question: what is to be answered at the end; empty where nothing is.
        near_misses: groups that could stand where `cart` does, and must not.
        facts: how many facts of the shop it needs to be known.
    """

    behaviours: tuple[str, ...]
    text: str
    cart: tuple[Group, ...] = ()
    quantity: int = 1
    ways: tuple[CartVariant | ListingUsed | PageRead | PageVisited | AnswerText, ...] = ()
    question: str = ""
    near_misses: tuple[Group, ...] = ()
    facts: int = 0

    @property
    def slugs(self) -> frozenset[str]:
        """All offers that its groups name."""
        return frozenset(one.slug for group in self.cart for one in group)
