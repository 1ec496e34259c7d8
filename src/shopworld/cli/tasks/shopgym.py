"""`shopworld tasks validate` and `tasks import` for a file of ShopGym's tasks."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import typer

from shopworld.commands import Outcome
from shopworld.errors import TaskError
from shopworld.guru.shopgym import WEAK, Finding, audit_tasks, import_tasks, read_shopgym_tasks
from shopworld.guru.skills import ShopSight
from shopworld.mall import Home, Mall, open_single_shop
from shopworld.shop.folder import is_shop_folder
from shopworld.tasks import save_suite


def validate_shopgym(file: Path, shop: str, mall: Path | None, *, as_json: bool) -> None:
    """Holds tasks against their shop, and prints what is found.

    Args:
        file: of the tasks.
        shop: folder of the shop, or its id in `mall`.
        mall: folder of the mall that it is in.
        as_json: whether machines read it.

    Raises:
        TaskError: it is not said which shop.
        Exit: an error was found.
    """
    tasks = read_shopgym_tasks(file)
    opened = _open(shop, mall)
    try:
        known = {one.identity.id for one in opened.shops}
        findings = audit_tasks(tasks, ShopSight(opened, shop if shop in known else opened.shops[0].identity.id))
    finally:
        opened.close()
    if as_json:
        typer.echo(json.dumps([asdict(one) for one in findings], indent=2, ensure_ascii=False))
    else:
        _print(findings, len(tasks))
    if any(one.severity == "error" for one in findings):
        raise typer.Exit(1)


def import_shopgym(*, path: Path, mall: str, name: str) -> Outcome:
    """Imports tasks for the first shop of a mall.

    Args:
        path: file of the tasks.
        mall: its name.
        name: of the suite.

    Raises:
        TaskError: no mall is named.
    """
    if not mall:
        raise TaskError("it is not said which mall these tasks are for", hint="Name it with --mall.")
    home = Home.from_environment()
    tasks = read_shopgym_tasks(path)
    opened = Mall.open(home.mall(mall))
    try:
        suite, left = import_tasks(tasks, ShopSight(opened, opened.shops[0].identity.id), name=name)
    finally:
        opened.close()
    file = home.suite(name)
    save_suite(suite, file)
    weak = sum(WEAK in task.defects for task in suite.tasks)
    lines = [f"  left out {task}: {reason}" for task, reason in left.items()]
    return Outcome(
        {"name": name, "file": str(file), "tasks": len(suite.tasks), "weak": weak, "left_out": left},
        "\n".join((*lines, f"Made {file}: {len(suite.tasks)} of {len(tasks)} tasks, {weak} of them weak")),
    )


def _open(shop: str, mall: Path | None) -> Mall:
    if mall is not None:
        return Mall.open(mall)
    if shop and is_shop_folder(Path(shop)):
        return open_single_shop(Path(shop))
    raise TaskError(
        "it is not said which shop these tasks are for",
        hint="Name the shop's folder with --shop, or a mall with --mall and the shop's id with --shop.",
    )


def _print(findings: tuple[Finding, ...], tasks: int) -> None:
    for one in findings:
        typer.echo(f"{one.severity:<7} {one.task}, {one.place}: {one.rule}: {one.text}. {one.cure}")
    counts = Counter(one.severity for one in findings)
    typer.echo(f"{tasks} tasks: {counts['error']} errors, {counts['warning']} warnings")
