"""What pages of papers are made of: a published table with rows of our own, and paired tests between our agents."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from shopworld.evaluation.figures import number
from shopworld.evaluation.measures.comparison import Pair, paired_difference, pairs_of
from shopworld.evaluation.measures.correction import holm
from shopworld.evaluation.measures.published import PublishedTable
from shopworld.evaluation.measures.statistics import Interval, mcnemar_exact
from shopworld.evaluation.records import Result
from shopworld.evaluation.report.grids import DASH, Cell, Grid, GridRow
from shopworld.evaluation.report.rows import Entry

Measure = Callable[[Entry, str], Interval | float | None]
"""What an agent came to in the column of that key: a share or its interval, a number, or None where it is not known."""
Says = Callable[[Result], bool | None]
"""Whether something holds for a result; None where it cannot be said of it."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure.

    Attributes:
        id: for links.
        title: heading.
        lead: what it shows.
        svg: the picture.
    """

    id: str
    title: str
    lead: str
    svg: str


def beside(table: PublishedTable, entries: Sequence[Entry], measure: Measure) -> Grid:
    """A published table with a row for each of our agents above its own.

    Args:
        table: of the paper.
        entries: our agents.
        measure: of one of them, in one column; shares are in 0 to 1 where the table is in per cent.
    """
    rows = [GridRow(one.name, one, tuple(_cell(table, measure(one, key)) for key in table.columns)) for one in entries]
    return with_rows(table, [row for row in rows if any(cell.text != DASH for cell in row.cells)])


def with_rows(table: PublishedTable, rows: Sequence[GridRow]) -> Grid:
    """A published table with rows of our own above its own."""
    published = tuple(GridRow(row.name, None, tuple(_printed(table, one) for one in row.values)) for row in table.rows)
    lead = " ".join([f"Published: {table.source}.", *table.notes])
    columns = tuple(table.columns.values())
    return Grid(table.id, table.title, lead, columns, (*rows, *published), published=bool(published))


def own_row(table: PublishedTable, name: str, values: Mapping[str, float]) -> GridRow:
    """A row of figures of a suite or mall, which is no agent's."""
    return GridRow(f"{name} (here)", None, tuple(_cell(table, values.get(key)) for key in table.columns))


def paired_grid(entries: Sequence[Entry], groups: Mapping[str, Says]) -> list[Grid]:
    """Each two agents on the trials that both played: mean paired difference, McNemar's exact test, Holm's correction.

    Args:
        entries: our agents.
        groups: headings, each with what is compared.
    """
    compared: list[tuple[Entry, Entry, list[tuple[Interval, float]]]] = []
    for first, second in combinations(entries, 2):
        pairs = pairs_of(first.results, second.results)
        cells = [_tested([one for one in pairs if _known(one, says)], says) for says in groups.values()]
        if any(value.count for value, _ in cells):
            compared.append((first, second, cells))
    if not compared:
        return []
    adjusted = iter(holm([p_value for _, _, cells in compared for _, p_value in cells]))
    rows = tuple(
        GridRow(f"{first.name} – {second.name}", first, tuple(_difference(value, next(adjusted)) for value, _ in cells))
        for first, second, cells in compared
    )
    lead = (
        "Of our own agents, which have trials: first minus second in points, with the 95 % interval of a cluster "
        "bootstrap, and McNemar's exact test corrected for all numbers of this table (Holm). What is published are "
        "shares without trials: no paired test with them is possible."
    )
    return [Grid("paired", "Agents compared, in pairs", lead, tuple(groups), rows)]


def _known(pair: Pair, says: Says) -> bool:
    return says(pair[0]) is not None and says(pair[1]) is not None


def _tested(pairs: Sequence[Pair], says: Says) -> tuple[Interval, float]:
    said = [(says(first), says(second)) for first, second in pairs]
    difference = paired_difference(pairs, lambda one: float(bool(says(one))))
    test = mcnemar_exact(said.count((True, False)), said.count((False, True))) if pairs else math.nan
    return difference, test


def _difference(value: Interval, p_value: float) -> Cell:
    if not value.count:
        return Cell(DASH)
    bounds = f"{100 * value.low:+.0f} to {100 * value.high:+.0f}, " if value.clusters > 1 else ""
    return Cell(f"{100 * value.value:+.1f}", f"{bounds}p {p_value:.3f}")


def _cell(table: PublishedTable, value: Interval | float | None) -> Cell:
    if isinstance(value, Interval):
        if not value.count:
            return Cell(DASH)
        text = f"{100 * value.value:.{table.digits}f}"
        return Cell(text, f"{100 * value.low:.1f}–{100 * value.high:.1f}", text)
    if value is None or math.isnan(value):
        return Cell(DASH)
    return Cell(number(value, 0 if value >= 1000 else table.digits))


def _printed(table: PublishedTable, value: float | None) -> Cell:
    if value is None:
        return Cell(DASH)
    text = number(value, 0 if value >= 1000 else table.digits)
    return Cell(text, share=text if table.percent and value <= 100 else "")
