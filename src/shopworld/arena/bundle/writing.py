"""A manual from the values of a specification: the paper's sections, every value that matters marked in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from shopworld.arena.bundle.bundle import SpecificationBundle
from shopworld.arena.bundle.manual import SECTIONS, manual_text, marked
from shopworld.arena.bundle.values import UNKNOWN

_SENTENCES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "Overview": (
        ("What it is", "descriptor"),
        ("What it sells", "category"),
        ("Its voice", "tone"),
        ("Products", "stats.products_total"),
        ("Lowest price", "stats.price.min"),
        ("Median price", "stats.price.median"),
        ("Highest price", "stats.price.max"),
        ("Currency", "stats.price.currency"),
        ("Share of products with variants", "stats.products_with_variants_pct"),
        ("Options of variants", "stats.variant_axes_observed"),
        ("Density", "style.density"),
        ("Corners", "style.corner_radius"),
        ("Buttons", "style.button_shape"),
        ("Case of headings", "style.heading_case"),
        ("Pictures", "style.imagery_style"),
    ),
    "Site shell": (
        ("Announcement bar", "site_shell.has_announcement_bar"),
        ("Header", "site_shell.header_style"),
        ("Mega menu", "site_shell.has_mega_menu"),
        ("Depth of the navigation", "site_shell.nav_depth"),
        ("Groups of links in the footer", "site_shell.footer_groups"),
        ("Switcher of languages", "intl.has_locale_switcher"),
        ("Switcher of currencies", "intl.has_currency_switcher"),
    ),
    "Homepage": (
        ("Sections in order", "homepage.section_types"),
        ("Number of sections", "homepage.section_count"),
        ("Pop-up window", "homepage.has_popup_modal"),
    ),
    "Collections & navigation": (
        ("Collections", "stats.collections_total"),
        ("Products in the median collection", "stats.products_per_collection.median"),
        ("Products in the largest collection", "stats.products_per_collection.max"),
        ("Layout", "collection.layout"),
        ("Columns on a desktop", "collection.columns_desktop"),
        ("Filters", "collection.filters"),
        ("Sorts", "collection.sort"),
        ("Pagination", "collection.pagination"),
        ("Products on a page", "collection.page_size"),
    ),
    "Product page": (
        ("Gallery", "product.gallery_style"),
        ("Variant selectors", "product.variant_selectors"),
        ("Description", "product.description_layout"),
        ("Quantity selector", "product.has_quantity_selector"),
        ("Reviews", "product.has_reviews"),
        ("Recommendations", "product.has_recommendations"),
        ("Personalization", "product.has_personalization"),
    ),
    "Cart": (
        ("Form", "cart.type"),
        ("Field for promotion codes", "cart.has_promo_input"),
        ("Upsells", "cart.has_upsells"),
        ("Estimate of shipping", "cart.has_shipping_estimate"),
        ("Checkout", "checkout.flow"),
        ("What stands around the checkout", "checkout.frame"),
    ),
    "Search": (
        ("Trigger", "search.trigger"),
        ("Suggestions while typing", "search.has_predictive"),
        ("What is suggested", "search.predictive_types"),
        ("Results", "search.results_layout"),
    ),
    "Floating UX": (
        ("Chat", "floating.has_chat_widget"),
        ("Age gate", "floating.has_age_gate"),
        ("Cookie banner", "floating.has_cookie_banner"),
        ("Newsletter pop-up", "floating.has_newsletter_popup"),
    ),
    "Policy & info pages": (
        ("Pages", "info_pages_present"),
        ("Further pages and states", "amenities"),
        ("Free delivery from", "promises.free_shipping_from"),
        ("Standard delivery", "promises.shipping_fee"),
        ("Express delivery", "promises.express_fee"),
        ("Days to return", "promises.returns_days"),
        ("Warranty", "promises.warranty"),
        ("Per cent off for subscribers", "promises.newsletter_discount"),
    ),
}


def manual_of(bundle: SpecificationBundle, prose: Mapping[str, str] | None = None) -> SpecificationBundle:
    """The bundle with a manual written from its values.

    Args:
        bundle: the values; its own manual is not looked at.
        prose: by section, what stands before the marked values there; sections beyond the paper's come last.

    Returns:
        the bundle with that manual. Values that nobody knows are not marked.
    """
    prose = prose or {}
    values = bundle.values()
    sections = {}
    for heading in (*SECTIONS, *(one for one in prose if one not in SECTIONS)):
        rows = [
            f"- {label}: {marked(name, values[name])}"
            for label, name in _SENTENCES.get(heading, ())
            if values.get(name, UNKNOWN) not in (UNKNOWN, "")
        ]
        sections[heading] = "\n\n".join(one for one in (prose.get(heading, "").strip(), "\n".join(rows)) if one)
    what = bundle.capabilities.descriptor or bundle.capabilities.category or "Storefront"
    return replace(bundle, manual=manual_text(f"Shop Manual -- {what[:1].upper()}{what[1:]}", sections))
