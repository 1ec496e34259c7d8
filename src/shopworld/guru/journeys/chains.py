"""Purchases that hang together: a fact decides between two products, and the one that is taken decides the next.

A plan is how the first is decided and what follows from it; each later step needs what was found before.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from shopworld.catalog import Category, Offer
from shopworld.guru.journeys.leg import Leg
from shopworld.guru.journeys.parts import misses, with_own_title
from shopworld.guru.skills.information import Fact, pages_about, return_facts
from shopworld.guru.skills.sight import ShopSight
from shopworld.shop import price_after
from shopworld.tasks import Group, PageRead

_CLEAR = 0.2
"""Stars by which one product must be rated above the other."""
_DAYS = (14, 20, 30, 45, 60, 90)
_PAIRS = 4
"""Pairs of one kind that are offered before another kind has its turn."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of two products, decided by a fact.

    Attributes:
        text: what is said of it.
        taken: the right one.
        left: the other one.
        facts: how many facts decide.
        ways: what happens on the way.
    """

    text: str
    taken: Offer
    left: Offer
    facts: int
    ways: tuple[PageRead, ...] = ()


@dataclass(frozen=True, slots=True)
class Sequel:
    """What follows from a choice.

    Attributes:
        text: what is said of it.
        cart: offers of which one is right.
        wrong: offers that are not.
        facts: how many facts decide.
    """

    text: str
    cart: tuple[Offer, ...]
    wrong: tuple[Offer, ...]
    facts: int


Decider = Callable[[ShopSight, random.Random, Offer, Offer], Choice | None]
Follower = Callable[[ShopSight, random.Random, Offer, Offer], Sequel | None]


def price_of(offer: Offer) -> int | None:
    """The price of an offer in cents; None where it depends on the variant."""
    prices: set[int | None] = {one.price for one in offer.variants}
    prices = prices or {offer.price}
    return next(iter(prices)) if len(prices) == 1 else None


def returns_decide(sight: ShopSight, generator: random.Random, one: Offer, other: Offer) -> Choice | None:
    """How long things can be sent back."""
    ways = _stated(sight, "returns", next(iter(return_facts(sight)), None))
    if not ways:
        return None
    days = generator.choice(_DAYS)
    taken, left = (one, other) if sight.identity.returns_days >= days else (other, one)
    text = generator.choice(
        (
            "I only risk “{0}” if I can send it back for {1} days or longer; if not, it has to be “{2}”.",
            "Check how long this shop takes things back. {1} days or more: put “{0}” into the cart. Fewer: “{2}”.",
            "It's a present. With at least {1} days to return it I'd give “{0}”, with less time “{2}” is safer.",
        )
    )
    return Choice(text.format(one.title, days, other.title), taken, left, 1, ways)


def fee_decides(sight: ShopSight, generator: random.Random, one: Offer, other: Offer) -> Choice | None:
    """What it costs to send a parcel back."""
    fee = sight.identity.return_fee
    facts = list(return_facts(sight))
    ways = _stated(sight, "returns", facts[1]) if fee and len(facts) > 1 else ()
    if not fee or not ways:
        return None
    limit = max(100, round(fee * generator.choice((0.5, 1.5)) / 100) * 100)
    if limit == fee:
        return None
    taken, left = (one, other) if fee <= limit else (other, one)
    text = generator.choice(
        (
            "If a return costs me no more than {1} here, I take “{0}”, otherwise “{2}”.",
            "Look up what sending a parcel back costs. Up to {1} is fine, then “{0}”; any more, and it is “{2}”.",
        )
    )
    return Choice(text.format(one.title, sight.price(limit), other.title), taken, left, 1, ways)


def delivery_decides(sight: ShopSight, generator: random.Random, one: Offer, other: Offer) -> Choice | None:
    """Whether one piece is enough for free delivery."""
    method = next((each for each in sight.identity.shipping if each.free_from), None)
    price = price_of(one)
    if method is None or method.free_from is None or price is None:
        return None
    free = sight.price(method.free_from)
    ways = _stated(sight, "shipping", Fact("", (free,), (method.name, free)))
    if not ways:
        return None
    taken, left = (one, other) if price >= method.free_from else (other, one)
    text = generator.choice(
        (
            "I'd buy “{0}” if one piece of it alone is enough to get “{1}” for free. If it isn't, get “{2}”.",
            "Does a single “{0}” reach the amount from which “{1}” is free? Then I want that one, else “{2}”.",
        )
    )
    return Choice(text.format(one.title, method.name, other.title), taken, left, 2, ways)


def rating_decides(sight: ShopSight, generator: random.Random, one: Offer, other: Offer) -> Choice | None:
    """Which of two is rated higher."""
    if not sight.shop.capabilities.product.has_reviews or one.rating is None or other.rating is None:
        return None
    if abs(one.rating - other.rating) < _CLEAR:
        return None
    taken, left = (one, other) if one.rating > other.rating else (other, one)
    text = generator.choice(
        (
            "I can't decide between “{0}” and “{1}”; take whichever its buyers like better.",
            "“{0}” or “{1}”? Let the stars of those who own them decide.",
            "Put the better rated of “{0}” and “{1}” into the cart.",
        )
    )
    return Choice(text.format(one.title, other.title), taken, left, 2)


def price_decides(_: ShopSight, generator: random.Random, one: Offer, other: Offer) -> Choice | None:
    """Which of two is cheaper."""
    prices = price_of(one), price_of(other)
    if prices[0] is None or prices[1] is None or prices[0] == prices[1]:
        return None
    taken, left = (one, other) if prices[0] < prices[1] else (other, one)
    text = generator.choice(
        (
            "“{0}” and “{1}” would both do, so get the one that costs less.",
            "Between “{0}” and “{1}” I go by the price: the lower one wins.",
            "Whatever is cheaper, “{0}” or “{1}”, is the one I want.",
        )
    )
    return Choice(text.format(one.title, other.title), taken, left, 2)


def promotion_decides(sight: ShopSight, generator: random.Random, one: Offer, other: Offer) -> Choice | None:
    """A code that the shop announces makes the dearer one cheaper."""
    prices = price_of(one), price_of(other)
    if prices[0] is None or prices[1] is None:
        return None
    told = sight.shop.announcement
    for promotion in sight.identity.promotions:
        if promotion.code not in told:
            continue
        paid = [price_after(each, promotion.voucher) for each in prices if each is not None]
        if (prices[0] - prices[1]) * (paid[0] - paid[1]) >= 0:
            continue
        taken, left = (one, other) if paid[0] < paid[1] else (other, one)
        text = generator.choice(
            (
                "Get “{0}” or “{1}”, whichever leaves me paying less in the end with the shop's current code.",
                "I'd use the code that this shop announces. With it, which is cheaper: “{0}” or “{1}”? That one.",
            )
        )
        return Choice(text.format(one.title, other.title), taken, left, 3)
    return None


def total_decides(sight: ShopSight, generator: random.Random, one: Offer, other: Offer) -> Choice | None:
    """Delivery is free from a value that the dearer one reaches, which makes it the cheaper one."""
    method = next((each for each in sight.identity.shipping if each.free_from and each.price), None)
    prices = price_of(one), price_of(other)
    if method is None or method.free_from is None or prices[0] is None or prices[1] is None:
        return None
    paid = [each if each >= method.free_from else each + method.price for each in prices if each is not None]
    if (prices[0] - prices[1]) * (paid[0] - paid[1]) >= 0:
        return None
    taken, left = (one, other) if paid[0] < paid[1] else (other, one)
    text = generator.choice(
        (
            "“{0}” or “{1}”: I want the one that comes to less with “{2}” added.",
            "Delivered by “{2}”, which of “{0}” and “{1}” is cheaper? That one, alone in its parcel.",
        )
    )
    return Choice(text.format(one.title, other.title, method.name), taken, left, 3)


def dearest_within(sight: ShopSight, generator: random.Random, taken: Offer, left: Offer) -> Sequel | None:
    """The dearest that costs no more than the first."""
    limit = price_of(taken)
    text = (
        "Then add the most expensive thing from “{0}” that does not cost more than what you have just chosen.",
        "What that one costs is what I may spend in “{0}” as well: the dearest product there that keeps to it.",
    )
    return None if limit is None else _within(sight, generator, (taken, left), limit, generator.choice(text), 2)


def half_of_it(sight: ShopSight, generator: random.Random, taken: Offer, left: Offer) -> Sequel | None:
    """The dearest that costs no more than half of the first."""
    price = price_of(taken)
    text = (
        "For a little extra I'd spend up to half of that again: add the dearest product from “{0}” within it.",
        "Half of what it costs may go into something from “{0}”; take the most expensive one that fits.",
    )
    return None if price is None else _within(sight, generator, (taken, left), price // 2, generator.choice(text), 2)


def rest_of_a_sum(sight: ShopSight, generator: random.Random, taken: Offer, left: Offer) -> Sequel | None:
    """The dearest that is left over for."""
    price = price_of(taken)
    if price is None:
        return None
    total = (price + generator.choice((1500, 2500, 4000, 6000))) // 500 * 500
    text = generator.choice(
        (
            "My wallet holds {1} for everything. What is left goes into “{0}”: the dearest product I can pay.",
            "Both together must not come to more than {1}; use as much of it as a single thing from “{0}” lets you.",
        )
    ).replace("{1}", sight.price(total))
    return _within(sight, generator, (taken, left), total - price, text, 2)


def step_up(sight: ShopSight, generator: random.Random, taken: Offer, left: Offer) -> Sequel | None:
    """The cheapest that costs more than the first."""
    price = price_of(taken)
    if price is None:
        return None
    for category, there in _collections(sight, generator, (taken, left)):
        above = [(cost, each) for each in there if (cost := price_of(each)) is not None and cost > price]
        if not above or len(above) == len(there):
            continue
        least = min(cost for cost, _ in above)
        right = [each for cost, each in above if cost == least]
        text = generator.choice(
            (
                "Beside it goes the cheapest product from “{0}” that is dearer than the one you took.",
                "And from “{0}” the next one up: dearer than your first pick, but as little as possible.",
            )
        )
        return Sequel(text.format(category.name), tuple(right), _others(there, right), 2)
    return None


def same_brand(sight: ShopSight, generator: random.Random, taken: Offer, left: Offer) -> Sequel | None:
    """Something else of the brand that was taken."""
    if not taken.brand or taken.brand == left.brand:
        return None
    for category, there in _collections(sight, generator, (taken, left)):
        right = [each for each in there if each.brand == taken.brand]
        if not right or len(right) == len(there):
            continue
        text = generator.choice(
            (
                "Add anything from “{0}” that the same maker sells.",
                "I like sets: whoever makes it, get something else by them out of “{0}”.",
            )
        )
        return Sequel(text.format(category.name), tuple(right), _others(there, right), 1)
    return None


def second_wish(sight: ShopSight, generator: random.Random, taken: Offer, left: Offer) -> Sequel | None:
    """A filter's value that the collection turns out not to have, then another one; the task does not say so."""
    for category, there in _collections(sight, generator, (taken, left)):
        for facet in sight.facets(category):
            if not facet.field.startswith("attribute."):
                continue
            absent = _elsewhere(sight, category, facet.field, {value for value, _ in facet.values})
            value, printed = generator.choice(facet.values)
            right = [each for each in sight.chosen(category, facet.field, value) if each not in (taken, left)]
            chosen_by_buyer = {option.name for each in right for variant in each.variants for option in variant.options}
            if not absent or not right or len(right) >= len(there) or facet.label in chosen_by_buyer:
                continue
            text = generator.choice(
                (
                    "I'd also love something from “{0}” with {1} {2}. My second wish would be {3}.",
                    "From “{0}” one thing more, {1}: {2} if they have it, {3} if they don't.",
                )
            )
            said = text.format(category.name, facet.label, generator.choice(absent), printed)
            return Sequel(said, tuple(right), _others(there, right), 2)
    return None


