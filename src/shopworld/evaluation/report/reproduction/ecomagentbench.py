"""EComAgentBench: Tables 3, 4 and 6 to 9, and Figures 3 and 4, beside what was measured here."""

from __future__ import annotations

import math
from collections.abc import Sequence

from shopworld.evaluation.measures.published import published_paper
from shopworld.evaluation.measures.statistics import Interval
from shopworld.evaluation.measures.tool_metrics import (
    SOURCES,
    rubrics_of,
    satisfaction_by,
    style_of,
    summarise_tools,
)
from shopworld.evaluation.records import Result
from shopworld.evaluation.report.grids import Grid
from shopworld.evaluation.report.plots import Point, scatter
from shopworld.evaluation.report.reproduction.parts import Drawing, Says, beside, own_row, paired_grid, with_rows
from shopworld.evaluation.report.rows import Entry
from shopworld.evaluation.report.tool_tables import tool_entries
from shopworld.mall import Home
from shopworld.tasks import Suite


def ecomagentbench_parts(entries: Sequence[Entry], _suites: dict[str, Suite], _home: Home) -> list[Grid | Drawing]:
    """The page's tables and its figure.

    Args:
        entries: our agents; those of the tool sandbox are taken.
    """
    paper = published_paper("ecomagentbench")
    own = tool_entries(entries)
    made: list[Grid | Drawing] = []
    for table in paper.tables:
        if table.id == "table-6":
            rows = [own_row(table, name, figures) for name, figures in _suite_figures(own).items()]
            made.append(with_rows(table, rows))
        else:
            made.append(beside(table, own, _measured))
    groups: dict[str, Says] = {"Accuracy": lambda one: bool(one.reward)}
    return [*made, _figure_4(own), *paired_grid(own, groups)]


def _measured(entry: Entry, key: str) -> Interval | float | None:
    group, dot, name = key.partition(".")
    if dot and group == "source":
        return satisfaction_by(entry.results, SOURCES, "source").get(name)
    if dot:
        chosen = [one for one in entry.results if _belongs(one, group, name)]
        return summarise_tools(chosen).accuracy if chosen else None
    summary = summarise_tools(entry.results)
    if key in ("accuracy", "satisfaction"):
        found: Interval = getattr(summary, key)
        return found
    if key in ("finished", "finished_percent"):
        return 100 * summary.finished
    if key in ("calls", "median_calls"):
        return float(getattr(summary, key))
    style = style_of(entry.results)
    return style.first_question if key == "first_question" else style.calls.get(key, 0.0)


def _belongs(result: Result, group: str, name: str) -> bool:
    if group == "rubrics":
        count = len(rubrics_of(result))
        return {"8-9": count in (8, 9), "10": count == 10, "11+": count > 10}[name]
    if group == "type":
        return any(str(one.type) == name for one in rubrics_of(result))
    return name == (result.difficulty if group == "implicit" else result.category)


def _suite_figures(entries: Sequence[Entry]) -> dict[str, dict[str, float]]:
    """Statistics of each suite, from the tasks that were played."""
    found: dict[str, dict[str, Result]] = {}
    for entry in entries:
        tasks = found.setdefault(entry.run.world.suite, {})
        tasks |= {one.task: one for one in entry.results if rubrics_of(one)}
    return {suite: _figures(list(tasks.values())) for suite, tasks in found.items() if tasks}


def _figures(tasks: Sequence[Result]) -> dict[str, float]:
    rubrics = [rubric for one in tasks for rubric in rubrics_of(one)]
    shares = {f"from_{name}": 100 * sum(str(one.source) == name for one in rubrics) / len(rubrics) for name in SOURCES}
    return {
        "samples": len(tasks),
        "intents": len({one.category for one in tasks}),
        "rubrics": len(rubrics),
        "rubrics_per_sample": len(rubrics) / len(tasks),
        **shares,
    }


def _figure_4(entries: Sequence[Entry]) -> Drawing:
    values = published_paper("ecomagentbench").values("table-3")
    points = [
        Point(name, one["first_question"], one["accuracy"], size=_size(one["search_products"]))
        for name, one in values.items()
    ]
    for entry in entries:
        style, accuracy = style_of(entry.results), summarise_tools(entry.results).accuracy
        if accuracy.count and not math.isnan(style.first_question):
            size = _size(style.calls.get("search_products", 0.0))
            points.append(Point(entry.name, style.first_question, 100 * accuracy.value, entry, size))
    lead = (
        "Where the first question stands among all calls, against accuracy; larger dots search more. Published: "
        "Figure 4, from Tables 3 and 8; in grey. Who never asks has no place in it."
    )
    title = "Interaction style against accuracy"
    return Drawing("figure-4", title, lead, scatter(points, "first question, 0 at the start, 1 at the end", title, 1.0))


def _size(searches: float) -> float:
    return 5 + 9 * min(1.0, searches / 17)
