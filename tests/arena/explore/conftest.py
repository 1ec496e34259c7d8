"""One exploration of a generated shop for all tests: with pop-ups in the way, and scrambled names in its pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.closure import Agreement
from shopworld.arena.explore.findings import Findings
from shopworld.arena.explore.prefetch import Site

PRODUCTS = 20


@dataclass
class ExploredShop:
    """A generated shop, explored.

    Attributes:
        wanted: its specification.
        found: the specification that was found.
        findings: the values with confidence.
        agreement: of both.
        site: what the prefetch read.
        plan: as text.
        folder: of the specification that was found.
    """

    wanted: SpecificationBundle
    found: SpecificationBundle
    findings: Findings
    agreement: Agreement
    site: Site
    plan: str
    folder: Path


@pytest.fixture(scope="session")
def explored_shop(made_once: Callable[[str, Callable[[Path], ExploredShop]], ExploredShop]) -> ExploredShop:
    """The exploration; it is made once for all workers."""
    from obstructed_shop import obstructed_case

    from shopworld.arena.closure.closure import ClosureSettings, explore_case

    def make(folder: Path) -> ExploredShop:
        case = obstructed_case()
        settings = ClosureSettings(products=PRODUCTS, pictures=True)
        result = explore_case(case, folder / "case", settings)
        explored = result.explored
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
