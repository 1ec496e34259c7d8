"""Tables that fit a screen of 80 columns."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

_WIDTH = 80


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
    """Print a table."""
    Console(highlight=False, width=_WIDTH).print(table)
