"""Tasks a second: comparison tasks for the default mall with answers, difficulty and validation, before proofs.

Everything happens in one process, so processor time is what counts: it says the same on a busy machine.
"""

from __future__ import annotations

import time
from pathlib import Path

from measure import Figures, Rows, Section, Target, tell

from shopworld.guru.comparison import make_comparison_suite
from shopworld.guru.comparison.market import Market
from shopworld.mall import Mall
from shopworld.tasks.validation import validate_suite

LEAST_A_SECOND = 100.0
SIZES = (91, 1000)
"""Tasks of a suite: WebMall's number, and many."""


def measure_task_making(folder: Path, *, rounds: int) -> Section:
    """Makes and validates suites of the default mall; reading the catalog is timed by itself."""
    section = Section("tasks")
    rows: Rows = [("what", "median", "tasks/s", "rounds")]
    mall = Mall.open(folder)
    try:
        reading = Figures(tuple(_reading(mall) for _ in range(rounds)))
        rows.append(("reading the catalog", f"{reading.median:.2f} s", "", str(reading.rounds)))
        section.data["reading"] = reading.data()
        for size in SIZES:
            tell(f"tasks: {size} at a time")
            making = Figures(tuple(_making(mall, size) - reading.median for _ in range(rounds)))
            rate = size / making.median
            rows.append((f"{size} tasks, made and validated", f"{making.median:.2f} s", f"{rate:.0f}", str(rounds)))
            section.data[str(size)] = {**making.data(), "tasks_per_second": round(rate, 1)}
            if size == max(SIZES):
                section.targets.append(
                    Target("comparison tasks a second, before proofs", rate, LEAST_A_SECOND, "/s", at_least=True)
                )
    finally:
        mall.close()
    section.tables.append(("Making tasks for the default mall, processor time", rows))
    return section


def _reading(mall: Mall) -> float:
    began = time.process_time()
    Market(mall.catalog)
    return time.process_time() - began


def _making(mall: Mall, size: int) -> float:
    """Processor seconds for a suite, the catalog's reading among them."""
    began = time.process_time()
    suite = make_comparison_suite(mall, total=size)
    problems = [one for one in validate_suite(suite, mall) if one.severity == "error"]
    seconds = time.process_time() - began
    if problems:
        raise RuntimeError(f"task {problems[0].task}: {problems[0].text}")
    return seconds
