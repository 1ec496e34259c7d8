"""How a task is solved, as data: each kind of check gives steps, and whoever plays carries them out by its interface.

The reference solver does so in a browser or by tools (`agents/briefing.py`), the proofs by events made by hand
(`by_hand.py`). Both match every step, so that a new one cannot be forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.catalog import Sort
from shopworld.tasks.buyer import Buyer
from shopworld.tasks.offers import Group, OfferAddress


@dataclass(frozen=True, slots=True)
class NameOffers:
    """The answer names the address of one offer of each group."""

    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class FillCart:
    """One offer of each group is left in a cart, so many pieces of it."""

    groups: tuple[Group, ...]
    quantity: int


@dataclass(frozen=True, slots=True)
class PlaceOrders:
    """One offer of each group is ordered, so many pieces of it, by that buyer."""

    groups: tuple[Group, ...]
    quantity: int
    buyer: Buyer
    payment_method: str


@dataclass(frozen=True, slots=True)
class SettleOrder:
    """How the order in one shop is delivered and made cheaper, and what it then costs, in cents.

    Attributes:
        shop: id of the shop.
        delivery: id of the way of delivery.
        code: promotion code to enter; empty if none.
    """

    shop: str
    delivery: str
    code: str
    goods: int
    discount: int
    shipping: int
    currency: str

    @property
    def total(self) -> int:
        """What is charged."""
        return self.goods - self.discount + self.shipping


@dataclass(frozen=True, slots=True)
class TakeVariant:
    """Of an offer, one of these variants is taken."""

    offer: OfferAddress
    variants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ViewProducts:
    """The page of one offer of each group is opened."""

    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class ReadPage:
    """One of these information pages of a shop is opened, before anything is put into a cart."""

    shop: str
    handles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenListing:
    """A listing of a shop is shown like this, before anything is put into a cart.

    Attributes:
        shop: id of the shop.
        category: path of the collection; None: any listing.
        filters: field of each filter, and the values of which one is chosen.
        sort: None: as the shop sorts.
        query: words to search for, or empty.
    """

    shop: str
    category: tuple[str, ...] | None
    filters: tuple[tuple[str, tuple[str, ...]], ...]
    sort: Sort | None
    query: str


@dataclass(frozen=True, slots=True)
class WriteMessage:
    """A message is sent by a shop's contact form."""

    shop: str
    name: str
    email: str
    text: str


@dataclass(frozen=True, slots=True)
class GiveText:
    """The answer is this text."""

    text: str


@dataclass(frozen=True, slots=True)
class RecommendProduct:
    """A product is recommended, by tools over a catalog.

    Attributes:
        product_id: which one.
        opinions: what is looked for in its reviews.
    """

    product_id: str
    opinions: tuple[str, ...] = ()


PlanStep = (
    NameOffers
    | FillCart
    | PlaceOrders
    | SettleOrder
    | TakeVariant
    | ViewProducts
    | ReadPage
    | OpenListing
    | WriteMessage
    | GiveText
    | RecommendProduct
)
