"""What happens in a shop, as event payloads. Prices are in cents, as charged at that moment."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from shopworld.episode import Payload


class PageViewed(Payload, kind="page_viewed"):
    """A page was rendered for the shopper."""

    path: str
    """Path with query, as requested."""
    page: str
    """`home`, `category`, `search`, `product`, `cart`, `checkout`, `order`, `policy`, `contact`, `not_found`, …"""
    status: int = 200


class SearchPerformed(Payload, kind="search_performed"):
    """A listing or search was shown."""

    query: str = ""
    category: tuple[str, ...] = ()
    filters: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    sort: str
    page: int = 1
    total: int
    results: tuple[str, ...]
    """Ids of the offers on the page, in order."""


class ProductViewed(Payload, kind="product_viewed"):
    """A product page was shown."""

    offer_id: str
    slug: str
    """Of the offer's page: checks name offers by shop and slug, and read events only."""
    variant_id: str | None = None
    price: int | None


class ReviewRead(Payload, kind="review_read"):
    """Reviews of a product were shown."""

    offer_id: str
    review_ids: tuple[str, ...]


class CartChanged(Payload, kind="cart_changed"):
    """A cart line now has this quantity; 0: it is gone."""

    offer_id: str
    slug: str
    """Of the offer's page."""
    variant_id: str | None = None
    quantity: int
    """The line's quantity after the change."""
    price: int
    """Of one piece."""


class CartRefused(Payload, kind="cart_refused"):
    """Something could not be put into the cart, or not as many: the shopper is told why."""

    number: int | None
    """The offer's number; None where there is no such offer."""
    reason: Literal["unknown", "not_for_sale", "sold_out", "too_many", "choice_missing", "bad_quantity"]
    message: str
    options: tuple[str, ...] = ()
    """What was chosen of `option_1`, `option_2`, …; empty text where nothing was."""


class PromotionRefused(Payload, kind="promotion_refused"):
    """A promotion code was entered and not taken."""

    code: str
    message: str


class PromotionApplied(Payload, kind="promotion_applied"):
    """A promotion code was entered and taken."""

    code: str


class PromotionRemoved(Payload, kind="promotion_removed"):
    """A promotion code was taken away."""

    code: str


class CheckoutStep(Payload, kind="checkout_step"):
    """A step of the checkout was sent; with errors it was not taken."""

    step: str
    """`contact`, `address`, `delivery`, `payment` or `one_page`."""
    values: dict[str, str] = Field(default_factory=dict)
    """What was entered, card number and CVV masked."""
    errors: dict[str, str] = Field(default_factory=dict)


class OrderLine(Payload):
    """One line of an order."""

    offer_id: str
    slug: str
    """Of the offer's page."""
    variant_id: str | None = None
    title: str
    quantity: int
    price: int


class Address(Payload):
    """A postal address as entered."""

    first_name: str = ""
    last_name: str = ""
    company: str = ""
    street: str = ""
    house_number: str = ""
    zip: str = ""
    city: str = ""
    state: str = ""
    country: str = ""

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first_name} {self.last_name}".strip()


class OrderPlaced(Payload, kind="order_placed"):
    """An order was placed; the cart is empty afterwards."""

    number: int
    lines: tuple[OrderLine, ...]
    email: str
    phone: str = ""
    billing: Address
    shipping: Address
    delivery_method: str
    payment_method: str
    card_digits: str = ""
    """As entered, digits only: no real card exists in these worlds, and tasks check the number."""
    card_expiry: str = ""
    card_cvv: str = ""
    promotion_code: str | None = None
    goods_total: int
    discount: int = 0
    shipping_price: int
    total: int


class PolicyViewed(Payload, kind="policy_viewed"):
    """A policy or information page was shown."""

    handle: str


class ContactSent(Payload, kind="contact_sent"):
    """The contact form was sent."""

    name: str
    email: str
    message: str


class NewsletterSubscribed(Payload, kind="newsletter_subscribed"):
    """The newsletter form was sent."""

    email: str


class NewsletterRefused(Payload, kind="newsletter_refused"):
    """The newsletter form was sent with something that is no e-mail address."""

    email: str


class CookiesChosen(Payload, kind="cookies_chosen"):
    """The cookie banner was answered."""

    accepted: bool
