"""Which kinds of goods a site sells and what they cost there, from the titles of its products and its categories."""

from __future__ import annotations

from collections import defaultdict
from statistics import median

from shopworld.arena.bundle import GoodsBand, GoodsBands
from shopworld.arena.explore.prefetch.site import PrefetchedSite
from shopworld.goods.trades import KindOfGoods, NamedGood, departments, kinds_of

_LEAST_NAMED = 0.25
"""Share of the products whose kind must be known; below it nothing is said of the goods."""
_LEAST_SHARE = 0.004


def read_goods(site: PrefetchedSite) -> GoodsBands:
    """The kinds of goods that most titles and categories name, with the prices that they have on the site."""
    under: dict[str, list[str]] = defaultdict(list)
    for listing in site.collections:
        if not listing.is_everything:
            for url in listing.products:
                under[url].append(listing.title)
    goods = [
        NamedGood(one.title, tuple(filter(None, (one.product_type, *under.get(one.url, ())))), one.price or None)
        for one in site.products
    ]
    found: dict[KindOfGoods, list[float]] = defaultdict(list)
    named = 0
    for good, kind in zip(goods, kinds_of(goods, site.currency), strict=True):
        if kind is not None:
            named += 1
            if good.price is not None:
                found[kind].append(good.price)
    if not goods or named < len(goods) * _LEAST_NAMED:
        return GoodsBands()
    kept = {kind: prices for kind, prices in found.items() if len(prices) >= len(goods) * _LEAST_SHARE}
    total = sum(map(len, kept.values()))
    return GoodsBands(
        kinds=tuple(
            GoodsBand(
                department=kind.department,
                kind=kind.kind,
                share=round(len(prices) / total, 4),
                lowest=min(prices),
                median=round(median(prices), 2),
                highest=max(prices),
            )
            for kind, prices in sorted(kept.items(), key=lambda one: (-len(one[1]), one[0].department, one[0].kind))
        )
    )


def trade_of_goods(goods: GoodsBands) -> str:
    """What a shop of such goods is called: its one or two largest departments; empty where nothing is known."""
    shares: dict[str, float] = defaultdict(float)
    for one in goods.kinds:
        shares[one.department] += one.share
    ranked = sorted(shares, key=lambda name: (-shares[name], name))
    most = [name for name in ranked if shares[name] >= 0.25 * shares[ranked[0]]][:2]
    return " and ".join(departments()[name].name.lower() for name in most)
