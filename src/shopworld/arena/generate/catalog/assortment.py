"""Which goods a shop has: how many of each kind, and which of them come in variants."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod

from shopworld.arena.bundle import PriceStatistics
from shopworld.arena.generate.catalog.pricing import priced
from shopworld.arena.generate.catalog.trade import Trade, folded_axis
from shopworld.goods.trades import GIFT_CARD, Department, Good, GoodsMaker, departments, worth_of

MOST_VARIANTS = 24
_MOST_AXES = 3
_ROUNDS_OF_PRICES = 4
_FALLBACK_AXES = {
    "color": ("Black", "White", "Grey", "Navy Blue"),
    "size": ("Small", "Medium", "Large"),
    "pack": ("1 Pack", "2 Pack", "4 Pack"),
    "material": ("Cotton", "Wood", "Steel"),
    "style": ("Classic", "Modern", "Plain"),
    "format": ("Standard", "Large", "Travel"),
    "design": ("Plain", "Striped", "Dotted"),
}
"""Values for goods that come in nothing by nature, where the specification asks for more variants."""
_ANY_AXIS = ("Standard", "Plus", "Pro")
_CARD_VALUES = (25, 50, 100, 200)


@dataclass(frozen=True, slots=True)
class Item:
    """A product on its way into the shop.

    Attributes:
        department: name of its department; empty for gift cards.
        good: what it is.
        axes: options that buyers choose, with their values; empty for a product without variants.
        fixed: options that are settled, with their value.
    """

    department: str
    good: Good
    axes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    fixed: dict[str, str] = field(default_factory=dict)


def assorted(trade: Trade, largest: int, prices: PriceStatistics) -> list[Item]:
    """The goods of a shop, kinds mixed as the departments weigh them.

    Args:
        trade: what is asked for.
        largest: most products of a collection: no audience has more, where goods can be for others.
        prices: the distribution that the shop's prices will have; kinds that cannot bear theirs give way to others.
    """
    items = []
    makers: dict[str, GoodsMaker] = {}
    wanted = trade.products - trade.has_gift_card
    counts = _counts(list(trade.departments.values()), wanted)
    for (name, _), count in zip(trade.departments.items(), counts, strict=True):
        department = departments()[name]
        makers[name] = GoodsMaker(department, f"{trade.seed}:{name}", vendors=_vendor_count(count, department))
        kinds = _known_kinds(name, count, trade) or _kinds(department, count, trade)
        for kind, pieces in kinds.items():
            items += [_made(makers[name], name, kind, trade) for _ in range(pieces)]
    items = _bearing(items, makers, prices, trade)
    trade.rng("order").shuffle(items)
    items = _balanced(items, largest)
    items = _with_variants(items, trade)
    return [*items, gift_card()] if trade.has_gift_card else items


def _known_kinds(name: str, count: int, trade: Trade) -> dict[str, int]:
    """How many of each kind that the specification names; empty where it names none of the department."""
    weights = trade.kinds.get(name, {})
    if not weights:
        return {}
    return dict(zip(weights, _counts(list(weights.values()), count), strict=True))


def _made(maker: GoodsMaker, name: str, kind: str, trade: Trade) -> Item:
    """The next product of a kind; its usual price is that of the specification's shop."""
    good = maker.make(kind)
    band = trade.bands.get((name, kind))
    if band is not None:
        lowest, middle, highest = band
        usual = departments()[name].kinds[kind].price
        good = replace(good, price=min(max(middle * good.price / usual, lowest), highest) / worth_of(trade.currency))
    return Item(name, good)


def _bearing(items: list[Item], makers: Mapping[str, GoodsMaker], prices: PriceStatistics, trade: Trade) -> list[Item]:
    """The goods, those replaced by others of the shop's departments that cannot cost what falls to them."""
    found = list(items)
    for _ in range(_ROUNDS_OF_PRICES):
        cents = priced([one.good.price for one in found], prices, trade.rng("prices"))
        strained = [at for at, item in enumerate(found) if not bears(item, cents[at], trade.currency)]
        if not strained:
            break
        for at in strained:
            other = _able(found[at], cents[at], trade)
            if other is not None:
                found[at] = _made(makers[other[0]], *other, trade)
                middle = cents[at] / 100 / worth_of(trade.currency)
                found[at] = replace(found[at], good=replace(found[at].good, price=middle))
    return found


def _able(item: Item, cents: int, trade: Trade) -> tuple[str, str] | None:
    """Of the shop's departments the kind that may cost as much and is nearest to it by its usual price."""
    worth = cents / 100 / worth_of(trade.currency)
    able = [
        (abs(math.log(max(worth, 0.01) / kind.price)), name != item.department, name, kind_name)
        for name in trade.departments
        for kind_name, kind in departments()[name].kinds.items()
        if kind.range[0] <= worth <= kind.range[1]
    ]
    best = min(able, default=None)
    return None if best is None else best[2:]


def bears(item: Item, cents: int, currency: str) -> bool:
    """Whether a price lies in the range of the item's kind."""
    lowest, highest = departments()[item.department].kinds[item.good.kind].range
    return lowest <= cents / 100 / worth_of(currency) <= highest


def _balanced(items: list[Item], largest: int) -> list[Item]:
    """No audience with more goods than a collection holds: what can be for anybody goes to who has least."""
    counts = Counter(item.good.audience for item in items if item.good.audience)
    found = []
    for item in items:
        audience = item.good.audience
        department = departments()[item.department]
        kind = department.kinds[item.good.kind]
        free = [
            one
            for one in kind.audiences or department.audiences
            if item.good.use not in department.unfit_uses.get(one, ())
        ]
        least = min(free, key=lambda one: (counts[one], free.index(one)), default="")
        if audience and counts[audience] > largest and counts[least] < counts[audience] - 1:
            counts[audience] -= 1
            counts[least] += 1
            item = replace(item, good=replace(item.good, audience=least))
        found.append(item)
    return found


