"""`shopworld tasks card`: a suite as a data set with its card."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from shopworld.api import check_suite, load_suite, write_card
from shopworld.cli.progress import progress
from shopworld.cli.tasks.options import AsJson, CatalogFolder, MallFolder, SuiteName, console, print_json


def card(
    suite: SuiteName,
    out: Annotated[Path, typer.Option(help="Folder to write.")],
    licence: Annotated[str, typer.Option(help="SPDX identifier, e.g. CC-BY-4.0; not stated without.")] = "",
    address: Annotated[str, typer.Option(help="Where the data set will be found on the web.")] = "",
    published: Annotated[str, typer.Option(help="Date for the description, e.g. 2027-03-01; today's without.")] = "",
    proofs: Annotated[bool, typer.Option(help="Prove the tasks by events made by hand, for the card.")] = True,
    mall: MallFolder = None,
    catalog: CatalogFolder = None,
    as_json: AsJson = False,
) -> None:
    """Write a suite as a data set: a card (README.md), tasks, their schema, a Croissant description, and eval.yaml.

    The card says what the suite holds, how it was made, what it is for and not for, what is proven, what it cannot
    tell, and the canary. The answers are in it.

    Examples:

        shopworld tasks card webmall --out datasets/webmall

        shopworld tasks card shop --out datasets/shop --licence CC-BY-4.0
    """
    loaded = load_suite(suite)
    proven = None
    if proofs:
        with progress() as told:
            proven = check_suite(loaded, quick=True, mall=mall, catalog=catalog, progress=told)
    date = published or datetime.now(UTC).date().isoformat()
    files = write_card(loaded, out, licence=licence, proofs=proven, address=address, published=date)
    if as_json:
        held = sum(one.hold for one in proven.tasks) if proven is not None else 0
        print_json({"files": [str(file) for file in files], "tasks": len(loaded.tasks), "proven": held})
        return
    for file in files:
        console().print(str(file), soft_wrap=True)
