"""A small catalog that the tests of this room share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path

import pytest

from shopworld.catalog import Catalog, CatalogBuilder, wordpress_slug
from shopworld.catalog.model import Attribute, Offer, Product, Review
from shopworld.tasks.importers.webmall import ReleaseReport

MakeOffer = Callable[..., Offer]
BuildCatalog = Callable[..., Path]


def _make_offer(number: int, title: str, *, shop_id: str = "alpha", **fields: object) -> Offer:
    """An offer with sensible defaults."""
    defaults: dict[str, object] = {
        "id": f"{shop_id}/{number}",
        "shop_id": shop_id,
        "number": number,
        "product_id": f"p-{number}",
        "slug": wordpress_slug(title),
        "title": title,
        "price": 1000 + number,
    }
    return Offer.model_validate(defaults | fields)


def gigabytes(value: float) -> Attribute:
    """A capacity."""
    return Attribute(name="capacity", value=value, unit="GB")


OFFERS = (
    _make_offer(
        1,
        "Corsair Vengeance LPX 16 GB DDR4 3200MHz",
        brand="Corsair",
        kind="memory",
        categories=(("Parts", "Memory"),),
        attributes=(gigabytes(16), Attribute(name="memory_type", value="ddr4")),
        price=5999,
        rating=4.5,
        review_count=2,
        units_sold=9,
        listed_on=date(2026, 3, 1),
        featured=True,
    ),
    _make_offer(
        2,
        "Kingston Fury 32GB DDR5 RAM",
        brand="Kingston",
        kind="memory",
        categories=(("Parts", "Memory"),),
        attributes=(gigabytes(32), Attribute(name="memory_type", value="ddr5")),
        price=11999,
        regular_price=12999,
        rating=3.5,
        review_count=4,
        units_sold=50,
        listed_on=date(2026, 1, 5),
    ),
    _make_offer(
        3,
        "ASUS GeForce RTX4070 Dual 12GB",
        brand="ASUS",
        kind="graphics_card",
        categories=(("Parts", "Graphics cards"), ("Gaming",)),
        attributes=(Attribute(name="vram", value=12, unit="GB"),),
        price=59900,
        stock=0,
        listed_on=date(2026, 2, 1),
    ),
    _make_offer(
        4,
        "be quiet! Wi-Fi Café Lüfter 120mm",
        brand="be quiet!",
        kind="case_fan",
        categories=(("Parts", "Cooling"),),
        price=None,
        description_html="<p>A silent fan for computers &amp; servers.</p>",
    ),
    _make_offer(
        5,
        'USB-C enclosure for 2.5" SATA drives',
        kind="drive_enclosure",
        categories=(("Peripherals", "Storage"),),
        price=1999,
        listed_on=date(2026, 4, 1),
    ),
    _make_offer(1, "Corsair Vengeance LPX 16GB", shop_id="beta", product_id="p-1", brand="Corsair", price=5500),
)

REVIEWS = tuple(
    Review(
        id=f"r-{index}",
        product_id="p-1",
        author="Ann",
        rating=rating,
        title="Fine",
        body="Works as told.",
        written_on=date(2026, 1, index),
        helpful_votes=votes,
    )
    for index, (rating, votes) in enumerate([(5, 1), (4, 7), (5, 0)], 1)
)


def _build(path: Path, offers: Iterable[Offer] = OFFERS, reviews: Iterable[Review] = REVIEWS) -> Path:
    """Build a catalog of these offers, one product for each product id."""
    offers = tuple(offers)
    with CatalogBuilder(path, name="small", seed=7) as builder:
        for product_id in sorted({offer.product_id for offer in offers}):
            builder.add_product(Product(id=product_id, title=product_id, department="PC Components", kind="memory"))
        for offer in offers:
            builder.add_offer(offer)
        for review in reviews:
            builder.add_review(review)
    return path


@pytest.fixture(scope="session")
def make_offer() -> MakeOffer:
    """Makes an offer: number, title, and any field by name."""
    return _make_offer


@pytest.fixture(scope="session")
def build_catalog() -> BuildCatalog:
    """Builds a catalog at a path, of the six offers in two shops if no others are given."""
    return _build


@pytest.fixture(scope="session")
def small_offers() -> tuple[Offer, ...]:
    """The six offers."""
    return OFFERS


@pytest.fixture(scope="session")
def small_catalog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalog]:
    """Six offers in two shops."""
    with Catalog.open(_build(tmp_path_factory.mktemp("catalog") / "small")) as catalog:
        yield catalog


@pytest.fixture(scope="session")
def webmall_catalog(webmall_import: tuple[ReleaseReport, str]) -> Iterator[Catalog]:
    """The four shops of WebMall's release, as its mall has them."""
    with Catalog.open(webmall_import[0].mall / "catalog") as catalog:
        yield catalog


@pytest.fixture(scope="session")
def webmall_offers(webmall_catalog: Catalog) -> tuple[Offer, ...]:
    """All offers of the four shops."""
    return tuple(webmall_catalog.iterate_offers())
