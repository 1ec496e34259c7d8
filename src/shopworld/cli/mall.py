"""`shopworld mall`: make, import and serve malls."""

from __future__ import annotations

import json
import os
import signal
import threading
from contextlib import ExitStack
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from shopworld.cli.completing import malls as complete_malls
from shopworld.cli.importers import importers_of
from shopworld.commands import CommandOutcome
from shopworld.errors import InputError

if TYPE_CHECKING:
    from shopworld.tasks.importers import ReleaseReport

DEFAULT_MALL = "default"
DEFAULT_PORT = 8765
TOKEN_VARIABLE = "SHOPWORLD_MALL_TOKEN"  # noqa: S105  # its name
_LISTED_PROBLEMS = 40


class Merchants(StrEnum):
    """How many a shop sells for."""

    MANY = "many"
    FEW = "few"


app = typer.Typer(
    no_args_is_help=True, add_completion=False, rich_markup_mode=None, help="Make, import and serve malls."
)
app.add_typer(importers_of("mall", "Import a public release: catalog, mall and suite in one go."), name="import")


@app.command()
def make(
    name: Annotated[str, typer.Argument(help="Name of the mall.")] = DEFAULT_MALL,
    seed: Annotated[int, typer.Option(help="Of the catalog.")] = 7,
    offers: Annotated[int, typer.Option(min=40, help="Offers in all four shops together.")] = 4400,
    merchants: Annotated[
        Merchants,
        typer.Option(help="Many: each shop sells for hundreds, untidy as the web; few: each writes in one way."),
    ] = Merchants.MANY,
    shop: Annotated[list[Path] | None, typer.Option(help="Folder of a shop; may be named again.")] = None,
    marketplace: Annotated[
        bool, typer.Option("--marketplace", help="One shop with books, electronics, home, fashion and sports.")
    ] = False,
    per_kind: Annotated[int, typer.Option(min=10, help="Of a marketplace: products of each kind.")] = 100,
    for_queries: Annotated[
        Path | None,
        typer.Option(
            "--for-queries", help="File of queries in DeepShop's form: made for them, with a suite.", metavar="FILE"
        ),
    ] = None,
    from_offers: Annotated[
        Path | None, typer.Option(help="Folder of real offers (shopworld offers read).", metavar="FOLDER")
    ] = None,
    shops: Annotated[int, typer.Option(min=1, max=4, help="Of real offers: shops that share them.")] = 4,
    currency: Annotated[str, typer.Option(help="Of real offers: ISO code; by default that of most.")] = "",
    core_only: Annotated[bool, typer.Option("--core-only", help="Of real offers: without fillers.")] = False,
    tasks: Annotated[
        Path | None, typer.Option(help="Of real offers: suite of the core's tasks, which no filler may satisfy.")
    ] = None,
    without: Annotated[
        list[str] | None, typer.Option(help="Of real offers: a host that is left out; may be named again.")
    ] = None,
    rank: Annotated[str, typer.Option(help="Of real offers: fillers by words, or by embeddings.")] = "words",
    as_json: Annotated[bool, typer.Option("--json", help="Print the result for machines.")] = False,
) -> None:
    """Make a mall of four fictional shops with a synthetic catalog, or of shop folders.

    The same seed makes the same mall. A mall of that name is replaced. Its shops sell for hundreds of merchants with
    habits of their own, who write as untidily as the web does and are now and then wrong; with --merchants few each
    shop writes in one way, and all it states is true. With --shop the mall holds copies of the shops
    that are named, one or more, and neither seed nor number of offers counts. With --marketplace it holds one shop that
    sells in all of DeepShop's five domains, with stars, delivery, returns, warranties and sellers of each offer.

    With --for-queries it is made for the queries of a file: what each asks for is there, and for each of its
    requirements something that nearly fits. The suite of that name holds the queries that could be used; the others are
    listed with the reason.

    With --from-offers it holds real offers of a crawl: products that several hosts sell, shared out over the shops, and
    fillers up to --offers. Make tasks of the core first (--core-only, tasks make mall), and name them with --tasks:
    then no filler can be an answer. The mall's folder sources/ says where every offer comes from.

    Examples:

        shopworld mall make

        shopworld mall make large --seed 11 --offers 40000

        shopworld mall make tidy --merchants few

        shopworld mall make mine --shop shops/linen-store --shop shops/pots-and-pans

        shopworld mall make marketplace --marketplace

        shopworld mall make asked --for-queries deepshop.jsonl

        shopworld mall make crawled --from-offers offers/october --offers 4421
    """
    if for_queries is not None:
        if shop or marketplace or from_offers:
            raise InputError("a mall made for queries is made of nothing else", field="for-queries")
        _make_for_queries(name, for_queries, seed=seed, as_json=as_json)
        return
    if from_offers is not None:
        from shopworld.cli.offers import make_mall_of_offers

        if shop or marketplace:
            raise InputError(
                "a mall is of real offers, of shop folders or a marketplace, not several", field="from-offers"
            )
        make_mall_of_offers(
            name,
            from_offers,
            offers=offers,
            shops=shops,
            currency=currency,
            seed=seed,
            core_only=core_only,
            tasks=tasks,
            without=without or [],
            rank=rank,
            as_json=as_json,
        )
        return
    from shopworld.api import home_of, make_mall
    from shopworld.cli.progress import progress

    with progress() as told:
        manifest = make_mall(
            name,
            seed=seed,
            offers=offers,
            merchants=merchants.value,
            shops=shop or (),
            marketplace=marketplace,
            per_kind=per_kind,
            progress=told,
        )
    folder = home_of(None).mall(name)
    if as_json:
        typer.echo(json.dumps({"folder": str(folder), **manifest.model_dump(mode="json")}, indent=2))
    else:
        count = f"{len(manifest.shops)} shop{'' if len(manifest.shops) == 1 else 's'}"
        origin = "" if manifest.seed is None else f", seed {manifest.seed}"
        typer.echo(f"Made {folder}: {count}{origin}, hash {manifest.content_hash[:16]}")
        typer.echo(f"Browse it: shopworld mall serve {name}")


