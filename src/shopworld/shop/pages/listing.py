"""Categories and search results: filters, sorts, pages."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.shop.pages.parts import Card, Link, MenuNode, SortOption
from shopworld.shop.pages.shell import TitledPage


@dataclass(frozen=True, slots=True)
class FilterValueView:
    """One choice of a filter."""

    value: str
    label: str
    count: int
    selected: bool
    swatch: str = ""
    """CSS colour for swatch controls."""


@dataclass(frozen=True, slots=True)
class FilterView:
    """A filter of a listing, a form field named `name`."""

    name: str
    """Field name: `brand`, `price`, `availability`, `attribute.capacity`, …; price sends `price_min`, `price_max`."""
    label: str
    control: str
    values: tuple[FilterValueView, ...]
    minimum: str = ""
    maximum: str = ""
    chosen_minimum: str = ""
    chosen_maximum: str = ""
    single: bool = False
    """Whether one value only can be chosen."""
    unit_text: str = ""
    """For sliders: how `0` is written."""
    minimum_text: str = ""
    maximum_text: str = ""
    """For sliders: the lower and upper limit chosen now, as written."""
    start_percent: str = "0"
    range_percent: str = "100"
    """For sliders: where the chosen range begins on the track, and how much of it it takes."""


@dataclass(frozen=True, slots=True)
class Pagination:
    """Pages of a listing."""

    page: int
    pages: int
    links: tuple[Link | None, ...]
    """Numbered links; None stands for a gap."""
    previous_url: str
    next_url: str


@dataclass(frozen=True, slots=True)
class ListingPage(TitledPage):
    """A category page, the page of all products, or search results."""

    intro: str
    cards: tuple[Card, ...]
    total: int
    range_text: str
    """`Showing 1–24 of 312 results`."""
    subcategories: tuple[MenuNode, ...]
    filters: tuple[FilterView, ...]
    active_filters: tuple[Link, ...]
    """Label and the address without it."""
    clear_url: str
    sort_options: tuple[SortOption, ...]
    pagination: Pagination
    form_url: str
    """Where the filter and sort form is sent by GET."""
    hidden_fields: tuple[tuple[str, str], ...]
    """Fields the form has to carry along (the search text)."""
    query: str = ""
    """Search text; empty on category pages."""
    match_text: str = ""
    """What was done with a text that had no exact result; empty otherwise."""
