"""Tasks that ask by wishes: situations, troubles and vague words, of which each has one usual reading."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

from shopworld.catalog import Offer
from shopworld.guru.comparison import series
from shopworld.guru.comparison.asking import ways_to_ask
from shopworld.guru.comparison.brands import brands_in_turn
from shopworld.guru.comparison.draft import ComparisonDraft, OfferRequirement, RequiredAction, in_turn
from shopworld.guru.comparison.market import Market, Settlement
from shopworld.guru.comparison.named import kind_is
from shopworld.guru.comparison.wish import SaidWish, wishes_by_kind
from shopworld.guru.comparison.wording import join, plural, value_text
from shopworld.tasks import Constraint

Addresses = Callable[[Offer], str]

MOST_ANSWERS = 12
"""As many as a task of WebMall's release has."""
_FEWEST_FITTING = 2
_MOST_WISHES = 3
_TRIES_A_TURN = 40
"""Combinations of wishes that are tried for a kind before the next kind has its turn."""
_TURNS_A_KIND = 60
_IN_VAIN = 2
"""Turns in a row without anything, after which a kind has no more."""
_BUDGET_STEPS = (25.0, 50.0, 75.0, 100.0, 150.0, 200.0, 300.0, 500.0, 800.0, 1200.0)


@dataclass(frozen=True, slots=True)
class WishedThing:
    """Wishes about one thing, a brand among them where it is named, a budget where it is told."""

    kind: str
    wishes: tuple[SaidWish, ...]
    brand: str = ""
    budget: float = 0.0
    stated: bool = False
    """Whether only what pages tell counts."""


