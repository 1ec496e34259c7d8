"""A small shop of each storefront family."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from shopworld.arena.bundle import SpecificationBundle, read_bundle
from shopworld.arena.generate import generate_shop
from shopworld.arena.specifications import shipped_specifications
from shopworld.shop import ShopFolder, read_shop_folder

PRODUCTS = 14


@pytest.fixture(scope="session")
def manual() -> SpecificationBundle:
    """One manual for all families."""
    return read_bundle(shipped_specifications()["clothing"])


@pytest.fixture(scope="session")
def shop_of(
    manual: SpecificationBundle, made_once: Callable[[str, Callable[[Path], Path]], Path]
) -> Callable[[str], ShopFolder]:
    """Makes the shop of a family; not to be changed."""

    def of(family: str) -> ShopFolder:
        style = manual.style.model_copy(update={"family": family})

        def make(folder: Path) -> Path:
            return generate_shop(replace(manual, style=style), folder / "shop", seed=3, products=PRODUCTS).shop.path

        return read_shop_folder(made_once(f"family-{family}", make))

    return of