DECIDERS: dict[str, Decider] = {
    "returns": returns_decide,
    "fee": fee_decides,
    "delivery": delivery_decides,
    "rating": rating_decides,
    "price": price_decides,
    "promotion": promotion_decides,
    "total": total_decides,
}
FOLLOWERS: dict[str, Follower | None] = {
    "alone": None,
    "dearest": dearest_within,
    "half": half_of_it,
    "rest": rest_of_a_sum,
    "up": step_up,
    "brand": same_brand,
    "wish": second_wish,
}


def chains(sight: ShopSight, generator: random.Random) -> Iterator[tuple[str, list[Leg]]]:
    """Plans of a shop, each combination at most once: its name and its legs."""
    pairs = list(_pairs(sight, generator))
    plans = [(decider, follower) for decider in DECIDERS for follower in FOLLOWERS]
    generator.shuffle(plans)
    used: set[str] = set()
    for decider, follower in plans:
        for one, other in pairs:
            if {one.slug, other.slug} & used:
                continue
            choice = DECIDERS[decider](sight, generator, *generator.sample((one, other), 2))
            if choice is None:
                continue
            found = _legs(sight, generator, choice, FOLLOWERS[follower])
            if found is not None:
                used |= {one.slug, other.slug}
                yield f"{decider}_{follower}", found
                break


