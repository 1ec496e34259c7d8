"""What a shop sells and what its interface really shows: the ground that tasks stand on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from shopworld.catalog import Category, Offer, Sort
from shopworld.catalog.importers import plain_text
from shopworld.mall import Mall
from shopworld.shop import SORT_LABELS, ListingRequest, filter_views, is_gift_card
from shopworld.shop.pages import Link
from shopworld.tasks import Group, OfferAddress

MOST_SHOWN = 6
"""Values of a filter that every design shows without opening a longer list."""
_PAGE = 200
_GENERIC = ("all", "shop-all", "sale", "new-arrivals", "new", "best-sellers", "featured", "frontpage", "gift-cards")
"""Handles of collections that hold a bit of everything (ShopGym, section 2.2.2)."""


@dataclass(frozen=True, slots=True)
class Facet:
    """A filter as a listing shows it, with the values that can be chosen at once."""

    field: str
    label: str
    values: tuple[tuple[str, str], ...]
    """What is sent, and what is printed."""


@dataclass(frozen=True, slots=True)
class InformationPage:
    """An information page that the shop links to."""

    handle: str
    title: str
    text: str


class ShopSight:
    """One shop of a mall, as a shopper can see it.

    Args:
        mall: that it belongs to.
        shop_id: which one.

    Raises:
        MallError: there is no such shop.
    """

    def __init__(self, mall: Mall, shop_id: str) -> None:
        self.mall = mall
        self.identity = mall.specification(shop_id).identity
        self.shop = mall.storefronts[shop_id].shop
        self.id = shop_id

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """All that it sells, by number."""
        found = (one for one in self.mall.catalog.iterate_offers() if one.shop_id == self.id)
        return tuple(sorted(found, key=lambda one: one.number))

    @cached_property
    def goods(self) -> tuple[Offer, ...]:
        """What can be bought now, gift cards left out."""
        return tuple(one for one in self.offers if one.in_stock and not is_gift_card(one))

    @cached_property
    def collections(self) -> tuple[Category, ...]:
        """Collections that a menu or the footer leads to and that are about something."""
        linked = set(self.links)
        there = self.shop.addresses
        return tuple(
            one
            for one in self.shop.navigation.all_categories
            if there.category(one.slug_path) in linked
            and one.slug_path[-1] not in _GENERIC
            and self._named_once(one)
            and one.count < 0.9 * len(self.offers)
        )

    def _named_once(self, category: Category) -> bool:
        names = [one.name.casefold() for one in self.shop.navigation.all_categories]
        return names.count(category.name.casefold()) == 1

    @cached_property
    def links(self) -> dict[str, str]:
        """Where header, menu and footer lead: address to what the link says."""
        navigation = self.shop.navigation
        links = [*navigation.quick_links, *navigation.footer_links]
        links += [link for group in navigation.footer_groups for link in group.links]
        found = {node.url: node.label for entry in navigation.menu for node in entry.walk()}
        return found | {link.url: link.label for link in links if isinstance(link, Link) and link.url not in found}

    def held(self, category: Category) -> list[Offer]:
        """The offers of a collection that can be bought now, in the collection's usual order."""
        return [one for one in self.listed(category) if one.in_stock]

    def listed(self, category: Category) -> list[Offer]:
        """The offers of a collection, what is sold out too, in the collection's usual order."""
        return self._found(category, ListingRequest(addresses=self.shop.addresses))

    def chosen(self, category: Category, field: str, value: str, sort: Sort = Sort.FEATURED) -> list[Offer]:
        """What a collection shows under a filter, in order, as far as it can be bought."""
        request = ListingRequest(values={field: (value,)}, sort=sort, addresses=self.shop.addresses)
        return [one for one in self._found(category, request) if one.in_stock]

    def _found(self, category: Category, request: ListingRequest) -> list[Offer]:
        found: list[Offer] = []
        while True:
            request = replace(request, page=len(found) // _PAGE + 1)
            result = self.mall.catalog.search(request.query(self.id, category.path, _PAGE))
            found += result.offers
            if not result.offers or len(found) >= result.total:
                return found

    def facets(self, category: Category) -> tuple[Facet, ...]:
        """The filters that the collection's page shows, prices left out."""
        rules = self.shop.listing_rules
        request = rules.read(())
        result = self.mall.catalog.search(request.query(self.id, category.path, rules.page_size, rules.facets))
        return tuple(
            Facet(view.name, view.label, tuple((one.value, one.label) for one in view.values[:MOST_SHOWN]))
            for view in filter_views(self.shop, request, result)
            if view.name != "price" and not view.single
        )

    @cached_property
    def sorts(self) -> tuple[tuple[Sort, str], ...]:
        """The sorts that a listing offers beside its usual one, with what is printed."""
        return tuple((one, SORT_LABELS[one]) for one in self.shop.listing_rules.sorts[1:])

    @cached_property
    def pages(self) -> tuple[InformationPage, ...]:
        """The information pages that the shop has and links to."""
        content, there = self.shop.specification.content, self.shop.addresses
        own = [one.handle for one in (*content.pages, *content.policies)] if content else []
        handles = dict.fromkeys([*own, *self.shop.capabilities.info_pages_present])
        found = []
        for handle in handles:
            text = self.shop.policies.text(handle)
            if text is not None and there.policy(handle) in self.links:
                found.append(InformationPage(handle, text.title, plain_text(text.html)))
        return tuple(found)

    def address(self, offer: Offer) -> OfferAddress:
        """The offer as checks name it."""
        return OfferAddress(shop=self.id, slug=offer.slug)

    def group(self, offers: Iterable[Offer]) -> Group:
        """Offers of which any one will do, by number."""
        return tuple(self.address(one) for one in sorted(offers, key=lambda one: one.number))

    def price(self, cents: int) -> str:
        """An amount as the shop prints it."""
        return self.shop.presentation.money(cents)
