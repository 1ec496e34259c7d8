"""How far the explorer's confidence holds: values of micro-shops that it is sure of, against their truth.

`python -m micro_shops.calibration [held]` prints a table: by confidence, how many values were given and how many are
right, and which share of all values that can be read were given at that confidence.
"""

from __future__ import annotations

import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from micro_shops import FARM, HELD_BACK, MicroFarm, MicroShop
from shopworld.arena.explore import ExploreSettings, explore
from shopworld.errors import ShopworldError

_LEVELS = (0.95, 0.8, 0.55, 0.0)


def truth_of(shop: MicroShop) -> dict[str, Any]:
    """What is known of a shop: the values of its deviation, and the numbers of its goods."""
    prices = [float(one) for one in shop.truth.values()]
    return {
        "stats.products_total": len(prices),
        "stats.collections_total": len(shop.listings),
        "stats.price.min": min(prices),
        "stats.price.max": max(prices),
        "stats.price.currency": shop.currency,
        "stats.products_per_collection.max": max(shop.listings.values(), default=None),
        "site_shell.has_announcement_bar": False,
        "floating.has_chat_widget": False,
        "floating.has_cookie_banner": False,
        "floating.has_newsletter_popup": False,
        "intl.has_locale_switcher": False,
        "intl.has_currency_switcher": False,
        "cart.has_promo_input": False,
        "product.has_personalization": False,
        "search.has_predictive": False,
    } | shop.values


def judged(shop: MicroShop, farm: MicroFarm, folder: Path) -> list[tuple[str, float, bool]]:
    """Each known value of a shop with the confidence it was given with, 0 where it was not, and whether it is right."""
    try:
        settings = ExploreSettings(delay=0, pictures=False, cache=folder / "cache")
        found = explore(farm.address(shop.name), folder / "spec", settings).findings
    except ShopworldError:
        return [(name, 0.0, False) for name in truth_of(shop)]
    rows = []
    for name, value in truth_of(shop).items():
        got = found.values.get(name)
        seen = got.value if got is not None else None
        if name == "collection.filters" and isinstance(seen, list):
            seen = [one["name"] for one in seen]
        right = abs(seen - value) < 0.01 if isinstance(value, float) and isinstance(seen, float) else seen == value
        rows.append((name, got.confidence if got is not None else 0.0, right))
    return rows


def main() -> int:
    """Prints the table; the exit code is 1 where fewer than 93 % of the values given with 95 % are right."""
    shops = HELD_BACK if "held" in sys.argv[1:] else {**FARM, **HELD_BACK}
    names = [one for one in sys.argv[1:] if one in {**FARM, **HELD_BACK}]
    shops = {one: {**FARM, **HELD_BACK}[one] for one in names} or shops
    by_level: dict[float, list[bool]] = defaultdict(list)
    with MicroFarm(shops) as farm:
        for name, shop in shops.items():
            with tempfile.TemporaryDirectory() as folder:
                rows = judged(shop, farm, Path(folder))
            for value, confidence, right in rows:
                by_level[next(one for one in _LEVELS if confidence >= one)].append(right)
                if confidence >= _LEVELS[0] and not right:
                    sys.stdout.write(f"  sure and wrong: {name} {value}\n")
                if confidence < _LEVELS[0] and "-v" in sys.argv:
                    sys.stdout.write(f"  not sure: {name} {value} {confidence} {right}\n")
            sys.stdout.flush()
    total = sum(map(len, by_level.values()))
    sys.stdout.write("| confidence | values | right | share of all |\n|---|---|---|---|\n")
    for level in _LEVELS:
        several = by_level[level]
        share = f"{sum(several) / len(several):.1%}" if several else "–"
        sys.stdout.write(f"| {level or 'not given'} | {len(several)} | {share} | {len(several) / total:.1%} |\n")
    sure = by_level[_LEVELS[0]]
    return int(bool(sure) and sum(sure) / len(sure) < 0.93)


if __name__ == "__main__":
    sys.exit(main())
