"""The report's tables of the tool sandbox on a terminal: wide ones stand in several blocks, none over the width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from shopworld.evaluation.report.grids import DASH, Cell, Grid, GridRow
from shopworld.evaluation.report.rows import Entry
from shopworld.evaluation.report.tool_tables import tool_grids

WIDTH = 80
_LONGEST_NAME = 24


def terminal_tables(entries: Sequence[Entry], width: int = WIDTH) -> Iterator[RenderableType]:
    """Headings and tables of the paper, as the page has them; published rows are dim.

    Args:
        entries: of the tool sandbox.
        width: columns of the screen.
    """
    yield from grid_tables(tool_grids(entries), width)


def grid_tables(grids: Sequence[Grid], width: int = WIDTH) -> Iterator[RenderableType]:
    """Headings and tables as the page has them; published rows are dim.

    Args:
        grids: the tables.
        width: columns of the screen.
    """
    for grid in grids:
        yield Text(f"\n{grid.title}", style="bold")
        yield Text(grid.lead, style="dim")
        yield from _blocks(grid, width)


def _blocks(grid: Grid, width: int) -> Iterator[Table]:
    """A grid as tables that fit: its columns are spread evenly over as few as possible."""
    name_width = min(_LONGEST_NAME, max(len(row.name) for row in grid.rows))
    needed = [_width_of(heading, at, grid.rows) for at, heading in enumerate(grid.columns)]
    count = 1
    while True:
        size = -(-len(needed) // count)
        starts = range(0, len(needed), size)
        if size == 1 or all(name_width + sum(needed[at : at + size]) + size <= width for at in starts):
            break
        count += 1
    for start in starts:
        yield _table(grid, name_width, range(start, min(start + size, len(needed))))


def _table(grid: Grid, name_width: int, columns: range) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=0, show_edge=False, pad_edge=False)
    table.add_column("", width=name_width, overflow="ellipsis", no_wrap=True)
    for at in columns:
        table.add_column(grid.columns[at], justify="right", width=_width_of(grid.columns[at], at, grid.rows))
    last = next((row for row in reversed(grid.rows) if row.entry is not None), None)
    for row in grid.rows:
        cells = ["\n".join(_lines(row.cells[at])) for at in columns]
        if row.entry is not None or set(cells) != {DASH}:
            table.add_row(row.name, *cells, style="dim" if row.entry is None else "", end_section=row is last)
    return table


def _width_of(heading: str, at: int, rows: Sequence[GridRow]) -> int:
    lines = (line for row in rows for line in _lines(row.cells[at]))
    return max(map(len, (*heading.split(), *lines)))


def _lines(cell: Cell) -> list[str]:
    """A cell's number, and below it its interval without decimals, or its share."""
    if not cell.interval:
        return [cell.text]
    bounds = cell.interval.split("–")
    return [cell.text, "–".join(f"{float(one):.0f}" for one in bounds) if len(bounds) > 1 else cell.interval]
