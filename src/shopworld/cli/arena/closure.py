"""`shopworld arena closure`: whether the explorer finds in generated shops what their specifications say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shopworld.cli.progress import progress
from shopworld.cli.tables import print_table, table_of

if TYPE_CHECKING:
    from shopworld.arena.closure import Closure

_LONGEST = 60


def closure(
    cases: Annotated[int, typer.Option(min=1, max=200, help="How many specifications.")] = 12,
    only: Annotated[list[int] | None, typer.Option(help="Numbers of single ones; may repeat.", min=1)] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of all choices in the specifications.")] = 0,
    products: Annotated[int, typer.Option(min=12, help="Products of each shop.")] = 60,
    plain: Annotated[
        bool, typer.Option("--plain", help="Leave classes, ids and data attributes of the pages as they are.")
    ] = False,
    keep: Annotated[Path | None, typer.Option(help="Folder that keeps shops and what was found in them.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for machines.")] = False,
) -> None:
    """Generate shops from varied specifications, explore them, and compare.

    The specifications have every value of the vocabulary between them. The pages of the shops are given other classes,
    ids and data attributes, so that only what visitors see can tell.

    Examples:

        shopworld arena closure

        shopworld arena closure --only 3 --only 7 --keep closure --plain

        shopworld arena closure --json > closure.json
    """
    from shopworld.api import measure_closure
    from shopworld.arena.closure import CaseResult

    def tell(one: CaseResult) -> None:
        typer.echo(f"{one.case.name}: {one.agreement.total:.1%} in {one.seconds:.0f} s", err=True)

    with progress() as told:
        result = measure_closure(
            cases, only=only or (), seed=seed, products=products, plain=plain, keep=keep, on_case=tell, progress=told
        )
    if as_json:
        typer.echo(json.dumps(data_of(result), indent=2))
    else:
        _print(result)


def data_of(result: Closure) -> dict[str, object]:
    """A closure as JSON data."""
    agreement = result.agreement
    return {
        "agreement": round(agreement.total, 4),
        "by_area": {name: round(share, 4) for name, share in agreement.by_area().items()},
        "misses": [
            {
                "case": miss.case,
                "value": miss.name,
                "wanted": miss.wanted,
                "found": miss.found,
                "agreement": miss.agreement,
                "reason": miss.reason,
            }
            for miss in agreement.misses
        ],
        "values": agreement.values,
        "cases": {
            one.case.name: {"agreement": round(one.agreement.total, 4), "seconds": round(one.seconds, 1)}
            for one in result.cases
        },
    }


def _print(result: Closure) -> None:
    agreement = result.agreement
    areas = table_of("", ("area", "left"), ("agreement", "right"), ("values", "right"))
    counts: dict[str, int] = {}
    for name, values in agreement.by_value.items():
        area = name.partition(".")[0]
        counts[area] = counts.get(area, 0) + len(values)
    for area, share in agreement.by_area().items():
        areas.add_row(area, f"{share:.1%}", str(counts[area]))
    areas.add_row("all", f"{agreement.total:.1%}", str(agreement.values))
    print_table(areas)
    if not agreement.misses:
        return
    typer.echo("\nMisses:")
    for miss in agreement.misses:
        typer.echo(f"  {miss.case}, {miss.name}")
        typer.echo(f"    specified: {_short(miss.wanted)}")
        typer.echo(f"    found:     {_short(miss.found)}" + (f" ({miss.reason})" if miss.reason else ""))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
