"""`shopworld init`: the folder of a new agent."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from shopworld.agents import AgentKind, class_of, write_agent


def init(
    name: Annotated[str, typer.Argument(help="Of the agent and its module, such as my_agent.", metavar="NAME")],
    kind: Annotated[AgentKind, typer.Option(help="What it decides by: rules, or a language model.")] = AgentKind.RULES,
    into: Annotated[Path | None, typer.Option(help="Folder to make; NAME here by default.")] = None,
) -> None:
    """Begin an agent of your own: a folder with its code, a test that plays, its package, and what to do next.

    The agent passes some tasks of the suite default as it is; its README says which, and where to make it better.

    Examples:

        shopworld init my_agent

        shopworld init my_agent --kind model --into agents/first
    """
    folder = into if into is not None else Path(name)
    files = write_agent(name, folder, kind)
    for file in files:
        typer.echo(f"Wrote {file}")
    model = " --model openai/gpt-5-mini --budget-usd 1" if kind is AgentKind.MODEL else ""
    typer.echo("\nGo on with:")
    typer.echo(f"  cd {folder}")
    typer.echo("  python -m pytest")
    typer.echo(f"  shopworld run default --agent {name}:{class_of(name)}{model} --out runs/first")
