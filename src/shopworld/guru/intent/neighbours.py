"""The products beside a target: which of the features in question each of them fails."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from shopworld.guru.intent.bitsets import common, members
from shopworld.guru.intent.features import Feature
from shopworld.guru.intent.inventory import Inventory
from shopworld.tasks.rubrics import Rubric

MOST_FEATURES = 60


@dataclass(frozen=True, slots=True)
class Neighbours:
    """All other products of the target's kind.

    Attributes:
        positions: in the inventory.
        failed: for each of them a number whose bits tell which features it fails, the first feature lowest.
        kinds: the different numbers, and how many products have each.
    """

    positions: npt.NDArray[np.int64]
    failed: npt.NDArray[np.int64]
    kinds: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, inventory: Inventory, target: int, fixed: Iterable[Rubric], features: Sequence[Feature]) -> Neighbours:
        """The products that satisfy all that is fixed, without the target.

        Args:
            inventory: all products.
            target: position of the target.
            fixed: rubrics that every sample about the target has.
            features: at most 60.
        """
        pool = members(common(map(inventory.satisfying, fixed), inventory.size), inventory.size)
        pool = pool[pool != target]
        failed = np.zeros(len(pool), dtype=np.int64)
        for number, feature in enumerate(features):
            bits = inventory.satisfying(feature.rubric)
            holds = (bits[pool >> 3] >> (7 - (pool & 7)).astype(np.uint8)) & 1
            failed |= (1 - holds.astype(np.int64)) << number
        different, counts = np.unique(failed, return_counts=True)
        return cls(pool, failed, tuple((int(one), int(count)) for one, count in zip(different, counts, strict=True)))

    def qualifying(self, chosen: int) -> int:
        """How many of them fail none of the chosen features.

        Args:
            chosen: features as bits.
        """
        return sum(count for failed, count in self.kinds if not failed & chosen)

    def needed(self, chosen: int) -> int:
        """The chosen features without which more products would qualify, as bits."""
        found = 0
        for failed, _ in self.kinds:
            left = failed & chosen
            if left and not left & (left - 1):
                found |= left
        return found

    def failing_at_most_one(self, chosen: int) -> list[int]:
        """The positions of those that fail none or one of the chosen features, rising."""
        left = self.failed & chosen
        return [int(position) for position in self.positions[(left & (left - 1)) == 0]]
