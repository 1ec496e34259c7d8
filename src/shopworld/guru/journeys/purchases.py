"""Legs that put something into the cart."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from shopworld.catalog import Offer, OfferQuery, Sort, Variant
from shopworld.guru.journeys.leg import Leg
from shopworld.guru.journeys.parts import (
    MOST_MISSES,
    MOST_PIECES,
    cheap_variants,
    cheapest_of,
    depends_on_variants,
    misses,
    pieces_there,
    variant_check,
    with_own_title,
)
from shopworld.guru.skills.collections import feasible_filters
from shopworld.guru.skills.discovery import substitute
from shopworld.guru.skills.sight import ShopSight
from shopworld.shop import is_gift_card
from shopworld.tasks import Cart, CartVariant, FilterChoice, ListingUsed, PageVisited

Thing = TypeVar("Thing")

_NOWHERE = ("harpsichord", "theremin", "accordion", "snorkel", "bagpipes", "periscope", "metronome")
"""Things that few shops sell."""


def search_and_add(sight: ShopSight, generator: random.Random) -> Iterator[Leg]:
    """A product by its name, in one variant."""
    for offer in _shuffled(with_own_title(sight), generator):
        bought = _choice(offer, generator)
        if bought is None and offer.variants:
            continue
        yield Leg(
            ("search and add",),
            f"Search for “{offer.title}” and add one piece{_as(bought)} to your cart.",
            ((sight.address(offer),),),
            ways=variant_check(sight, offer, bought),
            near_misses=misses(sight, [one for one in sight.goods if one is not offer]),
        )


def drill_down(sight: ShopSight, generator: random.Random) -> Iterator[Leg]:
    """The cheapest product of a collection below another one in the menu."""
    there = sight.shop.addresses
    known = {there.category(one.slug_path): one for one in sight.collections}
    below = [(node, child) for node in sight.shop.navigation.menu for child in node.children if child.url in known]
    for node, child in _shuffled(below, generator):
        category = known[child.url]
        held = sight.held(category)
        cheapest = cheapest_of(held)
        if len(held) < 2 or not cheapest:
            continue
        yield Leg(
            ("navigation drill-down",),
            f"Open “{child.label}” under “{node.label}” in the menu, look for the product there that costs least, and "
            "add one piece of it to the cart in any variant that costs just that.",
            (sight.group(cheapest),),
            ways=(ListingUsed(shop=sight.id, category=category.path), *cheap_variants(sight, cheapest)),
            near_misses=misses(sight, [one for one in held if one not in cheapest]),
        )


def filter_and_sort(sight: ShopSight, generator: random.Random) -> Iterator[Leg]:
    """The first product of a collection that is filtered and sorted."""
    sorts = dict(sight.sorts)
    for category, facet, (value, printed) in feasible_filters(sight, generator):
        sort = generator.choice(
            [one for one in (Sort.PRICE_ASCENDING, Sort.PRICE_DESCENDING) if one in sorts] or [None]
        )
        if sort is None:
            return
        chosen = sight.chosen(category, facet.field, value)
        prices = [one.price for one in chosen if one.price is not None]
        if len(chosen) < 2 or len(set(prices)) < 2:
            continue
        wanted = min(prices) if sort is Sort.PRICE_ASCENDING else max(prices)
        first = [one for one in chosen if one.price == wanted]
        slugs = {one.slug for one in chosen}
        others = [one for one in sight.held(category) if one.slug not in slugs]
        yield Leg(
            ("filter and sort",),
            f"Go to the collection “{category.name}”, set the filter “{facet.label}” to “{printed}” and sort by "
            f"“{sorts[sort]}”. Add one piece of the first product that is in stock to your cart, in any variant; where "
            "several have the same price, any of them will do.",
            (sight.group(first),),
            ways=(
                ListingUsed(
                    shop=sight.id,
                    category=category.path,
                    filters=(FilterChoice(field=facet.field, values=(value,)),),
                    sort=sort,
                ),
            ),
            near_misses=misses(sight, [*(one for one in chosen if one not in first), *others]),
        )


def nothing_found(sight: ShopSight, generator: random.Random) -> Iterator[Leg]:
    """A search that finds nothing, then a collection."""
    absent = [one for one in _NOWHERE if not sight.mall.catalog.search(OfferQuery(text=one, shop_id=sight.id)).total]
    for category in _shuffled(sight.collections, generator):
        held = sight.held(category)
        if not absent or len(held) < 2:
            continue
        word = generator.choice(absent)
        slugs = {one.slug for one in held}
        yield Leg(
            ("zero-result recovery",),
            f"Search for “{word}”. This shop has nothing of the kind; so go to the collection “{category.name}” "
            "instead and add one piece of anything there, in any variant.",
            (sight.group(held),),
            ways=(
                ListingUsed(shop=sight.id, query=word),
                ListingUsed(shop=sight.id, category=category.path),
            ),
            near_misses=misses(sight, [one for one in sight.goods if one.slug not in slugs]),
        )


def alternative(sight: ShopSight, generator: random.Random) -> Iterator[Leg]:
    """Something like a product that is not wanted after all."""
    for draft in substitute(sight, generator):
        check = next(one for one in draft.checks if isinstance(one, Cart))
        text = draft.intent.replace(" The cart is the end: do not go to the checkout.", "")
        yield Leg(("substitute",), text, check.groups, near_misses=draft.near_misses[:MOST_MISSES])


def better_rated(sight: ShopSight, generator: random.Random) -> Iterator[Leg]:
    """Of two products, the one that its buyers rate higher, as their pages say."""
    if not sight.shop.capabilities.product.has_reviews:
        return
    for one, other in _pairs(sight, generator):
        if one.rating is None or other.rating is None or abs(one.rating - other.rating) < 0.2:
            continue
        better, worse = (one, other) if one.rating > other.rating else (other, one)
        yield Leg(
            ("review read",),
            f"I waver between “{one.title}” and “{other.title}”. Open the pages of both and read how buyers rate them. "
            "Add one piece of the better rated one to the cart, in any variant.",
            ((sight.address(better),),),
            ways=(PageVisited(groups=((sight.address(one),), (sight.address(other),))),),
            near_misses=((sight.address(worse),),),
        )


def cheaper_brand(sight: ShopSight, generator: random.Random) -> Iterator[Leg]:
    """Of two products of different brands, the cheaper one."""
    for one, other in _pairs(sight, generator):
        if one.brand == other.brand or not one.brand or not other.brand or depends_on_variants(one, other):
            continue
        cheap, dear = (one, other) if (one.price or 0) < (other.price or 0) else (other, one)
        yield Leg(
            ("cross-brand comparison",),
            f"Compare “{one.title}” by {one.brand} with “{other.title}” by {other.brand}: look at the pages of both. "
            "Add one piece of the cheaper one to the cart, in any variant.",
            ((sight.address(cheap),),),
            ways=(PageVisited(groups=((sight.address(one),), (sight.address(other),))),),
            near_misses=((sight.address(dear),),),
        )


def gift_card(sight: ShopSight, generator: random.Random) -> Iterator[Leg]:
    """A gift card of one value."""
    for offer in sight.offers:
        if not is_gift_card(offer) or not offer.in_stock:
            continue
        for variant in _shuffled([one for one in offer.variants if one.stock != 0], generator):
            yield Leg(
                ("gift card",),
                f"Add one “{offer.title}”{_as(variant)} to the cart; it is a present.",
                ((sight.address(offer),),),
                ways=(CartVariant(offer=sight.address(offer), variants=(variant.id,)),),
            )


def edited_cart(sight: ShopSight, generator: random.Random) -> Iterator[Leg]:
    """Two products, of which one goes again and the other is wanted twice."""
    goods = [one for one in with_own_title(sight) if pieces_there(one) >= 2]
    order = _shuffled(goods, generator)
    for gone, kept in zip(order[::2], order[1::2], strict=False):
        bought = _choice(kept, generator, pieces=2)
        if bought is None and kept.variants:
            continue
        yield Leg(
            ("multi-product cart edit",),
            f"Add “{gone.title}” to the cart in any variant, and “{kept.title}”{_as(bought)} too. Then change your "
            f"mind in the cart: remove “{gone.title}” and set the quantity of “{kept.title}” to 2.",
            ((sight.address(kept),),),
            quantity=2,
            ways=variant_check(sight, kept, bought),
            near_misses=((sight.address(gone),), (sight.address(gone), sight.address(kept))),
        )


def free_delivery(sight: ShopSight, generator: random.Random) -> Iterator[Leg]:
    """As many pieces of a product as make delivery free."""
    method = next((one for one in sight.identity.shipping if one.free_from), None)
    if method is None or method.free_from is None:
        return
    for offer in _shuffled(with_own_title(sight), generator):
        prices = {one.price for one in offer.variants} or {offer.price or 0}
        price = min(prices)
        if len(prices) != 1 or not price:
            continue
        pieces = -(-method.free_from // price)
        if not 2 <= pieces <= MOST_PIECES or pieces_there(offer) < pieces:
            continue
        bought = _choice(offer, generator, pieces=pieces)
        if bought is None and offer.variants:
            continue
        yield Leg(
            ("free-shipping arithmetic",),
            f"I want “{offer.title}”{_as(bought)}, and I do not want to pay for “{method.name}”. Find out from what "
            "value of goods it is free, and put just as many pieces of this product into the cart as are needed for "
            "that, not one more.",
            ((sight.address(offer),),),
            quantity=pieces,
            ways=variant_check(sight, offer, bought),
            near_misses=misses(sight, [one for one in sight.goods if one is not offer]),
        )


def _shuffled(things: Sequence[Thing], generator: random.Random) -> list[Thing]:
    order = list(things)
    generator.shuffle(order)
    return order


def _pairs(sight: ShopSight, generator: random.Random) -> Iterator[tuple[Offer, Offer]]:
    """Two products of one kind, each kind in turn."""
    by_kind: dict[str, list[Offer]] = {}
    for offer in with_own_title(sight):
        by_kind.setdefault(offer.kind, []).append(offer)
    lines = [_shuffled(list(combinations(by_kind[kind], 2)), generator) for kind in sorted(by_kind) if kind]
    for line in _shuffled(lines, generator):
        yield from line[:3]


def _choice(offer: Offer, generator: random.Random, *, pieces: int = 1) -> Variant | None:
    there = [one for one in offer.variants if one.stock is None or one.stock >= pieces]
    return generator.choice(there) if there else None


def _as(variant: Variant | None) -> str:
    """How a variant is said: ` (Color: Black, Size: M)`."""
    return f" ({', '.join(f'{one.name}: {one.value}' for one in variant.options)})" if variant else ""
