"""Varied specifications that together have every value of the vocabulary, drawn from a seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, Literal, TypeAlias, TypeVar

from shopworld.arena.bundle import PerCollection, PriceStatistics, SpecificationBundle, Statistics, manual_of
from shopworld.arena.closure.vocabulary import values_used, vocabulary
from shopworld.shop.capabilities import (
    CORE_INFO_PAGES,
    INFO_PAGES,
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
from shopworld.shop.specification import Fonts, Palette, Style

CASES = 12
"""How many specifications there are where nobody says otherwise."""
PRODUCTS = 60
_MOST_DEALS = 1000

Selector: TypeAlias = Literal["color_swatch", "size_button", "radio_buttons", "dropdown"]
Suggestion: TypeAlias = Literal["products", "collections", "suggested_queries", "collection_shortcuts"]
T = TypeVar("T")

_HEROES = (SectionType.HERO_CAROUSEL, SectionType.HERO_VIDEO)
_CORE_PAGES = tuple(one for one in CORE_INFO_PAGES if one != "faq")
_FURTHER_PAGES = tuple(one for one in INFO_PAGES if one not in _CORE_PAGES)
_TRADES: tuple[tuple[str, tuple[str, ...], bool], ...] = (
    ("Clothing", ("Color", "Size"), True),
    ("Cookware and kitchen", ("Size",), False),
    ("Electronics hardware", ("Pack",), False),
    ("Books", ("Format",), False),
    ("Clothing", ("Color", "Size"), True),
    ("Home", ("Color", "Size"), True),
)
"""Category, option axes, and whether colours are among them."""
_COLOURED: tuple[tuple[Selector, ...], ...] = (
    ("color_swatch", "size_button"),
    ("color_swatch", "dropdown"),
    ("size_button", "radio_buttons"),
    ("color_swatch", "radio_buttons"),
    ("size_button", "dropdown"),
    ("dropdown",),
)
_UNCOLOURED: tuple[tuple[Selector, ...], ...] = (("dropdown",), ("radio_buttons",), ("size_button",))
_PRICE_CONTROLS = (
    *(FilterControl.SLIDER, FilterControl.MIN_MAX, FilterControl.BUCKETS),
    *(FilterControl.DROP_DOWN, FilterControl.CHECKBOX),
)
_WORD_CONTROLS = (FilterControl.CHECKBOX, FilterControl.BUCKETS, FilterControl.DROP_DOWN)
_FILTERS = (
    *("availability", "on_sale", "rating", "brand", "type", "new_arrivals"),
    *("review_count", "shipping", "returns", "warranty", "condition", "seller"),
)
_RATED_FILTERS = frozenset({"rating", "review_count"})
_RATED_SECTIONS = frozenset({SectionType.TESTIMONIALS, SectionType.REVIEWS_BANNER, SectionType.PRODUCT_HERO_QUOTE})
"""What a shop without reviews has nothing for."""
_SUGGESTED: tuple[tuple[Suggestion, ...], ...] = (
    ("products",),
    (),
    ("products", "collections"),
    ("suggested_queries", "collection_shortcuts"),
    ("products", "collections", "suggested_queries"),
    ("collections", "collection_shortcuts", "products"),
)
_COLOURS: tuple[tuple[str, str, str, str, str, str], ...] = (
    ("#ffffff", "#1c1e21", "#7a2e1d", "#c98a3a", "#f4f4f2", "#dcdcd8"),
    ("#14110f", "#f3eee6", "#d98e2b", "#7fb3a6", "#241f1b", "#3c342d"),
    ("#f7f5f0", "#22201c", "#1f5e46", "#b5542f", "#ece8de", "#d5cfc2"),
    ("#ffffff", "#111111", "#0a58ca", "#e0a100", "#eef2f6", "#ccd5df"),
)
_DARK = 1
"""The palette with a dark ground."""
_IMAGERY: tuple[Literal["plain", "tinted", "outlined"], ...] = ("plain", "tinted", "outlined")
_LAYOUTS: tuple[Literal["grid", "list"], ...] = ("grid", "grid", "list")
_FONTS = (
    Fonts(heading="Manrope", body="Source Sans Pro"),
    Fonts(heading="Source Serif Pro", body="Hanken Grotesk"),
    Fonts(heading="Roboto", body="Roboto"),
)
_CURRENCIES = ("USD", "EUR", "GBP")


@dataclass(frozen=True, slots=True)
class ClosureCase:
    """One specification of the closure.

    Attributes:
        name: `case 1`, …
        seed: its shop is generated from.
        bundle: the specification.
    """

    name: str
    seed: int
    bundle: SpecificationBundle


def closure_cases(seed: int = 0, count: int = CASES) -> tuple[ClosureCase, ...]:
    """Specifications as different from each other as the vocabulary allows.

    Values are dealt like cards: each comes once before any comes twice. What a shop can have nothing for is left out,
    such as testimonials without reviews; where a value of the vocabulary is missing for that, it is dealt anew, so that
    twelve specifications always have them all.

    Args:
        seed: of all choices.
        count: how many.
    """
    bundles: list[SpecificationBundle] = []
    for attempt in range(_MOST_DEALS):
        dealer = _Dealer(Random(f"closure:{seed}:{attempt}"))
        bundles = [_bundle(number, dealer) for number in range(count)]
        if count < CASES or not missing_values(one.capabilities for one in bundles):
            break
    return tuple(ClosureCase(f"case {at}", seed * 1000 + at, one) for at, one in enumerate(bundles, 1))


def missing_values(capabilities: Iterable[Capabilities]) -> dict[str, list[object]]:
    """The values of the vocabulary that none of them has, by dotted name."""
    used: dict[str, set[object]] = {}
    for one in capabilities:
        for name, value in values_used(one):
            used.setdefault(name, set()).add(value)
    lacking = {name: [one for one in values if one not in used.get(name, ())] for name, values in vocabulary().items()}
    return {name: values for name, values in lacking.items() if values}


class _Deck(Generic[T]):
    """Deals values in random order, each once before any comes twice."""

    def __init__(self, values: Iterable[T], rng: Random) -> None:
        self._values = list(values)
        self._rng = rng
        self._waiting: list[T] = []

    def deal(self) -> T:
        if not self._waiting:
            self._waiting = self._rng.sample(self._values, len(self._values))
        return self._waiting.pop()

    def hand(self, size: int) -> tuple[T, ...]:
        """Different values."""
        found: list[T] = []
        while len(found) < size:
            one = self.deal()
            if one not in found:
                found.append(one)
        return tuple(found)


class _Dealer:
    """Decks by name."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self._decks: dict[str, _Deck[object]] = {}

    def one(self, name: str, values: Sequence[T]) -> T:
        return self._deck(name, values).deal()

    def some(self, name: str, values: Sequence[T], size: int) -> tuple[T, ...]:
        return self._deck(name, values).hand(size)

    def yes(self, name: str) -> bool:
        return self.one(name, (True, False))

    def _deck(self, name: str, values: Sequence[T]) -> _Deck[T]:
        deck = self._decks.get(name)
        if deck is None:
            deck = self._decks[name] = _Deck(values, self.rng)
        return deck  # type: ignore[return-value]  # one name, one kind of values


