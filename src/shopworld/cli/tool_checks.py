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
from shopworld.evaluation.proofs import failing_lines, proof_table, proofs_for_machines, prove_by_oracle, with_oracle
from shopworld.evaluation.run import catalog_folder, refuse_other_catalog
from shopworld.evaluation.settings import select_tasks
from shopworld.evaluation.tool_proofs import probe_table, prove_by_probes
from shopworld.mall import Home
from shopworld.tasks import Suite
from shopworld.tasks.probes import tally


def check_by_tools(
    name: str,
    suite: Suite,
    home: Home,
    catalog: Path | None,
    filters: Sequence[str],
    *,
    workers: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Proves tasks and prints what holds.

    Args:
        name: of the suite, or the path of its file.
        suite: as loaded.
        home: where catalogs are.
        catalog: its folder; the suite's own by default.
        filters: which tasks; all by default.
        workers: processes for the oracle; 0: one per processor.
        out: run folder of the oracle to keep.
        as_json: whether machines read it.

    Raises:
        typer.Exit: with status 1 where a proof does not hold.
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
    proven = with_oracle([one.proofs for one in probed], oracle)
    if as_json:
        counts = [asdict(one) for one in tally(probe for each in probed for probe in each.probes)]
        typer.echo(json.dumps({**proofs_for_machines(proven, suite), "probes": counts}, indent=2, ensure_ascii=False))
    else:
        printed = Console(width=None if sys.stdout.isatty() else 80, highlight=False)
        printed.print(proof_table(proven, suite))
        printed.print()
        printed.print(probe_table(probed))
        for line in failing_lines(proven):
            typer.echo(line)
    if not all(one.hold for one in proven):
        raise typer.Exit(1)