def _make_for_queries(name: str, file: Path, *, seed: int, as_json: bool) -> None:
    """Makes mall and suite for a file of queries, and tells what was left out."""
    from shopworld.api import make_mall_for_queries
    from shopworld.cli.progress import progress
    from shopworld.cli.tables import print_table, table_of

    with progress() as told:
        made = make_mall_for_queries(name, file, seed=seed, progress=told)
    used, offered = len(made.suite.tasks), len(made.suite.tasks) + len(made.left_out)
    in_picture, asked = made.pictured
    if as_json:
        data = {
            "name": name,
            "hash": made.manifest.content_hash,
            "queries": offered,
            "tasks": used,
            "left_out": made.left_out,
            "pictured": {"attributes": asked, "in_picture_only": in_picture},
        }
        typer.echo(json.dumps(data, indent=2))
        return
    if made.left_out:
        table = table_of("Queries that are no tasks", ("Query", "left"), ("Reason", "left"))
        for query, reason in made.left_out.items():
            table.add_row(query, reason)
        print_table(table)
    typer.echo(f"{used} of {offered} queries are tasks of the suite {name}, each proven by the pages of its mall")
    if asked:
        typer.echo(f"Fashion and home: {in_picture} of {asked} attributes stand in the picture only")
    typer.echo(f"Check it: shopworld tasks check {name}")


def import_webmall(*, directory: Path) -> CommandOutcome:
    """Imports WebMall's release into the home: catalog, mall and suite."""
    from shopworld.api import import_webmall as import_release
    from shopworld.cli.progress import progress

    with progress() as told:
        report = import_release(directory, progress=told)
    return CommandOutcome(_release_data(report), partial(_print_release, report))


@app.command()
def serve(
    name: Annotated[str, typer.Argument(autocompletion=complete_malls, help="Name of the mall.")] = DEFAULT_MALL,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free one.")] = DEFAULT_PORT,
    host: Annotated[str, typer.Option(help="This machine only by default; 0.0.0.0 lets others in.")] = "127.0.0.1",
    ask: Annotated[bool, typer.Option("--ask", help="Shops answer questions at /ask, as NLWeb has it.")] = False,
) -> None:
    """Browse a mall by hand, until Ctrl-C.

    Carts and orders live as long as the visit; "Start over" on the front page begins a new one. The mall "default" is
    made where it is not there yet.

    With --host, browsers at other machines are let in: shops then have addresses by path, each browser has a visit of
    its own, and the address that is printed holds a token that it must show first (SHOPWORLD_MALL_TOKEN, or a new one).

    Examples:

        shopworld mall serve

        shopworld mall serve webmall --port 9000

        shopworld mall serve default --ask

        shopworld mall serve default --host 0.0.0.0
    """
    from shopworld.api import serve_mall
    from shopworld.cli.progress import progress

    options: dict[str, Any] = {"port": port, "ask": ask, "host": host, "token": os.environ.get(TOKEN_VARIABLE, "")}
    with ExitStack() as opened:
        with progress() as told:
            served = opened.enter_context(serve_mall(name, **options, progress=told))
        typer.echo(f"Mall {served.name}: {served.address}\n")
        for shop, address in served.shops.items():
            typer.echo(f"  {served.titles[shop]:<18} {address}")
        typer.echo(f"  {'Solution page':<18} {served.solution}\n\nCtrl-C stops it.")
        wait_for_interrupt()


