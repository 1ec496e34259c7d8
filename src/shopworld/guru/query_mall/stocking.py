"""Products for queries: some that satisfy each, near misses for every requirement, and others of the kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from shopworld.catalog import PICTURED, Sort
from shopworld.guru.queries.requirement import AskedRequirement, QueryReading
from shopworld.guru.query_mall.draft import PICTURED_DOMAINS, Draft, plain_draft
from shopworld.guru.query_mall.fulfilling import satisfy, texts_of, violate
from shopworld.pictures import PATTERNS, hex_of

_UNKNOWN_COLOUR: Final = hex_of("no such colour")
_RUNNERS = 2
_FILLERS = 8


class Stocker:
    """Makes the products of one query.

    Args:
        reading: of the query.
        seed: of all choices.
        name: of the query; products of different queries differ.
    """

    def __init__(self, reading: QueryReading, seed: int, name: str) -> None:
        assert reading.kind is not None
        self.kind, self.reading = reading.kind, reading
        self._seed = f"{seed}:stock:{name}"
        self.lean = 0
        """How few products it makes, where those of other queries of its kind satisfy it as well."""
        self.pull = 0
        """How far its best products are pushed to the front, for orders that others compete in."""

    def drafts(self) -> Iterator[Draft]:
        """All its products: those that satisfy it, near misses, runners-up, others."""
        sorts = self.reading.sorts
        for at in range(1 if sorts or self.lean else Random(f"{self._seed}:count").randint(1, 3)):
            yield self._made(f"right{at}", place=1)
        if self.reading.either:
            for sort in sorts[1:]:
                yield self._made(f"right:{sort.value}", place=3, best=(sort,))
        for number, requirement in enumerate(self.reading.requirements):
            for at in range(1 if self.lean else 2):
                yield self._made(f"miss{number}:{at}", place=0, without=requirement)
        if sorts:
            for at in range(1 if self.lean else _RUNNERS):
                yield self._made(f"next{at}", place=2 + at)
            if len(sorts) > 1 and not self.reading.either:
                for sort in sorts:
                    yield self._made(f"half:{sort.value}", place=3, best=(sort,))
        for at in range(_FILLERS >> self.lean):
            rng = Random(f"{self._seed}:other{at}")
            lacking = rng.sample(self.reading.requirements, min(len(self.reading.requirements), 2 + rng.randrange(2)))
            yield self._made(f"other{at}", place=4, without=lacking[0] if lacking else None, more=lacking[1:])

    def _made(
        self,
        name: str,
        *,
        place: int,
        without: AskedRequirement | None = None,
        more: Sequence[AskedRequirement] = (),
        best: Sequence[Sort] = (),
    ) -> Draft:
        rng = Random(f"{self._seed}:{name}")
        draft = plain_draft(self.kind, rng)
        self._order(draft, place, best)
        for requirement in self.reading.requirements:
            if requirement is not without and requirement not in more:
                for condition in requirement.conditions:
                    satisfy(draft, condition, requirement.label)
        self._order_within(draft, place, best)
        for requirement in (*([without] if without is not None else []), *more):
            violate(draft, requirement)
        return draft

    def _order(self, draft: Draft, place: int, best: Sequence[Sort]) -> None:
        """Sets what orders go by: place 0 comes before place 1, and so on; `best` puts it first under some."""
        rng = draft.rng
        sorts = self.reading.sorts
        low, high = self.kind.price
        shares = (0.30, 0.36, 0.46, 0.58, 0.75)
        for sort in sorts:
            at = 1 if sort in best else place
            ahead = 0.88**self.pull
            match sort:
                case Sort.PRICE_ASCENDING:
                    noise = 0.0 if at == 1 else rng.uniform(-0.03, 0.03)
                    draft.price = low + (high - low) * (shares[at] + noise) * ahead
                case Sort.RATING:
                    draft.rating = (5.0, 4.9, 4.8, 4.7, 4.6)[at]
                case Sort.NEWEST:
                    draft.age = max(1, round((6, 9, 16, 24, 33)[at] * ahead))
                case Sort.BEST_SELLING:
                    draft.units_sold = round((21000, 17000, 9000, 7000, 3000)[at] * (1.25**self.pull)) + (
                        rng.randrange(400) if at != 1 else 0
                    )

    def _order_within(self, draft: Draft, place: int, best: Sequence[Sort]) -> None:
        """Keeps the price order where the query bounds the price."""
        if Sort.PRICE_ASCENDING not in self.reading.sorts:
            return
        bounds = [one for each in self.reading.requirements for one in each.conditions if one.field == "price"]
        low = max((float(one.value) for one in bounds if one.relation == "at_least"), default=0.0)  # type: ignore[arg-type]
        high = min((float(one.value) for one in bounds if one.relation == "at_most"), default=0.0)  # type: ignore[arg-type]
        if not high and not low:
            return
        high = high or low * 2.2
        low = low or high * 0.25
        at = 1 if Sort.PRICE_ASCENDING in best else place
        share = (0.06, 0.16, 0.34, 0.52, 0.75)[at] * 0.85**self.pull
        noise = 0.0 if at == 1 else draft.rng.uniform(-0.02, 0.02)
        draft.price = low + (high - low) * max(0.01, share + noise)


def pictured(reading: QueryReading) -> QueryReading:
    """The reading with colours and patterns asked of the picture, where it can show them and the page need not."""
    if reading.kind is None or reading.kind.domain not in PICTURED_DOMAINS:
        return reading
    worn = reading.kind.domain == "Fashion"
    return replace(reading, requirements=tuple(_pictured(one, worn=worn) for one in reading.requirements))


def _pictured(one: AskedRequirement, *, worn: bool) -> AskedRequirement:
    conditions = []
    for condition in one.conditions:
        texts = texts_of(condition)
        shown = (condition.field == "colour" and all(hex_of(text) != _UNKNOWN_COLOUR for text in texts)) or (
            condition.field == "pattern" and all(text in PATTERNS for text in texts)
        )
        shown |= worn and condition.field == "size" and not isinstance(condition.value, float)
        conditions.append(
            condition.model_copy(update={"field": f"{PICTURED}{condition.field}"}) if shown else condition
        )
    return replace(one, conditions=tuple(conditions))
