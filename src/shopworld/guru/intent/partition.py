"""Which features a sample requires, and which source tells each: query, persona, clarification."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from shopworld.guru.intent.features import RubricFeature
from shopworld.guru.intent.neighbours import MOST_FEATURES, Neighbours

LEAST_QUERY, LEAST_HIDDEN = 4, 2
"""Requirements of the query, and of each hidden source, besides what the thing is."""
MOST_ANSWERS = 5
_NUMBERS = frozenset(("average_rating", "rating_count", "price"))


@dataclass(frozen=True, slots=True)
class SampleSize:
    """How large a sample shall be.

    Attributes:
        wanted: requirements besides what the thing is.
        most: so many there may be, where fewer single nothing out.
        beside: how many requirements of the query are fixed already.
        implicit: how many of the query shall be paraphrased; fewer where there are no more.
    """

    wanted: int
    most: int
    beside: int
    implicit: int


@dataclass(frozen=True, slots=True)
class Partition:
    """Features by source.

    Attributes:
        query: in no particular order, as the other two.
        persona: from the profile.
        clarification: from questions.
        implicit: names of the query's features that are paraphrased.
        chosen: all features as bits of the neighbours' features.
    """

    query: tuple[RubricFeature, ...]
    persona: tuple[RubricFeature, ...]
    clarification: tuple[RubricFeature, ...]
    implicit: frozenset[str]
    chosen: int


def distinct_features(
    features: Sequence[RubricFeature],
    taken: Collection[frozenset[str]],
    forced: Collection[str],
    generator: random.Random,
) -> tuple[RubricFeature, ...]:
    """One feature of each name, in random order, none saying what another one or the thing says already.

    Args:
        features: of the target.
        taken: words that are said anyway, such as those of the thing.
        forced: names that must be among them; they come first.
        generator: of the choice.
    """
    order = list(features)
    generator.shuffle(order)
    order.sort(key=lambda one: (one.name not in forced, not one.tellable or generator.random() < _PLAIN_SHARE))
    names: set[str] = set()
    said = [words for words in taken if words]
    found: list[RubricFeature] = []
    for feature in order:
        words = feature.words
        if feature.name in names or any(words <= other or other <= words for other in said):
            continue
        names.add(feature.name)
        if feature.name not in _NUMBERS:
            said.append(words)
        found.append(feature)
    return tuple(found[:MOST_FEATURES])


_PLAIN_SHARE = 0.3
"""Of the values that can be told without naming them, how many are treated like the others when one is chosen."""


def partition(
    features: Sequence[RubricFeature],
    neighbours: Neighbours,
    forced: Collection[str],
    wanted: SampleSize,
    generator: random.Random,
) -> Partition | None:
    """Chooses features and their sources; None where no choice will do.

    As many features as wanted are kept of which enough are needed: without a hidden one more products would qualify.
    Taking a feature away leaves the needed ones needed and makes others so, but more products qualify.

    Args:
        features: one of each name.
        neighbours: of the target, by these features.
        forced: names that the query must have.
        wanted: the size.
        generator: of the choice.
    """
    visible = sum(1 << at for at, one in enumerate(features) if one.in_title or one.name in forced)
    kept = sum(1 << at for at, one in enumerate(features) if one.name in forced)
    for hidden in _hidden_sizes(wanted.wanted):
        chosen = _choose(features, neighbours, visible, kept, wanted, 2 * hidden, generator)
        if chosen is not None:
            return _divide(features, neighbours, chosen, visible, wanted, hidden, generator)
    return None


def _hidden_sizes(most: int) -> list[int]:
    """How many requirements each hidden source may have, the best first: a quarter, at least two."""
    quarter = max(LEAST_HIDDEN, round(most / 4))
    return [*range(quarter, LEAST_HIDDEN - 1, -1)]


def _choose(
    features: Sequence[RubricFeature],
    neighbours: Neighbours,
    visible: int,
    kept: int,
    wanted: SampleSize,
    hidden: int,
    generator: random.Random,
) -> int | None:
    """Features as bits, few enough, of which at least `hidden` may be hidden and are needed."""
    found: int | None = None
    chosen = (1 << len(features)) - 1
    tellable = sum(1 << at for at, one in enumerate(features) if one.tellable)
    least = LEAST_QUERY + 2 * LEAST_HIDDEN - wanted.beside
    if neighbours.qualifying(chosen) >= MOST_ANSWERS:
        return None
    while True:
        size = chosen.bit_count()
        needed = neighbours.needed(chosen) & ~visible
        if size + wanted.beside <= wanted.most and needed.bit_count() >= hidden:
            found = chosen
        if size <= least or (found is not None and size + wanted.beside <= wanted.wanted):
            return found
        best: tuple[tuple[bool, int, float], int] | None = None
        for bit, left in neighbours.without_each(chosen).items():
            if kept & bit or left.qualifying >= MOST_ANSWERS:
                continue
            scarce = bool(tellable & bit) and (tellable & chosen).bit_count() <= wanted.implicit + 1
            hideable = (left.needed & ~visible).bit_count()
            rank = (not scarce, min(hideable, hidden + 1), left.closeness * generator.uniform(0.7, 1.0))
            if best is None or rank > best[0]:
                best = (rank, chosen & ~bit)
        if best is None:
            return found
        chosen = best[1]


def _divide(
    features: Sequence[RubricFeature],
    neighbours: Neighbours,
    chosen: int,
    visible: int,
    wanted: SampleSize,
    hidden: int,
    generator: random.Random,
) -> Partition | None:
    needed = neighbours.needed(chosen) & ~visible
    hideable = [one for at, one in enumerate(features) if needed >> at & 1]
    generator.shuffle(hideable)
    tellable = [one for at, one in enumerate(features) if chosen >> at & 1 and one.tellable]
    spare = len(tellable) - wanted.implicit
    hideable.sort(key=lambda one: one.tellable and spare <= 0)
    concealed = hideable[: 2 * hidden]
    # The shopper is asked for numbers rather than that the profile has them.
    concealed.sort(key=lambda one: one.name in _NUMBERS)
    persona, clarification = concealed[:hidden], concealed[hidden:]
    names = {one.name for one in concealed}
    query = [one for at, one in enumerate(features) if chosen >> at & 1 and one.name not in names]
    if len(query) + wanted.beside < LEAST_QUERY:
        return None
    paraphrased = [one.name for one in query if one.tellable]
    generator.shuffle(paraphrased)
    implicit = frozenset(paraphrased[: wanted.implicit])
    return Partition(tuple(query), tuple(persona), tuple(clarification), implicit, chosen)
