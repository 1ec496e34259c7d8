"""What happens in a shop, as event payloads. Prices are in cents, as charged at that moment."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from shopworld.episode import Payload


def line_name(variant_id: str | None, personalization: str) -> str | None:
    """What tells a cart line from others of the same offer: its variant, and the shopper's own text if there is one."""
    return f"{variant_id or ''}/{personalization}" if personalization else variant_id


class PageViewed(Payload, kind="page_viewed"):
    """A page was rendered for the shopper."""

    path: str
    """Path with query, as requested."""
    page: str
    """`home`, `category`, `search`, `product`, `cart`, `checkout`, `order`, `policy`, `contact`, `not_found`, …"""
    status: int = 200
    offers: tuple[str, ...] | None = Field(default=None, exclude_if=lambda value: value is None)
    """Slugs of the offers that it leads to, each once, in order; none where it is read as data: what a tool tells of it
    stands in the tool's own event. None in logs of old."""
    suggested: bool = Field(default=False, exclude_if=lambda value: not value)
    """Whether a search field has suggested this page in this episode."""


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
    currency: str = ""
    """ISO 4217 code of the price; empty in logs of old."""


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
    personalization: str = ""
    """The shopper's own text on it (an engraving, a monogram); pieces with another text are another line."""
    quantity: int
    """The line's quantity after the change."""
    price: int
    """Of one piece."""
    currency: str = ""
    """ISO 4217 code of the price; empty in logs of old."""

    @property
    def line(self) -> str | None:
        """What tells this line from others of the same offer."""
        return line_name(self.variant_id, self.personalization)


class CartRefused(Payload, kind="cart_refused"):
    """Something could not be put into the cart, or not as many: the shopper is told why."""

    number: int | None
    """The offer's number; None where there is no such offer."""
    reason: Literal["unknown", "not_for_sale", "sold_out", "too_many", "choice_missing", "bad_quantity", "bad_text"]
    message: str
    options: tuple[str, ...] = ()
    """What was chosen of `option_1`, `option_2`, …; empty text where nothing was."""
    personalization: str = ""
    """What was typed as a text of one's own."""


class WishListChanged(Payload, kind="wish_list_changed"):
    """A product was put on the wish list, or taken off it."""

    offer_id: str
    slug: str
    """Of the offer's page."""
    kept: bool


class ComparisonChanged(Payload, kind="comparison_changed"):
    """A product was put beside others to be compared, or taken away from there."""

    offer_id: str
    slug: str
    """Of the offer's page."""
    kept: bool


class AccountOpened(Payload, kind="account_opened"):
    """The shopper signed in, or opened an account; no password is ever kept."""

    email: str


class AccountLeft(Payload, kind="account_left"):
    """The shopper signed out."""


class OrderLookedUp(Payload, kind="order_looked_up"):
    """The shopper asked how an order is getting on."""

    number: str
    found: bool


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


class DeliveryEstimated(Payload, kind="delivery_estimated"):
    """The shopper asked in the cart what delivery to a place costs."""

    country: str
    """ISO 3166-1 alpha-2 code; empty where it was not understood."""
    postcode: str = ""
    message: str = ""
    """Why there is no estimate; empty where there is one."""


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
    personalization: str = ""
    """The shopper's own text on it."""
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
    currency: str = ""
    """ISO 4217 code of all amounts; empty in logs of old."""


class PolicyViewed(Payload, kind="policy_viewed"):
    """A policy or information page was shown."""

    handle: str


class ArticleViewed(Payload, kind="article_viewed"):
    """An article of a blog, or the list of its articles, was shown."""

    blog: str
    """Handle of the blog."""
    article: str = ""
    """Handle of the article; empty for the list."""


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


class OverlayDismissed(Payload, kind="overlay_dismissed"):
    """The announcement or a pop-up was closed."""

    what: Literal["announcement", "popup", "newsletter"]


class AgeAnswered(Payload, kind="age_answered"):
    """The age gate was answered."""

    old_enough: bool


class CurrencyChosen(Payload, kind="currency_chosen"):
    """Prices are shown in another currency from now on."""

    currency: str
    """ISO 4217 code."""


class LocaleChosen(Payload, kind="locale_chosen"):
    """The interface speaks another language from now on."""

    locale: str
    """ISO 639-1 code."""


class ChatAsked(Payload, kind="chat_asked"):
    """Something was asked in the help chat."""

    message: str
    topic: str
    """What was answered about; empty where the question was not understood."""
