"""Which goods a shop has: how many of each kind, and which of them come in variants."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod

from shopworld.arena.generate.catalog.trade import Trade, folded_axis
from shopworld.goods.trades import GIFT_CARD, Department, Good, GoodsMaker, departments

MOST_VARIANTS = 24
_MOST_AXES = 3
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


def assorted(trade: Trade, largest: int) -> list[Item]:
    """The goods of a shop, kinds mixed as the departments weigh them.

    Args:
        trade: what is asked for.
        largest: most products of a collection: no audience has more, where goods can be for others.
    """
    items = []
    wanted = trade.products - trade.has_gift_card
    counts = _counts(list(trade.departments.values()), wanted)
    for (name, _), count in zip(trade.departments.items(), counts, strict=True):
        department = departments()[name]
        maker = GoodsMaker(department, f"{trade.seed}:{name}", vendors=_vendor_count(count, department))
        for kind, pieces in _kinds(department, count, trade).items():
            items += [Item(name, maker.make(kind)) for _ in range(pieces)]
    trade.rng("order").shuffle(items)
    items = _balanced(items, largest)
    items = _with_variants(items, trade)
    return [*items, gift_card()] if trade.has_gift_card else items


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
