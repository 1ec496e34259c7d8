"""Explores micro-shops: their goods, and the values that their deviation is about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from micro_shops.farm import MicroFarm
from micro_shops.measure import Score, score
from micro_shops.shop import MicroShop
from shopworld.arena.explore.browser_session import Rules
from shopworld.arena.explore.evidence import EvidenceFolder
from shopworld.arena.explore.exploration import run_task
from shopworld.arena.explore.findings import Findings
from shopworld.arena.explore.plan import make_plan
from shopworld.arena.explore.prefetch import Fetcher, Pace, PrefetchedSite, SiteAddress, prefetch
from shopworld.arena.explore.prefetch.cache import Cache
from shopworld.arena.explore.rendering import renderer
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.statistics_reading import read_statistics
from shopworld.environments import BrowserProcess
from shopworld.errors import ArenaError


def explored(farm: MicroFarm, shop: MicroShop, browser: BrowserProcess | None, folder: Path) -> Score:
    """How well a shop was read.

    Args:
        farm: serves it.
        shop: which one.
        browser: reads what plain requests do not show; None for plain requests only, and no values of controls.
        folder: for what is kept.
    """
    pace = Pace(delay=0, requests=900, seconds=300)
    way = renderer(browser) if browser is not None else None
    try:
        site = prefetch(SiteAddress(farm.address(shop.name)), folder, pace, details=240, renderer=way)
    except ArenaError as error:
        return Score(0, 0, len(shop.truth), 0, (0, 0, len(shop.listings)), False, (error.message,))
    values = _values(site, shop, browser, pace, folder) if browser is not None and shop.values else None
    return score(shop, site.products, site.collections, site.currency, farm.asked, values)


def _values(site: PrefetchedSite, shop: MicroShop, browser: BrowserProcess, pace: Pace, folder: Path) -> dict[str, Any]:
    """What the probes say of the values that the shop's deviation is about."""
    findings = Findings()
    read_statistics(site, findings)
    at = SiteAddress(site.start)
    with Fetcher(at, Cache(folder / "pages"), pace) as fetcher:
        scene = Scene(
            browser,
            Rules(at.owns, fetcher.allows, pace.wait),
            site,
            findings,
            EvidenceFolder(folder / "evidence", lambda text: text, pictures=False),
        )
        for task in make_plan(site, "shop").tasks:
            answers = task.probe.answers
            if any(name.startswith(one) or one.startswith(name) for one in answers for name in shop.values):
                run_task(task, scene)
    return {one.name: one.value for one in findings} | {"": None}
