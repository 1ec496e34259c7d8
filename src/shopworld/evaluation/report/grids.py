"""Tables of the report as data: a row for each agent, and published rows beside. Templates print and do no sums."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.evaluation.figures import percent
from shopworld.evaluation.measures.statistics import Interval
from shopworld.evaluation.report.rows import Entry

DASH = "–"


@dataclass(frozen=True, slots=True)
class Cell:
    """One number.

    Attributes:
        text: as printed.
        interval: its 95 % interval, or what it is out of, in small print.
        share: length of a bar in per cent; empty: none.
    """

    text: str
    interval: str = ""
    share: str = ""


@dataclass(frozen=True, slots=True)
class GridRow:
    """One line.

    Attributes:
        name: of a published model, where it is one.
        entry: whose, where it was measured here.
        cells: one for each column.
    """

    name: str
    entry: Entry | None
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """One table.

    Attributes:
        id: for links.
        title: heading.
        lead: what it shows.
        columns: headings.
        rows: measured ones first.
        published: whether published rows follow.
    """

    id: str
    title: str
    lead: str
    columns: tuple[str, ...]
    rows: tuple[GridRow, ...]
    published: bool = False


def interval_cell(value: Interval, *, bar: bool = True) -> Cell:
    """A share with its interval."""
    if not value.count:
        return Cell(DASH)
    text = percent(value.value)
    return Cell(text, f"{percent(value.low)}–{percent(value.high)}", text if bar else "")
