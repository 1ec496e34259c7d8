"""`shopworld tasks card`: a suite as a data set with its card."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from shopworld.catalog import Catalog
from shopworld.cli.tasks.options import AsJson, CatalogFolder, MallFolder, SuiteName, console, print_json
from shopworld.evaluation.proofs import TaskProofs, prove_without_browser
from shopworld.evaluation.publishing import write_card
from shopworld.evaluation.running.opening import catalog_folder
from shopworld.evaluation.tool_proofs import prove_by_probes
from shopworld.mall import Home, Mall
from shopworld.tasks import Suite, find_suite


def card(
    suite: SuiteName,
    out: Annotated[Path, typer.Option(help="Folder to write.")],
    licence: Annotated[str, typer.Option(help="SPDX identifier, e.g. CC-BY-4.0; not stated without.")] = "",
    address: Annotated[str, typer.Option(help="Where the data set will be found on the web.")] = "",
    published: Annotated[str, typer.Option(help="Date for the description, e.g. 2027-03-01.")] = "",
    proofs: Annotated[bool, typer.Option(help="Prove the tasks by events made by hand, for the card.")] = True,
    mall: MallFolder = None,
    catalog: CatalogFolder = None,
    as_json: AsJson = False,
) -> None:
    """Write a suite as a data set: a card (README.md), the tasks, their schema, and a Croissant description.

    The card says what the suite holds, how it was made, what it is for and not for, what is proven, what it cannot
    tell, and the canary. The answers are in it.

    Examples:

        shopworld tasks card webmall --out datasets/webmall

        shopworld tasks card shop --out datasets/shop --licence CC-BY-4.0
    """
    home = Home.from_environment()
    loaded = find_suite(suite, home.folder)
    proven = _prove(loaded, home, mall, catalog) if proofs else ()
    files = write_card(loaded, out, licence=licence, proven=proven, address=address, published=published)
    if as_json:
        held = sum(one.hold for one in proven)
        print_json({"files": [str(file) for file in files], "tasks": len(loaded.tasks), "proven": held})
        return
    for file in files:
        console().print(str(file), soft_wrap=True)


def _prove(suite: Suite, home: Home, mall: Path | None, catalog: Path | None) -> tuple[TaskProofs, ...]:
    if suite.catalog:
        with Catalog.open(catalog_folder(suite, home, str(catalog or ""))) as products:
            return tuple(one.proofs for one in prove_by_probes(suite.tasks, products))
    opened = Mall.open(mall if mall is not None else home.mall(suite.mall))
    try:
        return tuple(prove_without_browser(suite.tasks, opened))
    finally:
        opened.close()
