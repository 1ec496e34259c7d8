"""A second derivation of the answers: by the search index, with filters and sorts as a storefront has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from shopworld.catalog import PICTURED, Catalog, Offer, OfferQuery, Sort, display_values
from shopworld.guru.evolution.shelf import Assortment
from shopworld.tasks import ChosenProduct, Condition, OfferAddress, meets, sort_key

_PAGE = 100


@dataclass(slots=True)
class IndexSolver:
    """Answers evolved queries by searching.

    What the index cannot be asked for (number of reviews, age, bounds of numbers) is tried on the offers that it finds.

    Args:
        catalog: to search.
        assortment: where offers of a kind stand in the shops' categories.
    """

    catalog: Catalog
    assortment: Assortment
    _places: dict[tuple[str, str], dict[str, tuple[str, ...]]] = field(default_factory=dict)

    def answers(self, check: ChosenProduct) -> list[OfferAddress]:
        """All offers that answer a query."""
        if check.further:
            return self._in_several_orders(check)
        found: list[Offer] = []
        for shop_id, category in self._where(check.attribute[0]).items():
            found += self._in_shop(check, shop_id, category)
        if check.sort is not None and found:
            keys = [key for one in found if (key := sort_key(one, check.sort)) is not None]
            found = [one for one in found if sort_key(one, check.sort) == min(keys)]
        return [OfferAddress(shop=one.shop_id, slug=one.slug) for one in found]

    def _in_several_orders(self, check: ChosenProduct) -> list[OfferAddress]:
        """Those that are first under each order, or under any where one is enough."""
        assert check.sort is not None
        plain = {"further": (), "either": False}
        by_order = [
            self.answers(check.model_copy(update={**plain, "sort": one})) for one in (check.sort, *check.further)
        ]
        sets = [set(one) for one in by_order]
        kept = set.union(*sets) if check.either else set.intersection(*sets)
        return [one for one in dict.fromkeys(each for found in by_order for each in found) if one in kept]

    def _where(self, thing: Condition) -> dict[str, tuple[str, ...]]:
        """In each shop that has the thing: the deepest category that all of it stands in."""
        key = (thing.field, str(thing.value))
        if key not in self._places:
            kept = self.assortment.by_kind if thing.field == "kind" else self.assortment.by_category
            found: dict[str, tuple[str, ...]] = {}
            for offer in kept.get(key[1], ()):
                path = offer.categories[0] if offer.categories else ()
                known = found.get(offer.shop_id)
                found[offer.shop_id] = path if known is None else _common(known, path)
            self._places[key] = found
        return self._places[key]

    def _in_shop(self, check: ChosenProduct, shop_id: str, category: tuple[str, ...]) -> list[Offer]:
        """Offers of one shop: all that fit, or those at the first place under the sort."""
        sample = self.catalog.offer_by_slug(check.accepted[0].shop, check.accepted[0].slug)
        query, rest = _as_search((*check.attribute, *check.filter), sample)
        query = replace(query, shop_id=shop_id, category=category, sort=check.sort or Sort.TITLE_ASCENDING)
        found: list[Offer] = []
        for offer in self._results(query):
            if not all(meets(offer, one) for one in rest):
                continue
            if check.sort is not None and found and sort_key(offer, check.sort) != sort_key(found[0], check.sort):
                break
            found.append(offer)
        return found

    def _results(self, query: OfferQuery) -> Iterator[Offer]:
        offset, total = 0, 1
        while offset < total:
            result = self.catalog.search(replace(query, offset=offset, limit=_PAGE))
            yield from result.offers
            offset, total = offset + _PAGE, result.total


def _common(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    shared: list[str] = []
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        shared.append(one)
    return tuple(shared)


def _as_search(conditions: Sequence[Condition], sample: Offer | None) -> tuple[OfferQuery, list[Condition]]:
    """Conditions as a question to the index, and those that it cannot be asked.

    Args:
        conditions: of the query.
        sample: an offer that meets them; it says how values are written.
    """
    query, rest = OfferQuery(), []
    attributes: dict[str, tuple[str, ...]] = {}
    for one in conditions:
        value = one.value
        match one.field, one.relation:
            case "price", "at_most" if isinstance(value, float):
                query = replace(query, price_max=round(value * 100))
            case "price", "at_least" if isinstance(value, float):
                query = replace(query, price_min=round(value * 100))
            case "rating", "at_least" if isinstance(value, float):
                query = replace(query, rating_min=value)
            case "availability", "equals":
                query = replace(query, in_stock=True)
            case "brand", "equals" if sample is not None and sample.brand:
                query = replace(query, brands=(sample.brand,))
            case name, "equals" | "contains" | "one_of" if (
                name not in attributes and (values := _written(value, name, sample)) is not None
            ):
                attributes[name] = values
            case _:
                rest.append(one)
    return replace(query, attributes=attributes), rest


def _written(value: object, name: str, sample: Offer | None) -> tuple[str, ...] | None:
    """Values in the writing of facets; None where the index does not hold them so."""
    attribute = sample.attribute(name) if sample is not None else None
    if attribute is None or name.startswith(PICTURED) or isinstance(value, int | float):
        return None
    shown = {one.casefold(): one for one in display_values(attribute)}
    wanted = value if isinstance(value, tuple) else (str(value),)
    if not any(str(one).casefold() in shown for one in wanted):
        return None
    return tuple(shown.get(str(one).casefold(), str(one)) for one in wanted)
