"""Small tools of the benchmarks: repeated timing, medians, memory of a process, and the table they print."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Figures:
    """Timings of one thing, in seconds."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median."""
        return statistics.median(self.seconds)

    @property
    def p95(self) -> float:
        """The 95th percentile, by rank."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def timed(work: Callable[[int], object], rounds: int, *, warm_up: int = 3) -> Figures:
    """Times `work(number)` `rounds` times, after `warm_up` rounds that do not count."""
    for number in range(warm_up):
        work(number)
    seconds = []
    for number in range(rounds):
        began = time.perf_counter()
        work(number)
        seconds.append(time.perf_counter() - began)
    return Figures(tuple(seconds))


def resident_megabytes(process: int | str = "self") -> float:
    """Resident memory of a process in MB (10^6 bytes), from /proc."""
    for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise LookupError(f"no VmRSS for process {process}")


def milliseconds(seconds: float) -> str:
    """Seconds as `12.3 ms`."""
    return f"{seconds * 1e3:.2f} ms" if seconds < 0.01 else f"{seconds * 1e3:.0f} ms"


def print_table(title: str, rows: Sequence[Sequence[str]]) -> None:
    """Prints rows in aligned columns under a title; the first row is the head."""
    print(f"\n{title}")
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for number, row in enumerate(rows):
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        if number == 0:
            print("  " + "  ".join("-" * width for width in widths))
