"""How large collections are: sizes with the average, median and maximum of a specification."""

from __future__ import annotations

from collections.abc import Sequence

_ROUNDS = 40


def free_sizes(count: int, fixed: Sequence[int], *, average: float, median: float, largest: int) -> list[int]:
    """Sizes that, together with those of collections that are settled, have the wanted average, median and maximum.

    Args:
        count: how many sizes to find.
        fixed: sizes that are settled.
        average, median, largest: of all sizes together; what cannot be had is approached.

    Returns:
        the sizes, largest first, each at least 2.
    """
    if count <= 0:
        return []
    largest = max(largest, 2)
    middle = min(max(median, 2), largest)
    needed = average * (count + len(fixed)) - sum(fixed)
    low_count = round((count + len(fixed)) / 2) - sum(one <= middle for one in fixed)
    low_count = min(max(low_count, 0), count)
    high_count = count - low_count
    has_largest = not any(one >= largest * 0.95 for one in fixed) and high_count > 0

    def sizes(fullness: float) -> list[float]:
        bend = (1 - fullness) * 9 + 0.15
        lows = [2 + (middle - 2) * (1 - at / low_count) ** (bend / 3) for at in range(low_count)]
        highs = [middle + (largest - middle) * ((high_count - at) / high_count) ** bend for at in range(high_count)]
        if has_largest:
            highs[0] = largest
        elif highs:
            highs = [min(one, largest * 0.9) for one in highs]
        return [*highs, *lows]

    small, big = 0.0, 1.0
    for _ in range(_ROUNDS):
        half = (small + big) / 2
        if sum(sizes(half)) < needed:
            small = half
        else:
            big = half
    found = [max(2, round(one)) for one in sizes((small + big) / 2)]
    return sorted(_nudged(found, round(needed), low_count, middle, largest), reverse=True)


def _nudged(sizes: list[int], needed: int, low_count: int, middle: float, largest: int) -> list[int]:
    """Moves single sizes by one until the sum is right, as far as limits allow."""
    high_count = len(sizes) - low_count
    for _ in range(abs(needed - sum(sizes))):
        step = 1 if sum(sizes) < needed else -1
        movable = [
            at
            for at, size in enumerate(sizes)
            if size != largest
            and 2 <= size + step <= (largest if at < high_count else int(middle))
            and (at >= high_count or size + step >= middle)
        ]
        if not movable:
            break
        at = max(movable, key=lambda one: (sizes[one], -one))
        sizes[at] += step
    return sizes
