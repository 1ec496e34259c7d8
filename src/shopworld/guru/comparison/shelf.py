"""The offers of one kind, with who meets a requirement worked out once for each requirement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from shopworld.catalog.model import Offer
from shopworld.guru.facts import SUPERLATIVES, Facts, Value, compare, extreme, title_words, value_of
from shopworld.tasks import Constraint


class OfferReading(StrEnum):
    """How offers are looked at.

    TRUE goes by the products. CERTAIN goes by what the offers state. POSSIBLE goes by it too, and gives the offers the
    benefit of the doubt where they state nothing.
    """

    TRUE = "true"
    CERTAIN = "certain"
    POSSIBLE = "possible"


@dataclass(frozen=True, slots=True)
class Listed:
    """An offer with its facts.

    Attributes:
        offer: as the shop has it.
        truth: what is true of it.
        stated: what it says.
        settled: what it says whatever the buyer chooses: without the facts that differ between its variants.
    """

    offer: Offer
    truth: Facts
    stated: Facts
    settled: Facts


@dataclass(frozen=True, slots=True)
class _Values:
    """What a shelf's offers have of one attribute: each value once, with its offers as bits.

    Attributes:
        by_value: values with their offers.
        by_word: of titles, the offers whose title has a word.
        silent: the offers that count although they do not say.
    """

    by_value: tuple[tuple[Value, int], ...]
    by_word: Mapping[str, int]
    silent: int

    @classmethod
    def of(cls, attribute: str, facts: Iterable[Facts], *, unknown: bool) -> _Values:
        """Collects the values of an attribute."""
        values: dict[tuple[type, Value], int] = {}
        by_word: dict[str, int] = {}
        silent = 0
        for number, one in enumerate(facts):
            bit = 1 << number
            if attribute == "title":
                for word in set(title_words(one.title)):
                    by_word[word] = by_word.get(word, 0) | bit
                continue
            value = value_of(one, attribute)
            if value is not None:
                key = (type(value), value)
                values[key] = values.get(key, 0) | bit
            elif unknown and attribute != "price":
                silent |= bit
        return cls(tuple((value, bits) for (_, value), bits in values.items()), by_word, silent)

    def meeting(self, constraint: Constraint) -> int:
        """The offers that meet a constraint of this attribute, as bits."""
        if constraint.attribute == "title":
            words = constraint.value if isinstance(constraint.value, tuple) else (str(constraint.value),)
            found = -1
            for word in words:
                found &= self.by_word.get(word.casefold(), 0)
            return found
        found = self.silent
        for value, bits in self.by_value:
            if compare(value, constraint):
                found |= bits
        return found


class KindOffers:
    """All offers of a kind, in the catalog's order, numbered from 0.

    Sets of offers are integers with a bit for each offer: making tasks tries the same requirements in many
    combinations, and two sets are joined in one operation.

    Args:
        listed: the offers of the kind.
        inside: bundles of other things in which something of the kind comes along, as that thing. They count when
            requirements are tried, since people may take them for offers of it.
    """

    def __init__(self, listed: Sequence[Listed], inside: Sequence[Listed] = ()) -> None:
        self.listed = (*listed, *inside)
        self.offers = tuple(one.offer for one in listed)
        self._all = (1 << len(self.listed)) - 1
        self._sets: dict[tuple[object, ...], int] = {}
        self._values: dict[tuple[OfferReading, str], _Values] = {}
        self._ambiguous: dict[tuple[str, str], bool] = {}

    def meeting(self, reading: OfferReading, constraint: Constraint) -> int:
        """The offers that meet one constraint, as bits; a superlative is met by whatever has the attribute."""
        key = (reading, constraint.attribute, constraint.relation, type(constraint.value), constraint.value)
        found = self._sets.get(key)
        if found is None:
            found = self._values_of(reading, constraint.attribute).meeting(constraint)
            self._sets[key] = found
        return found

    def _values_of(self, reading: OfferReading, attribute: str) -> _Values:
        key = (reading, attribute)
        if key not in self._values:
            self._values[key] = _Values.of(attribute, self._facts(reading), unknown=reading is OfferReading.POSSIBLE)
        return self._values[key]

    def select(self, reading: OfferReading, constraints: Sequence[Constraint]) -> tuple[int, ...]:
        """Numbers of the offers that meet all constraints, superlatives last."""
        kept = self._all
        for constraint in constraints:
            if constraint.relation not in SUPERLATIVES:
                kept &= self.meeting(reading, constraint)
        numbers = tuple(self._numbers(kept))
        for constraint in constraints:
            if constraint.relation in SUPERLATIVES:
                facts = list(self._facts(reading))
                left = extreme(
                    [facts[number] for number in numbers], constraint, unknown=reading is OfferReading.POSSIBLE
                )
                kept_facts = {id(one) for one in left}
                numbers = tuple(number for number in numbers if id(facts[number]) in kept_facts)
        return numbers

    def is_ambiguous(self, constraint: Constraint) -> bool:
        """Whether some offer has a value that names the wanted one and more: `grey` beside `space grey`."""
        wanted = constraint.value
        if constraint.relation != "equals" or not isinstance(wanted, str):
            return False
        key = (constraint.attribute, wanted)
        if key not in self._ambiguous:
            words = set(title_words(wanted))
            values = [one.truth.attributes.get(constraint.attribute) for one in self.listed]
            self._ambiguous[key] = any(
                words < set(title_words(value.value))
                for value in values
                if value is not None and isinstance(value.value, str)
            )
        return self._ambiguous[key]

    def failing_one(self, constraints: Sequence[Constraint]) -> list[Offer]:
        """The offers that truly meet all constraints but one."""
        none, one = self._all, 0
        for constraint in constraints:
            met = self.meeting(OfferReading.TRUE, constraint)
            one = (one & met) | (none & ~met)
            none &= met
        return [self.listed[number].offer for number in self._numbers(one)]

    def _facts(self, reading: OfferReading) -> Iterable[Facts]:
        match reading:
            case OfferReading.TRUE:
                return (one.truth for one in self.listed)
            case OfferReading.CERTAIN:
                return (one.stated for one in self.listed)
            case OfferReading.POSSIBLE:
                return (one.settled for one in self.listed)

    def _numbers(self, bits: int) -> Iterable[int]:
        while bits:
            lowest = bits & -bits
            yield lowest.bit_length() - 1
            bits ^= lowest
