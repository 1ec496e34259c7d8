"""Which collections a shop has: those its navigation needs, and others until the statistics hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import log

from shopworld.arena.bundle import Statistics
from shopworld.arena.generate.catalog.candidates import SMALLEST, CollectionCandidate
from shopworld.arena.generate.catalog.collection_sizes import free_sizes
from shopworld.arena.generate.catalog.trade import Trade

_NEARLY_ALL = 0.97
"""Share of all products from which a collection holds all of them, and is called so."""
_SAME = 0.92
"""Share of common products from which two collections are one."""
_BASE_COST = {"by hand": 0.9, "line": 0.7, "vendor group": 0.7, "color group": 0.5, "color": 0.3}
_TOPS = ("audience", "group", "type")
_ALWAYS = ("best", "new", "sale")


@dataclass(frozen=True, slots=True)
class Sizes:
    """What the specification says of collections, for this many products."""

    count: int
    average: float
    median: float
    largest: int


def wanted_sizes(statistics: Statistics, trade: Trade) -> Sizes:
    """The number and sizes of collections, scaled to the number of products; gaps filled.

    A catalog smaller than the specification's has smaller collections and, by the square root, fewer of them.
    """
    per, products = statistics.products_per_collection, trade.products
    stated = statistics.collections_total
    count = round(products**0.5 * 1.4) + 2 if stated is None else round(stated * min(trade.scale, 1.0) ** 0.5)
    scale = min(trade.scale, 1.0)
    largest = min(max(round((per.max or products / scale * 0.4) * scale), SMALLEST), products)
    average = min((per.avg if per.avg is not None else (per.median or products * 0.1) * 1.3) * scale, largest)
    median = min((per.median if per.median is not None else average / scale * 0.75) * scale, largest)
    return Sizes(max(count, 1), max(average, SMALLEST), max(median, SMALLEST), largest)


def selected(pool: Sequence[CollectionCandidate], sizes: Sizes, depth: int) -> list[CollectionCandidate]:
    """The collections of a shop, those of its navigation first, none empty and no two alike.

    Args:
        pool: what there could be.
        sizes: how many, and how large.
        depth: levels of the navigation.
    """
    chosen: list[CollectionCandidate] = []
    for one in _essential(pool, sizes, depth):
        if len(chosen) < sizes.count and _fits(one, chosen, sizes) and not _is_there(one.members, chosen):
            chosen.append(one)
    used = Counter(one.source for one in chosen)
    titles = {one.title for one in chosen}
    free = free_sizes(
        sizes.count - len(chosen),
        [len(one.members) for one in chosen],
        average=sizes.average,
        median=sizes.median,
        largest=sizes.largest,
    )
    for size in free:
        found = _best(pool, size, used, titles, chosen)
        if found is None:
            break
        chosen.append(found)
        used[found.source] += 1
        titles.add(found.title)
    return chosen


def _essential(pool: Sequence[CollectionCandidate], sizes: Sizes, depth: int) -> Iterable[CollectionCandidate]:
    """What the navigation needs, most needed first."""
    by_source: dict[str, list[CollectionCandidate]] = {}
    for one in pool:
        by_source.setdefault(one.source, []).append(one)
    top = "audience" if len(by_source.get("audience", ())) > 1 and depth > 1 else "group"
    levels = (
        ["audience", "audience group", "audience type"] if top == "audience" else ["group", "type", "type material"]
    )
    yield from sorted(by_source.get(levels[0], ()), key=lambda one: (-len(one.members), one.title))
    for source, size in zip(_ALWAYS, (sizes.median * 1.5, sizes.median * 1.2, sizes.largest), strict=True):
        yield from (_cut(one, max(SMALLEST, round(size))) for one in by_source.get(source, ()))
    for level in levels[1:depth]:
        yield from sorted(by_source.get(level, ()), key=lambda one: (-len(one.members), one.title))
    if top == "audience":
        yield from sorted(by_source.get("group", ()), key=lambda one: (-len(one.members), one.title))


def _cut(one: CollectionCandidate, size: int) -> CollectionCandidate:
    return one if one.whole else replace(one, members=one.members[:size])


def _fits(one: CollectionCandidate, chosen: Sequence[CollectionCandidate], sizes: Sizes) -> bool:
    """Whether the statistics can still be had with it; the first three are taken as they are."""
    size = len(one.members)
    if len(chosen) < 3 and one.source in _TOPS and size <= sizes.largest:
        return True
    above = sum(len(other.members) > sizes.median for other in chosen)
    rest = sizes.count - len(chosen) - 1
    left = sizes.average * sizes.count - sum(len(other.members) for other in chosen) - size
    room_below = size > sizes.median or len(chosen) - above < (sizes.count + 1) // 2
    return (
        size <= sizes.largest
        and (size <= sizes.median or above < sizes.count // 2)
        and room_below
        and left >= rest * max(SMALLEST, sizes.median * 0.45)
    )


def _best(
    pool: Sequence[CollectionCandidate],
    size: int,
    used: Counter[str],
    titles: set[str],
    chosen: Sequence[CollectionCandidate],
) -> CollectionCandidate | None:
    """The candidate that makes the best collection of that size."""
    products = max((len(one.members) for one in pool), default=0)

    def cost(one: CollectionCandidate) -> float:
        trimmed = 0.0 if one.source == "by hand" else 2 * log(max(len(one.members) / size, 1.0))
        return min(trimmed, 2.5) + 0.22 * used[one.source] + _BASE_COST.get(one.source, 0.0)

    fitting = [
        one
        for one in pool
        if one.title not in titles
        and (one.source == "all") == (size > _NEARLY_ALL * products)
        and (len(one.members) >= size if not one.whole else abs(len(one.members) - size) <= max(1, size * 0.08))
    ]
    for one in sorted(fitting, key=cost)[:40]:
        cut = one if one.source == "all" else _cut(one, size)
        if not _is_there(cut.members, chosen):
            return cut
    return next((cut for one in fitting if not _is_there((cut := _cut(one, size)).members, chosen)), None)


def _is_there(members: Sequence[int], chosen: Iterable[CollectionCandidate]) -> bool:
    """Whether a collection with nearly the same products is there already."""
    ours = set(members)
    for other in chosen:
        theirs = other.members
        if min(len(ours), len(theirs)) < _SAME * max(len(ours), len(theirs)):
            continue
        common = len(ours.intersection(theirs))
        if common >= _SAME * (len(ours) + len(theirs) - common):
            return True
    return False
