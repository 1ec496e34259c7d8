"""What agents come to on a suite that they were tuned on, beside one like it from a fresh seed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from shopworld.evaluation.figures import percent, without_nan
from shopworld.evaluation.measures.metrics import Summary, summarise
from shopworld.evaluation.measures.statistics import Interval
from shopworld.evaluation.report.grids import Cell, Grid, GridRow, interval_cell
from shopworld.evaluation.report.rows import Entry


@dataclass(frozen=True, slots=True)
class UnseenRow:
    """One agent on both suites.

    Attributes:
        agent: its name.
        entry: on the tuned suite.
        unseen_suite: name of the other one.
        tuned: what it came to on the suite that it may have been tuned on, in categories that the other has.
        unseen: on the other.
        change: unseen less tuned.
    """

    agent: str
    entry: Entry
    unseen_suite: str
    tuned: Summary
    unseen: Summary
    change: Interval


def unseen_rows(entries: Sequence[Entry]) -> list[UnseenRow]:
    """A row for each agent with results on a suite and on one that was made to stand beside it."""
    rows = []
    for one in entries:
        other = next((each for each in entries if _stands_beside(each, one)), None)
        if other is not None:
            shared = {each.category for each in other.results}
            tuned = summarise([each for each in one.results if each.category in shared])
            unseen = summarise(other.results)
            change = difference(unseen.completion, tuned.completion)
            agent = one.results[0].agent
            rows.append(UnseenRow(agent, one, other.run.world.suite, tuned, unseen, change))
    return rows


def _stands_beside(unseen: Entry, tuned: Entry) -> bool:
    if not unseen.results or not tuned.results or tuned.run.settings.unseen_of:
        return False
    is_of_it = unseen.run.settings.unseen_of == tuned.run.world.suite
    return is_of_it and unseen.results[0].agent == tuned.results[0].agent


def difference(first: Interval, second: Interval) -> Interval:
    """Difference of two independent shares, first minus second, by squares of the distances to the ends of their
    intervals (Newcombe 1998, method 10, with the clustered intervals in the place of Wilson's)."""
    value = first.value - second.value
    if not first.count or not second.count:
        return Interval(math.nan, math.nan, math.nan, 0, 0)
    low = value - math.hypot(first.value - first.low, second.high - second.value)
    high = value + math.hypot(first.high - first.value, second.value - second.low)
    return Interval(value, low, high, first.count + second.count, first.clusters + second.clusters)


def unseen_grids(entries: Sequence[Entry]) -> list[Grid]:
    """The table; none where no suite of the report stands beside another."""
    rows = unseen_rows(entries)
    if not rows:
        return []
    lead = (
        "Completion on the suite that an agent may have been tuned on, and on one from a fresh seed in the same shops, "
        "without a task of the first; of the first, the categories that the other has, too. A change whose interval "
        "lies below zero tells of tuning, or of harder tasks: compare it with the oracle's."
    )
    columns = ("Tuned", "F1", "Unseen", "F1 unseen", "Change")
    return [Grid("unseen", "Tuned and unseen", lead, columns, tuple(_row(one) for one in rows))]


def unseen_summary(entries: Sequence[Entry]) -> dict[str, Any]:
    """The same for machines: `unseen`, a list."""
    told = [
        {
            "agent": one.agent,
            "suite": one.entry.run.world.suite,
            "unseen_suite": one.unseen_suite,
            "tuned": asdict(one.tuned.completion),
            "unseen": asdict(one.unseen.completion),
            "change": asdict(one.change),
        }
        for one in unseen_rows(entries)
    ]
    found: dict[str, Any] = without_nan({"unseen": told})
    return found


def _row(one: UnseenRow) -> GridRow:
    change = one.change
    cell = Cell(f"{100 * change.value:+.1f}", f"{100 * change.low:+.0f} to {100 * change.high:+.0f}")
    cells = (
        interval_cell(one.tuned.completion),
        Cell(percent(one.tuned.f1_of_means)),
        interval_cell(one.unseen.completion),
        Cell(percent(one.unseen.f1_of_means)),
        cell,
    )
    return GridRow(one.entry.name, one.entry, cells)
