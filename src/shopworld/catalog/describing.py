"""What a catalog holds, in numbers: for people (`shopworld catalog describe`) and to compare catalogs."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate

from pydantic import BaseModel, ConfigDict

from shopworld.catalog.attributes import display_values
from shopworld.catalog.attributes.canonical import canonical_name
from shopworld.catalog.catalog import Catalog
from shopworld.catalog.frequent import FrequentValues
from shopworld.catalog.model import Offer
from shopworld.catalog.query import Category
from shopworld.catalog.search.index import plain_text

_MOST_COMMON_VALUES = 5
_MOST_COMMON_BRANDS = 20
_MOST_COMMON_LABELS = 100
_TOLD_EVERY = 1000
"""Offers between two reports of progress."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Quantiles(_Part):
    """A distribution. Quantiles are values that occur (nearest rank)."""

    count: int
    mean: float
    minimum: int
    quarter: int
    median: int
    three_quarters: int
    nine_tenths: int
    maximum: int

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> Quantiles | None:
        """The distribution of values that come with their numbers of occurrences; None where there are none."""
        ordered = sorted(counts)
        if not ordered:
            return None
        ends = list(accumulate(counts[value] for value in ordered))
        count = ends[-1]

        def at(share: float) -> int:
            return ordered[bisect_right(ends, min(count - 1, int(share * count)))]

        return cls(
            count=count,
            mean=round(sum(value * times for value, times in counts.items()) / count, 1),
            minimum=ordered[0],
            quarter=at(0.25),
            median=at(0.5),
            three_quarters=at(0.75),
            nine_tenths=at(0.9),
            maximum=ordered[-1],
        )


class OffersOfShop(_Part):
    """One shop in numbers. Prices in cents."""

    shop_id: str
    offers: int
    categories: int
    """Nodes of the category tree."""
    brands: int
    on_sale: int
    sold_out: int
    without_price: int
    prices: Quantiles | None


class KindDescription(_Part):
    """One kind of product in numbers; `kind` is empty for offers whose kind is not known."""

    kind: str
    offers: int
    share: float
    prices: Quantiles | None


class AttributeDescription(_Part):
    """One attribute in numbers."""

    name: str
    offers: int
    coverage: float
    """Share of the offers of those kinds that have it at all."""
    values: int
    """Different values, in display form."""
    examples: tuple[tuple[str, int], ...]
    """The most frequent values and how many offers have them."""
    exact: bool = True
    """Whether values and examples are exact; where an attribute has very many values, they are close estimates."""


class CatalogDescription(_Part):
    """A catalog in numbers."""

    name: str
    content_hash: str
    seed: int | None
    products: int
    offers: int
    reviews: int
    offers_per_product: float
    shops: tuple[OffersOfShop, ...]
    departments: dict[str, float]
    """Share of offers by department, the largest first."""
    kinds: tuple[KindDescription, ...]
    classified: float
    """Share of offers whose kind is known."""
    title_length: Quantiles | None
    """In characters."""
    description_length: Quantiles | None
    """In characters of plain text, offers without a description left out."""
    attributes: tuple[AttributeDescription, ...]
    brands: tuple[tuple[str, int], ...]
    """The most frequent brands and their number of offers."""
    branded: float
    """Share of offers whose brand is known."""
    unknown_labels: tuple[tuple[str, int], ...] = ()
    """The most frequent labels of specifications that no canonical attribute knows, and their number of offers."""


