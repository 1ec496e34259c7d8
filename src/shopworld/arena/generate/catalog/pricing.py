"""Prices in the distribution of the specification: what is dear by nature stays dear."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from shopworld.arena.bundle import PriceStatistics

_TAIL = 2.4
"""How thin the upper tail is: half of the dearer half lies close to the median."""


def priced(natural: Sequence[float], wanted: PriceStatistics, rng: Random) -> list[int]:
    """Prices in cents for products, in the order of what they would cost by nature.

    Args:
        natural: what each product would cost, in units of the currency.
        wanted: the distribution; what is None follows from `natural`.
        rng: decides how the shop likes its prices to end.

    Returns:
        a price for each product; the lowest, the median and the highest are those wanted.
    """
    count = len(natural)
    if not count:
        return []
    order = sorted(range(count), key=lambda at: (natural[at], at))
    middle = natural[order[count // 2]]
    median = wanted.median or _between(middle, wanted.min, wanted.max)
    lowest = min(wanted.min if wanted.min is not None else natural[order[0]], median)
    highest = max(wanted.max if wanted.max is not None else natural[order[-1]], median)
    ending = rng.choice((0, 99, 95, 99))
    prices = [0] * count
    low, mid, high = (round(one * 100) for one in (lowest, median, highest))
    for rank, at in enumerate(order):
        share = rank / (count - 1) if count > 1 else 0.5
        cents = _rounded(_quantile(share, max(lowest, 0.01), max(median, 0.01), max(highest, 0.01)), ending)
        prices[at] = min(max(cents, low), mid) if share < 0.5 else min(max(cents, mid), high)
    prices[order[0]], prices[order[-1]] = low, high
    for at in {order[(count - 1) // 2], order[count // 2]} - ({order[0], order[-1]} if count > 2 else set()):
        prices[at] = mid
    return prices


def _between(value: float, low: float | None, high: float | None) -> float:
    """The value within bounds, as far as there are any."""
    return min(max(value, low if low is not None else 0.0), high if high is not None else math.inf)


def _quantile(share: float, lowest: float, median: float, highest: float) -> float:
    """The price below which that share of the products lies."""
    if share <= 0.5:
        return lowest * math.pow(median / lowest, math.pow(share * 2, 0.7))
    return median * math.pow(highest / median, math.pow(share * 2 - 1, _TAIL))


def _rounded(price: float, ending: int) -> int:
    """A price as shops write it, in cents."""
    if price < 5:
        return max(round(price * 20) * 5 - (1 if ending else 0), 5)
    whole = round(price) if price < 100 else round(price / 5) * 5
    return whole * 100 if ending == 0 else whole * 100 - (100 - ending)


def stepped(cents: int, factor: float, highest: int) -> int:
    """The price of a variant that costs more or less than the first one, ending as that one does."""
    ending = cents % 100
    whole = round((cents * factor - ending) / 100)
    return min(max(whole * 100 + ending, min(cents, 50)), highest)
