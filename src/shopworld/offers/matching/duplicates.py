"""Offers that say the same as others: word for word, or nearly so on one host or a mirror of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from shopworld.offers.matching.columns import MatchColumns
from shopworld.offers.signatures import PERMUTATIONS

ALIKE = 0.85
"""Share of runs of three words that near duplicates have in common, as MinHash has it."""
_BANDS = 8
_MIRRORED, _FEWEST_MIRRORED = 0.3, 3
"""Share and number of a host's offers that are near another's, at the same price, from which it is a mirror."""
_LARGEST_GROUP = 2000


def runs_of(values: NDArray[np.uint64]) -> Iterator[NDArray[np.int64]]:
    """Numbers of equal values, for values that occur twice at least, numbers rising."""
    order = np.argsort(values, kind="stable").astype(np.int64)
    edges = np.flatnonzero(np.diff(values[order])) + 1
    starts, ends = np.concatenate([[0], edges]), np.concatenate([edges, [len(order)]])
    long = np.flatnonzero(ends - starts > 1)
    for at in long:
        yield order[starts[at] : ends[at]]


def exact_duplicates(columns: MatchColumns) -> NDArray[np.int64]:
    """For each offer the first one of the same title, description, price and currency; its own number if first."""
    first = np.arange(len(columns), dtype=np.int64)
    for run in runs_of(columns.exact[:, 0]):
        lows: dict[int, int] = {}
        for number in run.tolist():
            first[number] = lows.setdefault(int(columns.exact[number, 1]), number)
    return first


def near_duplicates(columns: MatchColumns, first: NDArray[np.int64]) -> dict[int, int]:
    """Offers that nearly repeat an earlier one at the same price, on the same host or on a host that it mirrors.

    Offers of two hosts with the same text at two prices compete, and stay; so do those at one price, unless one host
    repeats a large part of the other. Offers of one page are variants, and stay.

    Args:
        columns: of all offers.
        first: of `exact_duplicates`; those that repeat others word for word count for mirrors only.

    Returns:
        the number of each such offer, with that of the one that is kept.
    """
    inside: dict[int, int] = {}
    across: list[tuple[int, int]] = []
    alive = first == np.arange(len(columns))
    for earlier, later in _pairs(columns, alive):
        if columns.page(earlier) == columns.page(later):
            continue
        if columns.host(earlier) == columns.host(later):
            inside.setdefault(later, earlier)
        else:
            across.append((earlier, later))
    word_for_word = [(int(first[one]), int(one)) for one in np.flatnonzero(~alive)]
    mirrors = _mirrors(columns, [*across, *word_for_word])
    for earlier, later in across:
        if frozenset((columns.host(earlier), columns.host(later))) in mirrors:
            inside.setdefault(later, earlier)
    return {later: _root(inside, later) for later in sorted(inside)}


def _root(found: dict[int, int], number: int) -> int:
    while number in found:
        number = found[number]
    return number


def _pairs(columns: MatchColumns, alive: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Pairs of the same price whose signatures agree, the earlier one first."""
    numbers = np.flatnonzero(alive)
    found: set[tuple[int, int]] = set()
    width = PERMUTATIONS // _BANDS
    for band in range(_BANDS):
        part = columns.signatures[numbers, band * width : (band + 1) * width].astype(np.uint64)
        mixed = columns.prices[numbers].astype(np.uint64)
        for column in part.T:
            mixed = (mixed ^ column) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(29)
        for run in runs_of(mixed):
            found |= set(_alike(columns, numbers[run[:_LARGEST_GROUP]]))
    return sorted(found)


def _alike(columns: MatchColumns, group: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    signatures = columns.signatures[group]
    for at in range(len(group) - 1):
        shares = (signatures[at + 1 :] == signatures[at]).mean(axis=1)
        for other in np.flatnonzero(shares >= ALIKE) + at + 1:
            if columns.prices[group[at]] == columns.prices[group[other]]:
                yield int(group[at]), int(group[other])


def _mirrors(columns: MatchColumns, pairs: list[tuple[int, int]]) -> frozenset[frozenset[str]]:
    """Pairs of hosts of which one repeats the other."""
    together: dict[frozenset[str], set[int]] = {}
    for earlier, later in pairs:
        hosts = frozenset((columns.host(earlier), columns.host(later)))
        if len(hosts) > 1:
            together.setdefault(hosts, set()).add(later)
    sizes: Counter[str] = Counter(columns.hosts.to_pylist()) if together else Counter()
    return frozenset(
        hosts
        for hosts, shared in together.items()
        if len(shared) >= max(_FEWEST_MIRRORED, _MIRRORED * min(sizes[one] for one in hosts))
    )
