"""The corner shop, opened once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import garment_shop
import pytest
from corner_shop import Shopper, build_catalog, make_specification

from shopworld.catalog import Catalog
from shopworld.shop import Storefront


@pytest.fixture(scope="session")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalog]:
    """34 offers of one shop."""
    folder = tmp_path_factory.mktemp("shop") / "catalog"
    build_catalog(folder)
    with Catalog.open(folder) as opened:
        yield opened


@pytest.fixture(scope="session")
def garment_catalog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalog]:
    """Eleven offers of a generated shop: variants on every kind of axis, reviews, gift cards."""
    folder = tmp_path_factory.mktemp("garment") / "catalog"
    garment_shop.build_catalog(folder)
    with Catalog.open(folder) as opened:
        yield opened


@pytest.fixture
def visit_garments(garment_catalog: Catalog) -> Callable[..., Shopper]:
    """A shopper in the generated shop with other capabilities: `visit_garments(cart={"type": "drawer"})`."""

    def visit(**changes: Any) -> Shopper:
        return Shopper(Storefront(garment_shop.specification(**changes), garment_catalog))

    return visit


@pytest.fixture(scope="session")
def storefront(catalog: Catalog) -> Storefront:
    """The plain shop: cart as a page, checkout in one page."""
    return Storefront(make_specification(), catalog)


@pytest.fixture
def shopper(storefront: Storefront) -> Shopper:
    """A shopper with an empty cart in the plain shop."""
    return Shopper(storefront)
