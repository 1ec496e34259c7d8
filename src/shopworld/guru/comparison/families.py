"""WebMall's eleven categories (paper, section 3 and Table 2) as families: each a supply of drafts in random order."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count

from shopworld.catalog import Offer, Product
from shopworld.guru.comparison import chains, pairings, related, requirements, series, vague
from shopworld.guru.comparison.asking import ways_to_ask
from shopworld.guru.comparison.draft import ComparisonDraft, OfferRequirement, RequiredAction
from shopworld.guru.comparison.market import Market, is_doubtful
from shopworld.guru.comparison.named import kind_is, name_of, named_products
from shopworld.tasks import Constraint

Addresses = Callable[[Offer], str]
"""Address of an offer's page."""


def _named_draft(
    template: str,
    frame: str,
    product: Product,
    requirement: OfferRequirement,
    generator: random.Random,
    action: RequiredAction = RequiredAction.NAME,
) -> ComparisonDraft:
    ways = ways_to_ask(frame, generator, name=name_of(product, requirement.constraints))
    return ComparisonDraft(template, ways[0], (requirement,), action, (product.id,), ways=ways)


def find_specific_product(market: Market, generator: random.Random, _: Addresses) -> Iterator[ComparisonDraft]:
    """All offers of a named product."""
    for product, requirement in named_products(market, generator, shops=range(1, 5)):
        yield _named_draft("find_specific_product/named", "all_named", product, requirement, generator)


def _cheapest(market: Market, requirement: OfferRequirement) -> OfferRequirement | None:
    settlement = market.settle(requirement.constraints, "cheapest")
    if settlement is None or len(settlement.answers) == len(settlement.fitting):
        return None
    return OfferRequirement(
        requirement.constraints, "cheapest", settlement, market.near_misses(requirement.constraints, settlement)
    )


def _cheapest_named(market: Market, generator: random.Random) -> Iterator[tuple[Product, OfferRequirement]]:
    """Named products with a cheapest offer; every fourth has several of them."""
    tied = _cheapest_of(named_products(market, random.Random(generator.random()), shops=range(2, 5)), market)
    ties = (one for one in tied if len(one[1].settlement.answers) > 1)
    single = _cheapest_of(named_products(market, generator, shops=range(2, 5)), market)
    for number, one in enumerate(single):
        if number % 3 == 1 and (tie := next(ties, None)) is not None:
            yield tie
        yield one


def _cheapest_of(
    found: Iterator[tuple[Product, OfferRequirement]], market: Market
) -> Iterator[tuple[Product, OfferRequirement]]:
    for product, named in found:
        requirement = _cheapest(market, named)
        if requirement is not None:
            yield product, requirement


def find_cheapest_offer(market: Market, generator: random.Random, _: Addresses) -> Iterator[ComparisonDraft]:
    """The cheapest offers of a named product; ties are all answers. Every fifth asks for each capacity of a series."""
    sizes = series.cheapest_by_capacity(market, generator)
    for number, (product, requirement) in enumerate(_cheapest_named(market, generator)):
        if number % 4 == 3 and (each := next(sizes, None)) is not None:
            yield each
        yield _named_draft("find_cheapest_offer/named", "cheapest_named", product, requirement, generator)


def add_to_cart(market: Market, generator: random.Random, _: Addresses) -> Iterator[ComparisonDraft]:
    """All offers of a named product, each into its shop's cart."""
    for product, requirement in named_products(market, generator, shops=range(1, 4)):
        yield _named_draft("add_to_cart/named", "add_to_cart", product, requirement, generator, RequiredAction.CART)


def _only(market: Market, offer: Offer) -> OfferRequirement | None:
    """One offer, by its address; None where its page leaves doubt about what it sells."""
    constraint = Constraint(attribute="address", relation="equals", value=f"{offer.shop_id}/{offer.slug}")
    constraints = (kind_is(offer.kind), constraint)
    settlement = market.settle(constraints)
    if settlement is None:
        return None
    same = [one for one in market.offers_by_product[offer.product_id] if one.id != offer.id]
    alike = [
        one for one in market.offers(offer.kind) if one.product_id != offer.product_id and one.shop_id == offer.shop_id
    ]
    alike.sort(key=lambda one: (abs((one.price or 0) - (offer.price or 0)), one.id))
    return OfferRequirement(constraints, "all", settlement, (*same[:2], *alike[:1]))


