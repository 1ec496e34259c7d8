"""What a storefront can do, in ShopGym's capability vocabulary, closed into enumerations.

Source: ShopGym, Appendix F.3 (capabilities.json of a shop manual). Values outside the vocabulary belong into `other`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

CORE_INFO_PAGES = (
    "shipping-policy",
    "refund-policy",
    "privacy-policy",
    "terms-of-service",
    "contact",
    "faq",
    "about-us",
)
"""Information pages that a shop has where nothing else is said."""
INFO_PAGES = (
    *CORE_INFO_PAGES,
    "gift-cards",
    "size-guide",
    "store-locator",
    "warranty",
    "accessibility",
    "careers",
    "wholesale",
)
"""All information pages of the vocabulary."""


Amenity = Literal[
    "wish_list",
    "compare",
    "quick_view",
    "brand_pages",
    "account",
    "order_status",
    "quick_order",
    "site_map",
    "help_center",
    "gift_finder",
    "deals",
]
AMENITIES: tuple[Amenity, ...] = get_args(Amenity)
"""Pages and states beside the vocabulary that a specification can ask for (ours)."""


class Part(BaseModel):
    """Base of all parts of a specification: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class HeaderStyle(StrEnum):
    """How the header is laid out."""

    HORIZONTAL = "horizontal"
    TWO_ROW_STICKY = "two_row_sticky"
    CENTERED_LOGO = "centered_logo"
    SEARCH_FIRST = "search_first"


class SectionType(StrEnum):
    """Kinds of sections of a home page."""

    HERO_CAROUSEL = "hero_carousel"
    HERO_VIDEO = "hero_video"
    FEATURED_COLLECTION = "featured_collection"
    FEATURED_PRODUCT_GRID = "featured_product_grid"
    PROMO_BANNER = "promo_banner"
    TESTIMONIALS = "testimonials"
    NEWSLETTER_INLINE = "newsletter_inline"
    CATEGORY_CHIP_SLIDER = "category_chip_slider"
    SPECIALTY_PRODUCT_BANNER = "specialty_product_banner"
    VIDEO_ENDORSEMENT = "video_endorsement"
    FEATURE_CARDS_GRID = "feature_cards_grid"
    REVIEWS_BANNER = "reviews_banner"
    PRODUCT_CAROUSEL = "product_carousel"
    PRODUCT_HERO_QUOTE = "product_hero_quote"
    UGC_VIDEO_CAROUSEL = "ugc_video_carousel"
    CATEGORY_BANNERS_3UP = "category_banners_3up"
    RECIPE_CAROUSEL = "recipe_carousel"
    ARTICLE_CAROUSEL = "article_carousel"
    FOUNDER_MESSAGE = "founder_message"
    CULINARY_COUNCIL = "culinary_council"


class FilterControl(StrEnum):
    """How a filter is operated."""

    CHECKBOX = "checkbox"
    SWATCH = "swatch"
    SLIDER = "slider"
    MIN_MAX = "min-max"
    BUCKETS = "buckets"
    DROP_DOWN = "drop-down"


class SortKey(StrEnum):
    """Sorts of a listing."""

    FEATURED = "featured"
    BEST_SELLING = "best_selling"
    ALPHABETICALLY_AZ = "alphabetically_az"
    ALPHABETICALLY_ZA = "alphabetically_za"
    PRICE_ASC = "price_asc"
    PRICE_DESC = "price_desc"
    DATE_NEW = "date_new"
    DATE_OLD = "date_old"
    RATING_DESC = "rating_desc"


class Filter(Part):
    """One filter of a listing."""

    name: str
    """`brand`, `price`, `availability`, `on_sale`, `rating`, … or a canonical attribute name such as `capacity`."""
    control: FilterControl = FilterControl.CHECKBOX


class SiteShell(Part):
    """Header, navigation and footer."""

    has_announcement_bar: bool | None = None
    header_style: HeaderStyle = HeaderStyle.HORIZONTAL
    has_mega_menu: bool | None = None
    nav_depth: int = Field(default=2, ge=1, le=4)
    footer_groups: int = Field(default=3, ge=0, le=6)


class Homepage(Part):
    """The home page."""

    section_count: int | None = None
    has_popup_modal: bool | None = None
    section_types: tuple[SectionType, ...] = ()


class Collection(Part):
    """Listings: category pages and search results."""

    layout: Literal["grid", "list"] = "grid"
    columns_desktop: int = Field(default=4, ge=1, le=6)
    filters: tuple[Filter, ...] = ()
    sort: tuple[SortKey, ...] = ()
    pagination: Literal["numbered", "load_more", "infinite_scroll", "none"] = "numbered"
    page_size: int = Field(default=24, ge=4, le=96)


class ProductPageCapabilities(Part):
    """The product page."""

    gallery_style: Literal["thumbnail_strip", "horizontal_carousel_with_prev_next"] = "thumbnail_strip"
    variant_selectors: tuple[Literal["color_swatch", "size_button", "radio_buttons", "dropdown"], ...] = ("dropdown",)
    description_layout: Literal["plain", "tabs", "accordion_tabs"] = "plain"
    has_quantity_selector: bool | None = True
    has_reviews: bool | None = True
    has_recommendations: bool | None = True
    has_personalization: bool | None = None


class CartCapabilities(Part):
    """The cart and what surrounds it."""

    type: Literal["drawer", "page", "popover", "toast"] = "page"
    has_promo_input: bool | None = True
    has_upsells: bool | None = None
    has_shipping_estimate: bool | None = None


class CheckoutCapabilities(Part):
    """The checkout (ours; ShopGym's vocabulary stops at the cart)."""

    flow: Literal["one_page", "steps"] = "one_page"
    frame: Literal["whole", "bare"] | None = Field(default=None, exclude_if=lambda value: value is None)
    """Whether menu, search and footer stand around it; `bare`: nothing that leads away but logo and cart."""


class SearchCapabilities(Part):
    """The search field and its results."""

    trigger: Literal["header_field", "icon_button"] = "header_field"
    has_predictive: bool | None = True
    predictive_types: tuple[Literal["products", "collections", "suggested_queries", "collection_shortcuts"], ...] = (
        "products",
    )
    results_layout: Literal["grid_with_filters", "fullpage"] = "grid_with_filters"


class Floating(Part):
    """What lies over the page."""

    has_chat_widget: bool | None = None
    has_age_gate: bool | None = None
    has_cookie_banner: bool | None = None
    has_newsletter_popup: bool | None = None


class International(Part):
    """Languages and currencies."""

    has_locale_switcher: bool | None = None
    has_currency_switcher: bool | None = None


class Capabilities(Part):
    """A whole storefront in the vocabulary."""

    schema_version: Literal[1] = 1
    """Version of this vocabulary."""
    descriptor: str = ""
    category: str = ""
    tone: tuple[str, ...] = ()
    site_shell: SiteShell = SiteShell()
    homepage: Homepage = Homepage()
    collection: Collection = Collection()
    product: ProductPageCapabilities = ProductPageCapabilities()
    cart: CartCapabilities = CartCapabilities()
    checkout: CheckoutCapabilities = CheckoutCapabilities()
    search: SearchCapabilities = SearchCapabilities()
    floating: Floating = Floating()
    intl: International = International()
    info_pages_present: tuple[str, ...] = CORE_INFO_PAGES
    amenities: tuple[Amenity, ...] | None = Field(default=None, exclude_if=lambda value: value is None)
    """Further pages and states; None: the specification says nothing, and there are none."""
    other: dict[str, str] = Field(default_factory=dict)
    """Values outside the vocabulary, verbatim, by dotted name."""
