"""Tasks of public releases, and suites that were exported, as suites at home."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from shopworld.api.places import Place, home_of, mall_folder
from shopworld.api.suites import format_of
from shopworld.catalog import Catalog
from shopworld.errors import TaskError
from shopworld.guru.evolution.release import bind_records
from shopworld.guru.shopgym import import_tasks as make_of_shopgym
from shopworld.guru.shopgym import read_shopgym_tasks
from shopworld.guru.skills import ShopSight
from shopworld.mall import Home, Mall
from shopworld.tasks import Suite, save_suite
from shopworld.tasks.importers.deepshop import QueryFinding, check_records, read_records
from shopworld.tasks.importers.ecomagentbench import build_target_catalog, import_samples
from shopworld.tasks.importers.webmall import WebMallImportReport, import_webmall_tasks
from shopworld.tasks.parquet import read_parquet
from shopworld.tasks.records import read_json_lines

SOURCES = ("webmall", "ecomagentbench", "deepshop", "shopgym", "suite")


@dataclass(frozen=True, slots=True)
class ImportedTasks:
    """What an import of tasks came to. Tasks that stay unfair say so in their own `defects`.

    Attributes:
        suite: the tasks; None where a file was only checked.
        file: of the suite; None where nothing was written.
        offered: how many tasks the source holds.
        left_out: those that are not in the suite, by id, with the reason.
        report: of webmall: every problem of the release.
        findings: of deepshop: what is wrong with the file's queries.
        unresolved: of ecomagentbench: fields that are no canonical attributes, with how many rubrics use them.
        catalog: of ecomagentbench: folder of the catalog.
    """

    suite: Suite | None
    file: Path | None
    offered: int
    left_out: dict[str, str] = field(default_factory=dict)
    report: WebMallImportReport | None = None
    findings: tuple[QueryFinding, ...] = ()
    unresolved: dict[str, int] = field(default_factory=dict)
    catalog: Path | None = None


def import_tasks(
    source: str,
    path: Place,
    *,
    mall: Place = "",
    catalog: str = "",
    name: str = "",
    home: Place | None = None,
) -> ImportedTasks:
    """Imports tasks of a public release as a suite at home; one of that name is replaced.

    Args:
        source: `webmall`: needs its mall, see `import_webmall`. `ecomagentbench`: carries its targets. `deepshop`: has
            no answers; its queries are checked, and become tasks where a mall is named that sells what they ask for.
            `shopgym`: for the first shop of a mall. `suite`: what `export_suite` wrote, or follows its schema.
        path: the release's folder, or its file of tasks.
        mall: name or folder of the mall that the tasks are for; webmall's is `webmall`.
        catalog: of ecomagentbench: name of the catalog; one of the targets alone is made by default.
        name: of the suite; the source's by default. webmall's is always `webmall`.
        home: where suites, malls and catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        the suite, and what is wrong with the release.

    Raises:
        TaskError: the source is unknown, no mall is named where one is needed, or no task can be made.
        InputError: a file is missing, or not in its format; nothing is written.
        ShopworldError: mall or catalog are missing or wrong.
    """
    place, file = home_of(home), Path(path)
    match source:
        case "webmall":
            return _webmall(file, mall or source, place)
        case "ecomagentbench":
            return _samples(file, catalog, name or source, place)
        case "deepshop":
            return _queries(file, mall, name or source, place)
        case "shopgym":
            return _shopgym(file, mall, name or source, place)
        case "suite":
            read = read_parquet if format_of(file) == "parquet" else read_json_lines
            loaded = read(file, name=name)
            return _saved(loaded, place, len(loaded.tasks))
        case _:
            raise TaskError(f"cannot import {source!r}", hint=f"There are: {', '.join(SOURCES)}.")


def _saved(suite: Suite, home: Home, offered: int, left_out: dict[str, str] | None = None) -> ImportedTasks:
    file = home.suite(suite.name)
    save_suite(suite, file)
    return ImportedTasks(suite, file, offered, left_out or {})


def _webmall(path: Path, mall: Place, home: Home) -> ImportedTasks:
    with closing(Mall.open(mall_folder(mall, home))) as opened:
        suite, report = import_webmall_tasks(
            path,
            opened.catalog,
            hosts=opened.hosts,
            solution_host=opened.solution_host,
            mall=opened.name,
            mall_hash=opened.content_hash,
        )
    file = home.suite(suite.name)
    save_suite(suite, file)
    refused = {one.task: one.text for one in report.refused}
    return ImportedTasks(suite, file, report.imported + len(refused), refused, report=report)


def _samples(path: Path, catalog: str, name: str, home: Home) -> ImportedTasks:
    used = catalog or name
    file, folder = home.suite(name), home.catalog(used)
    if not catalog:
        folder.parent.mkdir(parents=True, exist_ok=True)
        build_target_catalog(path, folder, name=used)
    with Catalog.open(folder) as opened:
        imported = import_samples(path, opened, name=name, catalog_name=used)
    save_suite(imported.suite, file)
    count = len(imported.suite.tasks)
    return ImportedTasks(imported.suite, file, count, unresolved=imported.unresolved, catalog=folder)


def _queries(path: Path, mall: Place, name: str, home: Home) -> ImportedTasks:
    records = read_records(path)
    findings = tuple(check_records(records))
    if not mall:
        return ImportedTasks(None, None, len(records), findings=findings)
    file = home.suite(name)
    with closing(Mall.open(mall_folder(mall, home))) as opened:
        binding = bind_records(records, opened, name=name)
    if not binding.suite.tasks:
        first = next(iter(binding.unbound.items()), ("", "the file is empty"))
        raise TaskError(
            f"none of the {len(records)} queries can be bound to the mall {binding.suite.mall!r}",
            hint=f"The first one, {first[0]}: {first[1]}.",
        )
    save_suite(binding.suite, file)
    return ImportedTasks(binding.suite, file, len(records), binding.unbound, findings=findings)


def _shopgym(path: Path, mall: Place, name: str, home: Home) -> ImportedTasks:
    if not mall:
        raise TaskError("it is not said which mall these tasks are for", hint="Name it with --mall.")
    tasks = read_shopgym_tasks(path)
    with closing(Mall.open(mall_folder(mall, home))) as opened:
        suite, left = make_of_shopgym(tasks, ShopSight(opened, opened.shops[0].identity.id), name=name)
    return _saved(suite, home, len(tasks), left)
