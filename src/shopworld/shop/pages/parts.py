"""What several pages are made of: links, prices, cards, form fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """A link."""

    label: str
    url: str
    current: bool = False


@dataclass(frozen=True, slots=True)
class MenuNode:
    """A category in the navigation."""

    label: str
    url: str
    count: int
    current: bool
    children: tuple[MenuNode, ...] = ()
    image_url: str = ""
    cards: tuple[Card, ...] = ()
    """Products shown beside the links of its flyout."""

    def walk(self) -> Iterator[MenuNode]:
        """The entry and all below it, depth first."""
        yield self
        for node in self.children:
            yield from node.walk()


@dataclass(frozen=True, slots=True)
class FooterGroup:
    """A titled list of links in the footer."""

    title: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """A message at the top of the content, after an action (`success`, `error`, `info`)."""

    kind: str
    text: str
    link: Link | None = None


@dataclass(frozen=True, slots=True)
class PriceView:
    """A price as printed."""

    text: str
    """Empty where the offer has no price."""
    regular_text: str = ""
    """Struck through; empty where not on sale."""
    saving_text: str = ""
    amount: str = ""
    """For programs: `1299.00`."""
    currency: str = ""
    """Its ISO 4217 code."""


@dataclass(frozen=True, slots=True)
class Card:
    """An offer in a grid, list or carousel."""

    number: int
    url: str
    title: str
    brand: str
    price: PriceView
    image_url: str
    image_alt: str
    rating_text: str
    """`4.3`, or empty without reviews."""
    review_count: int
    badges: tuple[str, ...]
    stock_text: str
    can_add: bool
    """Whether it can be added from the card (in stock, no variant to choose)."""
    key_facts: tuple[str, ...]
    has_choices: bool = False
    """Whether it is in stock in variants to choose among."""
    has_quick_view: bool = False
    """Whether the listing that it stands in shows it over itself."""


@dataclass(frozen=True, slots=True)
class SortOption:
    """A choice of a field that sorts or narrows a list."""

    value: str
    label: str
    selected: bool


@dataclass(frozen=True, slots=True)
class FormField:
    """A form field with its value and error."""

    name: str
    label: str
    type: str = "text"
    """`text`, `email`, `tel`, `select`, `checkbox`, `textarea`."""
    value: str = ""
    error: str = ""
    required: bool = True
    autocomplete: str = ""
    options: tuple[tuple[str, str], ...] = ()
    """Value and label, for `select`."""
    width: str = "full"
    """`full`, `half`, `third` or `two_thirds`."""
    placeholder: str = ""
    hint: str = ""
    """What is to be known before typing."""
    longest: int | None = None
    """Characters that are taken."""


@dataclass(frozen=True, slots=True)
class RadioChoice:
    """One of several radio buttons with a name, a text and a price."""

    value: str
    label: str
    text: str
    price_text: str
    selected: bool
    total_text: str = ""
    """What the order comes to with this choice, for the script; empty where it makes no difference."""


@dataclass(frozen=True, slots=True)
class SuggestionView:
    """One line under a search field while somebody types."""

    text: str
    kind: str
    """`product`, `category`, `brand` or `query`."""
    path: str
    """Where choosing it leads, relative to the shop's root."""


@dataclass(frozen=True, slots=True)
class SuggestionPanel:
    """What stands under a search field, in groups; empty groups are left out."""

    query: str
    """What was typed; empty before that."""
    queries: tuple[Link, ...] = ()
    shortcuts: tuple[Link, ...] = ()
    collections: tuple[Link, ...] = ()
    cards: tuple[Card, ...] = ()
    all_results: Link | None = None
