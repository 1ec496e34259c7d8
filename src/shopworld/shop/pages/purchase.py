"""Cart, checkout and order confirmation."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.shop.pages.parts import Card, FormField, RadioChoice
from shopworld.shop.pages.product import Rail
from shopworld.shop.pages.shell import CartLineView, Shell, TitledPage


@dataclass(frozen=True, slots=True)
class CartPage(TitledPage):
    """The cart page."""

    upsells: tuple[Card, ...]
    shipping_options: tuple[tuple[str, str, str], ...]
    """Name, price, duration of each delivery method, for the estimate."""
    rails: tuple[Rail, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckoutStepView:
    """A step in the progress line; `url` where one can go back to it."""

    name: str
    label: str
    state: str
    """`done`, `current` or `to_do`."""
    url: str = ""


@dataclass(frozen=True, slots=True)
class CheckoutPage(TitledPage):
    """The checkout: all groups at once (`one_page`) or those of the current step."""

    flow: str
    step: str
    """Name of the current step; `one_page` where all are shown."""
    steps: tuple[CheckoutStepView, ...]
    contact: tuple[FormField, ...]
    billing: tuple[FormField, ...]
    ship_elsewhere: bool
    """Whether the delivery address differs."""
    shipping: tuple[FormField, ...]
    delivery: tuple[RadioChoice, ...]
    payment: tuple[RadioChoice, ...]
    card: tuple[FormField, ...]
    summary: tuple[tuple[str, str], ...]
    """What earlier steps hold, label and text, in the step flow."""
    error_text: str
    """Above the form where something is wrong; empty otherwise."""
    button_label: str


@dataclass(frozen=True, slots=True)
class OrderPage:
    """The order confirmation."""

    shell: Shell
    title: str
    number: int
    date_text: str
    email: str
    lines: tuple[CartLineView, ...]
    totals: tuple[tuple[str, str], ...]
    billing: tuple[str, ...]
    shipping: tuple[str, ...]
    delivery_text: str
    payment_text: str
