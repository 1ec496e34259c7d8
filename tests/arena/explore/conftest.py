"""One exploration of a generated shop for all tests: with pop-ups in the way, and scrambled names in its pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from obstructed_shop import PRODUCTS, ExploredShop, obstructed_case

from shopworld.arena.closure.closure import ClosureSettings, explore_case


@pytest.fixture(scope="session")
def explored_shop(made_once: Callable[[str, Callable[[Path], ExploredShop]], ExploredShop]) -> ExploredShop:
    """The exploration; it is made once for all workers."""

    def make(folder: Path) -> ExploredShop:
        case = obstructed_case()
        settings = ClosureSettings(products=PRODUCTS, pictures=True)
        result = explore_case(case, folder / "case", settings)
        explored = result.explored
        assert explored is not None
        return ExploredShop(
            case.bundle,
            explored.bundle,
            explored.findings,
            result.agreement,
            explored.site,
            explored.plan.text(),
            folder / "case" / "found",
        )

    return made_once("explored-shop", make)
