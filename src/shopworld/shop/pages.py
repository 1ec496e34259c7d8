"""View models: everything a page template is given, already formatted for people. Templates compute nothing.

Every page has a `shell` (header, navigation, cart, footer) and a body of its own kind. All addresses are relative to
the shop's root. A template is chosen by the page class and the shop's capabilities.

Which form sends which fields stands in docs/shop.md. Names that a view model gives (`FormField.name`,
`FilterView.name`, …) are used as given.

Pages are served with a content security policy of `'self'` only: no inline script, no `style` attribute. Colours of
swatches are printed as presentation attributes of inline SVG (`<circle fill="…">`), which the policy allows.
"""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.shop.specification import ShopSpecification


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


@dataclass(frozen=True, slots=True)
class Quote:
    """A customer's words on the home page."""

    text: str
    author: str
    rating: int


@dataclass(frozen=True, slots=True)
class Feature:
    """A promise of the shop: short title, one sentence, name of a built-in icon."""

    icon: str
    """`truck`, `return`, `shield`, `chat`, `star`, `tag`, `lock`, `leaf`."""
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A picture with a label and a link."""

    label: str
    url: str
    image_url: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the home page; which fields are filled depends on `type` (a `SectionType` value)."""

    type: str
    heading: str = ""
    text: str = ""
    eyebrow: str = ""
    action: Link | None = None
    second_action: Link | None = None
    image_url: str = ""
    cards: tuple[Card, ...] = ()
    tiles: tuple[Tile, ...] = ()
    quotes: tuple[Quote, ...] = ()
    features: tuple[Feature, ...] = ()


@dataclass(frozen=True, slots=True)
class HomePage:
    """The home page."""

    shell: Shell
    title: str
    sections: tuple[Section, ...]


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


@dataclass(frozen=True, slots=True)
class SortOption:
    """A choice of the sort field (`orderby`)."""

    value: str
    label: str
    selected: bool


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
class ListingPage:
    """A category page, the page of all products, or search results."""

    shell: Shell
    title: str
    breadcrumbs: tuple[Link, ...]
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


@dataclass(frozen=True, slots=True)
class CartPage:
    """The cart page."""

    shell: Shell
    title: str
    breadcrumbs: tuple[Link, ...]
    upsells: tuple[Card, ...]
    shipping_options: tuple[tuple[str, str, str], ...]
    """Name, price, duration of each delivery method, for the estimate."""


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


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several radio buttons with a name, a text and a price."""

    value: str
    label: str
    text: str
    price_text: str
    selected: bool
    total_text: str = ""
    """What the order comes to with this choice, for the script; empty where it makes no difference."""


@dataclass(frozen=True, slots=True)
class CheckoutStepView:
    """A step in the progress line; `url` where one can go back to it."""

    name: str
    label: str
    state: str
    """`done`, `current` or `to_do`."""
    url: str = ""


@dataclass(frozen=True, slots=True)
class CheckoutPage:
    """The checkout: all groups at once (`one_page`) or those of the current step."""

    shell: Shell
    title: str
    breadcrumbs: tuple[Link, ...]
    flow: str
    step: str
    """Name of the current step; `one_page` where all are shown."""
    steps: tuple[CheckoutStepView, ...]
    contact: tuple[FormField, ...]
    billing: tuple[FormField, ...]
    ship_elsewhere: bool
    """Whether the delivery address differs."""
    shipping: tuple[FormField, ...]
    delivery: tuple[Choice, ...]
    payment: tuple[Choice, ...]
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


@dataclass(frozen=True, slots=True)
class InfoPage:
    """A policy or information page."""

    shell: Shell
    title: str
    breadcrumbs: tuple[Link, ...]
    body_html: str
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class ContactPage:
    """The contact page with its form."""

    shell: Shell
    title: str
    breadcrumbs: tuple[Link, ...]
    fields: tuple[FormField, ...]
    lines: tuple[tuple[str, str], ...]
    """E-mail, phone, address: label and text."""
    sent: bool


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """Not found, not allowed, or broken."""

    shell: Shell
    title: str
    status: int
    text: str
    links: tuple[Link, ...]
    cards: tuple[Card, ...] = ()