def checkout(market: Market, generator: random.Random, address: Addresses) -> Iterator[ComparisonDraft]:
    """One given offer, ordered."""
    offers = [offer for kind in market.kinds for offer in market.offers(kind) if not is_doubtful(offer)]
    generator.shuffle(offers)
    seen: Counter[str] = Counter()
    ranks = {}
    for offer in offers:
        ranks[offer.id] = seen[offer.kind]
        seen[offer.kind] += 1
    for offer in sorted(offers, key=lambda one: ranks[one.id]):
        requirement = _only(market, offer)
        if requirement is None:
            continue
        ways = ways_to_ask("checkout", generator, address=address(offer))
        subjects = (offer.product_id,)
        yield ComparisonDraft(
            "checkout/given", ways[0], (requirement,), RequiredAction.ORDER, subjects, offer, ways=ways
        )


def end_to_end(market: Market, generator: random.Random, _: Addresses) -> Iterator[ComparisonDraft]:
    """The cheapest offer of a named product, ordered; every fourth task wants two products."""
    waiting: list[tuple[str, str, OfferRequirement]] = []
    number = 0
    for product, requirement in _cheapest_named(market, generator):
        waiting.append((product.id, name_of(product, requirement.constraints), requirement))
        if number % 4 == 3 and len(waiting) < 2:
            continue
        number += 1
        subjects = tuple(one[0] for one in waiting)
        wanted = tuple(one[2] for one in waiting)
        named = {place: one[1] for place, one in zip(("first", "second"), waiting, strict=False)}
        ways = ways_to_ask("order_one" if len(waiting) == 1 else "order_two", generator, plain=True, **named)
        template = "end_to_end/one" if len(waiting) == 1 else "end_to_end/two"
        yield ComparisonDraft(template, ways[0], wanted, RequiredAction.ORDER, subjects, ways=ways)
        waiting = []


def compatible_products(market: Market, generator: random.Random, address: Addresses) -> Iterator[ComparisonDraft]:
    """What goes with a given product; two of three ask for what goes with several, by a chain or by looks."""
    plain = pairings.compatible_products(market, random.Random(generator.random()), address)
    yield from _two_of_three(chains.chained_products(market, random.Random(generator.random()), address), plain)


def _two_of_three(often: Iterator[ComparisonDraft], seldom: Iterator[ComparisonDraft]) -> Iterator[ComparisonDraft]:
    """Two of the first, one of the second, until one of them ends; then the rest of the other."""
    for number in count():
        found = next(seldom if number % 3 == 2 else often, None)
        if found is None:
            break
        yield found
    yield from often
    yield from seldom


Family = Callable[[Market, random.Random, Addresses], Iterator[ComparisonDraft]]

FAMILIES: dict[str, tuple[str, int, Family]] = {
    "find_specific_product": ("basic", 12, find_specific_product),
    "find_cheapest_offer": ("basic", 10, find_cheapest_offer),
    "products_fulfilling_specific_requirements": ("basic", 11, requirements.specific_all),
    "add_to_cart": ("basic", 7, add_to_cart),
    "checkout": ("basic", 8, checkout),
    "cheapest_offer_specific_requirements": ("advanced", 10, requirements.specific_cheapest),
    "products_satisfying_vague_requirements": ("advanced", 8, vague.vague_all),
    "cheapest_offer_vague_requirements": ("advanced", 6, vague.vague_cheapest),
    "find_substitutes": ("advanced", 6, related.substitutes),
    "find_compatible_products": ("advanced", 5, compatible_products),
    "end_to_end": ("advanced", 8, end_to_end),
}
"""Category: its set, WebMall's number of tasks (paper, Table 2), and its family."""