def describe(catalog: Catalog, advance: Callable[[int], None] | None = None) -> CatalogDescription:
    """Describe a catalog. Reads every offer once; memory grows with what differs, within bounds, not with offers.

    Args:
        catalog: an open catalog.
        advance: is told how many more offers were read.
    """
    tally = _Tally()
    for number, offer in enumerate(catalog.iterate_offers(), 1):
        tally.add(offer)
        if advance and number % _TOLD_EVERY == 0:
            advance(_TOLD_EVERY)
    manifest = catalog.manifest
    offers = max(1, manifest.offers)
    return CatalogDescription(
        name=catalog.name,
        content_hash=catalog.content_hash,
        seed=manifest.seed,
        products=manifest.products,
        offers=manifest.offers,
        reviews=manifest.reviews,
        offers_per_product=round(manifest.offers / max(1, manifest.products), 2),
        shops=tuple(tally.shop(catalog, shop_id) for shop_id in catalog.shop_ids),
        departments={name: round(count / offers, 4) for name, count in _falling(tally.departments)},
        kinds=tuple(
            KindDescription(
                kind=kind, offers=count, share=round(count / offers, 4), prices=Quantiles.of(tally.kind_prices[kind])
            )
            for kind, count in _falling(tally.kinds)
        ),
        classified=round(1 - tally.kinds[""] / offers, 4),
        title_length=Quantiles.of(tally.title_lengths),
        description_length=Quantiles.of(tally.description_lengths),
        attributes=tuple(tally.attributes()),
        brands=tally.brands.most_common(_MOST_COMMON_BRANDS),
        branded=round(tally.branded / offers, 4),
        unknown_labels=tally.unknown_labels.most_common(_MOST_COMMON_LABELS),
    )


def _falling(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


class _Tally:
    """Counts that grow offer by offer."""

    def __init__(self) -> None:
        self.departments: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.brands = FrequentValues()
        self.branded = 0
        self.unknown_labels = FrequentValues()
        self.title_lengths: Counter[int] = Counter()
        self.description_lengths: Counter[int] = Counter()
        self.kind_prices: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._shop_prices: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._shop_counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._values: defaultdict[str, FrequentValues] = defaultdict(FrequentValues)
        self._by_kind: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, offer: Offer) -> None:
        self.departments[offer.department] += 1
        self.kinds[offer.kind] += 1
        if offer.brand:
            self.branded += 1
            self.brands.add(offer.brand)
        self.title_lengths[len(offer.title)] += 1
        description = " ".join(plain_text(offer.description_html).split())
        if description:
            self.description_lengths[len(description)] += 1
        counts = self._shop_counts[offer.shop_id]
        counts["offers"] += 1
        counts["on_sale"] += offer.on_sale
        counts["sold_out"] += offer.price is not None and not offer.in_stock
        counts["without_price"] += offer.price is None
        if offer.price is not None:
            self.kind_prices[offer.kind][offer.price] += 1
            self._shop_prices[offer.shop_id][offer.price] += 1
        for attribute in offer.attributes:
            self._by_kind[attribute.name][offer.kind] += 1
            values = self._values[attribute.name]
            for value in display_values(attribute):
                values.add(value)
        for row in offer.specifications:
            if canonical_name(row.label) is None:
                self.unknown_labels.add(row.label)

    def shop(self, catalog: Catalog, shop_id: str) -> OffersOfShop:
        counts = self._shop_counts[shop_id]
        return OffersOfShop(
            shop_id=shop_id,
            offers=counts["offers"],
            categories=_nodes(catalog.category_tree(shop_id)),
            brands=len(catalog.brands(shop_id)),
            on_sale=counts["on_sale"],
            sold_out=counts["sold_out"],
            without_price=counts["without_price"],
            prices=Quantiles.of(self._shop_prices[shop_id]),
        )

    def attributes(self) -> list[AttributeDescription]:
        found = []
        for name, by_kind in self._by_kind.items():
            offers = sum(by_kind.values())
            values = self._values[name]
            found.append(
                AttributeDescription(
                    name=name,
                    offers=offers,
                    coverage=round(offers / sum(self.kinds[kind] for kind in by_kind), 4),
                    values=values.different,
                    examples=values.most_common(_MOST_COMMON_VALUES),
                    exact=values.exact,
                )
            )
        return sorted(found, key=lambda one: (-one.offers, one.name))


def _nodes(tree: Iterable[Category]) -> int:
    return sum(1 + _nodes(category.children) for category in tree)
