"""What all benchmarks share: repeated timing, medians, tables, targets, and words about progress."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Rows = list[tuple[str, ...]]
"""Cells of a table, the head first."""

_BEGAN = time.perf_counter()


@dataclass(frozen=True)
class Figures:
    """Timings of one thing, in seconds."""

    seconds: tuple[float, ...]

    @property
    def rounds(self) -> int:
        """How many timings there are."""
        return len(self.seconds)

    @property
    def median(self) -> float:
        """The median."""
        return statistics.median(self.seconds)

    @property
    def p95(self) -> float:
        """The 95th percentile, by rank."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]

    def data(self) -> dict[str, float]:
        """For machines, in milliseconds."""
        return {"rounds": self.rounds, "median_ms": round(self.median * 1e3, 4), "p95_ms": round(self.p95 * 1e3, 4)}


def timed(work: Callable[[int], object], rounds: int, *, warm_up: int = 3) -> Figures:
    """Times `work(number)` `rounds` times, after `warm_up` rounds that do not count."""
    for number in range(warm_up):
        work(number)
    seconds = []
    for number in range(warm_up, warm_up + rounds):
        began = time.perf_counter()
        work(number)
        seconds.append(time.perf_counter() - began)
    return Figures(tuple(seconds))


@dataclass(frozen=True)
class Target:
    """A figure and what it should be.

    Attributes:
        name: what was measured.
        value: measured.
        limit: to reach; None for a figure that is only told.
        unit: of both, with what stands before it: ` ms`, ` x`.
        at_least: whether the limit is a floor; else a ceiling.
    """

    name: str
    value: float
    limit: float | None
    unit: str
    at_least: bool = False

    @property
    def reached(self) -> bool | None:
        """Whether the figure is on the right side of the limit; None where there is none."""
        if self.limit is None:
            return None
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def data(self) -> dict[str, Any]:
        """For machines."""
        return {
            "name": self.name,
            "value": round(self.value, 4),
            "limit": self.limit,
            "unit": self.unit.strip(),
            "at_least": self.at_least,
            "reached": self.reached,
        }


@dataclass
class Section:
    """What one part of the benchmark found.

    Attributes:
        name: as in `--only`.
        tables: title and rows, the first row the head.
        notes: sentences below the tables.
        targets: printed last, with those of the other sections.
        data: for machines.
        failed: whether it could not be measured; a note says why.
    """

    name: str
    tables: list[tuple[str, Rows]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)
    failed: bool = False


def tell(text: str) -> None:
    """A line on the error output, so that nobody waits without a word."""
    print(f"[{time.perf_counter() - _BEGAN:5.0f} s] {text}", file=sys.stderr, flush=True)


def resident_megabytes(process: int) -> float:
    """Resident memory of a process in MB (10^6 bytes).

    Raises:
        LookupError: the system does not tell.
    """
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise LookupError(f"the memory of process {process} cannot be read: {error}") from error
    for line in lines:
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise LookupError(f"no VmRSS for process {process}")


def milliseconds(seconds: float) -> str:
    """Seconds as `12 ms`, or `0.31 ms` where that is little."""
    return f"{seconds * 1e3:.2f} ms" if seconds < 0.01 else f"{seconds * 1e3:.0f} ms"


def number(value: float) -> str:
    """Three digits that say something."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def print_table(title: str, rows: Sequence[Sequence[str]]) -> None:
    """Prints rows in aligned columns under a title; the first row is the head, figures stand to the right."""
    print(f"\n{title}")
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for place, row in enumerate(rows):
        cells = [
            cell.rjust(width) if column and _all_figures(rows, column) else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  " + "  ".join(cells).rstrip())
        if place == 0:
            print("  " + "  ".join("-" * width for width in widths))


def _all_figures(rows: Sequence[Sequence[str]], column: int) -> bool:
    """Whether a column holds figures, or nothing."""
    return all(row[column][:1] in "0123456789-" for row in rows[1:])
