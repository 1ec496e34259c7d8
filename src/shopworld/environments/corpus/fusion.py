"""Several rankings made one."""

from __future__ import annotations

from collections.abc import Sequence

RANK_OFFSET = 60
"""Source: Cormack, Clarke and Büttcher, Reciprocal Rank Fusion, SIGIR 2009."""


def fuse(rankings: Sequence[Sequence[int]]) -> list[tuple[int, float]]:
    """Reciprocal rank fusion: each ranking gives 1 / (60 + rank), ranks from 1.

    Args:
        rankings: ordinals, the best first.

    Returns:
        Each ordinal with its sum, the best first; ties in the order of the ordinals.
    """
    sums: dict[int, float] = {}
    for ranking in rankings:
        for rank, ordinal in enumerate(ranking, start=1):
            sums[ordinal] = sums.get(ordinal, 0.0) + 1 / (RANK_OFFSET + rank)
    return sorted(sums.items(), key=lambda one: (-one[1], one[0]))