def gift_card() -> Item:
    """The shop's gift card."""
    good = Good(
        kind=GIFT_CARD,
        title="Gift Card",
        vendor="",
        line="",
        price=_CARD_VALUES[0],
        options={"Denominations": tuple(f"${value}" for value in _CARD_VALUES)},
        facts={},
        audience="",
        use="Gifts",
        season="",
        sentences=("Our gift card arrives by e-mail within minutes.", "It can be used for anything in the shop."),
        points=("Sent by e-mail", "For anything in the shop", "Can be used in parts"),
        care="",
    )
    return Item("", good, axes=dict(good.options))


def _counts(weights: Sequence[float], total: int) -> list[int]:
    """A total divided by weights, in whole numbers that add up to it (largest remainders)."""
    exact = [total * one / sum(weights) for one in weights]
    counts = [int(one) for one in exact]
    by_rest = sorted(range(len(exact)), key=lambda at: (counts[at] - exact[at], at))
    for at in by_rest[: total - sum(counts)]:
        counts[at] += 1
    return counts


def _vendor_count(products: int, department: Department) -> int:
    return min(len(department.vendors), max(3, round(math.sqrt(products))))


def _kinds(department: Department, count: int, trade: Trade) -> dict[str, int]:
    """How many of each kind; a small shop has fewer kinds, not one of each."""
    rng = trade.rng(f"kinds:{department.name}")
    weights = {name: kind.weight * rng.lognormvariate(0, 0.25) for name, kind in department.kinds.items()}
    most = max(3, min(len(weights), count // 3))
    chosen = sorted(weights, key=lambda name: (-weights[name], name))[:most]
    kept = [name for name in department.kinds if name in chosen]
    return dict(zip(kept, _counts([weights[name] for name in kept], count), strict=True))


def _with_variants(items: list[Item], trade: Trade) -> list[Item]:
    """Gives as many products variants as the specification says, whole kinds first."""
    wanted = round(trade.variant_share * trade.products) - (trade.has_gift_card and trade.variant_share > 0)
    allowed = [_allowed(item.good.options, trade) for item in items]
    rng = trade.rng("variants")
    kinds = sorted({item.good.kind for item in items})
    rng.shuffle(kinds)
    place = {kind: at for at, kind in enumerate(kinds)}
    natural = sorted((at for at, axes in enumerate(allowed) if axes), key=lambda at: (place[items[at].good.kind], at))
    chosen = _covering(natural, allowed, trade)
    chosen += [at for at in natural if at not in set(chosen)]
    others = [at for at in range(len(items)) if not allowed[at]]
    given = {at: allowed[at] for at in chosen[: max(wanted, 0)]}
    missing = [
        axis for axis in trade.axes if not any(axis == folded_axis(name) for axes in given.values() for name in axes)
    ]
    for at, axis in _extra(others, max(wanted - len(given), 0), trade, missing):
        given[at] = {axis.title(): _FALLBACK_AXES.get(axis, _ANY_AXIS)}
    return [_settled(item, given.get(at, {}), trade) for at, item in enumerate(items)]


def _allowed(options: Mapping[str, tuple[str, ...]], trade: Trade) -> dict[str, tuple[str, ...]]:
    """The options that variants may have, cut to a number of variants that a page can show."""
    found: dict[str, tuple[str, ...]] = {}
    room = MOST_VARIANTS
    for name, values in options.items():
        if (trade.axes and folded_axis(name) not in trade.axes) or len(values) < 2 or len(found) == _MOST_AXES:
            continue
        kept = values[: max(2, min(len(values), room))] if room >= 2 else ()
        if kept:
            found[name] = kept
            room //= len(kept)
    # The first axis gives way where both are long: fewer colors, all sizes.
    if len(found) > 1 and prod(len(one) for one in found.values()) > MOST_VARIANTS:
        first, *rest = found
        most = max(2, MOST_VARIANTS // prod(len(found[name]) for name in rest))
        found[first] = found[first][:most]
    return found


def _covering(natural: Sequence[int], allowed: Sequence[Mapping[str, object]], trade: Trade) -> list[int]:
    """The first product for each axis that the specification names."""
    found: list[int] = []
    for axis in trade.axes:
        first = next((at for at in natural if any(folded_axis(name) == axis for name in allowed[at])), None)
        if first is not None and first not in found:
            found.append(first)
    return found


def _extra(others: Sequence[int], count: int, trade: Trade, missing: Sequence[str]) -> list[tuple[int, str]]:
    """Products that get an axis that is not theirs by nature, one for each missing axis at least."""
    axes = [*missing, *trade.axes] if trade.axes else ["pack", "color"]
    wanted = max(count, min(len(missing), len(others)) if trade.variant_share else 0)
    return [
        (at, axes[number] if number < len(missing) else axes[number % len(axes)])
        for number, at in enumerate(others[:wanted])
    ]


def _settled(item: Item, axes: dict[str, tuple[str, ...]], trade: Trade) -> Item:
    """The item with its axes; of the options that are none, one value is settled."""
    rng = trade.rng(f"settled:{item.good.title}")
    fixed = {name: rng.choice(values) for name, values in item.good.options.items() if name not in axes}
    return replace(item, axes=axes, fixed=fixed)
