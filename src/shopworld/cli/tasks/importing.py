"""What `shopworld tasks import` runs for WebMall's tasks and for EComAgentBench's samples, and prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from shopworld.catalog import Catalog
from shopworld.commands import Outcome
from shopworld.mall import Home, Mall
from shopworld.tasks import save_suite
from shopworld.tasks.importers.ecomagentbench import ImportedSamples, build_target_catalog, import_samples
from shopworld.tasks.importers.webmall import import_webmall_tasks


def import_webmall(*, path: Path, mall: str) -> Outcome:
    """Imports WebMall's tasks for a mall that is there.

    Args:
        path: of `task_sets.json`, or of its folder.
        mall: its name.
    """
    home = Home.from_environment()
    opened = Mall.open(home.mall(mall))
    try:
        suite, report = import_webmall_tasks(
            path,
            opened.catalog,
            hosts=opened.hosts,
            solution_host=opened.solution_host,
            mall=opened.name,
            mall_hash=opened.content_hash,
        )
    finally:
        opened.close()
    save_suite(suite, home.suite(suite.name))
    return Outcome(report.model_dump(mode="json"), f"{report}\nThe suite is {home.suite(suite.name)}.")


def import_ecomagentbench(*, path: Path, catalog: str, name: str) -> Outcome:
    """Imports samples as a suite, says what is wrong with them, and where everything lies.

    Args:
        path: `benchmark.jsonl`.
        catalog: name of the one that the targets are in; without one, a catalog of the targets alone is made.
        name: of the suite.
    """
    home = Home.from_environment()
    used = catalog or name
    folder = home.catalog(used)
    if not catalog:
        folder.parent.mkdir(parents=True, exist_ok=True)
        build_target_catalog(path, folder, name=used)
    with Catalog.open(folder) as opened:
        imported = import_samples(path, opened, name=name, catalog_name=used)
    save_suite(imported.suite, home.suite(name))
    defects = {task.id: task.defects for task in imported.suite.tasks if task.defects}
    summary = {"tasks": len(imported.suite.tasks), "unresolved": imported.unresolved, "defects": defects}
    places = {"catalog": str(folder), "suite": str(home.suite(name))}
    lines = (*_lines(imported, defects), f"\nCatalog: {folder}\nSuite:   {home.suite(name)}")
    return Outcome({**summary, **places}, "\n".join(lines))


def _lines(imported: ImportedSamples, defects: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    yield f"{len(imported.suite.tasks)} tasks, {len(defects)} of them with defects"
    for task_id, texts in defects.items():
        for text in texts:
            yield f"  {task_id}: {text}"
    for field, count in imported.unresolved.items():
        yield f"  field {field!r} of {count} rubrics is no canonical attribute; raw details are compared"
