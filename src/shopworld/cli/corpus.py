"""`shopworld corpus`: the pages of a mall in one index."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from shopworld.api import open_corpus
from shopworld.cli.progress import progress
from shopworld.cli.tables import print_table, table_of
from shopworld.environments.corpus import Retrieval

app = typer.Typer(
    no_args_is_help=True, add_completion=False, rich_markup_mode=None, help="Read a mall's pages into an index."
)

MallName = Annotated[str, typer.Argument(metavar="MALL", help="Name of a mall, or its folder.")]
Way = Annotated[Retrieval, typer.Option(help="bm25; embeddings and hybrid need the extra embeddings.")]


@app.command()
def make(mall: MallName, retrieval: Way = Retrieval.BM25) -> None:
    """Read all pages of a mall's shops into an index, unless that was done before. Runs do it by themselves.

    Examples:

        shopworld corpus make default

        shopworld corpus make default --retrieval hybrid
    """
    with progress() as told:
        corpus = open_corpus(mall, retrieval=retrieval, progress=told)
    products = sum(one.kind == "product" for one in corpus.documents)
    typer.echo(f"{products} products and {len(corpus.documents) - products} other pages in {corpus.folder}")


@app.command()
def search(
    mall: MallName,
    query: Annotated[str, typer.Argument(help="What to look for.")],
    count: Annotated[int, typer.Option("--count", "-k", min=1, help="Pages to find.")] = 10,
    shop: Annotated[str, typer.Option(help="Host of one shop; all by default.")] = "",
    retrieval: Way = Retrieval.BM25,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was found for machines.")] = False,
) -> None:
    """Search the pages of a mall as agents do.

    Examples:

        shopworld corpus search default "quiet mechanical keyboard"

        shopworld corpus search default "1 TB SSD" -k 3 --shop swiftlap.example --json
    """
    with progress() as told:
        hits = open_corpus(mall, retrieval=retrieval, progress=told).search(query, count, shop)
    if as_json:
        rows = [{"score": hit.score, **hit.document.model_dump()} for hit in hits]
        typer.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    table = table_of("", ("score", "right"), ("shop", "left"), ("title", "left"))
    for hit in hits:
        table.add_row(f"{hit.score:.2f}", hit.document.shop, hit.document.title)
    print_table(table)
