"""A small generated shop that tests copy."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from shopworld.arena.bundle import SpecificationBundle, read_bundle
from shopworld.arena.generate.pipeline import generate_shop
from shopworld.arena.specifications import shipped_specifications

SEED = 5
PRODUCTS = 12


@pytest.fixture(scope="session")
def bundle() -> SpecificationBundle:
    """The specification of the shop."""
    return read_bundle(shipped_specifications()["cookware"])


@pytest.fixture(scope="session")
def generated_shop(bundle: SpecificationBundle, made_once: Callable[[str, Callable[[Path], Path]], Path]) -> Path:
    """The shop as it was generated; not to be changed."""

    def make(folder: Path) -> Path:
        return generate_shop(bundle, folder / "shop", seed=SEED, products=PRODUCTS).shop.path

    return made_once("small-generated-shop", make)


@pytest.fixture
def shop(generated_shop: Path, tmp_path: Path) -> Path:
    """A copy of the shop."""
    return Path(shutil.copytree(generated_shop, tmp_path / "shop"))


@pytest.fixture
def specification(tmp_path: Path) -> Path:
    """A copy of the specification, to be edited."""
    return Path(shutil.copytree(shipped_specifications()["cookware"], tmp_path / "specification"))
