"""What a shopper wants, as conditions that a product meets more or less."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from shopworld.agents.tool_keyword.bounds import quantities_of
from shopworld.agents.tool_keyword.candidates import ProductCandidate, Words
from shopworld.agents.tool_keyword.vouchers import ReadVoucher
from shopworld.agents.tool_keyword.words import holds, words_of

YES, NO = 1.0, 0.0
ELSEWHERE, PROBABLY, PERHAPS, HARDLY = 0.85, 0.75, 0.4, 0.2
"""What is not stated where it should be: stated of something else, named in the texts, not known, most likely not."""


class ProductRequirement(Protocol):
    """One condition."""

    @property
    def weight(self) -> float:
        """How much it counts."""

    def met_by(self, candidate: ProductCandidate) -> float:
        """From 0, not met, to 1, met."""


@dataclass(frozen=True, slots=True)
class ValueRequirement:
    """The product has a value, or has it not.

    Attributes:
        words: of the value.
        labels: under any of which it counts.
        negative: whether it is excluded.
        weight: how much it counts.
    """

    words: Words
    labels: frozenset[str]
    negative: bool = False
    weight: float = 1.0

    def met_by(self, candidate: ProductCandidate) -> float:
        """Stated under one of the labels, the value or a narrower one."""
        stated = [value for label in self.labels for value in candidate.values.get(label, ())]
        has = any(holds(self.words, value) for value in stated)
        if self.negative:
            return NO if has else YES if stated else PERHAPS
        if has:
            return YES
        if any(holds(self.words, value) for values in candidate.values.values() for value in values):
            return ELSEWHERE
        named = holds(self.words, candidate.prose)
        return PROBABLY if named and not stated else PERHAPS if named else NO if stated else HARDLY


@dataclass(frozen=True, slots=True)
class NumberRequirement:
    """A number of the product lies within bounds.

    Attributes:
        field: `rating`, `ratings`, `price`, or empty for an attribute.
        low: smallest accepted.
        high: largest accepted.
        strict: whether the bounds themselves are excluded.
        unit: of an attribute's number.
        context: words that tell which attribute.
        weight: how much it counts.
    """

    field: str
    low: float
    high: float
    strict: bool = False
    unit: str = ""
    context: frozenset[str] = frozenset()
    weight: float = 1.0

    def met_by(self, candidate: ProductCandidate) -> float:
        """Whether the number is known, and accepted."""
        if self.field:
            number = getattr(candidate, self.field)
            return PERHAPS if number is None else YES if self._accepts(number) else NO
        named = [label for label in candidate.texts if self.context.intersection(words_of(label))]
        for labels in (named, list(candidate.texts)):
            numbers = [
                number
                for label in labels
                for number, unit in quantities_of(candidate.texts[label])
                if unit == self.unit
            ]
            if numbers:
                return YES if any(map(self._accepts, numbers)) else NO
        return HARDLY

    def _accepts(self, number: float) -> bool:
        return self.low < number < self.high if self.strict else self.low <= number <= self.high


@dataclass(frozen=True, slots=True)
class BudgetRequirement:
    """The price after the voucher is within the budget.

    Attributes:
        budget: in cents.
        voucher: what takes off.
        weight: how much it counts.
    """

    budget: int
    voucher: ReadVoucher
    weight: float = 1.5

    def met_by(self, candidate: ProductCandidate) -> float:
        """Whether there is a price, and it is low enough after the voucher."""
        if candidate.price is None:
            return NO
        return YES if self.voucher.price_after(candidate.price) <= self.budget else NO


@dataclass(frozen=True, slots=True)
class OpinionRequirement:
    """Reviews say something.

    Attributes:
        words: of what they say, without words that say nothing.
        weight: how much it counts.
    """

    words: Words
    weight: float = 1.0

    def met_by(self, candidate: ProductCandidate) -> float:
        """The share of the words that the best review holds; not known before the reviews are read."""
        return candidate.heard.get(self.words, PERHAPS)


@dataclass(frozen=True, slots=True)
class NameRequirement:
    """The product is called something: a share of these words stands in its title.

    Attributes:
        words: what it is.
        weight: how much it counts.
    """

    words: Words
    weight: float = 2.0

    def met_by(self, candidate: ProductCandidate) -> float:
        """The share of the words; all of them in one piece are best."""
        if not self.words:
            return YES
        if holds(self.words, candidate.title):
            return YES
        return 0.9 * len({*self.words} & {*candidate.title}) / len({*self.words})
