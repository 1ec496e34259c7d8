"""Journeys: a persona, purchases, at times a detour, and how it ends (ShopGym, sections 2.2.3 and L.2).

Two of three are plans whose later steps need what earlier ones found (`chains.py`); the others take the legs that the
shop has material for in turn, so that all of the fourteen behaviours come up.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from shopworld.guru.journeys import detours, purchases
from shopworld.guru.journeys.chains import chains
from shopworld.guru.journeys.leg import Leg
from shopworld.guru.skills.discovery import CART_ONLY
from shopworld.guru.skills.draft import SkillDraft
from shopworld.guru.skills.sight import ShopSight
from shopworld.tasks import AnswerText, Cart, Check, Group

Maker = Callable[[ShopSight, random.Random], Iterator[Leg]]

PURCHASES: dict[str, Maker] = {
    "search": purchases.search_and_add,
    "drill_down": purchases.drill_down,
    "filter_sort": purchases.filter_and_sort,
    "zero_result": purchases.nothing_found,
    "substitute": purchases.alternative,
    "reviews": purchases.better_rated,
    "gift_card": purchases.gift_card,
    "cart_edit": purchases.edited_cart,
    "brands": purchases.cheaper_brand,
    "free_delivery": purchases.free_delivery,
}
DETOURS: dict[str, Maker] = {
    "shipping": detours.shipping,
    "company": detours.company,
    "returns": detours.returns,
    "sizes": detours.sizes,
}
BEHAVIOURS = (
    "search and add",
    "navigation drill-down",
    "filter and sort",
    "zero-result recovery",
    "substitute",
    "review read",
    "size guide",
    "shipping look-up and cart",
    "returns look-up and cart",
    "gift card",
    "multi-product cart edit",
    "cross-brand comparison",
    "contact or about",
    "free-shipping arithmetic",
)
"""ShopGym's fourteen (Appendix L.2)."""
_FACTS = {
    "drill_down": 1,
    "filter_sort": 1,
    "zero_result": 1,
    "substitute": 1,
    "reviews": 2,
    "brands": 2,
    "free_delivery": 2,
}
"""Facts that a purchase needs; the others name what they want."""
_DETOUR_EVERY = 3
"""Of so many journeys one looks something up that the purchase does not need."""
_CHAINS_OF_THREE = 2

_PERSONAS = (
    "I am new to this shop and want to know it before I spend money.",
    "I am shopping for a friend who has just moved.",
    "I have ten minutes of lunch break to get this done.",
    "My last order elsewhere went wrong, so I am careful now.",
    "I am shopping for the household, and somebody always has a wish.",
    "I am on a budget this month.",
    "I bought here once and liked it.",
    "It is for a birthday, and I am late.",
    "I like to look around before I decide.",
    "My sister sent me here.",
    "I know what I want, but not whether this shop has it.",
    "I am replacing something that broke.",
)
_JOINTS = ("Then: ", "After that: ", "And: ", "Next: ")
CART_IS_THE_END = "Leave everything in the cart, do not go to the checkout, and put nothing else into the cart."
_IN_A_ROUND = 2
"""Detours of one sort before the others come again."""
_ADDABLE = ("search", "gift_card", "drill_down")
"""Purchases that may follow another one."""


def journeys(sight: ShopSight, generator: random.Random) -> Iterator[SkillDraft]:
    """Journeys in a shop, until a whole round of purchases has no more material.

    Args:
        sight: the shop.
        generator: of all choices.
    """
    buying = {name: maker(sight, generator) for name, maker in PURCHASES.items()}
    looking = _endless(sight, generator)
    linked = chains(sight, generator)
    personas = list(_PERSONAS)
    generator.shuffle(personas)
    number, turn, names, idle = 0, 0, list(PURCHASES), 0
    while idle <= len(PURCHASES):
        plan = next(linked, None) if number % 3 < _CHAINS_OF_THREE else None
        if plan is not None:
            template, legs = plan
        else:
            name = names[turn % len(names)]
            turn += 1
            main = next(buying[name], None)
            if main is None:
                idle += 1
                continue
            template, legs = name, [replace(main, facts=_FACTS.get(name, 0))]
            if turn % 2 and main.quantity == 1:
                second = _second(name, main, buying, turn)
                legs += [second] if second else []
        idle = 0
        if number % _DETOUR_EVERY == _DETOUR_EVERY - 1:
            detour = next(looking, None)
            legs = legs if detour is None else [replace(detour, facts=len(detour.question[:1])), *legs]
        yield _draft(template, personas[number % len(personas)], legs, generator)
        number += 1


def _second(name: str, main: Leg, buying: dict[str, Iterator[Leg]], number: int) -> Leg | None:
    """A further purchase that has nothing to do with the first."""
    others = [one for one in _ADDABLE if one != name]
    other = next(buying[others[number // 2 % len(others)]], None)
    if other is None:
        return None
    mentioned = main.slugs | {one.slug for miss in main.near_misses for one in miss}
    return other if other.slugs.isdisjoint(mentioned) else None


def _endless(sight: ShopSight, generator: random.Random) -> Iterator[Leg]:
    """Detours of each sort in turn, again from the beginning when they run out."""
    while True:
        supplies = [islice(maker(sight, generator), _IN_A_ROUND) for maker in DETOURS.values()]
        found = False
        while supplies:
            legs = [(supply, next(supply, None)) for supply in supplies]
            supplies = [supply for supply, leg in legs if leg is not None]
            for _, leg in legs:
                if leg is not None:
                    found = True
                    yield leg
        if not found:
            return


def _draft(name: str, persona: str, legs: list[Leg], generator: random.Random) -> SkillDraft:
    texts = [legs[0].text]
    for leg in legs[1:]:
        linked = "dependent purchase" in leg.behaviours
        texts.append(leg.text if linked else f"{generator.choice(_JOINTS)}{_lower(leg.text)}")
    return draft_of(" ".join([persona, *texts]), legs, f"journey_{name}")


def draft_of(story: str, legs: Sequence[Leg], template: str) -> SkillDraft:
    """A journey of some legs.

    Args:
        story: what is said of the legs; how it ends, and the questions, are added.
        legs: in their order.
        template: what the story was made by.
    """
    questions = [leg.question for leg in legs if leg.question]
    ending = [CART_IS_THE_END, *(f"My question, to be answered at the end: {one}" for one in questions)]
    groups = tuple(group for leg in legs for group in leg.cart)
    quantity = max(leg.quantity for leg in legs)
    ways = tuple(way for leg in legs for way in leg.ways)
    checks: tuple[Check, ...] = (
        *(way for way in ways if not isinstance(way, AnswerText)),
        Cart(groups=groups, quantity=quantity),
        *(way for way in ways if isinstance(way, AnswerText)),
        *CART_ONLY,
    )
    return SkillDraft(
        " ".join([story, *ending]),
        checks,
        tuple(_near_misses(legs)),
        template,
        tuple(dict.fromkeys(one for leg in legs for one in leg.behaviours)),
        sum(leg.facts for leg in legs),
    )


def _lower(text: str) -> str:
    """A sentence after a colon; `I` stays what it is."""
    return text if text.startswith(("I ", "“")) else text[:1].lower() + text[1:]


def _near_misses(legs: Sequence[Leg]) -> Iterator[Group]:
    """Each leg's near misses, with what is right of the others."""
    for leg in legs:
        right = tuple(group[0] for other in legs if other is not leg for group in other.cart)
        for miss in leg.near_misses:
            yield (*miss, *right)