@app.command(name="hash")
def hash_mall(
    mall: Annotated[
        Path,
        typer.Argument(autocompletion=complete_malls, help="Name of a mall, or the folder of one.", metavar="MALL"),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print both hashes for machines.")] = False,
) -> None:
    """Print the hashes of a mall: of its bytes, and of its content.

    Two malls made from the same seed by the same versions have the same bytes, but for their names and for the search
    index, whose engine names its segments at random; the first hash leaves these out. The second is what suites name:
    the same where all records and specifications are, however they are stored.

    Examples:

        shopworld mall hash default

        shopworld mall hash .shopworld/malls/default --json
    """
    from shopworld.cli.hashes import print_hash
    from shopworld.mall import MANIFEST_FILE, Home, Mall, hash_of_mall

    folder = mall if (mall / MANIFEST_FILE).is_file() else Home.from_environment().mall(str(mall))
    found, opened = hash_of_mall(folder), Mall.open(folder)
    try:
        print_hash(folder, found, opened.content_hash, as_json)
    finally:
        opened.close()


@app.command(name="list")
def list_malls(
    as_json: Annotated[bool, typer.Option("--json", help="Print the list for machines.")] = False,
) -> None:
    """List the malls of this machine.

    Examples:

        shopworld mall list --json
    """
    from shopworld.api import home_of
    from shopworld.api import list_malls as malls_at_home

    manifests = malls_at_home()
    if as_json:
        typer.echo(json.dumps([one.model_dump(mode="json") for one in manifests], indent=2))
        return
    if not manifests:
        typer.echo(f"There is no mall in {home_of(None).folder}. Make one: shopworld mall make")
        return
    table = Table(box=None)
    for column in ("mall", "seed", "shops", "hash"):
        table.add_column(column)
    for one in manifests:
        seed = "" if one.seed is None else str(one.seed)
        table.add_row(one.name, seed, ", ".join(one.shops), one.content_hash[:16])
    Console().print(table)


def wait_for_interrupt() -> None:
    """Waits for Ctrl-C or a polite kill."""
    asked = threading.Event()
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, lambda *_: asked.set())
    asked.wait()


def _release_data(report: ReleaseReport) -> dict[str, Any]:
    return {
        "mall": str(report.mall),
        "suite": str(report.suite),
        "offers": {shop: offers.model_dump(mode="json") for shop, offers in report.offers.items()},
        "tasks": report.tasks.model_dump(mode="json"),
    }


def _print_release(report: ReleaseReport) -> None:
    console = Console(highlight=False)
    table = Table(box=None)
    for column, side in (("shop", "left"), ("accepted", "right"), ("repaired", "right"), ("refused", "right")):
        table.add_column(column, justify=side)  # type: ignore[arg-type]
    for shop, offers in report.offers.items():
        table.add_row(shop, str(offers.accepted), str(len(offers.repaired)), str(len(offers.refused)))
    console.print(table)
    for offers in report.offers.values():
        for refusal in offers.refused:
            typer.echo(f"  refused {refusal.file}:{refusal.line}: {refusal.reason}")
    typer.echo(f"\n{report.tasks.imported} tasks in {len(report.tasks.categories)} categories")
    for problem in report.tasks.problems[:_LISTED_PROBLEMS]:
        typer.echo(f"  {problem.task}: {problem.kind}: {problem.text}")
    if len(report.tasks.problems) > _LISTED_PROBLEMS:
        typer.echo(f"  and {len(report.tasks.problems) - _LISTED_PROBLEMS} more; --json prints all")
    typer.echo(f"\nMall:  {report.mall}\nSuite: {report.suite}")
