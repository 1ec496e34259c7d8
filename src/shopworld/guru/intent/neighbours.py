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
_CLOSENESS = np.array([0.0, 1.0, 0.3, 0.08, 0.02, *([0.004] * MOST_FEATURES)])
"""By the number of failed features."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """All other products of the target's kind.

    Attributes:
        positions: in the inventory.
        failed: for each of them a number whose bits tell which features it fails, the first feature lowest.
        kinds: the different numbers.
        counts: how many products have each of them.
    """

    positions: npt.NDArray[np.int64]
    failed: npt.NDArray[np.int64]
    kinds: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]

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
        kinds, counts = np.unique(failed, return_counts=True)
        return cls(pool, failed, kinds, counts)

    def qualifying(self, chosen: int) -> int:
        """How many of them fail none of the chosen features.

        Args:
            chosen: features as bits.
        """
        return int(self.counts[(self.kinds & chosen) == 0].sum())

    def needed(self, chosen: int) -> int:
        """The chosen features without which more products would qualify, as bits."""
        left = self.kinds & chosen
        return int(np.bitwise_or.reduce(left[(left & (left - 1)) == 0], initial=0))

    def closeness(self, chosen: int) -> float:
        """How many of them come close: failing one feature counts one, failing more of them less and less."""
        return float(self.counts @ _CLOSENESS[np.bitwise_count(self.kinds & chosen)])
