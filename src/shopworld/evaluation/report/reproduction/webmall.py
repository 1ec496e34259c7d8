"""WebMall: Tables 1 to 5 and Figure 2 beside what was measured here."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from shopworld.catalog import Catalog
from shopworld.errors import ShopworldError
from shopworld.evaluation.measures.metrics import summarise
from shopworld.evaluation.measures.paired_interfaces import has_price
from shopworld.evaluation.measures.published import published_paper
from shopworld.evaluation.measures.statistics import Interval
from shopworld.evaluation.records import Result
from shopworld.evaluation.report.grids import Grid, GridRow
from shopworld.evaluation.report.plots import Point, scatter
from shopworld.evaluation.report.reproduction.parts import Drawing, Says, beside, own_row, paired_grid, with_rows
from shopworld.evaluation.report.rows import Entry, ReadRun
from shopworld.mall import CATALOG_FOLDER, Home
from shopworld.tasks import Suite

SETS = ("basic", "advanced")


def webmall_parts(entries: Sequence[Entry], suites: dict[str, Suite], home: Home) -> list[Grid | Drawing]:
    """The page's tables and figures.

    Args:
        entries: our agents in malls.
        suites: those at home, by name.
        home: where malls are.
    """
    paper = published_paper("webmall")
    runs = list({one.run.path: one.run for one in entries}.values())
    made: list[Grid | Drawing] = []
    for table in paper.tables:
        if table.id == "table-1":
            made.append(with_rows(table, _offers(runs, home)))
        elif table.id == "table-2":
            rows = [own_row(table, name, _by_category(suite)) for name, suite in suites.items()]
            made.append(with_rows(table, rows))
        else:
            made.append(beside(table, entries, measured))
    groups: dict[str, Says] = {"Basic": _in_set("basic"), "Advanced": _in_set("advanced"), "All": _in_set("")}
    return [*made, *_figure_2(entries), *paired_grid(entries, groups)]


def measured(entry: Entry, key: str) -> Interval | float | None:
    """What an agent came to in one column: `GROUP.METRIC`, the group a set or a category."""
    group, metric = key.rsplit(".", 1)
    results = [one for one in entry.results if group in (one.set, one.category)]
    if not results:
        return None
    summary = summarise(results)
    if metric == "completion":
        return summary.completion
    if metric in ("precision", "recall", "f1_of_means"):
        return 100 * float(getattr(summary, metric))
    if metric in ("steps", "seconds"):
        return float(getattr(summary, metric))
    return _usd(results) if metric == "usd" else summary.usage.get(metric)


def _usd(results: Sequence[Result]) -> float | None:
    """Mean price of a trial, where all prices are known."""
    counted = [one for one in results if not one.excused]
    known = [one.usage["usd"] for one in counted if has_price(one)]
    return fmean(known) if known and len(known) == len(counted) else None


def _in_set(name: str) -> Says:
    return lambda one: bool(one.reward) if name in ("", one.set) else None


def _by_category(suite: Suite) -> dict[str, float]:
    found: dict[str, float] = {}
    for task in suite.tasks:
        found[task.category] = found.get(task.category, 0) + 1
    return found


def _offers(runs: Sequence[ReadRun], home: Home) -> list[GridRow]:
    """Offers by shop of each mall that is at home as the runs met it."""
    table = published_paper("webmall").table("table-1")
    rows = []
    for name, shops, known in dict.fromkeys(
        (run.world.mall, tuple(run.world.shops), run.world.catalog_hash) for run in runs if run.world.mall
    ):
        try:
            with Catalog.open(home.mall(name) / CATALOG_FOLDER) as catalog:
                if catalog.content_hash != known:
                    continue
                counts = [sum(1 for _ in catalog.iterate_offers(shop)) for shop in shops]
        except (ShopworldError, OSError):
            continue
        values = {str(place): float(count) for place, count in enumerate(counts, start=1)}
        rows.append(own_row(table, f"{name}, all offers", {"all": float(sum(counts)), **values}))
    return rows


def _figure_2(entries: Sequence[Entry]) -> list[Drawing]:
    paper = published_paper("webmall")
    completion = paper.values("table-3")
    drawings = []
    for name in SETS:
        cost = paper.values(f"table-5-{name}")
        points = [
            Point(system, cost[system][f"{name}.usd"], reached[f"{name}.completion"])
            for system, reached in completion.items()
        ]
        for entry in entries:
            own, usd = measured(entry, f"{name}.completion"), measured(entry, f"{name}.usd")
            if isinstance(own, Interval) and isinstance(usd, float):
                points.append(Point(entry.name, usd, 100 * own.value, entry))
        lead = "Mean price of a task against completion. Published: Figure 2, from Tables 3 and 5; in grey."
        title = f"Cost against completion, {name} tasks"
        drawings.append(Drawing(f"figure-2-{name}", title, lead, scatter(points, "USD per task", title)))
    return drawings
