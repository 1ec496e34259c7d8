"""How alike the texts of tasks are once names and amounts are masked, so that no suite says the same twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from shopworld.catalog import KINDS

MOST_ALIKE = 0.6
"""Share of four-grams that two texts of a suite may have in common."""
_LENGTH = 4
_ADDRESS = re.compile(r"https?://\S+")
_NUMBER = re.compile(r"\d+(?:[.,x/:]\d+)*")
_TOKEN = re.compile(r"[@#][a-z]|[a-z]+(?:'[a-z]+)?")
_UNITS = frozenset(
    [
        "gb",
        "tb",
        "mb",
        "inch",
        "inches",
        "in",
        "mm",
        "cm",
        "m",
        "km",
        "g",
        "kg",
        "l",
        "w",
        "wh",
        "hz",
        "khz",
        "mhz",
        "ghz",
        "mah",
        "mp",
        "ms",
        "h",
        "hours",
        "min",
        "minutes",
        "lm",
        "db",
        "rpm",
        "dpi",
        "fps",
        "euro",
        "euros",
        "gbit",
        "mbit",
        "s",
        "atm",
    ]
)
_PAYMENT = " Pay via credit card"


class Masker:
    """Replaces what differs from task to task without being language: brands, kinds, numbers, units and addresses.

    Args:
        brands: as they are written.
    """

    def __init__(self, brands: Iterable[str]) -> None:
        kinds = {form.lower() for kind in KINDS.values() for form in (kind.label, kind.plural)}
        self._brands = _any_of({one.lower() for one in brands if one})
        self._kinds = _any_of(kinds)

    def words(self, text: str) -> tuple[str, ...]:
        """The words of a task's text, without the particulars of who pays and how."""
        masked = _ADDRESS.sub(" @a ", text.partition(_PAYMENT)[0].lower())
        masked = self._brands.sub(" @b ", masked)
        masked = self._kinds.sub(" @k ", masked)
        masked = _NUMBER.sub(" @n ", masked)
        found = _TOKEN.findall(masked)
        return tuple(
            one for before, one in zip(["", *found], found, strict=False) if before != "@n" or one not in _UNITS
        )

    def grams(self, text: str) -> frozenset[tuple[str, ...]]:
        """All rows of four words; a text of fewer is one row, one without words none."""
        words = self.words(text)
        if not words:
            return frozenset()
        return frozenset(words[first : first + _LENGTH] for first in range(max(1, len(words) - _LENGTH + 1)))


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    ordered = sorted(names, key=lambda one: (-len(one), one))
    return re.compile(r"\b(?:" + "|".join(map(re.escape, ordered)) + r")\b" if ordered else r"(?!)")


class SaidTexts:
    """The texts of a suite so far, by their four-grams.

    Args:
        masker: masks names and amounts.
    """

    def __init__(self, masker: Masker) -> None:
        self._masker = masker
        self._sizes: list[int] = []
        self._holders: dict[tuple[str, ...], list[int]] = {}

    def likeness(self, text: str) -> float:
        """The largest share of four-grams that the text has in common with one before it, of the shorter of the two."""
        grams = self._masker.grams(text)
        shared: Counter[int] = Counter()
        for gram in grams:
            shared.update(self._holders.get(gram, ()))
        return max((count / min(len(grams), self._sizes[other]) for other, count in shared.items()), default=0.0)

    def pick(self, ways: Sequence[str]) -> tuple[str, float]:
        """The first way of saying something that is new enough, else the newest, with its likeness."""
        best, least = ways[0], 2.0
        for way in ways:
            likeness = self.likeness(way)
            if likeness < least:
                best, least = way, likeness
            if likeness <= MOST_ALIKE:
                break
        return best, least

    def add(self, text: str) -> None:
        """Takes a text in."""
        grams = self._masker.grams(text)
        for gram in grams:
            self._holders.setdefault(gram, []).append(len(self._sizes))
        self._sizes.append(len(grams))
