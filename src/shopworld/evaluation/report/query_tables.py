"""The tables of evolved queries: DeepShop's Table 2 and Figure 5, and the use of the shop's controls."""

from __future__ import annotations

from collections.abc import Sequence

from shopworld.catalog import DOMAINS
from shopworld.evaluation.measures.published import published_paper
from shopworld.evaluation.measures.query_metrics import controls_used, query_results, satisfied, solved, solved_by
from shopworld.evaluation.report.grids import DASH, Cell, Grid, GridRow, interval_cell
from shopworld.evaluation.report.rows import Entry
from shopworld.tasks.checks import ASPECTS

DIFFICULTIES = ("easy", "medium", "hard")


def query_entries(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that have results on evolved queries."""
    return [one for one in entries if query_results(one.results)]


def query_grids(entries: Sequence[Entry]) -> list[Grid]:
    """All tables of evolved queries; none where no entry has results on them."""
    shown = query_entries(entries)
    if not shown:
        return []
    return [
        _aspects(shown),
        _groups(shown, "query-domains", "Evolved queries: success by domain", "category", tuple(DOMAINS)),
        _groups(shown, "query-difficulty", "Evolved queries: success by difficulty", "difficulty", DIFFICULTIES),
        _controls(shown),
    ]


def _aspects(entries: Sequence[Entry]) -> Grid:
    rows = []
    for entry in entries:
        results = query_results(entry.results)
        by_aspect = satisfied(results)
        cells = (Cell(str(len(results))), *(interval_cell(by_aspect[name]) for name in ASPECTS))
        rows.append(GridRow(entry.name, entry, (*cells, interval_cell(solved(results)))))
    paper = published_paper("deepshop")
    published = tuple(
        GridRow(name, None, (Cell(DASH), *(Cell(f"{row[key]:.1f}") for key in (*ASPECTS, "success"))))
        for name, row in paper.values("table-2").items()
    )
    lead = (
        "The chosen product is the first one that the answer links to. Each aspect counts where the query has it; "
        f"success is all of them. Graded in code against the catalog. In grey: {paper.cited('table-2')}."
    )
    columns = ("Results", "Attribute", "Filter", "Sort", "Success")
    return Grid("query-aspects", "Evolved queries by aspect", lead, columns, (*rows, *published), published=True)


def _groups(entries: Sequence[Entry], name: str, title: str, field: str, groups: Sequence[str]) -> Grid:
    found = [solved_by(query_results(entry.results), field) for entry in entries]
    shown = [group for group in groups if any(group in by for by in found)]
    rows = tuple(
        GridRow(entry.name, entry, tuple(interval_cell(by[one]) if one in by else Cell(DASH) for one in shown))
        for entry, by in zip(entries, found, strict=True)
    )
    lead = "Queries that were solved, in per cent, with 95 % intervals clustered by query."
    return Grid(name, title, lead, tuple(shown), rows)


def _controls(entries: Sequence[Entry]) -> Grid:
    rows = []
    for entry in entries:
        used = controls_used(query_results(entry.results))
        rows.append(GridRow(entry.name, entry, tuple(interval_cell(used[name]) for name in ASPECTS[1:])))
    lead = (
        "Of the queries with a filter or a sort: where a filter of the shop, or the right sort, was used. Not scored."
    )
    return Grid("query-controls", "Evolved queries: controls used", lead, ("Filter", "Sort"), tuple(rows))
