"""The products beside a target: which of the features in question each of them fails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from shopworld.guru.intent.bitsets import common, members
from shopworld.guru.intent.features import RubricFeature
from shopworld.guru.intent.inventory import Inventory
from shopworld.tasks.rubrics import Rubric

MOST_FEATURES = 60
_CLOSENESS = np.array([0.0, 1.0, 0.3, 0.08, 0.02, 0.004, 0.004])[:, None]
"""By the number of failed features; the last for all higher ones, too."""
_CLOSENESS_OF_ONE_FEWER = np.vstack((_CLOSENESS[:1], _CLOSENESS[:-1]))
_CLASSES = len(_CLOSENESS)
_EACH_CLASS = np.arange(_CLASSES)[:, None]


@dataclass(frozen=True, slots=True)
class Left:
    """What would be left of the neighbours if one chosen feature were given up.

    Attributes:
        qualifying: how many of them would fail nothing.
        needed: the features without which more would qualify, as bits.
        closeness: how many of them would come close: failing one feature counts one, failing more less and less.
    """

    qualifying: int
    needed: int
    closeness: float


@dataclass(frozen=True, slots=True)
class Neighbours:
    """All other products of the target's kind.

    Attributes:
        kinds: numbers whose bits tell which features a product fails, the first feature lowest, each number once.
        counts: how many products have each of them.
        fails: for each kind and feature 1 where it fails it, else 0.
    """

    kinds: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    fails: npt.NDArray[np.float64]

    @classmethod
    def of(
        cls, inventory: Inventory, target: int, fixed: Iterable[Rubric], features: Sequence[RubricFeature]
    ) -> Neighbours:
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
        fails = (kinds[:, None] >> np.arange(len(features)) & 1).astype(np.float64)
        return cls(kinds, counts, fails)

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

    def without_each(self, chosen: int) -> Mapping[int, Left]:
        """For each chosen feature, by its bit, what would be left without it.

        Args:
            chosen: features as bits.
        """
        kinds = self.kinds & chosen
        failures = np.minimum(np.bitwise_count(kinds), _CLASSES - 1)
        counted = np.where(failures == _EACH_CLASS, self.counts, 0.0)
        totals = counted.sum(axis=1, keepdims=True)
        moved = counted @ self.fails  # Whole numbers, and small enough to be exact.
        closeness = ((totals - moved) * _CLOSENESS + moved * _CLOSENESS_OF_ONE_FEWER).sum(axis=0).tolist()
        qualifying = (totals[0] + moved[1]).tolist()
        alone = int(np.bitwise_or.reduce(kinds[failures == 1], initial=0))
        pairs = np.unique(kinds[failures == 2]).tolist()
        found = {}
        for at in range(chosen.bit_length()):
            bit = 1 << at
            if chosen & bit:
                needed = alone
                for pair in pairs:
                    if pair & bit:
                        needed |= pair
                found[bit] = Left(int(qualifying[at]), needed & ~bit, closeness[at])
        return found
