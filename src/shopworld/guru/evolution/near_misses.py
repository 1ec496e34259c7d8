"""Near misses of an evolved query: products that fail in one part and meet all others."""

from __future__ import annotations

from shopworld.guru.evolution.query import Query
from shopworld.guru.evolution.shelf import Assortment
from shopworld.tasks.checks import Group, OfferAddress
from shopworld.tasks.conditions import meets

_PER_REQUIREMENT = 2


def near_misses(query: Query, assortment: Assortment) -> tuple[Group, ...]:
    """For each requirement, products that would answer the query if it were not for it; each is a whole answer.

    Where the query is sorted, those that come next after the first place are near misses too. One more is another thing
    of the same domain that meets all filters.

    Args:
        query: after some rounds.
        assortment: where other things are found.
    """
    shelf, right = query.shelf, query.answers()
    found: dict[OfferAddress, None] = {}
    for requirement in query.requirements:
        if requirement.sort is None:
            among = query.fitting(requirement) & ~query.fitting()
            best = shelf.first(among, query.sort)
        else:
            best = shelf.first(query.fitting() & ~right, query.sort)
        found |= dict.fromkeys(shelf.addresses(best)[:_PER_REQUIREMENT])
    stranger = _stranger(query, assortment)
    if stranger is not None:
        found.setdefault(stranger)
    return tuple((address,) for address in found)


def _stranger(query: Query, assortment: Assortment) -> OfferAddress | None:
    """Another thing of the domain that meets the filters; None where there is none."""
    filters = query.conditions("filter")
    kinds = assortment.kinds_of(query.shelf.domain)
    after = kinds.index(query.shelf.name) + 1 if query.shelf.name in kinds else 0
    for kind in kinds[after:] + kinds[:after]:
        if kind == query.shelf.name:
            continue
        for offer in assortment.by_kind[kind]:
            if not meets(offer, query.shelf.thing) and all(meets(offer, one) for one in filters):
                return OfferAddress(shop=offer.shop_id, slug=offer.slug)
    return None
