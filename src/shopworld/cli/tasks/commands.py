"""`shopworld tasks`: make suites, look at them, validate and prove them, import those of others."""

from __future__ import annotations

import typer

from shopworld.cli.importers import importers_of
from shopworld.cli.task_families import task_families
from shopworld.cli.tasks.card import card
from shopworld.cli.tasks.check import check
from shopworld.cli.tasks.diff import diff
from shopworld.cli.tasks.export import export, schema
from shopworld.cli.tasks.mutate import mutate
from shopworld.cli.tasks.page import page
from shopworld.cli.tasks.port import port
from shopworld.cli.tasks.reveal import reveal
from shopworld.cli.tasks.show import list_tasks, show
from shopworld.cli.tasks.stats import stats
from shopworld.cli.tasks.validate import validate

app = typer.Typer(
    help="Make, list, show, validate, check and import tasks.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

app.add_typer(importers_of("tasks", "Import tasks of a public release."), name="import")
app.add_typer(task_families(), name="make")
app.command("list")(list_tasks)
app.command()(show)
app.command()(stats)
app.command()(validate)
app.command()(check)
app.command("diff")(diff)
app.command()(mutate)
app.command()(port)
app.command()(reveal)
app.command()(export)
app.command()(schema)
app.command()(card)
app.command()(page)
