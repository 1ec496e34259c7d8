"""Pages beside the vocabulary: wish list, comparison, makers, account, orders, the map of the shop."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.shop.pages.parts import Card, FormField, Link
from shopworld.shop.pages.shell import TitledPage


@dataclass(frozen=True, slots=True)
class KeepForm:
    """A button that puts a product on a list or takes it off; fields `offer`, `kept` and `return_path`."""

    action: str
    label: str
    name: str
    """What it is called for those who do not see where it stands; begins with the label."""
    number: int
    kept: bool
    """What the form asks for."""


@dataclass(frozen=True, slots=True)
class KeptItem:
    """A product on the wish list."""

    card: Card
    remove: KeepForm


@dataclass(frozen=True, slots=True)
class WishListPage(TitledPage):
    """The wish list."""

    items: tuple[KeptItem, ...]


@dataclass(frozen=True, slots=True)
class ComparisonPage(TitledPage):
    """Products side by side."""

    items: tuple[KeptItem, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """Label, and what each product says."""


@dataclass(frozen=True, slots=True)
class LinkGroup:
    """Links under a heading."""

    heading: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class DirectoryPage(TitledPage):
    """Links in groups: all makers by letter, or all pages of the shop."""

    intro: str
    groups: tuple[LinkGroup, ...]
    kind: str
    """`brands`, `site-map` or `help-center`."""


@dataclass(frozen=True, slots=True)
class PicksPage(TitledPage):
    """Products that the shop has picked: for a present, by a form sent by GET; or what is cheaper now."""

    kind: str
    """`gift-finder` or `deals`."""
    intro: str
    form_url: str
    fields: tuple[FormField, ...]
    """None where nothing is asked."""
    promotions: tuple[tuple[str, str], ...]
    """What each code gives, and what it is for."""
    heading: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AccountPage(TitledPage):
    """Signing in, or what belongs to the account; the form is sent by POST with `email` and `password`."""

    email: str
    """Of the account that is signed in; empty where none is."""
    fields: tuple[FormField, ...]
    orders: tuple[Link, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class OrderStatusPage(TitledPage):
    """How an order is getting on; the form is sent by GET with `number` and `email`."""

    fields: tuple[FormField, ...]
    found_text: str
    """What is known of it; empty before anything was asked, or where nothing is."""
    order: Link | None
    missing_text: str
    """Why nothing is known; empty otherwise."""


@dataclass(frozen=True, slots=True)
class QuickOrderRow:
    """A line of an order by article numbers; fields `sku_<n>` and `quantity_<n>`."""

    place: int
    sku: str
    quantity: str
    error: str


@dataclass(frozen=True, slots=True)
class QuickOrderPage(TitledPage):
    """An order by article numbers."""

    rows: tuple[QuickOrderRow, ...]
    examples: tuple[tuple[str, str], ...]
    """Article number and title of some that can be ordered."""
