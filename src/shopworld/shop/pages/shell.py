"""What every page has around its body: header, navigation, cart, footer."""

from __future__ import annotations

from dataclasses import dataclass, field

from shopworld.shop.pages.overlays import Overlays, Switcher
from shopworld.shop.pages.parts import Card, FooterGroup, Link, MenuNode, Notice
from shopworld.shop.specification import ShopSpecification


@dataclass(frozen=True, slots=True)
class CartLineView:
    """One line of the cart. `key` goes into the forms that change it."""

    key: str
    title: str
    url: str
    image_url: str
    variant_text: str
    price_text: str
    quantity: int
    maximum: int
    total_text: str
    personalization: str = ""
    """The shopper's own text on it; empty if none."""
    regular_text: str = ""
    """Of one piece, struck through; empty where it is not reduced."""


@dataclass(frozen=True, slots=True)
class EstimateView:
    """What delivery to a place costs: the form that asks (`country`, `postcode`), and the answer."""

    countries: tuple[tuple[str, str], ...]
    """Code and name."""
    country: str
    postcode: str
    place_text: str
    """What the answer holds for; empty before anything was asked."""
    options: tuple[tuple[str, str, str], ...]
    """Name, price and duration of each way of delivery."""
    error: str = ""


@dataclass(frozen=True, slots=True)
class CartView:
    """The cart: for the cart page, the drawer or popover, and the summary in the checkout."""

    lines: tuple[CartLineView, ...]
    count: int
    goods_text: str
    discount_text: str
    """Empty without a promotion."""
    promotion_code: str
    promotion_error: str
    shipping_text: str
    total_text: str
    free_shipping_text: str
    """How much is missing for free delivery, or that it is free; empty where there is no such offer."""
    free_shipping_percent: int | None = None
    """How far the goods have come towards free delivery; None where it is not drawn."""
    saving_text: str = ""
    """What reduced prices save; empty where nothing is, or where it is not told."""
    editable: bool = False
    """Whether quantities and codes can be changed in the cart's panel."""
    upsells: tuple[Card, ...] = ()
    """Offered in the cart's panel."""
    estimate: EstimateView | None = None
    """None where delivery is not estimated by place."""


@dataclass(frozen=True, slots=True)
class Shell:
    """What is the same around every page."""

    specification: ShopSpecification
    stylesheet_url: str
    script_url: str
    announcement: str
    menu: tuple[MenuNode, ...]
    quick_links: tuple[Link, ...]
    footer_groups: tuple[FooterGroup, ...]
    cart: CartView
    search_text: str
    cookie_banner: bool
    """Whether the banner is still to be answered."""
    return_path: str
    """Path of this page, for forms that come back to it."""
    notice: Notice | None = None
    open_cart: bool = False
    """Whether a cart drawer or popover is to be shown opened (just after adding)."""
    announcement_link: Link | None = None
    overlays: Overlays = field(default_factory=Overlays)
    switchers: tuple[Switcher, ...] = ()
    """Of language and currency; none where the shop has one of each."""
    language: str = "en"
    """Of the interface."""
    tools: tuple[Link, ...] = ()
    """Account, wish list and the like, in the header."""
    bare: bool = False
    """Whether nothing stands around the content that leads away from it."""
    footer_links: tuple[Link, ...] = ()
    """Information pages in a row, where the footer has no groups."""


@dataclass(frozen=True, slots=True)
class TitledPage:
    """What most pages begin with."""

    shell: Shell
    title: str
    breadcrumbs: tuple[Link, ...]
