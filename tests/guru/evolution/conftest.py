"""A small marketplace and its suite of evolved queries, made once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from shopworld.guru.evolution import EvolutionReport, make_evolved_suite
from shopworld.guru.evolution.shelf import Assortment
from shopworld.mall import Mall, make_marketplace
from shopworld.tasks import Suite

KINDS = ("cookbook", "headphones", "monitor", "rug", "jacket", "sneakers", "yoga_mat", "water_bottle")


@pytest.fixture(scope="session")
def market_folder(made_once: Callable[[str, Callable[[Path], Any]], Any]) -> Path:
    """A marketplace with some three hundred offers of each of some kinds."""

    def make(folder: Path) -> Path:
        make_marketplace(folder / "bazaar", 5, 75, name="bazaar", kinds=KINDS, popular=True)
        return folder / "bazaar"

    found: Path = made_once("evolution-market", make)
    return found


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
def made(bazaar: Mall, made_once: Callable[[str, Callable[[Path], Any]], Any]) -> tuple[Suite, EvolutionReport]:
    """Its suite of evolved queries, and the report."""
    found: tuple[Suite, EvolutionReport] = made_once("evolved-suite", lambda _: make_evolved_suite(bazaar, seed=3))
    return found


@pytest.fixture(scope="session")
def evolved(made: tuple[Suite, EvolutionReport]) -> Suite:
    """Its suite of evolved queries."""
    return made[0]
