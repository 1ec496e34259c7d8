"""Checks: typed, declarative conditions over an episode's events. A check knows nothing of browsers or agents."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from shopworld.catalog.query import Sort
from shopworld.tasks.conditions import Condition
from shopworld.tasks.rubrics import Rubric


class CheckModel(BaseModel):
    """Base of all checks: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class OfferAddress(CheckModel):
    """An offer as tasks name it: by shop and slug; compared by shop and path, never by text."""

    shop: str
    slug: str


Group = tuple[OfferAddress, ...]
"""Offers of which any one will do."""


class AnswerSet(CheckModel):
    """The submitted addresses are exactly: at least one of each group, and nothing outside the groups.

    Several of one group are fine: naming both of two equally cheap offers answers "the cheapest". An address that is no
    product page of these shops counts as a wrong answer; words that are no addresses do not count.
    """

    type: Literal["answer_set"] = "answer_set"
    groups: tuple[Group, ...] = Field(min_length=1)


class Cart(CheckModel):
    """At the end the carts hold exactly one offer of each group, `quantity` pieces of it, and nothing else.

    Variants of an offer are counted together.
    """

    type: Literal["cart"] = "cart"
    groups: tuple[Group, ...] = Field(min_length=1)
    quantity: int = 1


class Buyer(CheckModel):
    """Who orders, where to, and how it is paid. Empty fields are not checked.

    Compared by meaning (`tasks/contact.py`): the name may be split over first and last name, the house number may stand
    in the street field, codes and names of states and countries are the same. Billing and delivery address must both be
    the buyer's.
    """

    name: str = ""
    street: str = ""
    house_number: str = ""
    zip: str = ""
    city: str = ""
    state: str = ""
    country: str = ""
    email: str = ""
    card: str = ""
    cvv: str = ""
    expiry_date: str = ""


class Order(CheckModel):
    """Orders were placed for exactly one offer of each group, `quantity` pieces of it, nothing else, by that buyer.

    Offers of the same shop must be in one order where `one_order_per_shop` holds. An offer that was ordered with a
    wrong name, address or payment counts as returned, not as right. What is left in carts is not looked at.
    """

    type: Literal["order"] = "order"
    groups: tuple[Group, ...] = Field(min_length=1)
    quantity: int = 1
    buyer: Buyer = Buyer()
    payment_method: str = "card"
    one_order_per_shop: bool = True


class PageVisited(CheckModel):
    """The page of at least one offer of each group was viewed."""

    type: Literal["page_visited"] = "page_visited"
    groups: tuple[Group, ...] = Field(min_length=1)


class AnswerText(CheckModel):
    """The submitted text equals one of the accepted ones after normalisation (case, space, currency, number format)."""

    type: Literal["answer_text"] = "answer_text"
    accepted: tuple[str, ...] = Field(min_length=1)


class NoSideEffects(CheckModel):
    """Nothing happened in any shop that the task did not ask for: no other orders, carts otherwise empty at the end."""

    type: Literal["no_side_effects"] = "no_side_effects"
    allow_cart: bool = False
    """Whether carts may hold things at the end (the `cart` check then says what)."""
    allow_orders: bool = False
    """Whether orders may be placed (the `order` check then says which)."""


class Recommendation(CheckModel):
    """The recommended product is the target, or satisfies all rubrics (EComAgentBench's correctness, D.4)."""

    type: Literal["recommendation"] = "recommendation"
    target: str
    """Product id."""
    rubrics: tuple[Rubric, ...] = Field(min_length=1)
    acceptable: tuple[str, ...] = ()
    """Ids of all products of the catalog that satisfy all rubrics, the target first; counted when the task was made."""


class ChosenProduct(CheckModel):
    """The product that the answer chooses satisfies an evolved query in each of its aspects (DeepShop, section 3.6).

    Chosen is the first product that the answer links to. An answer that links to more than `most_named` products
    chooses none. An aspect that the query does not have counts as satisfied.
    """

    type: Literal["chosen_product"] = "chosen_product"
    attribute: tuple[Condition, ...] = ()
    """The thing itself and its attributes."""
    filter: tuple[Condition, ...] = ()
    sort: Sort | None = None
    """The chosen product must be first under it among those that satisfy both other parts; equals share the place."""
    accepted: Group = Field(min_length=1)
    """All offers of the catalog that satisfy everything; counted when the task was made."""
    most_named: int = Field(default=10, ge=1)


class CartVariant(CheckModel):
    """All pieces of an offer in the cart are of one of these variants, and there is at least one."""

    type: Literal["cart_variant"] = "cart_variant"
    offer: OfferAddress
    variants: tuple[str, ...] = Field(min_length=1)
    """Ids of the variants that will do."""


class PageRead(CheckModel):
    """One of these information pages of the shop was opened."""

    type: Literal["page_read"] = "page_read"
    shop: str
    handles: tuple[str, ...] = Field(min_length=1)
    before_cart: bool = False
    """Whether it must be opened before anything is put into a cart."""


class FilterChoice(CheckModel):
    """A filter of a listing, and the values that may be chosen: at least one of them, and no other."""

    field: str
    """As events name it: `brand`, `on_sale`, `attribute.colour`, …"""
    values: tuple[str, ...] = Field(min_length=1)


class ListingUsed(CheckModel):
    """A listing of the shop was shown in which all of this holds at the same time."""

    type: Literal["listing_used"] = "listing_used"
    shop: str
    category: tuple[str, ...] | None = None
    """Path of the category or collection; None: any listing."""
    filters: tuple[FilterChoice, ...] = ()
    sort: Sort | None = None
    query: str = ""
    """Words that were searched for; case and surplus space do not count. Empty: whether searched for or not."""
    before_cart: bool = False
    """Whether it must be shown before anything is put into a cart."""


class NoCheckout(CheckModel):
    """The checkout was never entered."""

    type: Literal["no_checkout"] = "no_checkout"


Check = Annotated[
    AnswerSet
    | Cart
    | Order
    | PageVisited
    | AnswerText
    | NoSideEffects
    | Recommendation
    | ChosenProduct
    | CartVariant
    | PageRead
    | ListingUsed
    | NoCheckout,
    Field(discriminator="type"),
]
