"""Published results of the four papers, as data files with their sources. None of them was measured by Shopworld."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, model_validator

FOLDER = Path(__file__).parent / "papers"
PAPERS = ("webmall", "deepshop", "ecomagentbench", "shopgym")


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PublishedRow(_Data):
    """One line of a table: what was measured, and a value for each column; None where none was printed."""

    name: str
    values: tuple[float | None, ...]


class PublishedTable(_Data):
    """One table or figure of a paper.

    Attributes:
        id: unique in its paper.
        source: where its numbers stand.
        title: what it shows, in our words.
        percent: whether its values are shares in per cent.
        digits: decimals that are printed.
        columns: headings by key; a key says what is measured, as the pages' own columns are computed by it.
        rows: as published.
        notes: misprints, and what has to be known to read it.
    """

    id: str
    source: str
    title: str
    percent: bool
    digits: int
    columns: dict[str, str]
    rows: tuple[PublishedRow, ...]
    notes: tuple[str, ...]

    @model_validator(mode="after")
    def _rows_fit(self) -> PublishedTable:
        if wrong := [row.name for row in self.rows if len(row.values) != len(self.columns)]:
            raise ValueError(f"{self.id}: {', '.join(wrong)} lack or exceed the {len(self.columns)} columns")
        return self

    def by_key(self, row: PublishedRow) -> dict[str, float]:
        """The values of a row by column; those that were not printed are left out."""
        return {key: value for key, value in zip(self.columns, row.values, strict=True) if value is not None}


class PublishedPaper(_Data):
    """All that is taken from one paper.

    Attributes:
        paper: its short name.
        title: name of its benchmark.
        source: how it is cited.
        graded: on what, and by whom, its systems were measured.
        tables: in the paper's order.
    """

    paper: str
    title: str
    source: str
    graded: str
    tables: tuple[PublishedTable, ...]

    def table(self, name: str) -> PublishedTable:
        """The table of that id."""
        return next(one for one in self.tables if one.id == name)

    def values(self, name: str) -> dict[str, dict[str, float]]:
        """By system that occurs in one table: all values of all tables by column."""
        found: dict[str, dict[str, float]] = {row.name: {} for row in self.table(name).rows}
        for table in self.tables:
            for row in table.rows:
                if row.name in found:
                    found[row.name] |= table.by_key(row)
        return found

    def cited(self, name: str) -> str:
        """How a table is cited, with what it was measured on."""
        return f"{self.source}, {self.table(name).source} ({self.graded})"


@cache
def published_paper(name: str) -> PublishedPaper:
    """What one paper published.

    Args:
        name: one of `PAPERS`.
    """
    return PublishedPaper.model_validate_json((FOLDER / f"{name}.json").read_bytes())


SUITE = "webmall"
"""WebMall's rows belong to the imported WebMall suite; on any other suite they are for orientation only."""
