"""What things of one kind are like: the values that several of them have, for ruling some of them out."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from shopworld.guru.intent.bitsets import Positions, members
from shopworld.guru.intent.features import is_clean
from shopworld.guru.intent.inventory import Inventory
from shopworld.guru.intent.phrases import phrases
from shopworld.guru.intent.things import ProductNoun

FEWEST = 3
"""Things of a kind that must have a value before it is worth ruling out."""
_MOST = 6


class Alternatives:
    """The usual values of each kind of thing.

    Args:
        inventory: all products.
    """

    def __init__(self, inventory: Inventory) -> None:
        self._inventory = inventory
        self._usual: dict[str, dict[str, tuple[tuple[str, int], ...]]] = {}
        self._products: dict[str, tuple[list[str], Positions, list[int]]] = {}

    def usual(self, thing: ProductNoun) -> dict[str, tuple[tuple[str, int], ...]]:
        """The values that most things of a kind have, and how many have each, by attribute that may be ruled out."""
        if thing.name not in self._usual:
            alike = np.zeros(self._inventory.size, dtype=bool)
            alike[members(self._inventory.titled(thing.name), self._inventory.size)] = True
            names = [name for name, one in phrases().items() if one.negative and name in self._inventory.values]
            self._usual[thing.name] = {name: self._values(name, alike) for name in names}
        return self._usual[thing.name]

    def _values(self, name: str, alike: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> tuple[tuple[str, int], ...]:
        values, products, starts = self._stating(name)
        if not values:
            return ()
        counted = np.add.reduceat(alike[products], starts, dtype=np.int64).tolist()
        counts = [(count, value) for count, value in zip(counted, values, strict=True) if count >= FEWEST]
        counts.sort(key=lambda one: (-one[0], one[1]))
        return tuple((value, count) for count, value in counts[:_MOST])

    def _stating(self, name: str) -> tuple[list[str], Positions, list[int]]:
        """The values that several products have, these products one value after the other, and where each begins."""
        if name not in self._products:
            listed = self._inventory.values[name].products
            values = [value for value, products in listed.items() if len(products) >= FEWEST and is_clean(value)]
            sets = [np.frombuffer(listed[value], dtype=np.int64) for value in values]
            starts = list(accumulate(map(len, sets[:-1]), initial=0))
            self._products[name] = (values, np.concatenate(sets) if sets else np.empty(0, dtype=np.int64), starts)
        return self._products[name]
