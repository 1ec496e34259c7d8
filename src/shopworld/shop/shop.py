"""One shop and all that does not depend on an episode: made once, read by every request."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from functools import cached_property

from shopworld.catalog import Catalog, Category, Offer, OfferQuery, Sort, category_slug, unique_slug
from shopworld.shop.browsing.listing_request import ListingRules
from shopworld.shop.browsing.navigation import Navigation
from shopworld.shop.buying.addresses import AddressLayout
from shopworld.shop.content import ShopContent
from shopworld.shop.information.help_desk import HelpDesk
from shopworld.shop.information.policies import Policies, promotion_text
from shopworld.shop.look.rendering import Renderer
from shopworld.shop.look.stylesheet import is_composed
from shopworld.shop.money import missing_for_free_delivery
from shopworld.shop.pages import Card
from shopworld.shop.presentation import Presentation
from shopworld.shop.promotions import is_public
from shopworld.shop.schemes import addresses_of
from shopworld.shop.specification import ShopSpecification
from shopworld.shop.voice import voice_of

_FLYOUT_CARDS = 3
_MOST_DIGITS = 15


class Shop:
    """A specification with its catalog, and what is worked out from them.

    Args:
        specification: of the shop.
        catalog: that holds its offers (and maybe those of other shops).
    """

    def __init__(self, specification: ShopSpecification, catalog: Catalog) -> None:
        self.specification = specification
        self.identity = specification.identity
        self.capabilities = specification.capabilities
        self.catalog = catalog
        self.addresses = addresses_of(self.identity.addresses)
        self.renderer = Renderer(specification)
        self.presentation = Presentation(specification.identity)
        self.voice = voice_of(specification.capabilities)
        self.navigation = self._navigation()
        self.policies = Policies(specification, self.presentation, self.voice)
        self.listing_rules = ListingRules.of(
            specification.capabilities, self.addresses, joins_prices=is_composed(specification.style)
        )
        composed = is_composed(specification.style)
        self.address_layout = AddressLayout.of(specification.capabilities, self.identity.country if composed else "")
        self.help_desk = HelpDesk(specification, self.presentation, self.addresses)
        self.announcement = self._announcement()
        self._shown: dict[str, Shop] = {self.identity.currency: self}

    @property
    def id(self) -> str:
        """Its id in the mall and the catalog."""
        return self.specification.identity.id

    def shown_in(self, currency: str) -> Shop:
        """The same shop with its prices written in another currency; nothing that is charged changes."""
        shown = self._shown.get(currency)
        if shown is None:
            shown = self._shown[currency] = copy(self)
            shown.presentation = Presentation(self.identity, currency)
            shown.navigation = shown._navigation()
            shown.help_desk = HelpDesk(self.specification, shown.presentation, self.addresses)
            shown.announcement = shown._announcement()
        return shown

    @cached_property
    def makers(self) -> dict[str, tuple[str, int]]:
        """By the name of each maker: the end of its page's address, which no other maker has, and how many products."""
        query = OfferQuery(shop_id=self.id, limit=1, facets=("brand",))
        found = self.catalog.search(query).facets.get("brand", ())
        named = sorted(found, key=lambda one: (one.label.casefold(), one.label))
        taken: set[str] = set()
        return {one.value: (unique_slug(category_slug(one.label), taken), one.count) for one in named}

    def offer_of_id(self, offer_id: str) -> Offer | None:
        """The offer of that id, if this shop has it."""
        shop_id, _, number = offer_id.partition("/")
        return self.offer_of_number(number) if shop_id == self.id else None

    def offer_of_number(self, typed: str) -> Offer | None:
        """The offer of a number as somebody typed it, if this shop has it."""
        number = whole_number(typed)
        return None if number is None else self.catalog.offer_by_number(self.id, number)

    def _navigation(self) -> Navigation:
        has_cards = self.capabilities.site_shell.has_mega_menu and is_composed(self.specification.style)
        categories = collection_tree(self.specification.content, self.catalog.category_tree(self.id))
        return Navigation(self.specification, categories, self._featured_in if has_cards else None)

    def _featured_in(self, category: tuple[str, ...]) -> tuple[Card, ...]:
        """Best sellers of a category, for the flyouts of the menu."""
        query = OfferQuery(
            shop_id=self.id, category=category, in_stock=True, sort=Sort.BEST_SELLING, limit=_FLYOUT_CARDS
        )
        return self.presentation.cards(self.catalog.search(query).offers)

    def _announcement(self) -> str:
        if not self.capabilities.site_shell.has_announcement_bar:
            return ""
        content = self.specification.content
        if content is not None and content.announcements:
            return " · ".join(content.announcements)
        parts = []
        threshold = missing_for_free_delivery(self.identity.shipping, 0)
        if threshold is not None:
            parts.append(f"Free delivery from {self.presentation.money(threshold)}")
        public = [one for one in self.identity.promotions if is_public(one)]
        if public:
            parts.append(promotion_text(public[0]).rstrip("."))
        if not parts:
            parts.append(f"{self.identity.returns_days} days to return what you do not like")
        return " · ".join(parts)


def whole_number(typed: str) -> int | None:
    """A whole number from 0 on as somebody typed it; None where it is none, or one of more than 15 digits."""
    text = typed.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None


def collection_tree(content: ShopContent | None, categories: Iterable[Category]) -> tuple[Category, ...]:
    """The categories that a storefront shows.

    Args:
        content: of the shop; None: the categories stay as they are.
        categories: roots of the category tree that the offers make.

    Returns:
        One category a collection, in the order of the content, empty ones too, its URL segment the collection's
        handle; then categories that no collection names.
    """
    if content is None:
        return tuple(categories)
    found = {category.path: category for category in categories}
    listed = []
    for one in content.collections:
        path = (one.title,)
        category = found.pop(path, None) or Category(path, (), 0)
        listed.append(replace(category, slug_path=(one.handle,)))
    return (*listed, *found.values())
