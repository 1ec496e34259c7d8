"""All products of a catalog by what they state: which of them satisfy a rubric, as a set, without reading them."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import assert_never

import numpy as np
import numpy.typing as npt

from shopworld.catalog import Catalog, Offer, canonical_attributes, in_unit, stems
from shopworld.guru.intent.bitsets import Bits, Positions, all_bits, bits_of, bits_where, common, no_bits
from shopworld.shop import price_after
from shopworld.tasks import (
    AttributeMatch,
    BudgetMatch,
    EntityMatch,
    NegativeAttribute,
    NumericRange,
    ReviewOpinion,
    Rubric,
)

SHOP_ID = "amazon"
_NEAR = 0.01
"""As in `catalog.attributes.matching`: numbers are equal within this share."""
_EVERY = 5000
_MOST_BYTES = 200_000_000
"""Of sets that are kept."""

Floats = npt.NDArray[np.float64]
Progress = Callable[[int, int], None]


class ValueIndex:
    """The values that products state of one attribute."""

    def __init__(self) -> None:
        self.products: dict[str, array[int]] = defaultdict(lambda: array("q"))
        """Text value: the products that state it, rising."""
        self._by_stem: dict[str, set[str]] | None = None

    def fitting(self, wanted: str) -> list[str]:
        """The values that are the wanted one or a narrower one: they hold all its words."""
        if self._by_stem is None:
            self._by_stem = defaultdict(set)
            for value in self.products:
                for stem in stems(value):
                    self._by_stem[stem].add(value)
        words = stems(wanted)
        if not words:
            return []
        return sorted(set.intersection(*(self._by_stem.get(word, set()) for word in words)))


class NumberIndex:
    """The numbers that products state of one attribute, in its canonical unit."""

    def __init__(self, unit: str | None) -> None:
        self.unit = unit
        self._products = array("q")
        self._numbers = array("d")

    def add(self, number: float, product: int) -> None:
        """One product states a number."""
        self._products.append(product)
        self._numbers.append(number)

    def column(self, size: int) -> Floats:
        """The number of each product; not a number where it states none."""
        found = np.full(size, np.nan)
        found[np.asarray(self._products, dtype=np.int64)] = np.asarray(self._numbers)
        return found


class Inventory:
    """The products of one shop of a catalog, numbered from 0 in the order of their offers.

    Args:
        catalog: read once, as a stream.
        shop_id: whose offers.
        progress: is told how many products of how many are read.
    """

    def __init__(self, catalog: Catalog, shop_id: str = SHOP_ID, progress: Progress | None = None) -> None:
        self.product_ids: list[str] = []
        self.slugs: list[str] = []
        self.leaves: list[str] = []
        """The kind of thing: the last category of each product's path, or its department."""
        self.departments: list[str] = []
        """The first category of each product's path, or its department."""
        self.values: dict[str, ValueIndex] = defaultdict(ValueIndex)
        self.numbers: dict[str, NumberIndex] = {}
        self.booleans: dict[str, dict[bool, array[int]]] = defaultdict(lambda: {True: array("q"), False: array("q")})
        self.stating: dict[str, array[int]] = defaultdict(lambda: array("q"))
        """Attribute: the products that state it."""
        self.words: dict[str, array[int]] = defaultdict(lambda: array("q"))
        """Stem: the products in whose title it stands."""
        self._lists: dict[tuple[str, str | tuple[str, ...]], tuple[array[int], ...]] = {}
        """Attribute and value: the lists that a product enters which states it. Values repeat."""
        prices, ratings, counts, details, worded = array("d"), array("d"), array("q"), array("q"), array("b")
        total = catalog.manifest.offers
        for position, offer in enumerate(catalog.iterate_offers(shop_id)):
            self._read(position, offer)
            prices.append(float("nan") if offer.price is None else offer.price)
            ratings.append(float("nan") if offer.rating is None else offer.rating)
            counts.append(offer.review_count)
            details.append(len(offer.specifications))
            worded.append(bool(offer.features or offer.description_html))
            if progress is not None and position % _EVERY == 0:
                progress(position, total)
        self._lists.clear()
        self.size = len(self.product_ids)
        self.prices: Floats = np.asarray(prices)
        """In cents."""
        self.ratings: Floats = np.asarray(ratings)
        self.rating_counts = np.asarray(counts, dtype=np.int64)
        self.detail_counts = np.asarray(details, dtype=np.int64)
        self.worded = np.asarray(worded, dtype=bool)
        """Whether a product has features or a description."""
        self._columns: dict[str, Floats] = {}
        self._cached: dict[tuple[object, ...], Bits] = {}
        """What a rubric requires: its set; the one used longest ago comes first."""

    def _read(self, position: int, offer: Offer) -> None:
        self.product_ids.append(offer.product_id)
        self.slugs.append(offer.slug)
        self.leaves.append(offer.categories[0][-1] if offer.categories else offer.department)
        self.departments.append(offer.categories[0][0] if offer.categories else offer.department)
        for stem in {*stems(offer.title), *stems(offer.kind.replace("_", " "))}:
            self.words[stem].append(position)
        stated = {attribute.name for attribute in offer.attributes}
        for attribute in offer.attributes:
            value = attribute.value
            if isinstance(value, str | tuple):
                self._state_text(attribute.name, value, position)
            else:
                self._state_number(attribute.name, value, attribute.unit, position)
        if offer.brand:
            self._state_text("brand", offer.brand, position)
            stated.add("brand")
        if offer.department:
            self._state_text("main_category", offer.department, position)
        for row in offer.specifications:
            for name in _attributes_labelled(row.label):
                if name not in stated:
                    self._state_text(name, row.text, position)

    def _state_text(self, name: str, value: str | tuple[str, ...], position: int) -> None:
        lists = self._lists.get((name, value))
        if lists is None:
            products = self.values[name].products
            lists = (self.stating[name], *(products[one] for one in ((value,) if isinstance(value, str) else value)))
            self._lists[name, value] = lists
        for listed in lists:
            if not listed or listed[-1] != position:
                listed.append(position)

    def _state_number(self, name: str, value: float | bool, unit: str | None, position: int) -> None:
        listed = self.stating[name]
        if not listed or listed[-1] != position:
            listed.append(position)
        if isinstance(value, bool):
            self.booleans[name][value].append(position)
            return
        if name not in self.numbers:
            self.numbers[name] = NumberIndex(unit)
        self.numbers[name].add(value, position)

    def column(self, field: str) -> Floats | None:
        """The numbers of all products; None where no product states that.

        Args:
            field: as in `NumericRange`.
        """
        match field:
            case "average_rating":
                return self.ratings
            case "rating_count":
                return self.rating_counts.astype(np.float64)
            case "price":
                return self.prices
        if field not in self.numbers:
            return None
        if field not in self._columns:
            self._columns[field] = self.numbers[field].column(self.size)
        return self._columns[field]

    def satisfying(self, rubric: Rubric) -> Bits:
        """The products that satisfy a rubric; all of them for opinions, which only reviews can tell.

        The same as `tasks.rubric_grading.satisfies` for each product.
        """
        key = _required(rubric)
        found = self._cached.pop(key, None)
        if found is None:
            found = self._satisfying(rubric)
            while self._cached and (len(self._cached) + 1) * found.nbytes > _MOST_BYTES:
                del self._cached[next(iter(self._cached))]
        self._cached[key] = found
        return found

    def _satisfying(self, rubric: Rubric) -> Bits:
        match rubric:
            case AttributeMatch():
                return self.having(rubric.attribute, rubric.value, rubric.unit)
            case NegativeAttribute():
                found = bits_of(self.stating.get(rubric.attribute, array("q")), self.size)
                for value in rubric.values:
                    found = found & ~self.having(rubric.attribute, value)
                return found
            case NumericRange():
                return self._within(rubric)
            case EntityMatch():
                return self.titled(rubric.entity) | self.titled(rubric.title_span)
            case BudgetMatch():
                return self._affordable(rubric)
            case ReviewOpinion():
                return all_bits(self.size)
            case _:
                assert_never(rubric)

    def having(self, attribute: str, wanted: str | float | bool | tuple[str, ...], unit: str | None = None) -> Bits:
        """The products that state a value or a narrower one; of several, all of them."""
        if isinstance(wanted, bool):
            return bits_of(self.booleans[attribute][wanted], self.size)
        if isinstance(wanted, float | int):
            return self._equal(attribute, wanted, unit)
        if not isinstance(wanted, str):
            return common((self.having(attribute, one) for one in wanted), self.size)
        if attribute not in self.values:
            return no_bits(self.size)
        index = self.values[attribute]
        flags = np.zeros(self.size, dtype=bool)
        for value in index.fitting(wanted):
            flags[np.asarray(index.products[value], dtype=np.int64)] = True
        return bits_where(flags)

    def _equal(self, attribute: str, wanted: float, unit: str | None) -> Bits:
        column = self._converted(attribute, unit)
        if column is None:
            return no_bits(self.size)
        larger = np.maximum(np.abs(column), abs(wanted))
        return bits_where(np.abs(column - wanted) <= _NEAR * larger)

    def _converted(self, attribute: str, unit: str | None) -> Floats | None:
        column = self.column(attribute)
        if column is None or attribute not in self.numbers:
            return column
        factor = in_unit(1.0, self.numbers[attribute].unit, unit)
        return None if factor is None else column * factor

    def _within(self, rubric: NumericRange) -> Bits:
        column = self._converted(rubric.field, rubric.unit)
        if column is None:
            return no_bits(self.size)
        flags = ~np.isnan(column)
        if rubric.at_least is not None:
            flags &= column >= rubric.at_least
        if rubric.at_most is not None:
            flags &= column <= rubric.at_most
        if rubric.below is not None:
            flags &= column < rubric.below
        return bits_where(flags)

    def titled(self, text: str) -> Bits:
        """The products in whose title all words of a text stand, whatever their inflection; none for no words."""
        wanted = stems(text)
        if not wanted:
            return no_bits(self.size)
        return common((bits_of(self.words.get(stem, array("q")), self.size) for stem in set(wanted)), self.size)

    def _affordable(self, rubric: BudgetMatch) -> Bits:
        flags = np.zeros(self.size, dtype=bool)
        priced, prices, where = self._different_prices
        begin, end = bisect_right(prices, rubric.budget), bisect_right(prices, _highest_affordable(rubric))
        affordable = np.arange(len(prices)) < begin
        affordable[begin:end] = [price_after(price, rubric.voucher) <= rubric.budget for price in prices[begin:end]]
        flags[priced] = affordable[where]
        return bits_where(flags)

    @cached_property
    def _different_prices(self) -> tuple[Positions, list[int], Positions]:
        """The products with a price, the different prices, and which of these each product has."""
        priced = np.flatnonzero(~np.isnan(self.prices))
        prices, where = np.unique(self.prices[priced].astype(np.int64), return_inverse=True)
        return priced, prices.tolist(), where

    def position(self, product_id: str) -> int:
        """The number of a product.

        Raises:
            KeyError: the shop has no such product.
        """
        return self._positions[product_id]

    @cached_property
    def _positions(self) -> Mapping[str, int]:
        return {product_id: position for position, product_id in enumerate(self.product_ids)}


