"""Which offers are one product: those that share identifiers, unless their titles or prices say otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from shopworld.catalog import Attribute, extract_attributes
from shopworld.offers.matching.columns import MatchColumns
from shopworld.offers.matching.duplicates import runs_of

LEAST_SHARED = 0.34
"""Share of the shorter title's words that two titles of one product have in common at least."""
PRICE_RATIO = 4.0
"""How much dearer one offer of a product may be than another."""
UNLIKE = 4
"""Groups of unlike offers, from which an identifier of more groups than half its offers belongs to no product."""
_COMPARED = 40
_WORD = re.compile(r"[^\W_]+(?:[.-][^\W_]+)*")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_FILLERS = frozenset(["the", "a", "an", "and", "or", "with", "for", "of", "in", "new", "from", "to", "by"])


@dataclass(frozen=True, slots=True)
class _Told:
    """What a title tells."""

    text: str
    words: frozenset[str]
    numbers: frozenset[str]
    facts: dict[str, Attribute]
    brand: str
    price: int
    currency: str


@dataclass(frozen=True, slots=True)
class Clustering:
    """What came of the clustering.

    Attributes:
        of: for each offer the first offer of its cluster; -1 for what is in none.
        dropped: identifiers that many unlike offers share.
        split: groups that were taken apart.
    """

    of: NDArray[np.int64]
    dropped: int
    split: int


def cluster_offers(columns: MatchColumns, alive: NDArray[np.bool_]) -> Clustering:
    """Groups offers that share a GTIN, or a part number within a brand.

    An identifier that many unlike offers share counts for none; groups that the others connect are then split into
    offers that are alike. Two offers are alike if their titles share words, no typed fact in them differs, their brands
    are one, and their prices are not too far apart.

    Args:
        columns: of all offers.
        alive: which count.
    """
    said = _Titles(columns)
    parent = np.arange(len(columns), dtype=np.int64)
    dropped = split = 0
    keys = columns.keys[alive[columns.keys[:, 1].astype(np.int64)]] if len(columns.keys) else columns.keys
    for run in runs_of(keys[:, 0]):
        members = list(dict.fromkeys(keys[run, 1].astype(np.int64).tolist()))
        if len(members) < 2:
            continue
        if said.are_unlike(members):
            dropped += 1
            continue
        for other in members[1:]:
            _join(parent, members[0], other)
    of = np.full(len(columns), -1, dtype=np.int64)
    for members in _components(parent, alive):
        groups = list(said.groups(members))
        split += len(groups) > 1
        for group in groups:
            if len(group) > 1:
                of[group] = group[0]
    return Clustering(of, dropped, split)


class _Titles:
    """Compares offers by what their titles tell."""

    def __init__(self, columns: MatchColumns) -> None:
        self._columns = columns
        self._told = lru_cache(maxsize=50_000)(self._read)

    def are_unlike(self, members: Sequence[int]) -> bool:
        """Whether an identifier's offers are of many products."""
        some = members[:_COMPARED]
        groups = sum(1 for _ in self.groups(some)) if len(some) >= UNLIKE else 0
        return groups >= UNLIKE and 2 * groups > len(some)

    def groups(self, members: Sequence[int]) -> Iterator[list[int]]:
        """Members in groups that are alike: each goes to the first group to most of whose offers it is."""
        groups: list[list[int]] = []
        for number in members:
            for group in groups:
                compared = group[:_COMPARED]
                if 2 * sum(self.alike(number, other) for other in compared) > len(compared):
                    group.append(number)
                    break
            else:
                groups.append([number])
        yield from groups

    def alike(self, one: int, other: int) -> bool:
        """Whether two offers may be one product."""
        first, second = self._told(one), self._told(other)
        if first.brand and second.brand and not (first.brand in second.brand or second.brand in first.brand):
            return False
        if first.currency == second.currency:
            low, high = sorted((first.price, second.price))
            if high > PRICE_RATIO * low:
                return False
        shared = len(first.words & second.words)
        if shared < LEAST_SHARED * max(1, min(len(first.words), len(second.words))):
            return False
        both = first.facts.keys() & second.facts.keys()
        return all(_agree(first, second, name) for name in both)

    def _read(self, number: int) -> _Told:
        title = self._columns.title(number)
        words = frozenset(_WORD.findall(title.casefold())) - _FILLERS
        facts = {one.name: one for one in extract_attributes(title, "", self._columns.kind(number))}
        return _Told(
            title.casefold(),
            words,
            frozenset(_NUMBER.findall(title)),
            facts,
            self._columns.brand(number),
            int(self._columns.prices[number]),
            self._columns.currency(number),
        )


def _agree(one: _Told, other: _Told, name: str) -> bool:
    """Whether a fact of two titles may be one: also where one title holds both values, of which each was read once."""
    first, second = one.facts[name], other.facts[name]
    return _may_be_same(first, second) or _holds(other, first) or _holds(one, second)


def _holds(told: _Told, fact: Attribute) -> bool:
    if isinstance(fact.value, float):
        return f"{fact.value:g}" in told.numbers
    return isinstance(fact.value, str) and fact.value in told.text


def _may_be_same(one: Attribute, other: Attribute) -> bool:
    """Whether two values can be one thing's; texts may be told in part, numbers rounded."""
    if isinstance(one.value, float) and isinstance(other.value, float):
        return abs(one.value - other.value) <= 0.02 * max(abs(one.value), abs(other.value))
    if isinstance(one.value, str) and isinstance(other.value, str):
        return one.value in other.value or other.value in one.value
    if isinstance(one.value, tuple) and isinstance(other.value, tuple):
        return True  # lists of what it has: titles name some of them, and in several words: wireless, Bluetooth
    return one.value == other.value


def _root(parent: NDArray[np.int64], number: int) -> int:
    while parent[number] != number:
        parent[number] = parent[parent[number]]
        number = int(parent[number])
    return number


def _join(parent: NDArray[np.int64], one: int, other: int) -> None:
    first, second = sorted((_root(parent, one), _root(parent, other)))
    parent[second] = first


def _components(parent: NDArray[np.int64], alive: NDArray[np.bool_]) -> Iterator[list[int]]:
    roots = np.array([_root(parent, int(number)) for number in np.flatnonzero(alive)], dtype=np.uint64)
    numbers = np.flatnonzero(alive)
    for run in runs_of(roots):
        yield numbers[run].tolist()
