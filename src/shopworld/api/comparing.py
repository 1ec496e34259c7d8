"""Shops beside each other: their pages, their graphs, and how agents do in them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from shopworld.api.places import Place, home_of
from shopworld.api.progress import OnProgress, in_words
from shopworld.arena import (
    Behaviour,
    Captured,
    CrawlSettings,
    GroupComparison,
    ShopComparison,
    capture_all,
    compare_behaviour,
    compare_shop_groups,
    write_behaviour_report,
    write_group_report,
    write_shop_report,
)
from shopworld.arena import compare_shops as compare_captured
from shopworld.errors import InputError
from shopworld.evaluation import RunFolder


def compare_shops(
    first: Place,
    second: Place,
    out: Place,
    *,
    navigations: int = 64,
    hops: int = 3,
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> ShopComparison:
    """Measures how alike two shops are, state by state.

    Args:
        first: a shop: its folder, `MALL/SHOP`, `SHOP` of the default mall, or an address on this machine.
        second: another one.
        out: folder of the report, `report.html` in it; a comparison that stands there is replaced.
        navigations: most pages that are opened in a shop.
        hops: most clicks from home.
        home: where malls are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told what is being done.

    Returns:
        how far their graphs are from each other, and what was captured of each.

    Raises:
        InputError: there is no such shop.
        ArenaError: a home page does not open, or something else stands in the folder.
        BrowserMissing: there is no Chromium.
    """
    captured = _captured([first, second], navigations, hops, home, progress)
    found = compare_captured(captured[0].capture, captured[1].capture)
    write_shop_report(found, captured, Path(out))
    return found


def compare_groups(
    first: Sequence[Place],
    second: Sequence[Place],
    out: Place,
    *,
    navigations: int = 64,
    hops: int = 3,
    seed: int = 0,
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> GroupComparison:
    """Measures how alike two groups of shops are, measure by measure, unpaired.

    Args:
        first: shops, each as `compare_shops` takes them.
        second: others.
        out: folder of the report, `report.html` in it; a comparison that stands there is replaced.
        navigations: most pages that are opened in a shop.
        hops: most clicks from home.
        seed: of the bootstrap intervals.
        home: where malls are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told what is being done.

    Returns:
        each measure with both medians, the size of the difference, and how sure it is.

    Raises:
        InputError: a group is empty, or there is no such shop.
        ArenaError: a home page does not open, or something else stands in the folder.
        BrowserMissing: there is no Chromium.
    """
    if not first or not second:
        raise InputError("expected two groups of one shop or more")
    captured = _captured([*first, *second], navigations, hops, home, progress)
    groups = captured[: len(first)], captured[len(first) :]
    found = compare_shop_groups([one.capture for one in groups[0]], [one.capture for one in groups[1]], seed=seed)
    write_group_report(found, groups, Path(out))
    return found


def compare_runs(
    source: Place | Sequence[Place], twin: Place | Sequence[Place], out: Place, *, seed: int = 0
) -> Behaviour:
    """Tells whether agents do alike in a shop and in its twin, from runs of the same tasks in both.

    Args:
        source: run folders in the source.
        twin: run folders of the ported tasks in the twin; see `port_suite`.
        out: folder of the report, `report.html` in it; a comparison that stands there is replaced.
        seed: of the bootstrap intervals.

    Returns:
        the success of each agent in both, and the correlation.

    Raises:
        RunError: the runs have no task or no agent in common.
        InputError: a folder is no run folder.
        ArenaError: something else stands in the folder.
    """
    folders = [[Path(one)] if isinstance(one, str | Path) else [Path(each) for each in one] for one in (source, twin)]
    found = compare_behaviour(*([RunFolder(one) for one in side] for side in folders), seed=seed)
    names = ", ".join(map(str, folders[0])), ", ".join(map(str, folders[1]))
    write_behaviour_report(found, names, Path(out))
    return found


def _captured(
    shops: Sequence[Place], navigations: int, hops: int, home: Place | None, progress: OnProgress | None
) -> list[Captured]:
    settings = CrawlSettings(hops=hops, navigations=navigations)
    return capture_all(list(map(str, shops)), settings, home=home_of(home), doing=in_words(progress, "Comparing"))
