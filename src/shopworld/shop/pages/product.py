"""The product page."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.shop.pages.parts import Card, Link, PriceView
from shopworld.shop.pages.shell import Shell


@dataclass(frozen=True, slots=True)
class ImageView:
    """A picture of the gallery."""

    url: str
    thumbnail_url: str
    alt: str


@dataclass(frozen=True, slots=True)
class SelectorValue:
    """One value of a variant selector."""

    value: str
    selected: bool
    available: bool
    swatch: str = ""


@dataclass(frozen=True, slots=True)
class VariantSelector:
    """One axis of the variants; form field `name`."""

    name: str
    """`option_1`, `option_2`, …"""
    label: str
    control: str
    """`color_swatch`, `size_button`, `radio_buttons` or `dropdown`."""
    values: tuple[SelectorValue, ...]


@dataclass(frozen=True, slots=True)
class ReviewView:
    """A review as printed."""

    author: str
    rating: int
    title: str
    body: str
    date_text: str
    verified: bool
    helpful_text: str


@dataclass(frozen=True, slots=True)
class RatingBar:
    """How many reviews gave this many stars."""

    stars: int
    count: int
    percent: int


@dataclass(frozen=True, slots=True)
class ProductPage:
    """A product page."""

    shell: Shell
    title: str
    breadcrumbs: tuple[Link, ...]
    number: int
    brand: str
    sku: str
    gtin: str
    price: PriceView
    badges: tuple[str, ...]
    images: tuple[ImageView, ...]
    short_description: str
    description_html: str
    """Sanitised; the only field printed without escaping, with `InfoPage.body_html`."""
    specifications: tuple[tuple[str, str], ...]
    selectors: tuple[VariantSelector, ...]
    variant_prices: str
    """JSON for the script: option values joined by `|` to price text and stock text; empty without variants."""
    stock_text: str
    can_add: bool
    maximum: int
    """Largest quantity that can be added."""
    delivery_text: str
    rating_text: str
    review_count: int
    rating_bars: tuple[RatingBar, ...]
    reviews: tuple[ReviewView, ...]
    more_reviews_url: str
    related: tuple[Card, ...]
    categories: tuple[Link, ...]
