"""A small marketplace and its suite of evolved queries, made once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from shopworld.guru.evolution import EvolutionReport, make_evolved_suite
from shopworld.guru.evolution.shelf import Assortment
from shopworld.mall import Mall, make_marketplace
from shopworld.tasks import Suite

KINDS = (
    "cookbook", "biography", "fantasy_novel", "headphones", "monitor", "mouse", "television", "printer",
    "frying_pan", "rug", "plant_pot", "mug", "towel", "cushion", "jacket", "sneakers", "t_shirt", "backpack",
    "yoga_mat", "tent", "water_bottle",
)  # fmt: skip


@pytest.fixture(scope="session")
def market_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A marketplace with thirty products of each of some kinds."""
    folder = tmp_path_factory.mktemp("markets") / "bazaar"
    make_marketplace(folder, 5, 30, name="bazaar", kinds=KINDS)
    return folder


@pytest.fixture(scope="session")
def bazaar(market_folder: Path) -> Iterator[Mall]:
    """The marketplace, open."""
    opened = Mall.open(market_folder)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def assortment(bazaar: Mall) -> Assortment:
    """What it sells."""
    return Assortment(bazaar.catalog)


@pytest.fixture(scope="session")
def made(bazaar: Mall) -> tuple[Suite, EvolutionReport]:
    """Its suite of evolved queries, and the report."""
    return make_evolved_suite(bazaar, seed=3)


@pytest.fixture(scope="session")
def evolved(made: tuple[Suite, EvolutionReport]) -> Suite:
    """Its suite of evolved queries."""
    return made[0]
