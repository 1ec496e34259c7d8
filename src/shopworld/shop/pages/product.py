"""The product page."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.shop.pages.amenities import KeepForm
from shopworld.shop.pages.parts import Card, FormField, Link, PriceView, SortOption
from shopworld.shop.pages.shell import TitledPage


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
    url: str = ""
    """Where these reviews alone are shown, or all again if they are; empty where the bar leads nowhere."""
    selected: bool = False


@dataclass(frozen=True, slots=True)
class ReviewTools:
    """The form over the reviews, sent by GET: fields `review_search`, `review_sort`, `review_rating` and `reviews`."""

    form_url: str
    search_text: str
    sort_options: tuple[SortOption, ...]
    rating_options: tuple[SortOption, ...]
    shown_text: str
    """`Showing 1–5 of 12 reviews`."""
    clear_url: str
    """Where all reviews are shown; empty where they are."""
    page_links: tuple[Link, ...]
    """Numbers; none where there is one page only."""
    previous_url: str
    next_url: str


@dataclass(frozen=True, slots=True)
class Rail:
    """A row of products under a heading."""

    heading: str
    cards: tuple[Card, ...]
    name: str
    """For its heading's id: `bought-together`, `recently-viewed`."""


@dataclass(frozen=True, slots=True)
class SizeGuide:
    """The size guide that a product page opens; `url` is its own page."""

    url: str
    title: str
    body_html: str
    """Sanitised."""


@dataclass(frozen=True, slots=True)
class ServiceTexts:
    """What a product page tells about delivery, returns and warranty."""

    delivery: tuple[tuple[str, str, str], ...]
    """Name, duration and price of each way of delivery."""
    delivery_note: str
    """What is free from when; empty where nothing is."""
    returns: str
    warranty: str
    """Empty where there is nothing to say."""


@dataclass(frozen=True, slots=True)
class ProductPage(TitledPage):
    """A product page."""

    number: int
    brand: str
    sku: str
    gtin: str
    price: PriceView
    badges: tuple[str, ...]
    images: tuple[ImageView, ...]
    short_description: str
    description_html: str
    """Sanitised, and printed without escaping, as all fields whose name ends in `_html`."""
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
    returns_text: str = ""
    """What is said about returns beside the button; empty where the product cannot be returned."""
    warranty_text: str = ""
    review_tools: ReviewTools | None = None
    """None where the reviews are only paged."""
    reviews_open: bool = False
    """Whether the shopper has asked for reviews just now: they are not to be folded away."""
    rails: tuple[Rail, ...] = ()
    size_guide: SizeGuide | None = None
    personalization: FormField | None = None
    """The field for a text of one's own; None where products are sold as they are."""
    service: ServiceTexts | None = None
    keeping: tuple[KeepForm, ...] = ()
    """Buttons for the wish list and the comparison."""
    brand_url: str = ""
    """What else there is of the maker; empty where there is no such page."""
    sold_out: bool = False
    """Whether there is nothing left of it, in any variant."""
