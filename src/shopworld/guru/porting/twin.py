"""The twin as the checks of one task see it: what listings and pages say there is found anew, not carried over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from shopworld.catalog import Category, Offer, OfferQuery, Sort
from shopworld.guru.porting.correspondence import Correspondence
from shopworld.guru.skills import ShopSight
from shopworld.guru.skills.information import Fact, pages_about, return_facts, shipping_facts
from shopworld.tasks import AnswerText, Group, ListingUsed, OfferAddress, PageRead, Task
from shopworld.tasks.checks import NotPortable

_ALL, _CHEAPEST, _DEAREST = "all", "cheapest", "dearest"


class TwinOfTask:
    """A shop's twin, for one task (`tasks.checks.Twin`).

    Args:
        task: that is ported.
        between: the shop that it was made for, and the twin.
    """

    def __init__(self, task: Task, between: Correspondence) -> None:
        self._task, self._between = task, between

    @property
    def shop(self) -> str:
        """Its id."""
        return self._between.twin.id

    @property
    def sorts(self) -> frozenset[Sort]:
        """What its listings can be sorted by."""
        return frozenset(dict(self._between.twin.sorts))

    def address(self, offer: OfferAddress) -> OfferAddress:
        """The same product there."""
        return self._between.address(offer)

    def group(self, group: Group) -> Group:
        """The same products there."""
        return self._between.group(group)

    def group_returned(self, group: Group) -> Group:
        """What a listing of the task shows there, where the group stands for that; else the same products."""
        for listing in self._task.checks_of(ListingUsed):
            found = _listing_group(listing, group, self._between)
            if found is not None:
                return found
        return self.group(group)

    def are_same(self, group: Group, there: Group) -> bool:
        """Whether two groups, here and there, are of the same products."""
        titles = {self._between.offer_here(one).title for one in group}
        known = {one.slug: one.title for one in self._between.twin.offers}
        return titles == {known[one.slug] for one in there}

    def variants(self, offer: OfferAddress, ids: Sequence[str]) -> tuple[str, ...]:
        """The variants with the same options there."""
        return self._between.variants(offer, ids)

    def collection(self, path: Sequence[str]) -> tuple[str, ...]:
        """Path of the collection of the same name."""
        return self._between.category(path).path

    def filter_values(self, path: Sequence[str]) -> dict[str, frozenset[str]]:
        """What each filter of a collection there offers."""
        category = _category(self._between.twin, path)
        facets = self._between.twin.facets(category)
        return {one.field: frozenset(value for value, _ in one.values) for one in facets}

    def found(self, query: str) -> tuple[int, int]:
        """How many products a search finds here and there."""
        here, there = (_found(sight, query) for sight in (self._between.source, self._between.twin))
        return here, there

    def pages(self, handles: Sequence[str]) -> tuple[str, ...]:
        """The pages of the same titles; those that answer the task's question, where they are what it asks about."""
        reads = self._task.checks_of(PageRead)
        if self._task.checks_of(AnswerText) and reads and reads[0].handles == tuple(handles):
            return self._question[1]
        return tuple(map(self._between.page, handles))

    def answer(self) -> tuple[str, ...]:
        """What its pages answer to the task's question."""
        return self._question[0]

    @cached_property
    def _question(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What the twin answers to the task's question, and the pages that say so."""
        for subject, fact in _facts(self._between.twin):
            if fact.question not in self._task.intent:
                continue
            stating = [
                one.handle
                for one in pages_about(self._between.twin, subject)
                if all(text in one.text for text in fact.stated)
            ]
            if stating:
                return fact.accepted, tuple(stating)
        raise NotPortable("no page of the twin answers the question")


def _category(sight: ShopSight, path: Sequence[str]) -> Category:
    return next(one for one in sight.shop.navigation.all_categories if one.path == tuple(path))


def _listing_group(check: ListingUsed, group: Group, between: Correspondence) -> Group | None:
    """What in the twin's listing stands as the group does in the source's: all of it, the cheapest, or the dearest.

    Returns:
        the group; None where it has nothing to do with the listing.

    Raises:
        NotPortable: the twin's listing holds something else of these products, or nothing.
    """
    if check.category is None:
        return None
    here = _listed(check, between.source, between.category_here(check.category).path)
    slugs = {one.slug for one in group}
    role = next(
        (name for name in (_ALL, _CHEAPEST, _DEAREST) if {one.slug for one in _part(here, name)} == slugs), None
    )
    if role is None:
        return None
    there = _part(_listed(check, between.twin, between.category(check.category).path), role)
    if not there:
        raise NotPortable(f"“{check.category[-1]}” shows nothing that can be bought in the twin")
    if role != _ALL:
        mapped = {one.slug for one in between.group(group)}
        if {one.slug for one in there} != mapped:
            raise NotPortable(f"another product is the {role} of “{check.category[-1]}” in the twin")
    return between.twin.group(there)


def _listed(check: ListingUsed, sight: ShopSight, path: tuple[str, ...]) -> list[Offer]:
    category = _category(sight, path)
    sort = check.sort or Sort.FEATURED
    if not check.filters:
        return sight.held(category)
    return [
        one
        for choice in check.filters
        for value in choice.values
        for one in sight.chosen(category, choice.field, value, sort)
    ]


def _part(offers: Sequence[Offer], role: str) -> list[Offer]:
    prices = [one.price for one in offers if one.price is not None]
    if role == _ALL or not prices:
        return list(offers)
    wanted = min(prices) if role == _CHEAPEST else max(prices)
    return [one for one in offers if one.price == wanted]


def _found(sight: ShopSight, query: str) -> int:
    return sight.mall.catalog.search(OfferQuery(text=query, shop_id=sight.id)).total


def _facts(sight: ShopSight) -> Iterator[tuple[str, Fact]]:
    yield from (("shipping", one) for one in shipping_facts(sight))
    yield from (("returns", one) for one in return_facts(sight))
