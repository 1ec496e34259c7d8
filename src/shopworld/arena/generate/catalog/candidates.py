"""Collections that a shop could have: by kind, people, use, season, material, maker, line, price and by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from shopworld.arena.generate.catalog.assortment import Item
from shopworld.goods.trades import GIFT_CARD, departments, product_type, title_case, trade_kinds

SMALLEST = 2
"""Fewest products of a collection."""
_MOST_EDITS = 500
"""Most collections put together by hand: large shops have others enough."""
_EDITORIAL = (
    "Staff Picks", "Trending Now", "Customer Favorites", "The Weekend Edit", "Gift Guide", "The Essentials",
    "Everyday Essentials", "Editor's Picks", "Under the Radar", "Small Pleasures", "The Starter Edit",
    "Asked For", "From Our Shelves", "Rainy Day Finds", "Moving Day", "Made to Last", "Travel Ready",
    "The Host's List", "Tried and Tested", "Quiet Classics", "Bright Ideas", "First Apartment", "Slow Sunday",
    "The Short List", "Good Company", "House Favorites", "Worth the Wait", "The Anniversary Edit", "Rare Birds",
    "Only Here", "Loved Around Here", "The Good Gift", "Big Day", "Family Table", "Simple Things", "The Refresh",
)  # fmt: skip
_PRICE_STEPS = (10, 15, 25, 50, 75, 100, 150, 250, 500)


@dataclass(frozen=True, slots=True)
class Stock:
    """A product with what collections go by.

    Attributes:
        item: what it is.
        price: lowest of its variants, in cents.
        on_sale: whether it costs less than it used to.
        popularity: place among the best sellers, from 0.
        newness: place among the newest, from 0.
    """

    item: Item
    price: int
    on_sale: bool
    popularity: int
    newness: int

    @property
    def group(self) -> str:
        """The part of the shop it stands in."""
        if not self.item.department:
            return ""
        return departments()[self.item.department].kinds[self.item.good.kind].group

    @property
    def material(self) -> str:
        """What it is made of, empty where nothing is said."""
        return self.item.good.facts.get("material", "")

    @property
    def colors(self) -> tuple[str, ...]:
        """The last words of its colors: `Navy Blue` is `Blue`."""
        good = self.item
        values = good.axes.get("Color") or ((good.fixed["Color"],) if "Color" in good.fixed else ())
        return tuple(dict.fromkeys(one.split()[-1] for one in values if one.split()[-1] != "Handle"))


@dataclass(frozen=True, slots=True)
class CollectionCandidate:
    """A collection that could be.

    Attributes:
        source: by what it is made: `group`, `type`, `use`, ….
        key: what it holds within its source.
        title: for people.
        members: places of its products in the assortment, in the order in which it shows them.
        whole: whether it must hold all of them, as a collection of T-shirts must.
    """

    source: str
    key: tuple[str, ...]
    title: str
    members: tuple[int, ...]
    whole: bool


def candidates(stock: Sequence[Stock], currency_mark: str, rng: Random) -> list[CollectionCandidate]:
    """All collections that these products could make, with at least `SMALLEST` of them; titles are unique."""
    order = sorted(range(len(stock)), key=lambda at: stock[at].popularity)
    found: list[CollectionCandidate] = []
    titles: set[str] = set()
    for one in _all(stock, order, currency_mark, rng):
        if len(one.members) >= SMALLEST and one.title.casefold() not in titles:
            titles.add(one.title.casefold())
            found.append(one)
    return found


def _all(stock: Sequence[Stock], order: Sequence[int], mark: str, rng: Random) -> Iterator[CollectionCandidate]:
    yield CollectionCandidate("all", (), "Shop All", tuple(order), whole=False)
    by_news = sorted(order, key=lambda at: stock[at].newness)
    yield CollectionCandidate("new", (), "New Arrivals", tuple(by_news), whole=False)
    yield CollectionCandidate("best", (), "Best Sellers", tuple(order), whole=False)
    yield CollectionCandidate("sale", (), "Sale", tuple(at for at in order if stock[at].on_sale), whole=True)
    for rule in _WHOLE:
        yield from _by(stock, order, *rule, whole=True)
    yield from _edits(stock, order, mark)
    yield from _by_hand(order, rng)


def _edits(stock: Sequence[Stock], order: Sequence[int], mark: str) -> Iterator[CollectionCandidate]:
    """Collections that may leave something out."""
    for rule in _LOOSE:
        yield from _by(stock, order, *rule, whole=False)
    yield from _by(stock, order, "vendor", lambda one: [(one.item.good.vendor,)], lambda key: key[0], whole=True)
    for step in _PRICE_STEPS:
        members = tuple(at for at in order if stock[at].price < step * 100)
        yield CollectionCandidate("price", (str(step),), f"Under {mark}{step}", members, whole=True)
    for rule in _LOOSE_PAIRS:
        yield from _by(stock, order, *rule, whole=False)


def _by_hand(order: Sequence[int], rng: Random) -> Iterator[CollectionCandidate]:
    """Collections that somebody put together: any products in any order."""
    titles = list(_EDITORIAL)
    rng.shuffle(titles)
    numbered = [f"The Edit No. {number}" for number in range(1, 1 + min(len(order), _MOST_EDITS))]
    for title in (*titles, *numbered):
        members = list(order)
        rng.shuffle(members)
        yield CollectionCandidate("by hand", (title,), title, tuple(members), whole=False)


def _by(
    stock: Sequence[Stock],
    order: Sequence[int],
    source: str,
    keys_of: Callable[[Stock], Iterable[tuple[str, ...]]],
    title_of: Callable[[tuple[str, ...]], str],
    *,
    whole: bool,
) -> Iterator[CollectionCandidate]:
    """One candidate for each key that products have; keys with an empty part make none."""
    members: dict[tuple[str, ...], list[int]] = {}
    for at in order:
        for key in keys_of(stock[at]):
            if all(key):
                members.setdefault(key, []).append(at)
    for key in sorted(members):
        yield CollectionCandidate(source, key, title_of(key), tuple(members[key]), whole=whole)


def _use(use: str) -> str:
    """`Weeknight Dinners`, `Baking Picks`, `For Meetings`, `Gift Ideas`."""
    if use == "Gifts":
        return "Gift Ideas"
    if " " in use:
        return use
    return f"For {use}" if use.endswith("s") else f"{use} Picks"


def _for_a_use(group: str, use: str) -> str:
    """`Running Shoes`, `Pots for Weeknight Dinners`, `Gift-Ready Tableware`."""
    if use == "Gifts":
        return f"Gift-Ready {group}"
    return f"{group} for {use}" if " " in use else f"{use} {group}"


def _kind(one: Stock) -> str:
    return "" if one.item.good.kind == GIFT_CARD or one.item.good.kind not in trade_kinds() else one.item.good.kind


def _whose(audience: str, goods: str) -> str:
    """`Men's Jeans`, but `Dog Beds` for dogs."""
    return goods if audience.rstrip("s") in goods.split() else f"{_of(audience)} {goods}"


def _of(audience: str) -> str:
    return f"{audience}'" if audience.endswith("s") else f"{audience}'s"


_Rule = tuple[str, Callable[[Stock], Iterable[tuple[str, ...]]], Callable[[tuple[str, ...]], str]]
"""By what collections are made: its name, the keys of a product, and the title of a key."""
_WHOLE: tuple[_Rule, ...] = (
    ("audience", lambda one: [(one.item.good.audience,)], lambda key: key[0]),
    ("group", lambda one: [(one.group,)], lambda key: key[0]),
    ("audience group", lambda one: [(one.item.good.audience, one.group)], lambda key: f"{_of(key[0])} {key[1]}"),
    ("type", lambda one: [(_kind(one),)], lambda key: product_type(key[0])),
    (
        "audience type",
        lambda one: [(one.item.good.audience, _kind(one))],
        lambda key: _whose(key[0], product_type(key[1])),
    ),
    (
        "type material",
        lambda one: [(_kind(one), one.material)],
        lambda key: f"{title_case(key[1])} {product_type(key[0])}",
    ),
)
_LOOSE: tuple[_Rule, ...] = (
    ("use", lambda one: [(one.item.good.use,)], lambda key: _use(key[0])),
    ("season", lambda one: [(one.item.good.season,)], lambda key: f"{key[0]} Edit"),
    ("material", lambda one: [(one.material,)], lambda key: title_case(key[0])),
)
_LOOSE_PAIRS: tuple[_Rule, ...] = (
    ("season group", lambda one: [(one.item.good.season, one.group)], lambda key: f"{key[0]} {key[1]}"),
    ("use group", lambda one: [(one.item.good.use, one.group)], lambda key: _for_a_use(key[1], key[0])),
    ("material group", lambda one: [(one.material, one.group)], lambda key: f"{title_case(key[0])} {key[1]}"),
    ("color", lambda one: [(color,) for color in one.colors], lambda key: f"Shades of {key[0]}"),
    ("color group", lambda one: [(color, one.group) for color in one.colors], lambda key: f"{key[0]} {key[1]}"),
    ("line", lambda one: [(one.item.good.line,)], lambda key: f"The {key[0]} Collection"),
    ("vendor group", lambda one: [(one.item.good.vendor, one.group)], lambda key: f"{key[1]} by {key[0]}"),
)
