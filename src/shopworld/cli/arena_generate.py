"""`shopworld arena generate`: a shop from a specification."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from shopworld.arena.generate.pipeline import GeneratedShop


def generate(
    specification: Annotated[
        str, typer.Argument(help="Folder of the specification, or the name of one that ships.", metavar="SPEC")
    ],
    out: Annotated[Path, typer.Option(help="Folder of the shop.")],
    seed: Annotated[int, typer.Option(help="Of all choices; the same seed gives the same shop.")] = 1,
    products: Annotated[
        int | None, typer.Option(min=1, help="How many; else as the specification says.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for machines.")] = False,
) -> None:
    """Generate a shop from a specification.

    Run again over a shop that stands, after an edit of the specification, it writes only what follows from the edit.
    Files of the shop that were edited by hand are kept, and theme/ is never touched.

    Specifications that ship: clothing, cookware, hardware.

    Examples:

        shopworld arena generate cookware --out shops/pans

        shopworld arena generate specifications/mine --out shops/mine --seed 7 --products 200
    """
    from shopworld.arena.bundle import read_bundle
    from shopworld.arena.generate.pipeline import generate_shop

    bundle = read_bundle(_folder_of(specification))
    generated = generate_shop(bundle, out, seed=seed, products=products)
    if as_json:
        typer.echo(json.dumps(_data(generated), indent=2))
        return
    _print(generated)


def _folder_of(specification: str) -> Path:
    """The folder of a specification; one in the working directory goes before one that ships."""
    from shopworld.arena.specifications import shipped_specifications

    folder = Path(specification)
    return folder if folder.exists() else shipped_specifications().get(specification, folder)


def _data(generated: GeneratedShop) -> dict[str, Any]:
    shop, renewal = generated.shop, generated.renewal
    return {
        "folder": str(shop.path),
        "id": shop.specification.identity.id,
        "name": shop.specification.identity.name,
        "products": len(shop.data.products),
        "collections": len(shop.data.collections),
        "written": list(renewal.written),
        "kept": list(renewal.kept),
        "edited": list(renewal.edited),
        "displaced": list(renewal.displaced),
    }


def _print(generated: GeneratedShop) -> None:
    shop, renewal = generated.shop, generated.renewal
    typer.echo(
        f"{shop.path}: {shop.specification.identity.name}, {len(shop.data.products)} products in "
        f"{len(shop.data.collections)} collections"
    )
    if renewal.kept:
        typer.echo(f"Written: {', '.join(renewal.written) or 'nothing, as nothing changed'}")
    for name in renewal.edited:
        typer.echo(f"  kept as edited: {name}")
    for name in renewal.displaced:
        typer.echo(f"  made anew: {name}; what was edited is in {name}.edited")
    typer.echo(f"Browse it: shopworld shop serve {shop.path}")
