"""The specification of a small shop in which everything that can lie over a page does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from shopworld.arena.bundle import PerCollection, PriceStatistics, SpecificationBundle, Statistics, manual_of
from shopworld.arena.bundle.agreement import BundleAgreement
from shopworld.arena.bundle.bundle import NEUTRAL_STYLE
from shopworld.arena.closure.cases import ClosureCase
from shopworld.arena.explore.findings import Findings
from shopworld.arena.explore.prefetch import PrefetchedSite
from shopworld.shop.capabilities import (
    Capabilities,
    CartCapabilities,
    CheckoutCapabilities,
    Collection,
    Filter,
    FilterControl,
    Floating,
    HeaderStyle,
    Homepage,
    International,
    ProductPageCapabilities,
    SearchCapabilities,
    SectionType,
    SiteShell,
    SortKey,
)

PRODUCTS = 20
CAPABILITIES = Capabilities(
    descriptor="small clothing shop",
    category="Clothing",
    tone=("warm",),
    site_shell=SiteShell(
        has_announcement_bar=True,
        header_style=HeaderStyle.CENTERED_LOGO,
        has_mega_menu=False,
        nav_depth=2,
        footer_groups=2,
    ),
    homepage=Homepage(
        section_count=4,
        has_popup_modal=True,
        section_types=(
            SectionType.HERO_CAROUSEL,
            SectionType.PRODUCT_CAROUSEL,
            SectionType.TESTIMONIALS,
            SectionType.NEWSLETTER_INLINE,
        ),
    ),
    collection=Collection(
        columns_desktop=3,
        filters=(
            Filter(name="price", control=FilterControl.SLIDER),
            Filter(name="color", control=FilterControl.SWATCH),
            Filter(name="availability", control=FilterControl.CHECKBOX),
        ),
        sort=(SortKey.FEATURED, SortKey.PRICE_ASC, SortKey.PRICE_DESC),
        pagination="load_more",
        page_size=8,
    ),
    product=ProductPageCapabilities(
        gallery_style="horizontal_carousel_with_prev_next",
        variant_selectors=("color_swatch", "size_button"),
        description_layout="tabs",
        has_personalization=True,
    ),
    cart=CartCapabilities(type="drawer", has_promo_input=True, has_upsells=True, has_shipping_estimate=True),
    checkout=CheckoutCapabilities(flow="steps", frame="whole"),
    amenities=(),
    search=SearchCapabilities(trigger="icon_button", predictive_types=("products", "collection_shortcuts")),
    floating=Floating(has_chat_widget=True, has_age_gate=True, has_cookie_banner=True, has_newsletter_popup=True),
    intl=International(has_locale_switcher=True, has_currency_switcher=True),
    info_pages_present=("shipping-policy", "refund-policy", "privacy-policy", "contact"),
)


@dataclass
class ExploredShop:
    """A generated shop, explored.

    Attributes:
        wanted: its specification.
        found: the specification that was found.
        findings: the values with confidence.
        agreement: of both.
        site: what the prefetch read.
        plan: as text.
        folder: of the specification that was found.
    """

    wanted: SpecificationBundle
    found: SpecificationBundle
    findings: Findings
    agreement: BundleAgreement
    site: PrefetchedSite
    plan: str
    folder: Path


def obstructed_case() -> ClosureCase:
    """The specification with the statistics of a small shop."""
    statistics = Statistics(
        products_total=PRODUCTS,
        collections_total=4,
        products_per_collection=PerCollection(avg=8, median=7, max=14),
        price=PriceStatistics(min=10, max=120, median=40, currency="USD"),
        products_with_variants_pct=0.6,
        variant_axes_observed=("Color", "Size"),
        navigation_depth_max=2,
    )
    style = NEUTRAL_STYLE.model_copy(update={"button_shape": "pill", "corner_radius": "prominent"})
    bundle = manual_of(SpecificationBundle("", CAPABILITIES, statistics, style))
    return ClosureCase("obstructed", 7, bundle)
