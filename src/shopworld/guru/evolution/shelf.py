"""Offers of one kind as sets of bits: a condition is the set of those that meet it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from operator import or_
from typing import Final

from shopworld.catalog import Catalog, Offer, Sort, domain_of
from shopworld.tasks import Condition, OfferAddress, Value, sort_key, value_meets, value_of

LEAST_OFFERS: Final = 8
"""A kind with fewer offers is not asked for."""


class AskableOffers:
    """The offers of one kind that can be asked for.

    Args:
        thing: the condition that makes them one kind.
        domain: of DeepShop's five.
        name: kind, or name of the category.
        offers: all of that kind, in the catalog's order.
    """

    def __init__(self, thing: Condition, domain: str, name: str, offers: Sequence[Offer]) -> None:
        self.thing, self.domain, self.name = thing, domain, name
        self.offers = tuple(offers)
        self.everything = (1 << len(self.offers)) - 1
        self._masks: dict[Condition, int] = {}
        self._saying: dict[str, dict[tuple[bool, Value | None], int]] = {}
        self._places: dict[Sort, tuple[int, ...]] = {}
        self._down_to: dict[Sort, tuple[int, ...]] = {}

    def mask(self, condition: Condition) -> int:
        """The offers that meet a condition, one bit each."""
        if condition not in self._masks:
            said = self._said(condition.field)
            self._masks[condition] = sum(mask for (_, value), mask in said.items() if value_meets(value, condition))
        return self._masks[condition]

    def _said(self, field: str) -> Mapping[tuple[bool, Value | None], int]:
        """The offers by what they say in a field, yes and no apart from 1 and 0; each saying is tried once."""
        if field not in self._saying:
            found: dict[tuple[bool, Value | None], int] = defaultdict(int)
            for at, one in enumerate(self.offers):
                value = value_of(one, field)
                found[isinstance(value, bool), value] |= 1 << at
            self._saying[field] = found
        return self._saying[field]

    def meeting(self, conditions: Iterable[Condition]) -> int:
        """The offers that meet all of them."""
        left = self.everything
        for one in conditions:
            left &= self.mask(one)
        return left

    def places(self, sort: Sort) -> tuple[int, ...]:
        """The offers place by place under a sort; those that are equal share a place."""
        if sort not in self._places:
            keyed: dict[float, int] = defaultdict(int)
            for at, one in enumerate(self.offers):
                key = sort_key(one, sort)
                if key is not None:
                    keyed[key] |= 1 << at
            self._places[sort] = tuple(keyed[key] for key in sorted(keyed))
        return self._places[sort]

    def down_to(self, sort: Sort, place: int) -> int:
        """The offers at a place under a sort, counted from 0, and at all places before it."""
        if sort not in self._down_to:
            self._down_to[sort] = tuple(accumulate(self.places(sort), or_))
        return self._down_to[sort][place]

    def first(self, among: int, sort: Sort | None) -> int:
        """Those of some offers that come first under a sort; all of them where nothing is sorted."""
        if sort is None:
            return among
        place = self.place(among, sort)
        return 0 if place is None else self.places(sort)[place] & among

    def place(self, among: int, sort: Sort) -> int | None:
        """The first place under a sort that one of some offers has, counted from 0; None where none has one."""
        if not self.places(sort) or not self.down_to(sort, -1) & among:
            return None
        reached = self._down_to[sort]
        low, high = 0, len(reached) - 1
        while low < high:
            middle = (low + high) // 2
            if reached[middle] & among:
                high = middle
            else:
                low = middle + 1
        return low

    def of(self, mask: int) -> list[Offer]:
        """The offers of a set."""
        return [one for at, one in enumerate(self.offers) if mask >> at & 1]

    def addresses(self, mask: int) -> tuple[OfferAddress, ...]:
        """The same as tasks name them."""
        return tuple(OfferAddress(shop=one.shop_id, slug=one.slug) for one in self.of(mask))

    @cached_property
    def values(self) -> Mapping[str, Counter[Value]]:
        """How often each value of each attribute is stated, brands too."""
        found: dict[str, Counter[Value]] = defaultdict(Counter)
        for one in self.offers:
            for name in dict.fromkeys(("brand", *(attribute.name for attribute in one.attributes))):
                value = value_of(one, name)
                if value is not None:
                    found[name][value] += 1
        return found

    @cached_property
    def units(self) -> Mapping[str, str]:
        """Unit of each attribute that has one."""
        return {item.name: item.unit for one in self.offers for item in one.attributes if item.unit}

    @cached_property
    def shown(self) -> Mapping[str, str]:
        """How pages write a value that attributes hold in lower case."""
        found: dict[str, str] = {}
        for one in self.offers:
            for text in (*(row.text for row in one.specifications), one.brand or ""):
                found.setdefault(text.casefold(), text)
        return found


class Assortment:
    """All that a catalog sells, kind by kind.

    Args:
        catalog: read once, whole.
        shop_ids: only these shops; all where empty.
        place: what the shop is called where there is one only.
    """

    def __init__(self, catalog: Catalog, shop_ids: Sequence[str] = (), place: str = "") -> None:
        self.place = place
        self.by_kind: dict[str, list[Offer]] = defaultdict(list)
        self.by_category: dict[str, list[Offer]] = defaultdict(list)
        currencies: Counter[str] = Counter()
        for offer in catalog.iterate_offers():
            if shop_ids and offer.shop_id not in shop_ids:
                continue
            currencies[offer.currency] += 1
            if offer.kind:
                self.by_kind[offer.kind].append(offer)
            for name in {name.casefold() for path in offer.categories for name in path}:
                self.by_category[name].append(offer)
        self.currency = currencies.most_common(1)[0][0] if currencies else "EUR"
        self._shelves: dict[str, AskableOffers] = {}

    def shelf_of_kind(self, kind: str) -> AskableOffers | None:
        """The shelf of a kind; None where it holds too little."""
        offers = self.by_kind.get(kind, ())
        if len(offers) < LEAST_OFFERS:
            return None
        if kind not in self._shelves:
            thing = Condition(field="kind", relation="equals", value=kind)
            self._shelves[kind] = AskableOffers(thing, domain_of(kind), kind, offers)
        return self._shelves[kind]

    def shelf_of_category(self, name: str, domain: str) -> AskableOffers | None:
        """The shelf of a category of that name, in lower case; None where it holds too little."""
        offers = self.by_category.get(name, ())
        if len(offers) < LEAST_OFFERS:
            return None
        key = f"category:{name}"
        if key not in self._shelves:
            thing = Condition(field="category", relation="contains", value=name)
            self._shelves[key] = AskableOffers(thing, domain, name, offers)
        return self._shelves[key]

    def kinds_of(self, domain: str) -> list[str]:
        """The kinds of a domain that can be asked for, by name."""
        known = (kind for kind in sorted(self.by_kind) if domain_of(kind) == domain)
        return [kind for kind in known if len(self.by_kind[kind]) >= LEAST_OFFERS]
