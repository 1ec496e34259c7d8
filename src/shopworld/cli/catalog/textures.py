"""Two catalogs' textures side by side, for `shopworld catalog describe --against`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import typer

from shopworld.cli.tables import print_table, table_of

if TYPE_CHECKING:
    from shopworld.api import TextureComparison

_COUNTED = {
    "recurring_sentence_share": "sentences",
    "recurring_blanked_sentence_share": "sentences",
    "trigram_perplexity": "sentences",
    "description_vocabulary": "words",
    "alphabetic_vocabulary": "words",
    "description_vocabulary_at_640000_words": "words",
    "alphabetic_vocabulary_at_640000_words": "words",
    "shared_vocabulary": "described_offers",
    "price_spread_median": "products_with_prices",
    "price_spread_nine_tenths": "products_with_prices",
    "price_spread_maximum": "products_with_prices",
    "shops_per_product": "products_sold_more_than_once",
    "title_similarity": "products_sold_more_than_once",
    "conflict_share": "facts_stated_twice",
}
"""What stands behind a figure; offers, where it is not here."""


def print_textures(comparison: TextureComparison, own: str, against: str, *, as_json: bool) -> None:
    """Prints two textures, with how much stands behind each figure."""
    sides = (comparison.own, comparison.against)
    if as_json:
        data = {
            "own": comparison.own.model_dump(),
            "against": comparison.against.model_dump(),
            "perplexity_to_the_other": comparison.perplexity_to_the_other,
        }
        typer.echo(json.dumps(data, indent=2))
        return
    typer.echo(f"Own: {own}\nAgainst: {against}\n")
    table = table_of("", ("", "left"), ("own", "right"), ("of", "right"), ("against", "right"), ("of", "right"))
    for name in type(comparison.own).model_fields:
        if name in ("shops", "counts"):
            continue
        row = []
        for side in sides:
            row += [_shown(getattr(side, name)), str(side.counts.get(_COUNTED.get(name, "offers"), side.offers))]
        table.add_row(name.replace("_", " "), *row)
    print_table(table)
    if comparison.perplexity_to_the_other is not None:
        typer.echo(
            f"{own}'s last shop to a model that has read {against}: perplexity {comparison.perplexity_to_the_other:.1f}"
        )
    marks = list(next(iter(comparison.own.shops.values())).separators)
    shops = table_of(
        "Shops",
        ("shop", "left"),
        *((name, "right") for name in ("offers", "recur", "words", "beyond ASCII", "&", "brands")),
    )
    titles = table_of("Titles with", ("shop", "left"), *((name, "right") for name in marks))
    for side in sides:
        for shop, one in side.shops.items():
            figures = (one.recurring_sentence_share, one.description_vocabulary, one.non_ascii_share)
            shops.add_row(shop, str(one.offers), *map(_shown, (*figures, one.ampersand_share, one.brands)))
            titles.add_row(shop, *(_shown(one.separators[mark]) for mark in marks))
    print_table(shops)
    print_table(titles)


def _shown(value: float | None) -> str:
    return "-" if value is None else str(value) if isinstance(value, int) else f"{value:.3f}"
