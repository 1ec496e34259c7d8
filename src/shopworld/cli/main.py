"""The `shopworld` command: puts the nouns together and prints errors for people."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import typer
from rich.console import Console

from shopworld.errors import ShopworldError
from shopworld.plain_text import plain

_NOUNS = {
    "arena": "Explore storefronts, write specifications, generate shops.",
    "catalog": "Import, describe and search catalogs.",
    "corpus": "Read a mall's pages into an index, and search it.",
    "gym": "Serve sessions to agents of any language.",
    "judge": "Have language models judge runs, and audit them.",
    "mall": "Make, import and serve malls.",
    "offers": "Read crawls into offers, for malls of real offers.",
    "runs": "Carry trajectories out of runs and into them.",
    "shop": "Import, serve and show single shops.",
    "submit": "Make and check submissions for leaderboards.",
    "tasks": "List, show, validate, check and import tasks.",
    "tools": "Serve, list and call the tools of the sandbox.",
}
_VERBS = {
    "init": "Begin an agent of your own: a folder with its code and a test.",
    "run": "Run agents on a suite of tasks.",
    "plan": "Say what a run would take, and what it could show.",
    "play": "Play a task yourself and see how it is graded.",
    "view": "Look at runs in a browser, while they are going on or after.",
    "report": "Write a report over one or more runs.",
    "leaderboard": "Write a page of submissions, ranked.",
    "regrade": "Score a run again from its event logs.",
    "demo": "Run three agents in four shops and write a report.",
    "doctor": "Say what is missing on this machine.",
}
"""Both are loaded when they are called, so that `--help` answers at once; in all of them help is plain text."""


class LazyGroup(typer.core.TyperGroup):
    """A group whose commands are imported when they are needed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        names: dict[str, Any] = dict.fromkeys((*_VERBS, *_NOUNS))
        self.commands = names  # the names alone: misspelt ones are compared with them

    def list_commands(self, ctx: Any) -> list[str]:
        """Names of all commands, daily ones first."""
        return [*_VERBS, *_NOUNS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, imported now."""
        if cmd_name in _NOUNS:
            group = typer.main.get_command(import_module(f"shopworld.cli.{cmd_name}").app)
            group.name = cmd_name
            return group
        if cmd_name in _VERBS:
            single = typer.Typer(add_completion=False, rich_markup_mode=None)
            single.command(name=cmd_name)(getattr(import_module(f"shopworld.cli.{cmd_name}"), cmd_name))
            command = typer.main.get_command(single)
            command.name = cmd_name
            return command
        return None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes the list of commands without importing any."""
        for title, rows in (("Daily commands", _VERBS), ("Nouns (shopworld NOUN --help)", _NOUNS)):
            with formatter.section(title):
                formatter.write_dl(list(rows.items()))


def _print_version(wanted: bool) -> None:
    if wanted:
        from shopworld import __version__

        typer.echo(f"shopworld {__version__}")
        raise typer.Exit


app = typer.Typer(cls=LazyGroup, no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def shopworld(
    version: bool = typer.Option(False, "--version", help="Print the version.", callback=_print_version, is_eager=True),
) -> None:
    """Simulated online shops, grounded shopping tasks, and scores from what really happened."""


def main() -> None:
    """Entry point: runs a command; an error that a person can cure becomes a message and exit status 1."""
    try:
        app(prog_name="shopworld")
    except (ShopworldError, OSError, ModuleNotFoundError) as error:
        if os.environ.get("SHOPWORLD_TRACEBACK") or not _can_be_cured(error):
            raise
        message, hint = _for_people(error)
        console = Console(stderr=True, highlight=False, soft_wrap=True)
        console.print(f"[bold red]error:[/] {_escaped(message)}")
        if hint:
            console.print(f"[bold]hint:[/]  {_escaped(hint)}")
        sys.exit(1)


def _can_be_cured(error: Exception) -> bool:
    """Whether a person can do something about it; of modules that are missing: where it is a room of ours."""
    return not isinstance(error, ModuleNotFoundError) or str(error.name).startswith("shopworld.")


def _for_people(error: ShopworldError | OSError | ModuleNotFoundError) -> tuple[str, str | None]:
    """What went wrong, and what to do about it."""
    if isinstance(error, ModuleNotFoundError):
        room = ".".join(str(error.name).split(".")[:2])
        return f"this installation has no {room}, which the command needs", "Install all of Shopworld."
    if isinstance(error, ShopworldError):
        return str(error), error.hint
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{error.strerror or error}", "Check that the place exists, is yours to write, and has room."


def _escaped(text: str) -> str:
    from rich.markup import escape

    return escape(plain(text))