def _legs(sight: ShopSight, generator: random.Random, choice: Choice, follower: Follower | None) -> list[Leg] | None:
    first = Leg(
        ("decided purchase",),
        choice.text,
        ((sight.address(choice.taken),),),
        ways=choice.ways,
        near_misses=((sight.address(choice.left),),),
        facts=choice.facts,
    )
    if follower is None:
        return [first]
    sequel = follower(sight, generator, choice.taken, choice.left)
    if sequel is None:
        return None
    group: Group = sight.group(sequel.cart)
    wrong = misses(sight, sequel.wrong)
    return [first, Leg(("dependent purchase",), sequel.text, (group,), near_misses=wrong, facts=sequel.facts)]


def _within(
    sight: ShopSight, generator: random.Random, apart: tuple[Offer, Offer], limit: int, text: str, facts: int
) -> Sequel | None:
    """The dearest of a collection within a limit, where something there is beyond it."""
    for category, there in _collections(sight, generator, apart):
        within = [(cost, each) for each in there if (cost := price_of(each)) is not None and cost <= limit]
        if len(within) < 2 or len(within) == len(there):
            continue
        most = max(cost for cost, _ in within)
        right = [each for cost, each in within if cost == most]
        return Sequel(text.format(category.name), tuple(right), _others(there, right), facts)
    return None