def _bundle(number: int, dealer: _Dealer) -> SpecificationBundle:
    category, axes, coloured = _TRADES[number % len(_TRADES)]
    depth = dealer.one("nav_depth", (1, 2, 3, 4))
    rated = dealer.yes("reviews")
    capabilities = Capabilities(
        descriptor=f"{category.lower()} shop",
        category=category,
        tone=("warm",),
        site_shell=SiteShell(
            has_announcement_bar=dealer.yes("announcement"),
            header_style=dealer.one("header", tuple(HeaderStyle)),
            has_mega_menu=dealer.yes("mega") if depth > 2 else False,
            nav_depth=depth,
            footer_groups=dealer.one("footer", tuple(range(7))),
        ),
        homepage=_homepage(dealer, rated=rated, cooks="Cookware" in category),
        collection=_collection(dealer, coloured=coloured, sized="Size" in axes, rated=rated),
        product=_product(dealer, coloured=coloured, rated=rated),
        cart=CartCapabilities(
            type=dealer.one("cart", ("drawer", "page", "popover", "toast")),
            has_promo_input=dealer.yes("promo"),
            has_upsells=dealer.yes("upsells"),
            has_shipping_estimate=dealer.yes("estimate"),
        ),
        checkout=CheckoutCapabilities(flow=dealer.one("checkout", ("one_page", "steps"))),
        search=_search(dealer),
        floating=Floating(
            has_chat_widget=dealer.yes("chat"),
            has_age_gate=dealer.yes("age"),
            has_cookie_banner=dealer.yes("cookies"),
            has_newsletter_popup=dealer.yes("newsletter"),
        ),
        intl=International(
            has_locale_switcher=dealer.yes("locale"), has_currency_switcher=dealer.yes("currency switcher")
        ),
        info_pages_present=(*_CORE_PAGES, *dealer.some("pages", _FURTHER_PAGES, dealer.rng.choice((2, 4, 6)))),
    )
    bundle = SpecificationBundle("", capabilities, _statistics(dealer, axes, depth), _style(dealer, number))
    return manual_of(bundle)


