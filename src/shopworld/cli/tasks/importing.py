"""`shopworld tasks import`: tasks of public releases, and suites that were exported."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from shopworld.api.importing_tasks import ImportedTasks
from shopworld.api.importing_tasks import import_tasks as import_from
from shopworld.cli.tasks.options import AsJson, print_json
from shopworld.guru.shopgym import WEAK
from shopworld.tasks import suite_hash

_SHOWN = 40


def import_tasks(
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="What it is: webmall, ecomagentbench, deepshop, shopgym, or suite.")
    ],
    path: Annotated[Path, typer.Argument(metavar="PATH", help="The release's folder, or its file of tasks.")],
    mall: Annotated[
        str, typer.Option(help="Not for ecomagentbench: name of the mall that the tasks are for; webmall's is webmall.")
    ] = "",
    catalog: Annotated[
        str, typer.Option(help="ecomagentbench: name of the catalog; without one, one of the targets alone is made.")
    ] = "",
    name: Annotated[str, typer.Option(help="All but webmall: name of the suite; the source's by default.")] = "",
    as_json: AsJson = False,
) -> None:
    """Import tasks of a public release.

    WebMall's need their mall (`shopworld mall import webmall` imports both). EComAgentBench's carry their targets.
    DeepShop's have no answers: the file is checked, and with --mall its queries become tasks where the mall sells what
    they ask for and every part of them is understood. ShopGym's are for one shop, the mall's first; what their criteria
    say becomes checks, and what cannot be checked is listed as the task's defect. A suite is read back from JSON lines
    or Parquet that `shopworld tasks export` wrote, or that follow its schema.

    Examples:

        shopworld tasks import webmall ~/webmall/task_sets.json

        shopworld tasks import ecomagentbench ~/benchmark.jsonl --catalog amazon

        shopworld tasks import deepshop ~/deepshop.jsonl --mall marketplace

        shopworld tasks import shopgym ~/benchmark.json --mall pans

        shopworld tasks import suite tasks.jsonl --name theirs
    """
    found = import_from(source, path, mall=mall, catalog=catalog, name=name)
    if as_json:
        print_json(_for_machines(source, found))
        return
    match source:
        case "webmall":
            typer.echo(f"{found.report}\nThe suite is {found.file}.")
        case "ecomagentbench":
            _print_samples(found)
        case "deepshop":
            _print_queries(found, mall)
        case "shopgym":
            for task, reason in found.left_out.items():
                typer.echo(f"  left out {task}: {reason}")
            typer.echo(f"Made {found.file}: {_count(found)} of {found.offered} tasks, {_weak(found)} of them weak")
        case _:
            typer.echo(f"{_count(found)} tasks; the suite is {found.file}")


def _for_machines(source: str, found: ImportedTasks) -> object:
    file, count = str(found.file), _count(found)
    match source:
        case "webmall":
            assert found.report is not None
            return found.report.model_dump(mode="json")
        case "ecomagentbench":
            told = {"tasks": count, "unresolved": found.unresolved, "defects": _defects(found)}
            return {**told, "catalog": str(found.catalog), "suite": file}
        case "deepshop":
            told = {"queries": found.offered, "findings": [asdict(one) for one in found.findings]}
            bound = {"tasks": count, "unbound": found.left_out, "suite": file}
            return told | bound if found.suite is not None else told
        case "shopgym":
            assert found.suite is not None
            told = {"name": found.suite.name, "file": file, "tasks": count}
            return {**told, "weak": _weak(found), "left_out": found.left_out}
        case _:
            assert found.suite is not None
            return {"suite": file, "tasks": count, "suite_hash": suite_hash(found.suite)}


def _print_samples(found: ImportedTasks) -> None:
    defects = _defects(found)
    typer.echo(f"{_count(found)} tasks, {len(defects)} of them with defects")
    for task, texts in defects.items():
        for text in texts:
            typer.echo(f"  {task}: {text}")
    for field, count in found.unresolved.items():
        typer.echo(f"  field {field!r} of {count} rubrics is no canonical attribute; raw details are compared")
    typer.echo(f"\nCatalog: {found.catalog}\nSuite:   {found.file}")


def _print_queries(found: ImportedTasks, mall: str) -> None:
    for one in found.findings[:_SHOWN]:
        typer.echo(f"  {one.query}: {one.rule}{f' ({one.part})' if one.part else ''}: {one.text}")
    if len(found.findings) > _SHOWN:
        typer.echo(f"  and {len(found.findings) - _SHOWN} more; --json prints all")
    rules = ", ".join(f"{count} {rule}" for rule, count in Counter(one.rule for one in found.findings).most_common())
    flawed = len({one.query for one in found.findings})
    typer.echo(f"{found.offered} queries, {flawed} with findings: {rules or 'none'}")
    for query, reason in list(found.left_out.items())[:_SHOWN]:
        typer.echo(f"  not bound {query}: {reason}")
    if found.suite is not None:
        typer.echo(f"{_count(found)} of {found.offered} queries are tasks for the mall {mall}\nSuite: {found.file}")
    else:
        typer.echo("Checked only. Name a mall with --mall to make tasks of them.")


def _count(found: ImportedTasks) -> int:
    return len(found.suite.tasks) if found.suite is not None else 0


def _weak(found: ImportedTasks) -> int:
    return sum(WEAK in task.defects for task in found.suite.tasks) if found.suite is not None else 0


def _defects(found: ImportedTasks) -> dict[str, tuple[str, ...]]:
    return {task.id: task.defects for task in found.suite.tasks if task.defects} if found.suite is not None else {}
