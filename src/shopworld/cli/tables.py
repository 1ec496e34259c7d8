"""Tables: as wide as the screen, and never so narrow that a name is cut; in a pipe as wide as they are."""

from __future__ import annotations

import os
import sys

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

_LAST = 24
"""Characters that a last column has which gives way."""


def table_of(title: str, *columns: tuple[str, str]) -> Table:
    """A table of columns, each with its name and side; a last column on the left gives way where it is too wide."""
    gives_way = columns[-1][1] == "left"
    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False, header_style="bold")
    table.expand = gives_way
    for position, (name, side) in enumerate(columns, 1):
        table.add_column(
            name,
            justify="right" if side == "right" else "left",
            overflow="ellipsis",
            no_wrap=True,
            ratio=1 if gives_way and position == len(columns) else None,
        )
    return table


def print_table(table: Table) -> None:
    """Prints a table: whole lines, one a row. In a pipe nothing of them is cut, unless `COLUMNS` tells a width."""
    gives_way = bool(table.columns) and table.columns[-1].ratio is not None
    lengths = [
        max([cell_len(str(column.header)), *(cell_len(str(cell)) for cell in column.cells)], default=0) + 1
        for column in table.columns
    ]
    console = Console(highlight=False)
    if sys.stdout.isatty():
        kept = [*lengths[:-1], min(lengths[-1], _LAST)] if gives_way else lengths
        console.size = max(console.width, sum(kept) + 2), console.height
    elif "COLUMNS" not in os.environ:
        table.expand = False
        console.size = max(console.width, sum(lengths) + 2), console.height
    console.print(table)
