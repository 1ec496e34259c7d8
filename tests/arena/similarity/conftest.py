"""Trees and graphs of any shape, and small shops that are captured once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shopworld.arena.bundle import read_bundle
from shopworld.arena.generate.catalog import make_identity, make_shop_data
from shopworld.arena.similarity.capture import Captured
from shopworld.arena.similarity.comparing import capture_all
from shopworld.arena.similarity.crawl import CrawlSettings
from shopworld.arena.specifications import shipped_specifications
from shopworld.environments.browser import find_browser
from shopworld.errors import BrowserMissing
from shopworld.shop.folder import write_shop_folder
from shopworld.shop.specification import ShopSpecification

SMALL = CrawlSettings(hops=2, navigations=12, pages_per_template=1)


def _make_shop(folder: Path) -> Path:
    bundle = read_bundle(shipped_specifications()["cookware"])
    specification = ShopSpecification(
        identity=make_identity(bundle, 5).model_copy(update={"addresses": "shopify"}),
        capabilities=bundle.capabilities,
        style=bundle.style.model_copy(update={"family": "classic"}),
        manual=bundle.manual,
    )
    write_shop_folder(folder / "shop", specification, make_shop_data(bundle, 5, 24))
    return folder / "shop"


@pytest.fixture(scope="session")
def small_shop(made_once: Callable[[str, Callable[[Path], Any]], Any]) -> Path:
    """The folder of a small generated shop."""
    return Path(made_once("similarity-shop", _make_shop))


@pytest.fixture(scope="session")
def captured(small_shop: Path, made_once: Callable[[str, Callable[[Path], Any]], Any]) -> Captured:
    """The shop as it was captured."""
    try:
        find_browser()
    except BrowserMissing as error:
        pytest.skip(str(error))
    found: Captured = made_once("similarity-capture", lambda _: capture_all([str(small_shop)], SMALL)[0])
    return found
