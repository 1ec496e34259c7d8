"""What a catalog holds, in numbers: for people (`shopworld catalog describe`) and to compare catalogs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from pydantic import BaseModel, ConfigDict

from shopworld.catalog.attributes import display_values
from shopworld.catalog.catalog import Catalog
from shopworld.catalog.model import Offer
from shopworld.catalog.query import Category
from shopworld.catalog.search.index import plain_text

_MOST_COMMON_VALUES = 5
_MOST_COMMON_BRANDS = 20


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
    def of(cls, values: Sequence[int]) -> Quantiles | None:
        """The distribution of these values; None where there are none."""
        if not values:
            return None
        ordered = sorted(values)

        def at(share: float) -> int:
            return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

        return cls(
            count=len(ordered),
            mean=round(sum(ordered) / len(ordered), 1),
            minimum=ordered[0],
            quarter=at(0.25),
            median=at(0.5),
            three_quarters=at(0.75),
            nine_tenths=at(0.9),
            maximum=ordered[-1],
        )


class ShopDescription(_Part):
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


class CatalogDescription(_Part):
    """A catalog in numbers."""

    name: str
    content_hash: str
    seed: int | None
    products: int
    offers: int
    reviews: int
    offers_per_product: float
    shops: tuple[ShopDescription, ...]
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


def describe(catalog: Catalog) -> CatalogDescription:
    """Describe a catalog. Reads every offer once."""
    tally = _Tally()
    for offer in catalog.iterate_offers():
        tally.add(offer)
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
        brands=tuple(_falling(tally.brands)[:_MOST_COMMON_BRANDS]),
        branded=round(sum(tally.brands.values()) / offers, 4),
    )


def _falling(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


class _Tally:
    """Counts that grow offer by offer."""

    def __init__(self) -> None:
        self.departments: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.brands: Counter[str] = Counter()
        self.title_lengths: list[int] = []
        self.description_lengths: list[int] = []
        self.kind_prices: defaultdict[str, list[int]] = defaultdict(list)
        self._shop_prices: defaultdict[str, list[int]] = defaultdict(list)
        self._shop_counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._values: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._by_kind: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, offer: Offer) -> None:
        self.departments[offer.department] += 1
        self.kinds[offer.kind] += 1
        if offer.brand:
            self.brands[offer.brand] += 1
        self.title_lengths.append(len(offer.title))
        description = " ".join(plain_text(offer.description_html).split())
        if description:
            self.description_lengths.append(len(description))
        counts = self._shop_counts[offer.shop_id]
        counts["offers"] += 1
        counts["on_sale"] += offer.on_sale
        counts["sold_out"] += offer.price is not None and not offer.in_stock
        counts["without_price"] += offer.price is None
        if offer.price is not None:
            self.kind_prices[offer.kind].append(offer.price)
            self._shop_prices[offer.shop_id].append(offer.price)
        for attribute in offer.attributes:
            self._by_kind[attribute.name][offer.kind] += 1
            self._values[attribute.name].update(display_values(attribute))

    def shop(self, catalog: Catalog, shop_id: str) -> ShopDescription:
        counts = self._shop_counts[shop_id]
        return ShopDescription(
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
            values = _falling(self._values[name])
            found.append(
                AttributeDescription(
                    name=name,
                    offers=offers,
                    coverage=round(offers / sum(self.kinds[kind] for kind in by_kind), 4),
                    values=len(values),
                    examples=tuple(values[:_MOST_COMMON_VALUES]),
                )
            )
        return sorted(found, key=lambda one: (-one.offers, one.name))


def _nodes(tree: Iterable[Category]) -> int:
    return sum(1 + _nodes(category.children) for category in tree)
