"""What checks look at: the answer, carts, orders and visited product pages, folded from an episode's events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from shopworld.episode import Event, Fold, Payload
from shopworld.mall.events import AnswerSubmitted, MessageSent
from shopworld.shop.events import (
    CartChanged,
    CheckoutStep,
    OrderPlaced,
    PageViewed,
    PolicyViewed,
    ProductViewed,
    SearchPerformed,
)
from shopworld.tasks.offers import OfferAddress
from shopworld.tasks.recommendation import ProductRecommended

Happening = TypeVar("Happening", bound=Payload)


@dataclass(frozen=True, slots=True)
class PlacedOrder:
    """One order and the shop it was placed in."""

    shop: str
    order: OrderPlaced

    @property
    def pieces(self) -> dict[OfferAddress, int]:
        """Pieces of each offer, all variants together."""
        pieces: dict[OfferAddress, int] = {}
        for line in self.order.lines:
            address = OfferAddress(shop=self.shop, slug=line.slug)
            pieces[address] = pieces.get(address, 0) + line.quantity
        return pieces


@dataclass(frozen=True, slots=True)
class Listing:
    """A listing as it was shown: of which shop and category, how it was searched, narrowed and sorted."""

    shop: str
    category: tuple[str, ...]
    filters: tuple[tuple[str, tuple[str, ...]], ...]
    sort: str
    query: str = ""


@dataclass(slots=True)
class EpisodeEvidence:
    """What an episode has come to so far.

    Attributes:
        answer: the text last submitted on the solution page or sent to the user; None without one.
        cart_lines: pieces in the carts by offer and variant (with the text on them), only lines that hold something.
        orders: in the order of placing.
        viewed: offers whose product page was shown, in the order of the first visit.
        carted: offers that were in a cart at some moment, in the order of adding.
        recommended: id of the product that the agent recommended, as it was given; None without one.
        filters: names of the filters that listings were narrowed by, in the order of first use.
        sorts: sorts that listings were shown in, the shops' usual ones too.
        listings: those that were shown, and whether nothing had been in a cart when each was shown first.
        pages: information pages that were opened by shop and handle, and the same of each.
        checkouts: shops whose checkout was entered.
        events: everything, for kinds of check that look at what is not gathered here.
    """

    answer: str | None = None
    cart_lines: dict[tuple[OfferAddress, str | None], int] = field(default_factory=dict)
    orders: list[PlacedOrder] = field(default_factory=list)
    viewed: dict[OfferAddress, None] = field(default_factory=dict)
    carted: dict[OfferAddress, None] = field(default_factory=dict)
    recommended: str | None = None
    filters: dict[str, None] = field(default_factory=dict)
    sorts: dict[str, None] = field(default_factory=dict)
    listings: dict[Listing, bool] = field(default_factory=dict)
    pages: dict[tuple[str, str], bool] = field(default_factory=dict)
    checkouts: dict[str, None] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)

    @property
    def cart(self) -> dict[OfferAddress, int]:
        """Pieces of each offer in the carts now, all variants together."""
        pieces: dict[OfferAddress, int] = {}
        for (address, _), quantity in self.cart_lines.items():
            pieces[address] = pieces.get(address, 0) + quantity
        return pieces

    def happened(self, kind: type[Happening]) -> list[tuple[str, Happening]]:
        """What happened of one kind, in order, each with the shop where it did."""
        return [(one.shop or "", one.payload) for one in self.events if isinstance(one.payload, kind)]


def _apply(evidence: EpisodeEvidence, event: Event) -> EpisodeEvidence:
    payload, shop = event.payload, event.shop or ""
    evidence.events.append(event)
    match payload:
        case AnswerSubmitted(text=text) | MessageSent(role="assistant", text=text):
            evidence.answer = text
        case ProductRecommended():
            evidence.recommended = payload.product_id
        case SearchPerformed():
            evidence.filters |= dict.fromkeys(payload.filters)
            evidence.sorts.setdefault(payload.sort)
            listing = Listing(shop, payload.category, tuple(payload.filters.items()), payload.sort, payload.query)
            evidence.listings.setdefault(listing, not evidence.carted)
        case PolicyViewed():
            evidence.pages.setdefault((shop, payload.handle), not evidence.carted)
        case PageViewed(page="checkout") | CheckoutStep():
            evidence.checkouts.setdefault(shop)
        case ProductViewed():
            evidence.viewed.setdefault(OfferAddress(shop=shop, slug=payload.slug))
        case CartChanged():
            address = OfferAddress(shop=shop, slug=payload.slug)
            line = (address, payload.line)
            if payload.quantity > 0:
                evidence.cart_lines[line] = payload.quantity
                evidence.carted.setdefault(address)
            else:
                evidence.cart_lines.pop(line, None)
        case OrderPlaced():
            evidence.orders.append(PlacedOrder(shop, payload))
            for line in [line for line in evidence.cart_lines if line[0].shop == shop]:
                del evidence.cart_lines[line]
        case _:
            pass
    return evidence


EVIDENCE: Fold[EpisodeEvidence] = Fold("evidence", EpisodeEvidence, _apply)
"""Folds an episode's events into what checks look at."""
