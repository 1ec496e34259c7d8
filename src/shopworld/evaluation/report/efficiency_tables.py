"""How many steps agents took over the least that are known, where the reference solver is in the report, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from shopworld.evaluation.figures import without_nan
from shopworld.evaluation.measures.efficiency import Efficiency, efficiency, least_steps
from shopworld.evaluation.report.grids import Cell, Grid, GridRow
from shopworld.evaluation.report.rows import Entry


def efficiencies(entries: Sequence[Entry]) -> list[tuple[Entry, Efficiency]]:
    """Each agent that solved a task whose least steps are known."""
    least = least_steps(one for entry in entries for one in entry.results)
    found = [(entry, efficiency(entry.results, least, seed=entry.run.settings.seed)) for entry in entries]
    return [(entry, one) for entry, one in found if one is not None]


def efficiency_grids(entries: Sequence[Entry]) -> list[Grid]:
    """The table; none where only the reference solver has solved something."""
    found = efficiencies(entries)
    if all(one.times.value == 1.0 for _, one in found):
        return []
    rows = tuple(GridRow(entry.name, entry, _cells(one)) for entry, one in found)
    lead = (
        "Of trials that passed: steps over the least that are known, those of the oracle by the same interface; the "
        "mean of the ratios, with a cluster bootstrap. Agents that solve easy tasks alone are compared on easy tasks."
    )
    return [Grid("efficiency", "Efficiency", lead, ("Trials", "Steps", "Least", "Times"), rows)]


def efficiency_summary(entries: Sequence[Entry]) -> dict[str, Any]:
    """The same for machines: `efficiency`, by agent."""
    found: dict[str, Any] = without_nan(
        {"efficiency": {entry.name: asdict(one) for entry, one in efficiencies(entries)}}
    )
    return found


def _cells(one: Efficiency) -> tuple[Cell, ...]:
    value = one.times
    bounds = f"{value.low:.2f} to {value.high:.2f}" if value.clusters > 1 else ""
    return Cell(str(one.trials)), Cell(f"{one.steps:.1f}"), Cell(f"{one.least:.1f}"), Cell(f"{value.value:.2f}", bounds)
