"""A small synthetic mall, its suite and its second solver, made once; and markets made by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from shopworld.arena.bundle import read_bundle
from shopworld.arena.generate.pipeline import generate_shop
from shopworld.arena.specifications import shipped_specifications
from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.model import Attribute, Offer, Product
from shopworld.guru.comparison import make_comparison_suite
from shopworld.guru.comparison.families import FAMILIES
from shopworld.guru.comparison.market import Market
from shopworld.guru.second_solver import SecondSolver
from shopworld.guru.skills import ShopSight
from shopworld.mall import Mall, make_default_mall, open_single_shop
from shopworld.tasks import Suite

FEW = dict.fromkeys(FAMILIES, 2) | {"find_compatible_products": 1, "find_cheapest_offer": 4}
"""Tasks by category that a small mall has material for."""

MakeMarket = Callable[..., Market]


@pytest.fixture(scope="session")
def mall_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A mall of the four default shops with some hundred offers."""
    folder = tmp_path_factory.mktemp("malls") / "small"
    make_default_mall(folder, 3, 700, name="small", merchants="few")
    return folder


@pytest.fixture(scope="session")
def mall(mall_folder: Path) -> Iterator[Mall]:
    """The small mall, open."""
    opened = Mall.open(mall_folder)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def market(mall: Mall) -> Market:
    """What the small mall sells."""
    return Market(mall.catalog)


@pytest.fixture(scope="session")
def suite(mall: Mall) -> Suite:
    """A few tasks of each category for the small mall."""
    return make_comparison_suite(mall, seed=5, name="few", counts=FEW)


@pytest.fixture(scope="session")
def solver(mall: Mall) -> SecondSolver:
    """The second solver, with the small mall's pages read once."""
    return SecondSolver(mall)


def ssd(product: str, capacity: float = 1000.0, brand: str = "Acme", **facts: str | bool) -> Product:
    """An SSD of a brand with a capacity in GB and some other facts."""
    attributes = [Attribute(name="capacity", value=capacity, unit="GB")]
    attributes += [Attribute(name=name, value=value) for name, value in facts.items()]
    return Product(
        id=product,
        title=f"{brand} {product.title()} {capacity:g} GB SSD",
        brand=brand,
        department="PC Components",
        kind="ssd",
        attributes=tuple(attributes),
    )


def offer_of(product: Product, shop: str = "one", price: int | None = 5000, **fields: object) -> Offer:
    """A product as a shop sells it: it says all that is true unless told otherwise."""
    defaults: dict[str, object] = {
        "id": f"{shop}/{product.id}",
        "shop_id": shop,
        "number": sum(map(ord, product.id)),
        "product_id": product.id,
        "slug": product.id,
        "title": product.title,
        "brand": product.brand,
        "department": product.department,
        "kind": product.kind,
        "attributes": product.attributes,
        "price": price,
    }
    return Offer.model_validate(defaults | fields)


@pytest.fixture
def make_market(tmp_path: Path) -> Iterator[MakeMarket]:
    """Makes a market of products and offers."""
    opened: list[Catalog] = []

    def make(products: list[Product], offers: list[Offer]) -> Market:
        folder = tmp_path / f"catalog-{len(opened)}"
        with CatalogBuilder(folder, name="hand-made") as builder:
            for product in products:
                builder.add_product(product)
            for offer in offers:
                builder.add_offer(offer)
        opened.append(Catalog.open(folder))
        return Market(opened[-1])

    yield make
    for catalog in opened:
        catalog.close()


@pytest.fixture(scope="session")
def clothing_folder(made_once: Callable[[str, Callable[[Path], Path]], Path]) -> Path:
    """A generated shop that sells clothes; not to be changed."""

    def make(folder: Path) -> Path:
        bundle = read_bundle(shipped_specifications()["clothing"])
        bundle = replace(bundle, style=bundle.style.model_copy(update={"family": "classic"}))
        return generate_shop(bundle, folder / "shop", seed=3, products=90).shop.path

    return made_once("guru-clothing-shop", make)


@pytest.fixture(scope="session")
def clothing(clothing_folder: Path) -> Iterator[Mall]:
    """A mall that is the shop of clothes."""
    opened = open_single_shop(clothing_folder)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def sight(clothing: Mall) -> ShopSight:
    """The shop of clothes, as shoppers see it."""
    return ShopSight(clothing, clothing.name)
