"""`shopworld catalog make`: synthetic data, one command a format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    no_args_is_help=True, add_completion=False, rich_markup_mode=None, help="Make synthetic data; one command a format."
)


@app.command()
def amazon(
    out: Annotated[Path, typer.Option("--out", help="Folder of the files; is made where it is not there.")],
    products: Annotated[int, typer.Option("--products", min=1, help="Products in all categories together.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Of all chance in it; the same seed makes the same bytes.")] = 42,
    noise: Annotated[
        float, typer.Option(min=0, max=1, help="Share of lines with an odd shape of the real files.")
    ] = 0.02,
    even: Annotated[
        bool, typer.Option("--even", help="Equally many products of each category, not the real release's shares.")
    ] = False,
    processes: Annotated[int, typer.Option(min=1, help="Categories written at a time.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was written for machines.")] = False,
) -> None:
    """Make files in exactly the format of Amazon Reviews 2023: four categories, products and their reviews.

    Examples:

        shopworld catalog make amazon --products 100000 --out data/amazon

        shopworld catalog make amazon --products 100000 --even --out data/even

        shopworld catalog make amazon --products 2000 --out data/small --seed 7 --noise 0

        shopworld catalog import amazon --products data/amazon/meta_*.jsonl.gz --reviews data/amazon/*.jsonl.gz
    """
    from shopworld.api import make_catalog_files
    from shopworld.cli.progress import progress

    with progress() as told:
        release = make_catalog_files(
            out, products, seed=seed, noise=noise, even=even, processes=processes, progress=told
        )
    if as_json:
        files = [str(file) for file in (*release.products, *release.reviews)]
        found = {"products": release.product_count, "reviews": release.review_count, "files": files}
        typer.echo(json.dumps(found, indent=2))
        return
    typer.echo(f"{release.product_count} products and {release.review_count} reviews in {out}")
    for file in (*release.products, *release.reviews):
        typer.echo(f"  {file.name}  {file.stat().st_size / 1e6:.1f} MB")
