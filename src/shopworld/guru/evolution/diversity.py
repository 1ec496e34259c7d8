"""The queries before any round: seeds bound to a catalog, and one query in another domain for each (section 3.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from shopworld.catalog import DOMAINS
from shopworld.guru.comparison.wording import plural
from shopworld.guru.evolution.query import EvolutionStep, Query
from shopworld.guru.evolution.seeds import Seed
from shopworld.guru.evolution.shelf import AskableOffers, Assortment
from shopworld.guru.evolution.speech import money, thing_of
from shopworld.tasks import SORT_NAMES, Condition

_ENOUGH = 240
"""Offers of a kind with which most queries can grow for five rounds."""


@dataclass(frozen=True, slots=True)
class Unbound:
    """A seed that a catalog has nothing for.

    Attributes:
        seed: its id.
        reason: for people.
    """

    seed: str
    reason: str


def bind(seed: Seed, assortment: Assortment) -> Query | Unbound:
    """A seed as a query to a catalog."""
    shelf = _shelf_of(seed, assortment)
    if shelf is None:
        return Unbound(seed.id, f"the catalog has too little of {', '.join(seed.kinds or seed.words)}")
    given = tuple(_given(seed, assortment.currency))
    prices = [one.value for one in seed.attribute if one.field == "price"]
    price = money(prices[0], assortment.currency) if prices and isinstance(prices[0], float) else ""
    thing = thing_of(shelf.name) if shelf.thing.field == "kind" else f"a product of the category {shelf.name}"
    text = seed.text.replace("{price}", price)
    query = Query(seed.id, "", shelf, thing, text, given, things=_things(shelf), place=assortment.place)
    if not query.answers():
        return Unbound(seed.id, f"no {shelf.name.replace('_', ' ')} meets what its text states")
    if given and not query.needs_all():
        return Unbound(seed.id, f"every {shelf.name.replace('_', ' ')} meets what its text states")
    return query


def _things(shelf: AskableOffers) -> str:
    return plural(shelf.name) if shelf.thing.field == "kind" else ""


def _shelf_of(seed: Seed, assortment: Assortment) -> AskableOffers | None:
    for kind in seed.kinds:
        if (shelf := assortment.shelf_of_kind(kind)) is not None:
            return shelf
    for word in seed.words:
        if (shelf := assortment.shelf_of_category(word, seed.domain)) is not None:
            return shelf
    return None


def _given(seed: Seed, currency: str) -> list[EvolutionStep]:
    """What the text of a seed states, as steps before the first round."""
    steps = [EvolutionStep("attribute", one.field, (one,), short=_said(one, currency)) for one in seed.attribute]
    steps += [EvolutionStep("filter", one.field, (one,), short=_said(one, currency)) for one in seed.filter]
    if seed.sort is not None:
        steps.append(EvolutionStep("sort", seed.sort.value, sort=seed.sort, short=SORT_NAMES[seed.sort]))
    return steps


def _said(condition: Condition, currency: str) -> str:
    value = condition.value
    if condition.field == "price" and isinstance(value, float):
        text = money(value, currency)
    else:
        text = f"{value:g}" if isinstance(value, float) else str(value)
    match condition.field, condition.relation:
        case "rating", "at_least":
            return f"rated {text} stars or higher"
        case "price", "at_most":
            return f"that costs at most {text}"
    relation = {"at_least": "at least ", "at_most": "at most "}.get(condition.relation, "")
    return f"{condition.field.replace('_', ' ')} {relation}{text}"


def _deep(assortment: Assortment, domain: str) -> list[str]:
    """The kinds of a domain of which there is enough for long queries; all of them where there is little of each."""
    kinds = assortment.kinds_of(domain)
    return [kind for kind in kinds if len(assortment.by_kind[kind]) >= _ENOUGH] or kinds


def diversified(seeds: Sequence[Seed], assortment: Assortment, taken: Counter[str], seed: int) -> list[Query | Unbound]:
    """For each seed a query of the same make about a thing of another domain.

    Domains are drawn so that all are reached equally often; in a domain, things come first that no query is about yet.

    Args:
        seeds: bound ones.
        assortment: what the catalog sells.
        taken: how many queries are about each kind; counted on.
        seed: of all choices.
    """
    rng = Random(f"{seed}:diversity")
    kinds = {domain: _deep(assortment, domain) for domain in DOMAINS}
    reached: Counter[str] = Counter()
    order = list(seeds)
    rng.shuffle(order)
    made: dict[str, Query | Unbound] = {}
    for one in order:
        domains = [name for name in DOMAINS if name != one.domain and kinds[name]]
        if not domains:
            made[one.id] = Unbound(one.id, "the catalog sells in no other domain")
            continue
        fewest = min(reached[name] for name in domains)
        domain = rng.choice([name for name in domains if reached[name] == fewest])
        reached[domain] += 1
        least = min(taken[kind] for kind in kinds[domain])
        kind = rng.choice([name for name in kinds[domain] if taken[name] == least])
        taken[kind] += 1
        shelf = assortment.shelf_of_kind(kind)
        assert shelf is not None
        thing = thing_of(kind)
        text = one.frame.format(thing=thing) if one.frame else ""
        name = f"d{one.id.removeprefix('s')}"
        made[one.id] = Query(name, one.id, shelf, thing, text, things=_things(shelf), place=assortment.place)
    return [made[one.id] for one in seeds]
