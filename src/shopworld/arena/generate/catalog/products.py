"""Products as the shop's data say them: variants with prices and stock, facts, texts, dates and sales."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape
from itertools import product as combinations
from random import Random

from shopworld.arena.bundle import PriceStatistics
from shopworld.arena.generate.catalog.assortment import Item, bears
from shopworld.arena.generate.catalog.candidates import Stock
from shopworld.arena.generate.catalog.pricing import priced, stepped
from shopworld.arena.generate.catalog.trade import Trade
from shopworld.catalog import PICTURED, Attribute, Specification, unique_slug, wordpress_slug
from shopworld.goods.trades import GIFT_CARD, Good, departments, product_type, trade_kinds, worth_of
from shopworld.money import DOT_DECIMAL, plain, read_amount
from shopworld.pictures import SCENE, things_beside
from shopworld.shop.data import NO_OPTION, ImageData, OptionData, ProductData, ProductDetails, VariantData

_NEWEST = date(2027, 2, 24)
_DAYS = 800
_SALE_SHARE = 0.22
_ROUNDED_FROM = 1000
"""Cents from which a former price ends as the price does."""
_SOLD_OUT = 0.04
_VARIANT_SOLD_OUT = 0.1
_FEATURED = 0.12
_PHOTOGRAPHS = (
    ("front", "angle", "detail"),
    ("scene", "front", "angle"),
    ("front", "scene", "detail"),
    ("front", "scene", "angle", "box"),
    ("scene", "angle", "front", "detail"),
)
"""Views that a shop shows of each product, the first in lists: as one shop has them taken."""
_COMPANIONS = 4
_CANONICAL = {"color": "colour"}
"""Options whose catalog attribute has another name."""
_LOWER = frozenset({"colour", "material"})
"""Attributes whose values are in lower case even where variants differ in them."""
_FIRST_ID = 7_310_000


@dataclass(frozen=True, slots=True)
class StockedProducts:
    """The products of a shop and what collections go by, in the same order."""

    products: tuple[ProductData, ...]
    stock: tuple[Stock, ...]


def shelved(items: Sequence[Item], prices: PriceStatistics, trade: Trade, shop_name: str) -> StockedProducts:
    """The products of a shop.

    Args:
        items: what it sells.
        prices: the distribution of prices.
        trade: seed and sizes.
        shop_name: vendor of what has no other, such as gift cards.
    """
    cents = _prices(items, prices, trade)
    rng = trade.rng("shelf")
    popularity = _ranked(len(items), rng)
    newness = _ranked(len(items), rng)
    taken: set[str] = set()
    highest = max(cents, default=0)
    stock = []
    products = []
    views = trade.rng("photographs").choice(_PHOTOGRAPHS)
    for at, item in enumerate(items):
        own = trade.rng(f"product:{item.good.title}")
        factor = own.choice((1.15, 1.2, 1.25, 1.35, 1.5)) if own.random() < _SALE_SHARE and item.department else None
        variants = _variants(item, at, cents[at], factor, highest, own)
        share = 1 - popularity[at] / max(len(items), 1)
        products.append(
            _product(item, at, variants, taken, shop_name, sold=int(900 * share**3) + own.randint(0, 20),
                     listed=_NEWEST - timedelta(days=round(newness[at] * _DAYS / max(len(items), 1))),
                     featured=popularity[at] < len(items) * _FEATURED,
                     views=views if item.department else ("front",))
        )  # fmt: skip
        stock.append(Stock(item, cents[at], factor is not None, popularity[at], newness[at]))
    return StockedProducts(_with_companions(products, items), tuple(stock))


def _prices(items: Sequence[Item], prices: PriceStatistics, trade: Trade) -> list[int]:
    """Prices in cents; a gift card costs what it is worth."""
    goods = [at for at, item in enumerate(items) if item.department]
    found = priced([items[at].good.price for at in goods], prices, trade.rng("prices"))
    cents = [0] * len(items)
    for at, price in zip(goods, found, strict=True):
        cents[at] = _in_range(items[at], price, trade.currency)
    for at, item in enumerate(items):
        if not item.department:
            cents[at] = round(item.good.price * 100)
    return cents


def _in_range(item: Item, cents: int, currency: str) -> int:
    """A price that a thing of the kind may have: none is stretched beyond it."""
    if bears(item, cents, currency):
        return cents
    lowest, highest = (one * worth_of(currency) for one in departments()[item.department].kinds[item.good.kind].range)
    return math.ceil(lowest * 100) if cents / 100 < lowest else math.floor(highest * 100)


def _ranked(count: int, rng: Random) -> list[int]:
    places = list(range(count))
    rng.shuffle(places)
    return places


def _variants(
    item: Item, at: int, cents: int, factor: float | None, highest: int, rng: Random
) -> tuple[VariantData, ...]:
    """Every combination of the axes; the first value of each costs the least."""
    sold_out = rng.random() < _SOLD_OUT and bool(item.department)
    kind = departments()[item.department].kinds[item.good.kind] if item.department else None
    rows = list(
        combinations(*([(place, value) for place, value in enumerate(values)] for values in item.axes.values()))
    )
    first_in_stock = rng.randrange(len(rows))
    found = []
    for place, row in enumerate(rows, 1):
        price = cents
        if kind is None:
            worth = read_amount(row[0][1], DOT_DECIMAL) if row else None
            price = worth.cents if worth is not None else cents
        elif cents < highest:
            step = sum(kind.per_option.get(name, 0) * value[0] for name, value in zip(item.axes, row, strict=True))
            price = stepped(cents, 1 + step, highest) if step else cents
        available = not sold_out and (place - 1 == first_in_stock or kind is None or rng.random() >= _VARIANT_SOLD_OUT)
        values: list[str | None] = [value for _, value in row] or [NO_OPTION]
        values += [None] * (3 - len(values))
        found.append(
            VariantData(
                id=(_FIRST_ID + at) * 100 + place,
                title=" / ".join(value for _, value in row) or NO_OPTION,
                sku=f"{_initials(item.good)}-{at + 101:04d}" + (f"-{place:02d}" if len(rows) > 1 else ""),
                price=plain(price),
                compare_at_price=None if factor is None else plain(_former(price, factor)),
                available=available,
                option1=values[0],
                option2=values[1],
                option3=values[2],
                position=place,
                requires_shipping=kind is not None,
                inventory_quantity=(rng.randint(3, 60) if available else 0) if kind is not None else None,
            )
        )
    return tuple(found)


def _former(cents: int, factor: float) -> int:
    """What something on sale used to cost; small prices are not rounded to whole units."""
    whole = stepped(cents, factor, cents * 3)
    return whole if cents >= _ROUNDED_FROM else max(round(cents * factor / 5) * 5, cents + 10)


def _initials(good: Good) -> str:
    return "".join(word[0] for word in good.title.split() if word[0].isalnum())[:3].upper() or "X"


def _product(
    item: Item,
    at: int,
    variants: tuple[VariantData, ...],
    taken: set[str],
    shop_name: str,
    *,
    sold: int,
    listed: date,
    featured: bool,
    views: Sequence[str],
) -> ProductData:
    good = item.good
    day = listed.isoformat()
    return ProductData(
        id=_FIRST_ID + at,
        title=good.title,
        handle=unique_slug(wordpress_slug(good.title), taken),
        description_html=_description(good),
        vendor=good.vendor or shop_name,
        product_type=product_type(good.kind),
        tags=_tags(item),
        published_at=day,
        created_at=day,
        updated_at=_NEWEST.isoformat(),
        is_gift_card=good.kind == GIFT_CARD,
        options=tuple(
            OptionData(name=name, position=place, values=values)
            for place, (name, values) in enumerate(item.axes.items(), 1)
        )
        or (OptionData(name="Title", position=1, values=(NO_OPTION,)),),
        variants=variants,
        images=tuple(
            ImageData(
                id=(_FIRST_ID + at) * 10 + place,
                src=f"drawn:{view}",
                alt=_alt(good, view),
                width=600,
                height=600,
                position=place,
            )
            for place, view in enumerate(views, 1)
        ),
        details=ProductDetails(
            department=trade_kinds()[good.kind].department,
            kind=good.kind,
            summary=good.sentences[0],
            features=good.points,
            specifications=_specifications(item),
            attributes=(*_attributes(item), *_beside(item, at, views)),
            units_sold=sold,
            featured=featured,
        ),
    )


def _alt(good: Good, view: str) -> str:
    return {
        "front": good.title,
        "angle": f"{good.title}, from the side",
        "detail": f"{good.title}, close up",
        "scene": f"{good.title}, in use",
    }.get(view, f"{good.title}, packed")


def _description(good: Good) -> str:
    parts = [f"<p>{escape(' '.join(good.sentences), quote=False)}</p>"]
    if good.points:
        parts.append("<ul>" + "".join(f"<li>{escape(one, quote=False)}</li>" for one in good.points) + "</ul>")
    if good.care:
        parts.append(f"<h3>Care</h3><p>{escape(good.care, quote=False)}</p>")
    return "".join(parts)


def _tags(item: Item) -> tuple[str, ...]:
    good = item.good
    listed = (good.audience, good.use, good.season, good.facts.get("material", ""), good.line)
    return tuple(dict.fromkeys(one for one in listed if one))


def _facts(item: Item) -> dict[str, str]:
    """What is true of it: its facts, and options that are settled."""
    settled = {name.casefold(): value for name, value in item.fixed.items()}
    return settled | item.good.facts


def _specifications(item: Item) -> tuple[Specification, ...]:
    labels = departments()[item.department].labels if item.department else {}
    rows = [
        Specification(label=labels.get(name, name.replace("_", " ").capitalize()), text=value)
        for name, value in _facts(item).items()
    ]
    rows += [Specification(label=name, text=", ".join(values)) for name, values in item.axes.items()]
    if item.good.audience:
        rows.append(Specification(label="For", text=item.good.audience))
    if item.good.care:
        rows.append(Specification(label="Care", text=item.good.care))
    return tuple(rows)


def _attributes(item: Item) -> tuple[Attribute, ...]:
    """Facts and settled options, written as variants write theirs, so that a filter holds each value once."""
    axes = {_canonical(axis) for axis in item.axes}
    named = [(_canonical(name), value) for name, value in _facts(item).items()]
    return tuple(
        Attribute(name=name, value=value.lower() if name in _LOWER else value)
        for name, value in named
        if name not in axes
    )


def _beside(item: Item, at: int, views: Sequence[str]) -> tuple[Attribute, ...]:
    """What lies beside it where it is shown in a scene: the pictures alone tell it."""
    if SCENE not in views:
        return ()
    things = things_beside(item.good.kind)
    return (Attribute(name=f"{PICTURED}beside", value=Random(f"{item.good.title}:{at}:beside").choice(things)),)


def _canonical(axis: str) -> str:
    return _CANONICAL.get(axis.casefold(), axis.casefold())


def _with_companions(products: list[ProductData], items: Sequence[Item]) -> tuple[ProductData, ...]:
    """Each product with up to four of another kind that are bought for the same use."""
    by_use: dict[tuple[str, str], list[int]] = {}
    for at, item in enumerate(items):
        by_use.setdefault((item.department, item.good.use), []).append(at)
    found = []
    for at, (one, item) in enumerate(zip(products, items, strict=True)):
        companions: dict[str, str] = {}
        near = by_use[(item.department, item.good.use)]
        start = near.index(at)
        for other in (*near[start + 1 :], *near[:start]):
            kind = items[other].good.kind
            if kind != item.good.kind and kind not in companions and item.department:
                companions[kind] = products[other].handle
            if len(companions) == _COMPANIONS:
                break
        details = one.details.model_copy(update={"bought_together": tuple(companions.values())})
        found.append(one.model_copy(update={"details": details}))
    return tuple(found)
