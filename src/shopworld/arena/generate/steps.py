"""The steps of generation: what each is about, and its slice of the specification.

Source: ShopGym, section 2.1.2. Each step is given only the slice that its part of the storefront needs.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Any

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.bundle.manual import manual_text, sections_of, title_of
from shopworld.arena.verify import AREAS, Area

CONSOLIDATION = "consolidation"
"""The pass after all steps: whatever verifiers still find, on a tour of the shop's main pages."""


@dataclass(frozen=True, slots=True)
class GenerationStep:
    """One step of generation.

    Attributes:
        name: of the step; that of an area of verification, but for the consolidation.
        title: for people.
        about: what is to be made, one or two sentences.
        areas: of verification that must hold at its end.
        sections: of the manual that belong to it; none: all.
        values: names of the specification's values that belong to it, as patterns.
        templates: shipped templates that print this part, as patterns.
    """

    name: str
    title: str
    about: str
    areas: tuple[Area, ...]
    sections: tuple[str, ...]
    values: tuple[str, ...]
    templates: tuple[str, ...]

    def manual(self, bundle: SpecificationBundle) -> str:
        """The manual's part that belongs to the step."""
        sections = sections_of(bundle.manual)
        mine = {name: text for name, text in sections.items() if not self.sections or name in self.sections}
        return manual_text(title_of(bundle.manual) or "Shop Manual", mine)

    def specified(self, bundle: SpecificationBundle) -> dict[str, str]:
        """The values that belong to the step by dotted name, as manuals write them."""
        return {name: text for name, text in bundle.values().items() if self.owns(name)}

    def owns(self, name: str) -> bool:
        """Whether a value belongs to the step."""
        return any(fnmatch(name, pattern) for pattern in self.values)

    def slice_of(self, bundle: SpecificationBundle) -> str:
        """The step's values as JSON, in the form of the bundle's files."""
        whole: dict[str, Any] = {
            **bundle.capabilities.model_dump(mode="json"),
            "stats": bundle.statistics.model_dump(mode="json"),
            "style": bundle.style.model_dump(mode="json"),
            "promises": bundle.promises.model_dump(mode="json"),
        }
        return json.dumps(self._only_mine(whole, ""), indent=2, ensure_ascii=False) + "\n"

    def _only_mine(self, part: dict[str, Any], prefix: str) -> dict[str, Any]:
        mine = {}
        for name, value in part.items():
            inner = self._only_mine(value, f"{prefix}{name}.") if isinstance(value, dict) else None
            if inner or (inner is None and self.owns(f"{prefix}{name}")):
                mine[name] = value if inner is None else inner
        return mine


_WORDS = ("descriptor", "category", "currency", "tone")

STEPS: tuple[GenerationStep, ...] = (
    GenerationStep(
        name="shell",
        title="Site shell and home page",
        about="Header, navigation with its flyouts, footer, what lies over pages, and the sections of the home page.",
        areas=("shell",),
        sections=("Overview", "Site shell", "Homepage", "Floating UX"),
        values=(*_WORDS, "site_shell.*", "homepage.*", "floating.*", "intl.*", "style.*"),
        templates=(
            "base.html",
            "headers/*",
            "navigation/*",
            "footers/*",
            "overlays/*",
            "sections/*",
            "pages/home.html",
            "icons/*",
        ),
    ),
    GenerationStep(
        name="collections",
        title="Collections",
        about="Listings of products: cards, columns, sorting and pagination.",
        areas=("collections",),
        sections=("Overview", "Collections & navigation"),
        values=(*_WORDS, "collection.*", "stats.collections_total", "stats.products_per_collection.*", "style.*"),
        templates=("pages/listing.html", "cards/*", "pagination/*", "filter_placements/*", "fragments/sort.html"),
    ),
    GenerationStep(
        name="product",
        title="Product page",
        about="Gallery, choice of variants, description, reviews and recommendations.",
        areas=("product",),
        sections=("Overview", "Product page"),
        values=(*_WORDS, "product.*", "stats.variant_axes_observed", "stats.products_with_variants_pct", "style.*"),
        templates=(
            "pages/product.html",
            "galleries/*",
            "selectors/*",
            "descriptions/*",
            "fragments/buy_box.html",
            "fragments/rail.html",
        ),
    ),
    GenerationStep(
        name="cart",
        title="Cart and checkout",
        about="What opens when something was added, the cart page, promotion codes, and the way to the confirmation.",
        areas=("cart",),
        sections=("Overview", "Cart"),
        values=(*_WORDS, "cart.*", "promises.free_shipping_from", "promises.shipping_fee", "style.*"),
        templates=("carts/*", "checkouts/*", "pages/cart.html", "pages/checkout.html", "pages/order.html"),
    ),
    GenerationStep(
        name="search",
        title="Search and filters",
        about="The way to search, suggestions while one types, results, and the filters of listings.",
        areas=("search",),
        sections=("Overview", "Search", "Collections & navigation"),
        values=(*_WORDS, "search.*", "collection.filters", "style.*"),
        templates=("search/*", "filters/*", "filter_placements/*", "fragments/suggestions.html", "pages/listing.html"),
    ),
    GenerationStep(
        name="info",
        title="Policies and information pages",
        about="Policies, contact, questions and answers, articles and stores.",
        areas=("info",),
        sections=("Overview", "Policy & info pages"),
        values=(*_WORDS, "info_pages_present", "promises.*", "style.*"),
        templates=(
            "pages/info.html",
            "pages/contact.html",
            "pages/stores.html",
            "pages/blog.html",
            "pages/article.html",
            "pages/error.html",
        ),
    ),
    GenerationStep(
        name="integration",
        title="Integration",
        about="The whole shop as one: every page reachable, the same look everywhere, whatever the specification says.",
        areas=("integration",),
        sections=(),
        values=("*",),
        templates=("*",),
    ),
)
"""In the order in which they run."""

LAST_PASS = GenerationStep(
    name=CONSOLIDATION,
    title="Consolidation",
    about="A tour of the shop's main pages: repair whatever the verifiers still find.",
    areas=AREAS,
    sections=(),
    values=("*",),
    templates=("*",),
)
