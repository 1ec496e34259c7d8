"""What every page has around its body: header, navigation, cart, footer."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.shop.pages.parts import FooterGroup, Link, MenuNode, Notice
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
