"""`shopworld offers`: read crawls into offers, make crawls with known truth, and score the one by the other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shopworld.cli.tables import print_table, table_of

if TYPE_CHECKING:
    from shopworld.offers import CrawlScore, OfferRun

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Read crawls into offers, for malls of real offers.",
)
_REASONS = 4
OffersFolder = Annotated[Path, typer.Argument(help="Folder of offers (shopworld offers read).", metavar="FOLDER")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result for machines.")]


@app.command()
def read(
    inputs: Annotated[
        list[Path],
        typer.Argument(help="WARC files, HTML pages, N-Quads, JSON lines, packed or not; or folders.", metavar="CRAWL"),
    ],
    out: Annotated[Path, typer.Option(help="Folder of the offers; a run that broke off there goes on.")],
    language: Annotated[str, typer.Option(help="Of titles and descriptions: ISO 639-1 code.")] = "en",
    departments: Annotated[
        Path | None, typer.Option(help="TOML file of the departments; WebMall's three by default.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes; several need the extra offers-scale.")] = 1,
    ray: Annotated[str, typer.Option(help="Address of a Ray cluster whose nodes share the folders.")] = "",
    as_json: AsJson = False,
) -> None:
    """Read the offers of a crawl: extracted, cleaned, of one language, without duplicates, grouped by product.

    Every stage says how many offers came in and went out, and why the others did not, with file and record. Files that
    a run before has read by the same settings are not read again; the same files give the same rows. A record of a
    WARC file is named by its byte offset.

    Examples:

        shopworld offers read crawl/ --out offers/october

        shopworld offers read part_0.nq.gz part_1.nq.gz --out offers/wdc --workers 8

        shopworld offers read crawl/ --out offers/deutsch --language de --json
    """
    from shopworld.api import read_crawl
    from shopworld.cli.progress import progress

    with progress() as told:
        run = read_crawl(
            inputs, out, language=language, departments=departments, workers=workers, ray=ray, progress=told
        )
    _print_run(run, out, as_json)


@app.command()
def show(folder: OffersFolder, as_json: AsJson = False) -> None:
    """Show what became of a crawl, stage by stage.

    Examples:

        shopworld offers show offers/october
    """
    from shopworld.offers import read_run

    _print_run(read_run(folder), folder, as_json)


@app.command()
def crawl(
    out: Annotated[Path, typer.Argument(help="Folder of the crawl.", metavar="FOLDER")],
    pages: Annotated[int, typer.Option(min=1, help="Together.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Of all chance in it.")] = 7,
    as_json: AsJson = False,
) -> None:
    """Make a crawl of fictional shops with known truth, in the markup of a dozen shop systems.

    It holds duplicates, wrong and shared identifiers, other languages, broken markup and encodings, lists, and damaged
    records. The same seed makes the same bytes.

    Examples:

        shopworld offers crawl crawls/made --pages 2000
    """
    from shopworld.api import make_crawl
    from shopworld.cli.progress import progress

    with progress() as told:
        files = make_crawl(out, pages=pages, seed=seed, progress=told)
    if as_json:
        typer.echo(json.dumps({"folder": str(out), "files": [str(one) for one in files], "pages": pages}, indent=2))
    else:
        typer.echo(f"Made {out}: {pages} pages in {len(files)} files, seed {seed}")
        typer.echo(f"Read it: shopworld offers read {out}/pages --out offers/{out.name}")


@app.command()
def score(
    folder: OffersFolder,
    crawl: Annotated[Path, typer.Option(help="Folder of the made crawl.")],
    as_json: AsJson = False,
) -> None:
    """Compare the offers of a made crawl with its truth: precision and recall of every stage.

    Examples:

        shopworld offers score offers/made --crawl crawls/made
    """
    from shopworld.api import score_crawl

    found = score_crawl(folder, crawl)
    if as_json:
        typer.echo(found.model_dump_json(indent=2))
    else:
        _print_score(found)


def make_mall_of_offers(
    name: str,
    folder: Path,
    *,
    offers: int,
    shops: int,
    currency: str,
    seed: int,
    core_only: bool,
    tasks: Path | None,
    without: Sequence[str],
    rank: str,
    as_json: bool,
) -> None:
    """`mall make --from-offers`: makes the mall, and says what it holds."""
    from shopworld.api import make_mall_of_crawl
    from shopworld.cli.progress import progress

    with progress() as told:
        made = make_mall_of_crawl(
            name,
            folder,
            shops=shops,
            count=offers,
            currency=currency,
            seed=seed,
            core_only=core_only,
            tasks=tasks,
            without=without,
            rank=rank,
            progress=told,
        )
    if as_json:
        counts = {"core": made.core, "fillers": made.fillers, "stages": made.tally.model_dump(mode="json")["stages"]}
        text = {"folder": str(made.folder), **made.manifest.model_dump(mode="json"), **counts}
        typer.echo(json.dumps(text, indent=2))
        return
    typer.echo(f"Made {made.folder}: {made.core} offers of the core, {made.fillers} fillers")
    typer.echo(
        f"Report: {made.folder}/sources/report.html\nMake tasks: shopworld tasks make mall {name} --fewer --proven"
    )


def _print_run(run: OfferRun, folder: Path, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps({"folder": str(folder), **run.model_dump(mode="json")}, indent=2))
        return
    table = table_of("", ("stage", "left"), ("in", "right"), ("out", "right"), ("left out, and why", "left"))
    for one in run.tally.stages:
        reasons = [f"{drop.count:,} {reason}" for reason, drop in list(one.drops.items())[:_REASONS]]
        table.add_row(one.stage, f"{one.came_in:,}", f"{one.went_out:,}", "; ".join(reasons))
    print_table(table)
    typer.echo(f"\n{run.offers:,} offers in {folder}, {run.clusters:,} products of several offers")
    typer.echo(f"Make a mall: shopworld mall make NAME --from-offers {folder}")


def _print_score(found: CrawlScore) -> None:
    table = table_of(
        "",
        ("stage", "left"),
        ("of", "left"),
        *((one, "right") for one in ("right", "found", "true", "precision", "recall")),
    )
    for one in (*found.stages, found.facts):
        shares = (f"{one.precision:.4f}", f"{one.recall:.4f}")
        table.add_row(one.stage, one.of, *(f"{number:,}" for number in (one.right, one.found, one.true)), *shares)
    print_table(table)
    typer.echo(f"\nTitles {found.titles:.2%}, prices {found.prices:.2%}, kinds {found.kinds:.2%} right; ")
    typer.echo(f"purity of clusters {found.purity:.2%}")
    for sample in found.wrong:
        typer.echo(f"  {sample}")
