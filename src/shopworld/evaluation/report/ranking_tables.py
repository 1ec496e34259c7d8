"""The report's ranking of agents, and all comparisons between them for terminals and machines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from shopworld.evaluation.figures import without_nan
from shopworld.evaluation.measures.comparison import Comparison
from shopworld.evaluation.measures.ranking import Ranked, ranking
from shopworld.evaluation.report.grids import DASH, Cell, Grid, GridRow, interval_cell
from shopworld.evaluation.report.rows import Entry, comparisons


def rankings(entries: Sequence[Entry]) -> dict[str, list[Ranked]]:
    """The ranking of each suite that several agents played, by its name; trials that all of them played count."""
    suites: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        suites.setdefault((entry.run.world.suite, entry.run.world.suite_hash), []).append(entry)
    found = {}
    for (suite, suite_hash), own in suites.items():
        name = suite if [each for each, _ in suites].count(suite) == 1 else f"{suite} {suite_hash[:8]}"
        if ranked := ranking([(one.name, one.results) for one in own], comparisons(own)):
            found[name] = ranked
    return found


def ranking_grids(entries: Sequence[Entry]) -> list[Grid]:
    """A ranking for each suite with more than two agents: of two the comparison says as much."""
    by_name = {one.name: one for one in entries}
    found = rankings(entries)
    grids = []
    for number, (suite, ranked) in enumerate(found.items()):
        if len(ranked) < 3:
            continue
        rows = tuple(
            GridRow(
                one.name, by_name[one.name], (Cell(str(one.place)), Cell(_range(one)), interval_cell(one.completion))
            )
            for one in ranked
        )
        lead = (
            f"By completion on the {ranked[0].completion.count} trials that all of them played. The range holds every "
            "place that the comparisons in pairs leave open, corrected for their number (Holm)."
        )
        heading = "Ranking" if len(found) == 1 else f"Ranking: {suite}"
        name = "ranking" if number == 0 else f"ranking-{number + 1}"
        grids.append(Grid(name, heading, lead, ("Place", "Range", "Completion"), rows))
    return grids


def comparison_grids(entries: Sequence[Entry]) -> list[Grid]:
    """All pairs as a table; none where there are no two agents with tasks that both played."""
    by_name = {one.name: one for one in entries}
    pairs = [one for one in comparisons(entries) if one.tasks]
    if not pairs:
        return []
    rows = tuple(GridRow(f"{one.first} – {one.second}", by_name[one.first], _cells(one)) for one in pairs)
    lead = (
        "First minus second, in points, with the 95 % interval of a cluster bootstrap; McNemar's exact test, and its "
        "p-value corrected for all these pairs (Holm)."
    )
    return [Grid("comparison", "Agents compared", lead, ("Tasks", "Differ.", "p", "Holm", "Called"), rows)]


def tests_summary(entries: Sequence[Entry]) -> dict[str, Any]:
    """`comparisons` and `rankings`, for machines; NaN becomes null."""
    pairs = [
        asdict(one) | {"distinguishable": one.distinguishable, "sentence": one.sentence} for one in comparisons(entries)
    ]
    places = {suite: [asdict(one) for one in ranked] for suite, ranked in rankings(entries).items()}
    found: dict[str, Any] = without_nan({"comparisons": pairs, "rankings": places})
    return found


def _cells(pair: Comparison) -> tuple[Cell, ...]:
    value = pair.difference
    bounds = f"{100 * value.low:+.0f} to {100 * value.high:+.0f}" if value.clusters > 1 else ""
    called = "alike"
    if pair.distinguishable:
        called = "first" if value.value > 0 else "second"
    corrected = DASH if pair.corrected is None else f"{pair.corrected:.3f}"
    return (
        Cell(str(pair.tasks)),
        Cell(f"{100 * value.value:+.1f}", bounds),
        Cell(f"{pair.p_value:.3f}"),
        Cell(corrected),
        Cell(called),
    )


def _place_cells(one: Ranked) -> tuple[Cell, ...]:
    return Cell(str(one.place)), Cell(_range(one)), interval_cell(one.completion)


def _range(one: Ranked) -> str:
    return str(one.best) if one.best == one.worst else f"{one.best} to {one.worst}"
