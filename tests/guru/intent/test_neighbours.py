"""What would be left without each feature is what counting the neighbours anew says."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from shopworld.guru.intent.neighbours import Neighbours

FEATURES = 9
CLOSENESS = (0.0, 1.0, 0.3, 0.08, 0.02)
FARTHER = 0.004


def _neighbours(failed: Sequence[int]) -> Neighbours:
    kinds, counts = np.unique(np.array(failed, dtype=np.int64), return_counts=True)
    fails = (kinds[:, None] >> np.arange(FEATURES) & 1).astype(np.float64)
    return Neighbours(kinds, counts, fails)


def _closeness(failures: int) -> float:
    return CLOSENESS[failures] if failures < len(CLOSENESS) else FARTHER


@given(st.lists(st.integers(0, 2**FEATURES - 1), max_size=40), st.integers(0, 2**FEATURES - 1))
def test_what_is_left_without_each_feature_is_counted_exactly(failed: list[int], chosen: int) -> None:
    neighbours = _neighbours(failed)
    found = neighbours.without_each(chosen)
    assert list(found) == [1 << at for at in range(FEATURES) if chosen >> at & 1]
    for bit, left in found.items():
        fewer = chosen & ~bit
        assert left.qualifying == sum(one & fewer == 0 for one in failed) == neighbours.qualifying(fewer)
        single = [one & fewer for one in failed if (one & fewer).bit_count() == 1]
        assert left.needed == sum(set(single)) == neighbours.needed(fewer)
        wanted = sum(_closeness((one & fewer).bit_count()) for one in failed)
        assert abs(left.closeness - wanted) < 1e-9
        assert (left.closeness == 0) == (wanted == 0)
