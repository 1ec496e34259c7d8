"""What listings and pages of a twin say: the grounds that checks stand on are found anew, not carried over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shopworld.catalog.model import Offer
from shopworld.catalog.query import OfferQuery, Sort
from shopworld.guru.porting.correspondence import Correspondence, NotPortable
from shopworld.guru.skills import ShopSight
from shopworld.guru.skills.information import Fact, pages_about, return_facts, shipping_facts
from shopworld.tasks import AnswerText, FilterChoice, Group, ListingUsed, PageRead

_ALL, _CHEAPEST, _DEAREST = "all", "cheapest", "dearest"


def same_listing(check: ListingUsed, between: Correspondence) -> ListingUsed:
    """The same listing in the twin, as its page can show it.

    Raises:
        NotPortable: the twin has no such collection, filter, value or sort, or finds what the source does not.
    """
    if check.query and check.category is None:
        hits = [_found(sight, check.query) for sight in (between.source, between.twin)]
        if bool(hits[0]) != bool(hits[1]):
            raise NotPortable(f"a search for {check.query!r} finds {hits[0]} here and {hits[1]} there")
    category = between.category(check.category) if check.category is not None else None
    filters: list[FilterChoice] = []
    if category is not None and check.filters:
        facets = {one.field: one for one in between.twin.facets(category)}
        for choice in check.filters:
            shown = {value for value, _ in facets[choice.field].values} if choice.field in facets else set()
            if not set(choice.values) <= shown:
                raise NotPortable(f"“{category.name}” has no filter {choice.field} with {', '.join(choice.values)}")
            filters.append(choice)
    elif check.filters:
        raise NotPortable("a filter without a collection")
    if check.sort is not None and check.sort not in dict(between.twin.sorts):
        raise NotPortable(f"the twin cannot sort by {check.sort}")
    path = category.path if category is not None else None
    return check.model_copy(update={"shop": between.twin.id, "category": path, "filters": tuple(filters)})


def listing_group(check: ListingUsed, group: Group, between: Correspondence) -> Group | None:
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
    category = next(one for one in sight.shop.navigation.all_categories if one.path == path)
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


def same_question(read: PageRead | None, intent: str, between: Correspondence) -> tuple[AnswerText, PageRead | None]:
    """What the twin answers to the question of a task, and the pages that say so.

    Raises:
        NotPortable: the question is none about delivery or returns, or no page of the twin answers it.
    """
    for subject, fact in _facts(between.twin):
        if fact.question not in intent:
            continue
        stating = [
            one.handle for one in pages_about(between.twin, subject) if all(text in one.text for text in fact.stated)
        ]
        if stating:
            handles = read.model_copy(update={"shop": between.twin.id, "handles": tuple(stating)}) if read else None
            return AnswerText(accepted=fact.accepted), handles
    raise NotPortable("no page of the twin answers the question")


def _facts(sight: ShopSight) -> Iterator[tuple[str, Fact]]:
    yield from (("shipping", one) for one in shipping_facts(sight))
    yield from (("returns", one) for one in return_facts(sight))
