"""The corner shop, opened once."""

from __future__ import annotations

from collections.abc import Iterator

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
def storefront(catalog: Catalog) -> Storefront:
    """The plain shop: cart as a page, checkout in one page."""
    return Storefront(make_specification(), catalog)


@pytest.fixture
def shopper(storefront: Storefront) -> Shopper:
    """A shopper with an empty cart in the plain shop."""
    return Shopper(storefront)
