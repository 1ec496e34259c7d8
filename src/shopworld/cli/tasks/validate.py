"""`shopworld tasks validate`: what would make tasks unfair or unsolvable."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Annotated

import typer

from shopworld.api import validate_suite
from shopworld.cli.tasks.options import AsJson, CatalogFolder, MallFolder, SuiteName, print_json


def validate(
    suite: SuiteName,
    mall: MallFolder = None,
    catalog: CatalogFolder = None,
    shop: Annotated[
        str, typer.Option(help="Of a file of ShopGym's tasks: folder of the shop, or its id in the mall.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Find what would make tasks unfair or unsolvable: offers that are not there, answers that are near misses too, ….

    Of tasks by tools: rubrics that nothing can satisfy or that nobody tells, slots without rubrics, targets and
    alternatives that fail, near misses that are right. A JSON file of ShopGym's tasks is held against the shop that
    they are for: its collections, products, pages, options, and the filters that its pages show. The exit status is 1
    where an error is found that is not among an imported task's listed defects.

    Examples:

        shopworld tasks validate webmall

        shopworld tasks validate intent --json

        shopworld tasks validate their-tasks.json --shop shops/pans
    """
    found = validate_suite(suite, mall=mall, catalog=catalog, shop=shop)
    if as_json:
        print_json([asdict(problem) for problem in found.problems])
    else:
        for one in found.problems:
            typer.echo(f"{one.severity:<7} {one.where or suite}: {one.advice}")
        counts = Counter(problem.severity for problem in found.problems)
        typer.echo(
            f"{found.tasks} tasks: {counts['error']} errors, {counts['warning']} warnings, "
            f"{counts['known']} known defects"
        )
    if not found.holds:
        raise typer.Exit(1)
