"""WebMall's whole release in one go: four product exports and the tasks become a mall and a suite."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.importers import ImportReport as CatalogReport
from shopworld.catalog.importers import read_woocommerce
from shopworld.errors import InputError
from shopworld.mall import SOLUTION_HOST, Home, Mall, webmall_shops, write_mall
from shopworld.tasks.importers.webmall.corrections import errata_file
from shopworld.tasks.importers.webmall.errata import Errata, errata_of, write_errata
from shopworld.tasks.importers.webmall.release import TASK_FILE, read_release
from shopworld.tasks.importers.webmall.report import WebMallImportReport
from shopworld.tasks.importers.webmall.tasks import SUITE_NAME, import_webmall_tasks
from shopworld.tasks.suite import save_suite

MALL_NAME = "webmall"


@dataclass(frozen=True, slots=True)
class ReleaseReport:
    """What came of the import of a whole release.

    Attributes:
        mall: folder of the mall.
        suite: file of the suite.
        offers: report of the product export of each shop, by shop id, in the release's order.
        tasks: report of the tasks.
        errata: what the catalog proves wrong in the release's answers, with corrected ones.
        errata_file: where it stands as `errata.json`.
    """

    mall: Path
    suite: Path
    offers: dict[str, CatalogReport]
    tasks: WebMallImportReport
    errata: Errata
    errata_file: Path

    def __str__(self) -> str:
        lines = [f"{shop_id}: {report}" for shop_id, report in self.offers.items()]
        wrong = len(self.errata.errata)
        told = f"{wrong} tasks have answers that the catalog proves wrong; see {self.errata_file}."
        return "\n".join([*lines, str(self.tasks), told, f"The mall is {self.mall}, the suite {self.suite}."])


def import_webmall_release(
    directory: Path, home: Home, *, progress: Callable[[str], None] | None = None
) -> ReleaseReport:
    """Imports WebMall's release: the mall `webmall` with its catalog, and the suite `webmall`.

    A mall or suite of that name is replaced. Nothing is written before all files were found and the tasks read.

    Args:
        directory: holds `task_sets.json` and the WooCommerce exports `webmall_1.csv` to `webmall_4.csv` (or `.csv.gz`).
        home: where malls and suites are kept.
        progress: is told what is being done, for people.

    Raises:
        InputError: a file is missing or not in its format.
        MallError: the mall cannot be written.
    """
    tell = progress if progress is not None else _silent
    shops = webmall_shops()
    exports = {shop.identity.id: export_file(directory, number) for number, shop in enumerate(shops, start=1)}
    read_release(directory / TASK_FILE)
    reports = {shop_id: CatalogReport() for shop_id in exports}

    def build_catalog(folder: Path) -> str:
        with CatalogBuilder(folder, name=MALL_NAME) as builder:
            for shop in shops:
                shop_id = shop.identity.id
                tell(f"Reading the offers of {shop.identity.name}")
                for product, offer in read_woocommerce(exports[shop_id], shop_id, reports[shop_id]):
                    builder.add_product(product)
                    builder.add_offer(offer)
            tell("Building the index")
        with Catalog.open(folder) as catalog:
            return catalog.content_hash

    folder = home.mall(MALL_NAME)
    folder.parent.mkdir(parents=True, exist_ok=True)
    write_mall(folder, name=MALL_NAME, shops=shops, build_catalog=build_catalog, solution_host=SOLUTION_HOST)
    tell("Reading the tasks")
    mall = Mall.open(folder)
    try:
        suite, report = import_webmall_tasks(
            directory / TASK_FILE,
            mall.catalog,
            hosts=mall.hosts,
            solution_host=mall.solution_host,
            mall=mall.name,
            mall_hash=mall.content_hash,
        )
        errata = errata_of(suite, mall.catalog)
    finally:
        mall.close()
    save_suite(suite, home.suite(SUITE_NAME))
    listed = errata_file(home, SUITE_NAME)
    write_errata(errata, listed)
    return ReleaseReport(
        mall=folder, suite=home.suite(SUITE_NAME), offers=reports, tasks=report, errata=errata, errata_file=listed
    )


def export_file(directory: Path, number: int) -> Path:
    """The product export of a shop, by its number from 1.

    Raises:
        InputError: it is not there.
    """
    candidates = (directory / f"webmall_{number}.csv", directory / f"webmall_{number}.csv.gz")
    for file in candidates:
        if file.is_file():
            return file
    raise InputError(
        "no such file, nor packed as .csv.gz",
        file=candidates[0],
        hint=f"Give a folder with {TASK_FILE} and webmall_1.csv to webmall_4.csv (WooCommerce product exports).",
    )


def _silent(_: str) -> None:
    """Tells nobody."""
