"""Generates shops from specifications, explores them as a stranger would, and compares."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from shopworld.arena.bundle.agreement import BundleAgreement, compare
from shopworld.arena.closure.cases import PRODUCTS, ClosureCase
from shopworld.arena.closure.names import Names
from shopworld.arena.closure.scrambling import ServedSites, scrambled
from shopworld.arena.explore import ExplorationProgress, Explored, ExploreSettings, explore
from shopworld.arena.explore.prefetch.prefetch import DETAILED
from shopworld.arena.generate.pipeline import generate_shop
from shopworld.errors import ArenaError
from shopworld.mall import MallServer, open_single_shop
from shopworld.shop.capabilities import Capabilities


@dataclass(frozen=True, slots=True)
class ClosureSettings:
    """How the closure is run.

    Attributes:
        plain: whether classes, ids and data attributes keep their names.
        products: of each shop.
        keep: folder that keeps shops and specifications; None: they are removed.
        pictures: whether evidence holds pictures.
    """

    plain: bool = False
    products: int = PRODUCTS
    keep: Path | None = None
    pictures: bool = False


@dataclass(slots=True)
class CaseResult:
    """How one specification came back.

    Attributes:
        case: which one.
        agreement: of what was found with it.
        seconds: that the exploration took.
        explored: what the exploration brought; None where it failed, and then nothing agrees.
    """

    case: ClosureCase
    agreement: BundleAgreement
    seconds: float
    explored: Explored | None


@dataclass(slots=True)
class Closure:
    """How all specifications came back."""

    agreement: BundleAgreement = field(default_factory=BundleAgreement)
    cases: list[CaseResult] = field(default_factory=list)


def close_the_circle(
    cases: Sequence[ClosureCase],
    settings: ClosureSettings | None = None,
    *,
    progress: ExplorationProgress | None = None,
    done: Callable[[CaseResult], object] = lambda _: None,
) -> Closure:
    """Explores a shop generated from each specification and compares what was found with it.

    Args:
        cases: specifications.
        settings: how.
        progress: hears how each exploration goes on.
        done: hears of every specification that came back.

    Raises:
        BrowserMissing: there is no Chromium.
    """
    settings = settings or ClosureSettings()
    result = Closure()
    with tempfile.TemporaryDirectory(prefix="shopworld-closure-") as scratch:
        root = settings.keep or Path(scratch)
        root.mkdir(parents=True, exist_ok=True)
        for case in cases:
            one = explore_case(case, root / case.name.replace(" ", "-"), settings, progress=progress)
            result.cases.append(one)
            result.agreement.add(one.agreement)
            done(one)
    return result


def explore_case(
    case: ClosureCase, folder: Path, settings: ClosureSettings, *, progress: ExplorationProgress | None = None
) -> CaseResult:
    """Generates the shop of one specification, explores it, and compares.

    Args:
        case: the specification.
        folder: for shop, specification and what was read; replaced.
        settings: how.
        progress: hears how the exploration goes on.
    """
    shutil.rmtree(folder, ignore_errors=True)
    shop = folder / "shop"
    generate_shop(case.bundle, shop, seed=case.seed, products=settings.products)
    mall = open_single_shop(shop)
    try:
        sites = mall.sites if settings.plain else scrambled(mall.sites, Names(case.name))
        with MallServer(ServedSites(mall.name, sites), slots=0) as server:
            server.welcome()
            assert server.visitor is not None
            address = server.door_address(mall.shops[0].identity.id, server.visitor)
            started = time.monotonic()
            found = ExploreSettings(delay=0, details=DETAILED, pictures=settings.pictures, cache=folder / "read")
            try:
                explored = explore(address, folder / "found", found, progress=progress)
            except ArenaError as error:
                seconds = time.monotonic() - started
                return CaseResult(case, _nothing_found(case, error.message), seconds, None)
            seconds = time.monotonic() - started
    finally:
        mall.close()
    agreement = compare(
        case.bundle.capabilities,
        explored.bundle.capabilities,
        case=case.name,
        unknown=explored.findings.unknown,
        seen=explored.findings.values.keys(),
    )
    return CaseResult(case, agreement, seconds, explored)


def _nothing_found(case: ClosureCase, reason: str) -> BundleAgreement:
    unknown = dict.fromkeys(Capabilities.model_fields, reason)
    return compare(case.bundle.capabilities, Capabilities(), case=case.name, unknown=unknown, seen=())
