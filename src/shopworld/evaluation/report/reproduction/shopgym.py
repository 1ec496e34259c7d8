"""ShopGym: Table 1, Figures 6 and 7 beside what was measured here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shopworld.evaluation.measures.metrics import summarise
from shopworld.evaluation.measures.published import published_paper
from shopworld.evaluation.measures.statistics import Interval
from shopworld.evaluation.report.grids import Grid
from shopworld.evaluation.report.pooled_tables import pooled_grids
from shopworld.evaluation.report.reproduction.parts import Drawing, Says, beside, own_row, paired_grid, with_rows
from shopworld.evaluation.report.rows import Entry
from shopworld.mall import Home
from shopworld.tasks import Suite

SETS = ("easy_short_horizon", "hard_long_horizon")


def shopgym_parts(entries: Sequence[Entry], suites: dict[str, Suite], _home: Home) -> list[Grid | Drawing]:
    """The page's tables.

    Args:
        entries: our agents in malls.
        suites: those at home, by name.
    """
    paper = published_paper("shopgym")
    shops = {one.run.world.suite: len(one.run.world.shops) for one in entries}
    made: list[Grid | Drawing] = []
    for table in paper.tables:
        if table.id == "table-1":
            rows = [
                own_row(table, name, {key: found / shops[name] for key, found in _counts(suite, table.columns).items()})
                for name, suite in suites.items()
                if shops.get(name)
            ]
            made.append(with_rows(table, rows))
        elif table.id == "figure-6":
            lead = " ".join([f"{table.source}.", *table.notes])
            by_suite = [one for one in pooled_grids(entries) if one.id == "suites"]
            made += [replace(one, id=table.id, title=table.title, lead=lead) for one in by_suite]
        else:
            made.append(beside(table, entries, _measured))
    groups: dict[str, Says] = {"Short horizon": _in_set(SETS[0]), "Long horizon": _in_set(SETS[1])}
    return [*made, *paired_grid(entries, groups)]


def _measured(entry: Entry, key: str) -> Interval | None:
    results = [one for one in entry.results if one.set == key]
    return summarise(results).completion if results else None


def _in_set(name: str) -> Says:
    return lambda one: bool(one.reward) if one.set == name else None


def _counts(suite: Suite, names: dict[str, str]) -> dict[str, int]:
    return {name: sum(one.category == name for one in suite.tasks) for name in names}