def _combinations(market: Market, kind: str, generator: random.Random, brand: str) -> Iterator[WishedThing]:
    """Sets of one to three wishes about different things, some below a budget, in random order."""
    known = wishes_by_kind()[kind]
    sets = [
        chosen
        for number in range(1, _MOST_WISHES + 1)
        for chosen in combinations(known, number)
        if len(frozenset().union(*(one.attributes for one in chosen))) == sum(len(one.attributes) for one in chosen)
    ]
    generator.shuffle(sets)
    prices = sorted(offer.price / 100 for offer in market.offers(kind) if offer.price is not None)
    usual = prices[len(prices) // 8 : len(prices) * 3 // 4 + 1]
    steps = [step for step in _BUDGET_STEPS if usual and usual[0] < step < usual[-1]]
    for number, chosen in enumerate(sets):
        yield WishedThing(kind, chosen, brand)
        if steps and number % 2 == 0:
            yield WishedThing(kind, chosen, brand, generator.choice(steps))


def _constraints(
    market: Market, asked: WishedThing, wishes: Sequence[SaidWish], *, widest: bool = False
) -> tuple[Constraint, ...]:
    found = [kind_is(asked.kind)]
    if asked.brand:
        found.append(Constraint(attribute="brand", relation="equals", value=asked.brand))
    for wish in wishes:
        for one in wish.widest if widest and wish.widest else wish.reads:
            found.append(one.model_copy(update={"unit": market.unit(asked.kind, one.attribute)}))
    if asked.budget:
        found.append(Constraint(attribute="price", relation="less_than", value=asked.budget, unit="EUR"))
    return tuple(found)


def _settled(market: Market, asked: WishedThing, objective: str) -> OfferRequirement | None:
    """What is asked for where every reading leads to the same offers and each wish leaves something out."""
    constraints = _constraints(market, asked, asked.wishes)
    settlement = market.settle(constraints, objective, stated=asked.stated)
    if settlement is None or len(settlement.fitting) < _FEWEST_FITTING or not is_handy(settlement, objective):
        return None
    if any(one.widest for one in asked.wishes):
        widest = market.settle(_constraints(market, asked, asked.wishes, widest=True), objective, stated=asked.stated)
        if widest is None or widest.answers != settlement.answers:
            return None
    fitting = len(market.meeting(constraints))
    fewer = [replace(asked, budget=0.0)] if asked.budget else []
    fewer += [replace(asked, wishes=tuple(one for one in asked.wishes if one is not wish)) for wish in asked.wishes]
    if any(len(market.meeting(_constraints(market, one, one.wishes))) == fitting for one in fewer):
        return None
    return OfferRequirement(constraints, objective, settlement, market.near_misses(constraints, settlement))


def is_handy(settlement: Settlement, objective: str) -> bool:
    """Whether answers are few enough; of the cheapest there are one or two, and others are dearer."""
    if objective == "all":
        return len(settlement.answers) <= MOST_ANSWERS
    return len(settlement.answers) <= 2 and len(settlement.answers) < len(settlement.fitting)


def _asked(
    market: Market, generator: random.Random, objective: str, *, branded: bool
) -> Iterator[tuple[WishedThing, OfferRequirement]]:
    """Wishes with their answers, kind by kind in turn."""
    kinds = [kind for kind in wishes_by_kind() if market.offers(kind)]
    supplies = {}
    for kind in kinds:
        names = sorted({offer.brand for offer in market.offers(kind) if offer.brand}) if branded else [""]
        generator.shuffle(names)
        supplies[kind] = in_turn([_combinations(market, kind, generator, brand) for brand in names])
    turns: Counter[str] = Counter()
    vain: Counter[str] = Counter()
    while supplies:
        order = list(supplies)
        generator.shuffle(order)
        for kind in order:
            turns[kind] += 1
            tries = (_one_asked(market, asked, objective) for asked in islice(supplies[kind], _TRIES_A_TURN))
            found = next((one for one in tries if one is not None), None)
            vain[kind] = 0 if found else vain[kind] + 1
            if found is not None:
                yield found
            if vain[kind] == _IN_VAIN or turns[kind] == _TURNS_A_KIND:
                del supplies[kind]


def _one_asked(market: Market, asked: WishedThing, objective: str) -> tuple[WishedThing, OfferRequirement] | None:
    """The wishes with their answers; where pages are silent, wishes of which only what pages tell counts."""
    requirement = _settled(market, asked, objective)
    if requirement is None and objective == "all":
        asked = replace(asked, stated=True)
        requirement = _settled(market, asked, objective)
    return None if requirement is None else (asked, requirement)


def _ways(asked: WishedThing, objective: str, generator: random.Random) -> tuple[str, ...]:
    """The wishes in words: one of them may stand behind the noun, the others are sentences of their own."""
    found: list[str] = []
    for _ in range(6):
        wishes = list(asked.wishes)
        generator.shuffle(wishes)
        behind = next((one for one in wishes if one.asks and (generator.random() < 0.5 or not one.says)), None)
        rest = [one for one in wishes if one is not behind]
        if any(not one.says for one in rest):
            continue
        said = [f"{generator.choice(one.says)}." for one in rest]
        if asked.budget:
            price = Constraint(attribute="price", relation="less_than", value=asked.budget, unit="EUR")
            said += ways_to_ask("budget", generator, plain=False, price=value_text(price))[:1]
        if asked.stated:
            said += ways_to_ask("stated", generator, plain=False)[:1]
        goods = " ".join([asked.brand, plural(asked.kind), generator.choice(behind.asks) if behind else ""]).strip()
        frame = ("vague_" if said else "") + objective + ("" if said else "_goods")
        found += ways_to_ask(frame, generator, plain=False, said=" ".join(said), goods=" ".join(goods.split()))[:3]
    return tuple(dict.fromkeys(found))


def _drafts(market: Market, generator: random.Random, objective: str, category: str) -> Iterator[ComparisonDraft]:
    plain = _asked(market, random.Random(generator.random()), objective, branded=False)
    branded = _asked(market, random.Random(generator.random()), objective, branded=True)
    for asked, requirement in brands_in_turn(plain, branded):
        ways = _ways(asked, objective, generator)
        if not ways:
            continue
        yield ComparisonDraft(
            f"{category}/{asked.kind}",
            ways[0],
            (requirement,),
            RequiredAction.NAME,
            _subjects(asked),
            note=_meaning(asked),
            ways=ways,
        )


def _subjects(asked: WishedThing) -> tuple[str, ...]:
    """Kinds come once with a brand, and again without one as long as other wishes are told."""
    return tuple(f"wish:{asked.kind}:{(asked.brand and 'brand') or one.name}" for one in asked.wishes)


def vague_all(market: Market, generator: random.Random, _: Addresses) -> Iterator[ComparisonDraft]:
    """All offers that answer to wishes; every eighth task asks for the largest of a series."""
    largest = series.largest(market, generator)
    for number, draft in enumerate(_drafts(market, generator, "all", "products_satisfying_vague_requirements")):
        if number % 7 == 6 and (found := next(largest, None)) is not None:
            yield found
        yield draft


def vague_cheapest(market: Market, generator: random.Random, _: Addresses) -> Iterator[ComparisonDraft]:
    """The cheapest offer that answers to wishes."""
    yield from _drafts(market, generator, "cheapest", "cheapest_offer_vague_requirements")


def _meaning(asked: WishedThing) -> str:
    said = [f"{one.attribute} {one.relation} {one.value}" for wish in asked.wishes for one in wish.reads]
    return "Meant: " + join(said) + ". " + " ".join(one.reason for one in asked.wishes)