def _homepage(dealer: _Dealer, *, rated: bool, cooks: bool) -> Homepage:
    others = tuple(one for one in SectionType if one not in _HEROES)
    hero = dealer.one("hero", (*_HEROES, *_HEROES, None))
    size = dealer.rng.choice((4, 5, 7))
    lacking = frozenset((*(() if rated else _RATED_SECTIONS), *(() if cooks else (SectionType.RECIPE_CAROUSEL,))))
    fitting = [one for one in dealer.some("sections", others, size) if one not in lacking]
    sections = (*(() if hero is None else (hero,)), *fitting)
    return Homepage(section_count=len(sections), has_popup_modal=dealer.yes("popup"), section_types=sections)


def _collection(dealer: _Dealer, *, coloured: bool, sized: bool, rated: bool) -> Collection:
    layout = dealer.one("layout", _LAYOUTS)
    filters = [Filter(name="price", control=dealer.one("price control", _PRICE_CONTROLS))]
    if coloured:
        controls = (FilterControl.SWATCH, *_WORD_CONTROLS)
        filters.append(Filter(name="color", control=dealer.one("colour control", controls)))
    if sized:
        filters.append(Filter(name="size", control=dealer.one("size control", _WORD_CONTROLS)))
    names = dealer.some("filters", _FILTERS, dealer.rng.choice((1, 3, 5)))
    names = tuple(one for one in names if rated or one not in _RATED_FILTERS)
    filters += [Filter(name=name, control=dealer.one("control", _WORD_CONTROLS)) for name in names]
    dealer.rng.shuffle(filters)
    return Collection(
        layout=layout,
        columns_desktop=1 if layout == "list" else dealer.one("columns", (2, 3, 4, 5, 6)),
        filters=tuple(filters),
        sort=dealer.some("sorts", tuple(SortKey), dealer.rng.choice((3, 5, 8))),
        pagination=dealer.one("pagination", ("numbered", "load_more", "infinite_scroll", "none")),
        page_size=dealer.one("page size", (8, 12, 16)),
    )


def _product(dealer: _Dealer, *, coloured: bool, rated: bool) -> ProductPageCapabilities:
    selectors = dealer.one("coloured", _COLOURED) if coloured else dealer.one("uncoloured", _UNCOLOURED)
    return ProductPageCapabilities(
        gallery_style=dealer.one("gallery", ("thumbnail_strip", "horizontal_carousel_with_prev_next")),
        variant_selectors=selectors,
        description_layout=dealer.one("description", ("plain", "tabs", "accordion_tabs")),
        has_quantity_selector=dealer.yes("quantity"),
        has_reviews=rated,
        has_recommendations=dealer.yes("recommendations"),
        has_personalization=dealer.yes("personalization"),
    )


def _search(dealer: _Dealer) -> SearchCapabilities:
    suggested = dealer.one("suggested", _SUGGESTED)
    return SearchCapabilities(
        trigger=dealer.one("trigger", ("header_field", "icon_button")),
        has_predictive=bool(suggested),
        predictive_types=suggested,
        results_layout=dealer.one("results", ("grid_with_filters", "fullpage")),
    )


def _statistics(dealer: _Dealer, axes: tuple[str, ...], depth: int) -> Statistics:
    return Statistics(
        products_total=PRODUCTS,
        collections_total=dealer.rng.choice((10, 12, 14)),
        products_per_collection=PerCollection(avg=14, median=9, max=40),
        price=PriceStatistics(min=8, max=240, median=45, currency=dealer.one("currency", _CURRENCIES)),
        products_with_variants_pct=0.5,
        variant_axes_observed=axes,
        navigation_depth_max=depth,
    )


def _style(dealer: _Dealer, number: int) -> Style:
    background, foreground, primary, secondary, muted, border = _COLOURS[number % len(_COLOURS)]
    return Style(
        density=dealer.one("density", ("compact", "comfortable", "airy")),
        corner_radius=dealer.one("radius", ("none", "subtle", "prominent")),
        button_shape=dealer.one("shape", ("square", "rounded", "pill")),
        heading_case=dealer.one("case", ("sentence", "title", "upper")),
        imagery_style="dark" if number % len(_COLOURS) == _DARK else dealer.one("imagery", _IMAGERY),
        palette=Palette(
            background=background,
            foreground=foreground,
            accent_primary=primary,
            accent_secondary=secondary,
            surface_muted=muted,
            border=border,
        ),
        fonts=dealer.one("fonts", _FONTS),
    )
