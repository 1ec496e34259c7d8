"""The most frequent of very many values, and how many different ones there are, in bounded memory."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from hashlib import blake2b

_MOST_HELD = 50_000
"""Different values that are counted exactly."""
_SMALLEST_HELD = 1024
_DIGESTS = 1 << 64


class FrequentValues:
    """Counts values. Exact up to `most_held` different ones; beyond that the rare ones are dropped.

    Lossy counting (Manku and Motwani, 2002): a count is short by no more than total / most_held. The number of
    different values is then estimated from the smallest digests (Bar-Yossef et al., 2002), within a few percent.

    Args:
        most_held: how many values are held at most, in round numbers.
    """

    def __init__(self, most_held: int = _MOST_HELD) -> None:
        self._most_held = most_held
        self._counts: Counter[str] = Counter()
        self._missed: dict[str, int] = {}
        """How often a value that is held may have occurred before, and was dropped."""
        self._dropped = 0
        """No value that was dropped had occurred more often."""
        self._smallest: list[int] = []

    def add(self, value: str) -> None:
        """Count one occurrence."""
        if value not in self._counts:
            self._note(value)
            if len(self._counts) >= self._most_held:
                self._drop()
            if self._dropped:
                self._missed[value] = self._dropped
        self._counts[value] += 1

    @property
    def exact(self) -> bool:
        """Whether no value was dropped."""
        return self._dropped == 0

    @property
    def different(self) -> int:
        """How many different values came; an estimate where it is not exact."""
        if self.exact or len(self._smallest) < _SMALLEST_HELD:
            return len(self._counts)
        return round((_SMALLEST_HELD - 1) * _DIGESTS / self._smallest[-1])

    def most_common(self, count: int) -> tuple[tuple[str, int], ...]:
        """The most frequent values, equal ones by name."""
        return tuple(sorted(self._counts.items(), key=lambda item: (-item[1], item[0]))[:count])

    def _note(self, value: str) -> None:
        digest = int.from_bytes(blake2b(value.encode("utf-8", "replace"), digest_size=8).digest(), "big")
        smallest = self._smallest
        if len(smallest) >= _SMALLEST_HELD and digest >= smallest[-1]:
            return
        place = bisect_left(smallest, digest)
        if smallest[place : place + 1] != [digest]:
            smallest.insert(place, digest)
            del smallest[_SMALLEST_HELD:]

    def _drop(self) -> None:
        while len(self._counts) > self._most_held // 2:
            highest = {value: times + self._missed.get(value, 0) for value, times in self._counts.items()}
            self._dropped = min(highest.values())
            self._counts = Counter({one: self._counts[one] for one in highest if highest[one] > self._dropped})
            self._missed = {one: missed for one, missed in self._missed.items() if one in self._counts}
