"""`shopworld tasks import ecomagentbench`: a file of samples as a suite, with a catalog where none is named."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from shopworld.catalog import Catalog
from shopworld.mall import Home
from shopworld.tasks import save_suite
from shopworld.tasks.importers.ecomagentbench import build_target_catalog, import_samples


def import_ecomagentbench(path: Path, home: Home, *, catalog_name: str, name: str, as_json: bool) -> None:
    """Imports samples as a suite, says what is wrong with them, and where everything lies.

    Args:
        path: `benchmark.jsonl`.
        home: where catalog and suite are kept.
        catalog_name: that the targets are in; without one, a catalog of the targets alone is made.
        name: of the suite.
        as_json: print for machines.
    """
    used = catalog_name or name
    folder = home.catalog(used)
    if not catalog_name:
        folder.parent.mkdir(parents=True, exist_ok=True)
        build_target_catalog(path, folder, name=used)
    with Catalog.open(folder) as opened:
        imported = import_samples(path, opened, name=name, catalog_name=used)
    save_suite(imported.suite, home.suite(name))
    defects = {task.id: task.defects for task in imported.suite.tasks if task.defects}
    if as_json:
        summary = {"tasks": len(imported.suite.tasks), "unresolved": imported.unresolved, "defects": defects}
        typer.echo(json.dumps({**summary, "catalog": str(folder), "suite": str(home.suite(name))}, indent=2))
        return
    typer.echo(f"{len(imported.suite.tasks)} tasks, {len(defects)} of them with defects")
    for task_id, texts in defects.items():
        for text in texts:
            typer.echo(f"  {task_id}: {text}")
    for field, count in imported.unresolved.items():
        typer.echo(f"  field {field!r} of {count} rubrics is no canonical attribute; raw details are compared")
    typer.echo(f"\nCatalog: {folder}\nSuite:   {home.suite(name)}")
