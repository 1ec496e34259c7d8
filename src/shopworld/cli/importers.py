"""The importers: one declaration each, and those that installed packages bring along (`shopworld.importers`)."""

from __future__ import annotations

from pathlib import Path

import typer

from shopworld.cli.declared import Commands, group_of
from shopworld.commands import CommandParameter, Importer
from shopworld.errors import InputError
from shopworld.extensions import Extensions

_CATALOG = "shopworld.cli.catalog.importing"
_TASKS = "shopworld.cli.tasks"
_PATH = CommandParameter("path", "The release's folder, or its file of tasks.", Path, argument=True, metavar="PATH")
_MALL = CommandParameter("mall", "Name of the mall that the tasks are for.", default="")


def _suite(default: str) -> CommandParameter:
    return CommandParameter("name", "Name of the suite.", default=default)


BUILT_IN = (
    Importer(
        "amazon",
        f"{_CATALOG}:amazon",
        'Import Amazon Reviews 2023: products as offers of the shop "amazon", and their reviews.',
        noun="catalog",
        text="Files are read as a stream, packed or not. A catalog of that name is replaced when the new one is whole, "
        "and stays if the import fails or is stopped. Lines that cannot be taken are written to <name>.rejects.jsonl "
        "beside the catalog. Of --reviews, files that are named in --products are left out, so that *.jsonl.gz may "
        "name both.",
        examples=(
            "shopworld catalog import amazon --products meta_*.jsonl.gz --reviews *.jsonl.gz",
            "shopworld catalog import amazon --products meta_All_Beauty.jsonl --name beauty --json",
        ),
        parameters=(
            CommandParameter(
                "products", "Product files, meta_<Category>.jsonl.gz; patterns too.", many=True, greedy=True
            ),
            CommandParameter(
                "reviews", "Review files, <Category>.jsonl.gz; patterns too.", default=(), many=True, greedy=True
            ),
            CommandParameter("name", "Name of the catalog in SHOPWORLD_HOME/catalogs.", default="amazon"),
            CommandParameter(
                "most_reviews",
                "Reviews kept of a product; chosen by the seed.",
                int,
                20,
                options=("--max-reviews",),
                least=0,
            ),
            CommandParameter("seed", "For the choice of reviews.", int, 42),
            CommandParameter("keep_broken", "Take what there is of broken files.", bool, default=False),
        ),
    ),
    Importer(
        "woocommerce",
        f"{_CATALOG}:woocommerce",
        "Import product exports of WooCommerce, one shop each, into a catalog.",
        noun="catalog",
        text="Nothing is written unless all files can be read. Rows that cannot become offers are left out and listed. "
        "How prices are written is told from the decimals in each file, unless --prices names it.",
        examples=(
            "shopworld catalog import woocommerce shop_1.csv.gz shop_2.csv --out catalogs/two-shops",
            "shopworld catalog import woocommerce export.csv --shops techtalk --out catalogs/techtalk --json",
        ),
        parameters=(
            CommandParameter(
                "files", "WooCommerce exports: .csv or .csv.gz.", Path, argument=True, many=True, exists=True
            ),
            CommandParameter("out", "Folder of the new catalog; one that is there is replaced.", Path),
            CommandParameter("shops", "Shop ids, separated by commas; default: the files' names.", default=None),
            CommandParameter("name", "Name of the catalog; default: the folder's.", default=None),
            CommandParameter(
                "prices", "How prices are written: a locale (de-CH) or convention (comma-decimal).", default=None
            ),
        ),
    ),
    Importer(
        "webmall",
        "shopworld.cli.mall:import_webmall",
        "Import WebMall's public release: catalog, mall and suite.",
        noun="mall",
        text="The folder of WebMall's release holds task_sets.json and the product exports webmall_1.csv to "
        "webmall_4.csv, packed with gzip or not. The mall and the suite are both called webmall and replace those "
        "that are there.",
        examples=(
            "shopworld mall import webmall downloads/webmall",
            "shopworld mall import webmall downloads/webmall --json > report.json",
        ),
        parameters=(
            CommandParameter("directory", "Folder of the release.", Path, argument=True, exists=True, folder=True),
        ),
    ),
    Importer(
        "data",
        "shopworld.cli.shop:import_data",
        "Make a shop folder from data.",
        noun="shop",
        text="The data is a folder in ShopGym's contract (store.json, products.json, collections.json, "
        "navigation.json, pages.json, policies.json), or the products.json that a Shopify shop serves, with its "
        "collections.json beside it where there is one. Pictures are drawn, nothing is fetched.",
        examples=(
            "shopworld shop import downloads/linen-store --out shops/linen-store",
            'shopworld shop import products.json --out shops/mine --name "My shop" --currency EUR',
        ),
        parameters=(
            CommandParameter("source", "Folder in ShopGym's contract, or a products.json.", Path, argument=True),
            CommandParameter("out", "Folder of the shop that is made.", Path),
            CommandParameter("name", "Of the shop; else as the data says.", default=""),
            CommandParameter("currency", "ISO code; else as the data says.", default=""),
            CommandParameter("replace", "Replace a shop that is there.", bool, default=False),
        ),
    ),
    Importer(
        "webmall",
        f"{_TASKS}.importing:import_webmall",
        "Import WebMall's tasks for a mall that is there.",
        noun="tasks",
        text="`shopworld mall import webmall` imports mall and tasks in one go.",
        examples=("shopworld tasks import webmall ~/webmall/task_sets.json",),
        parameters=(_PATH, CommandParameter("mall", "Name of the mall that the tasks are for.", default="webmall")),
    ),
    Importer(
        "ecomagentbench",
        f"{_TASKS}.importing:import_ecomagentbench",
        "Import EComAgentBench's samples; they carry their targets.",
        noun="tasks",
        examples=("shopworld tasks import ecomagentbench ~/benchmark.jsonl --catalog amazon",),
        parameters=(
            _PATH,
            CommandParameter(
                "catalog", "Name of the catalog; without one, one of the targets alone is made.", default=""
            ),
            _suite("ecomagentbench"),
        ),
    ),
    Importer(
        "deepshop",
        f"{_TASKS}.importing:import_deepshop",
        "Check DeepShop's queries, and make tasks of them for a mall.",
        noun="tasks",
        text="They have no answers: the file is checked, and with --mall its queries become tasks where the mall sells "
        "what they ask for and every part of them is understood.",
        examples=("shopworld tasks import deepshop ~/deepshop.jsonl --mall marketplace",),
        parameters=(
            _PATH,
            _MALL,
            _suite("deepshop"),
        ),
    ),
    Importer(
        "shopgym",
        f"{_TASKS}.importing:import_shopgym",
        "Import ShopGym's tasks for one shop, the mall's first.",
        noun="tasks",
        text="What their criteria say becomes checks, and what cannot be checked is listed as the task's defect.",
        examples=("shopworld tasks import shopgym ~/benchmark.json --mall pans",),
        parameters=(
            _PATH,
            _MALL,
            _suite("shopgym"),
        ),
    ),
    Importer(
        "suite",
        f"{_TASKS}.importing:import_suite",
        "Read a suite back from JSON lines or Parquet.",
        noun="tasks",
        text="As `shopworld tasks export` wrote it, or as follows its schema.",
        examples=("shopworld tasks import suite tasks.jsonl --name theirs",),
        parameters=(_PATH, CommandParameter("name", "Name of the suite; its own by default.", default="")),
    ),
)

_INSTALLED: Extensions[Importer] = Extensions(
    group="shopworld.importers",
    what="importer",
    expected="an Importer",
    accepts=lambda found: isinstance(found, Importer),
    name_of=lambda found: found.key,
    error=InputError,
)


def importers_of(noun: str, about: str, *, otherwise: str = "") -> typer.Typer:
    """`shopworld NOUN import`: a command an importer.

    Args:
        noun: what is made.
        about: help of the group.
        otherwise: the importer that is meant where none is named.
    """
    built_in = {one.key: one for one in BUILT_IN}
    commands = Commands(
        built_in, _INSTALLED, prefix=f"{noun}.", what="import" if noun != "catalog" else "", otherwise=otherwise
    )
    return group_of(commands, about)