def _required(rubric: Rubric) -> tuple[object, ...]:
    """What a rubric requires, whatever its id, source and words."""
    match rubric:
        case AttributeMatch():
            # The type keeps `True` and `1.0` apart, which are equal.
            return ("attribute", rubric.attribute, type(rubric.value), rubric.value, rubric.unit)
        case NegativeAttribute():
            return ("negative", rubric.attribute, rubric.values)
        case NumericRange():
            return ("range", rubric.field, rubric.at_least, rubric.at_most, rubric.below, rubric.unit)
        case EntityMatch():
            return ("entity", rubric.entity, rubric.title_span)
        case BudgetMatch():
            return ("budget", rubric.budget, None if rubric.voucher is None else rubric.voucher.model_dump_json())
        case ReviewOpinion():
            return ("opinion",)
        case _:
            assert_never(rubric)


def _highest_affordable(rubric: BudgetMatch) -> float:
    """A price above which nothing is within a budget: a voucher takes off at most what all its discounts add up to."""
    discounts = () if rubric.voucher is None else rubric.voucher.discounts
    share = sum((one.percent or 0.0) / 100 for one in discounts if one.cap is None)
    fixed = sum(one.cap or one.amount or 0 for one in discounts) + len(discounts)
    return (rubric.budget + fixed) / (1 - share) if share < 1 else math.inf


@cache
def _labels() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for name in canonical_attributes():
        words = stems(name.replace("_", " "))
        found[words] = (*found.get(words, ()), name)
    return found


@cache
def _attributes_labelled(label: str) -> tuple[str, ...]:
    """The canonical attributes that grading reads from a row of details with this label, where nothing else tells."""
    return _labels().get(stems(label), ())