def _collections(
    sight: ShopSight, generator: random.Random, apart: tuple[Offer, Offer]
) -> Iterator[tuple[Category, list[Offer]]]:
    """Collections in random order that hold neither of two products, with what can be bought; each price is one."""
    order = list(sight.collections)
    generator.shuffle(order)
    for category in order:
        there = sight.held(category)
        if len(there) >= 3 and not any(one in there for one in apart) and all(map(price_of, there)):
            yield category, there


def _elsewhere(sight: ShopSight, category: Category, field: str, here: set[str]) -> list[str]:
    """Values of a filter that other collections show and this one has nothing of."""
    found = {
        value: printed
        for other in sight.collections
        if other is not category
        for facet in sight.facets(other)
        if facet.field == field
        for value, printed in facet.values
        if value not in here
    }
    return [printed for value, printed in sorted(found.items()) if not sight.chosen(category, field, value)]


def _others(there: Sequence[Offer], right: Sequence[Offer]) -> tuple[Offer, ...]:
    return tuple(one for one in there if one not in right)


def _stated(sight: ShopSight, subject: str, fact: Fact | None) -> tuple[PageRead, ...]:
    """That a page was read that states a fact before anything was bought; nothing where no page does."""
    if fact is None:
        return ()
    pages = [one for one in pages_about(sight, subject) if all(text in one.text for text in fact.stated)]
    return (PageRead(shop=sight.id, handles=tuple(one.handle for one in pages), before_cart=True),) if pages else ()


def _pairs(sight: ShopSight, generator: random.Random) -> Iterator[tuple[Offer, Offer]]:
    """Two products of one kind with one price each, each kind in turn."""
    by_kind: dict[str, list[Offer]] = {}
    for offer in with_own_title(sight):
        if price_of(offer) is not None:
            by_kind.setdefault(offer.kind, []).append(offer)
    lines = []
    for kind in sorted(kind for kind in by_kind if kind):
        line = list(combinations(by_kind[kind], 2))
        generator.shuffle(line)
        lines.append(line)
    generator.shuffle(lines)
    while lines:
        for line in lines:
            yield from line[:_PAIRS]
            del line[:_PAIRS]
        lines = [line for line in lines if line]
