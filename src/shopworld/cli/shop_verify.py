"""`shopworld shop verify`: what is wrong with a shop, where, and what cures it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from shopworld.cli.model_options import (
    ModelOption,
    ModelOptions,
    judge_data,
    judge_lines,
    with_model_options,
)
from shopworld.cli.progress import progress

if TYPE_CHECKING:
    from shopworld.arena.verify import Finding

_WIDTH = 80


@with_model_options
def verify(
    shop: Annotated[Path, typer.Argument(help="Folder of the shop.", metavar="SHOP")],
    *,
    area: Annotated[
        list[str] | None,
        typer.Option(help="Only this part: shell, collections, product, cart, search, info, integration; may repeat."),
    ] = None,
    skip: Annotated[list[str] | None, typer.Option(help="Leave out a verifier, by its name; may repeat.")] = None,
    spec: Annotated[Path | None, typer.Option(help="Specification to compare with; else the shop's own spec/.")] = None,
    model: ModelOption = "",
    models: ModelOptions,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for machines.")] = False,
) -> None:
    """Verify a shop: data, pages, links, forms, accessibility, looks, and what its specification says.

    Visits every page in this process, then the main pages in a browser, and explores the shop as a stranger would.
    Ends with 1 where something is wrong; warnings alone do not count.

    With a model that takes pictures, the main pages are also judged by their looks, in a wide window and a narrow one.
    What it says is added to what the checks in code find.

    Examples:

        shopworld shop verify shops/linen-store

        shopworld shop verify shops/linen-store --area cart --skip conformance --json

        shopworld shop verify shops/linen-store --model openai/gpt-5 --budget-usd 2
    """
    from shopworld.api import verify_shop

    with progress() as told:
        found = verify_shop(
            shop,
            areas=area or (),
            skip=skip or (),
            specification=spec,
            model=model,
            models=models.settings,
            record=models.record,
            replay=models.replay,
            progress=told,
        )
    errors = len(found.errors)
    if as_json:
        findings = [one.model_dump(mode="json") for one in found.findings]
        of_judge = {"judge": judge_data(found.judge)} if found.judge else {}
        printed = {"errors": errors, "findings": findings, "seconds": found.seconds, **of_judge}
        typer.echo(json.dumps(printed, indent=2))
    else:
        _print(found.findings, errors, found.seconds)
        for line in judge_lines(found.judge) if found.judge else ():
            typer.echo(line)
    if errors:
        raise typer.Exit(1)


def _print(found: Sequence[Finding], errors: int, seconds: dict[str, float]) -> None:
    took = sum(seconds.values())
    if not found:
        typer.echo(f"Nothing is wrong ({took:.0f} s).")
        return
    console = Console(highlight=False, width=_WIDTH)
    for area in dict.fromkeys(one.area for one in found):
        console.print(f"[bold]{area}[/bold]")
        for one in (each for each in found if each.area == area):
            mark = "error" if one.severity == "error" else "warning"
            console.print(f"  {mark}: {one.place} ({one.verifier})", markup=False)
            console.print(f"    {one.what}", markup=False)
            console.print(f"    → {one.cure}", markup=False)
    warnings = len(found) - errors
    typer.echo(f"{_counted(errors, 'error')}, {_counted(warnings, 'warning')} ({took:.0f} s).")


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
