"""A small generated shop that is right, and copies of it to be broken."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from breakable_shop import BreakableShop

from shopworld.arena.bundle import manual_of, read_bundle
from shopworld.arena.generate.pipeline import generate_shop
from shopworld.arena.specifications import shipped_specifications
from shopworld.arena.verify import VERIFIERS, Finding, verify_shop
from shopworld.environments.browser import find_browser
from shopworld.errors import BrowserMissing

PRODUCTS = 16


@pytest.fixture(scope="session")
def right_shop(made_once: Callable[[str, Callable[[Path], Path]], Path]) -> Path:
    """A shop as it was generated, with collections of several pages; not to be changed."""

    def make(folder: Path) -> Path:
        bundle = read_bundle(shipped_specifications()["clothing"])
        listing = bundle.capabilities.collection.model_copy(update={"page_size": 4, "pagination": "numbered"})
        capabilities = bundle.capabilities.model_copy(update={"collection": listing})
        style = bundle.style.model_copy(update={"family": "classic"})
        changed = manual_of(replace(bundle, capabilities=capabilities, style=style))
        return generate_shop(changed, folder / "shop", seed=3, products=PRODUCTS).shop.path

    return made_once("shop-that-is-right", make)


@pytest.fixture
def shop(right_shop: Path, tmp_path: Path) -> BreakableShop:
    """A copy of the shop, to be broken."""
    return BreakableShop(Path(shutil.copytree(right_shop, tmp_path / "shop")))


@pytest.fixture(scope="session")
def ask() -> Callable[..., list[Finding]]:
    """What some verifiers find in a shop: `ask(shop, "links", areas=("shell",))`."""

    def asked(shop: BreakableShop | Path, *names: str, areas: tuple[str, ...] | None = None) -> list[Finding]:
        chosen = [one for one in VERIFIERS if one.name in names]
        assert len(chosen) == len(names)
        return verify_shop(shop if isinstance(shop, Path) else shop.path, None, areas, verifiers=chosen)

    return asked


@pytest.fixture(scope="session")
def browser_is_there() -> None:
    """Skips where there is no Chromium."""
    try:
        find_browser()
    except BrowserMissing as error:
        pytest.skip(str(error))
