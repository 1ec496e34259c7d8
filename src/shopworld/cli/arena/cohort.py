"""`shopworld arena cohort` and `shopworld arena compose`: many shops from one manual, one manual from many."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from shopworld.cli.progress import progress
from shopworld.cli.tables import print_table, table_of


def cohort(
    specification: Annotated[
        str, typer.Argument(help="Folder of the specification, or the name of one that ships.", metavar="SPEC")
    ],
    out: Annotated[Path, typer.Option(help="Folder of the shops and the report.")],
    *,
    count: Annotated[int, typer.Option(min=1, help="How many shops.")] = 6,
    seed: Annotated[int, typer.Option(help="Of all choices; the same seed makes the same shops.")] = 1,
    products: Annotated[
        int | None, typer.Option(min=1, help="Of each shop; else as the specification says.", show_default=False)
    ] = None,
    family: Annotated[
        list[str] | None, typer.Option(help="Storefront family to deal from; may repeat. All by default.")
    ] = None,
    keep_style: Annotated[bool, typer.Option("--keep-style", help="All wear the specification's own style.")] = False,
    navigations: Annotated[
        int, typer.Option(min=0, help="Most pages opened of each shop to measure its graph; 0: no graphs.")
    ] = 0,
    ray: Annotated[str, typer.Option(help="Make them on a Ray cluster: HOST:PORT, auto, or local.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures for machines.")] = False,
) -> None:
    """Generate several shops from one manual, and measure how far they spread.

    Families, palettes and type are dealt, the rest of what the manual leaves open is drawn from the seed. The report
    shows home, listing, product and cart of each shop on one sheet.

    Examples:

        shopworld arena cohort clothing --count 6 --products 60 --out cohorts/clothing

        shopworld arena cohort specifications/mine --count 30 --navigations 24 --out cohorts/mine --json
    """
    from shopworld.api import make_cohort
    from shopworld.arena import figures_of

    with progress() as told:
        made = make_cohort(
            specification,
            out,
            count=count,
            seed=seed,
            products=products,
            families=family or (),
            keep_style=keep_style,
            navigations=navigations,
            ray=ray,
            progress=told,
        )
    if as_json:
        typer.echo(json.dumps(figures_of(made), indent=2))
        return
    table = table_of("", ("distance", "left"), ("lowest", "right"), ("median", "right"), ("highest", "right"))
    for name in ("layout", "roles", "words", "pictures"):
        found = getattr(made.spread, name)
        if found is not None:
            table.add_row(name, *(f"{one:.2f}" for one in (found.lowest, found.median, found.highest)))
    print_table(table)
    typer.echo(f"{len(made.shops)} shops below {out}, report: {out / 'cohort.html'}")


def compose(
    specifications: Annotated[
        list[str], typer.Argument(help="Folders of specifications, or names of those that ship.", metavar="SPEC…")
    ],
    out: Annotated[Path, typer.Option(help="Folder of the composed specification.")],
) -> None:
    """Compose one specification of several; the first one leads.

    What they differ on is decided by rules (any yes, union, largest, mean, majority, the first), and manifest.json
    names value, rule and what each said.

    Examples:

        shopworld arena compose clothing cookware --out specifications/both

        shopworld arena compose specifications/one specifications/two --out specifications/both
    """
    from shopworld.api import compose_specifications

    composed = compose_specifications(specifications, out)
    typer.echo(
        f"{out}: {len(specifications)} specifications, {len(composed.manifest.conflicts)} values decided by rule"
    )
