"""`shopworld tasks check` for suites of the tool sandbox: probes of the grading, and the oracle through the tools."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import track

from shopworld.agents import ORACLE
from shopworld.catalog import Catalog
from shopworld.evaluation import RunProgress, RunSettings
from shopworld.evaluation.proofs import (
    TaskProofs,
    failing_lines,
    proof_table,
    proofs_for_machines,
    prove_by_oracle,
    with_oracle,
)
from shopworld.evaluation.running.opening import catalog_folder, refuse_other_catalog
from shopworld.evaluation.settings import select_tasks
from shopworld.evaluation.tool_proofs import Probed, probe_table, prove_by_probes
from shopworld.mall import Home
from shopworld.tasks import Suite
from shopworld.tasks.probes import tally


def prove_by_tools(
    name: str,
    suite: Suite,
    home: Home,
    catalog: Path | None,
    filters: Sequence[str],
    *,
    workers: int,
    out: Path | None,
) -> tuple[list[TaskProofs], list[Probed]]:
    """Proves tasks by probes over the catalog, and by the oracle through the tools.

    Args:
        name: of the suite, or the path of its file.
        suite: as loaded.
        home: where catalogs are.
        catalog: its folder; the suite's own by default.
        filters: which tasks; all by default.
        workers: processes for the oracle; 0: one per processor.
        out: run folder of the oracle to keep.

    Raises:
        ShopworldError: suite or catalog are wrong.
    """
    console = Console(stderr=True)
    tasks = select_tasks(suite.tasks, filters)
    with Catalog.open(catalog_folder(suite, home, str(catalog or ""))) as opened:
        refuse_other_catalog(suite, opened)
        tracked = track(tasks, "Probing", console=console, transient=True, disable=not console.is_terminal)
        probed = list(prove_by_probes(tracked, opened))
    settings = RunSettings.from_values(suite=name, catalog=str(catalog or ""), agents=(ORACLE,), filters=tuple(filters))
    with RunProgress(console, settings.agents, len(tasks), ()) as progress:
        count = workers or len(os.sched_getaffinity(0))
        oracle = prove_by_oracle(settings, out=out, workers=count, watcher=progress, home=home)
    return with_oracle([one.proofs for one in probed], oracle), probed


def print_by_tools(suite: Suite, proven: Sequence[TaskProofs], probed: Sequence[Probed], *, as_json: bool) -> None:
    """Prints what holds."""
    if as_json:
        counts = [asdict(one) for one in tally(probe for each in probed for probe in each.probes)]
        typer.echo(json.dumps({**proofs_for_machines(proven, suite), "probes": counts}, indent=2, ensure_ascii=False))
        return
    printed = Console(width=None if sys.stdout.isatty() else 80, highlight=False)
    printed.print(proof_table(proven, suite))
    printed.print()
    printed.print(probe_table(probed))
    for line in failing_lines(proven):
        typer.echo(line)
