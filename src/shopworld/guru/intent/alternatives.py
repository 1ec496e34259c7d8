"""What things of one kind are like: the values that several of them have, for ruling some of them out."""

from __future__ import annotations

import numpy as np

from shopworld.guru.intent.bitsets import members
from shopworld.guru.intent.features import is_clean
from shopworld.guru.intent.inventory import Inventory
from shopworld.guru.intent.phrases import phrases
from shopworld.guru.intent.things import Thing

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

    def usual(self, thing: Thing) -> dict[str, tuple[tuple[str, int], ...]]:
        """The values that most things of a kind have, and how many have each, by attribute that may be ruled out."""
        if thing.name not in self._usual:
            alike = np.zeros(self._inventory.size, dtype=bool)
            alike[members(self._inventory.titled(thing.name), self._inventory.size)] = True
            names = [name for name, one in phrases().items() if one.negative and name in self._inventory.values]
            self._usual[thing.name] = {name: self._values(name, alike) for name in names}
        return self._usual[thing.name]

    def _values(self, name: str, alike: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> tuple[tuple[str, int], ...]:
        counts: list[tuple[int, str]] = []
        for value, products in self._inventory.values[name].products.items():
            if len(products) >= FEWEST and is_clean(value):
                count = int(np.count_nonzero(alike[np.frombuffer(products, dtype=np.int64)]))
                if count >= FEWEST:
                    counts.append((count, value))
        counts.sort(key=lambda one: (-one[0], one[1]))
        return tuple((value, count) for count, value in counts[:_MOST])
