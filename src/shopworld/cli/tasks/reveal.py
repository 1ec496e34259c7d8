"""`shopworld tasks reveal`: the seed of a sealed suite, once the runs on it are over."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from shopworld.api import reveal_suite
from shopworld.cli.tasks.options import SuiteName


def reveal(
    suite: SuiteName,
    run: Annotated[
        list[Path] | None, typer.Option("--run", help="Folder of a run on it, which is given the seed too; repeatable.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
) -> None:
    """Tell the seed of a sealed suite, once the runs on it are over: anyone can then check that it was not chosen.

    Seed and nonce are checked against the commitment that suite and runs hold. From then on the suite's answers can be
    derived, and lists say so. The suite made from the seed is the same but for the fields seed and commitment.

    Examples:

        shopworld tasks reveal hidden

        shopworld tasks reveal hidden --run runs/first --run runs/second
    """
    told = reveal_suite(suite, run or ())
    if as_json:
        typer.echo(json.dumps({"commitment": told.commitment, **told.model_dump(mode="json")}, indent=2))
        return
    typer.echo(f"{told.suite}: seed {told.seed}, nonce {told.nonce}")
    typer.echo(f"commitment {told.commitment}, as it was told before")
    typer.echo(f"The suite of that seed has the hash {told.remade_hash}, the sealed one {told.suite_hash}.")
    for folder in run or ():
        typer.echo(f"Told in {folder}")
