"""A suite and the world it was made for, found and checked: what belongs together, and what results depend on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

from shopworld import __version__
from shopworld.catalog import Catalog
from shopworld.environments import ToolDescription, WorldFolders, interface
from shopworld.environments.corpus import Corpus, Retrieval, build_corpus
from shopworld.environments.tools import ToolProfile
from shopworld.errors import RunError
from shopworld.evaluation.provenance import Provenance, content_hash, first_names, task_hashes
from shopworld.evaluation.records import Hashes
from shopworld.evaluation.settings import RunSettings, Screenshots, select_tasks
from shopworld.mall import Home, Mall
from shopworld.tasks import Suite, Task, answers_of, checks_hash, suite_hash, suite_path, task_hash


@dataclass(frozen=True, slots=True)
class Opening:
    """A suite that can be played.

    Attributes:
        settings: what was asked.
        suite: the suite as loaded.
        tasks: the chosen ones, in order.
        environments: names of those by which it is met.
        provenance: hashes and versions.
        folders: where its world lies.
    """

    settings: RunSettings
    suite: Suite
    tasks: tuple[Task, ...]
    environments: tuple[str, ...]
    provenance: Provenance
    folders: WorldFolders


def open_suite(
    suite: Suite,
    settings: RunSettings,
    environments: Sequence[str],
    *,
    home: Home,
    browser: str = "",
    images: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Opening:
    """Finds the world of a suite. Where the mall's corpus is searched, it is made, unless that was done before.

    Args:
        suite: the suite.
        settings: what was asked.
        environments: names of those by which it is met.
        home: where malls, catalogs and corpora are.
        browser: version of the browser in which pages are met; empty where none of ours is used.
        images: whether somebody looks at the pictures of pages.
        progress: is told of each page that is read for a corpus.

    Raises:
        RunError: mall or catalog is not the one the suite was made for, or no task fits the filters.
        ShopworldError: mall or catalog are missing or wrong.
    """
    tasks = tuple(select_tasks(suite.tasks, settings.filters))
    answers = answers_of(suite, suite_path(settings.suite, home.folder))
    told = {"answers": str(answers), "commitment": suite.commitment}
    if environment_of(suite) == "tools":
        folder = catalog_folder(suite, home, settings.catalog)
        with Catalog.open(folder) as catalog:
            provenance = describe_tool_world(suite, tasks, catalog, settings.tools)
        provenance = provenance.model_copy(update=told)
        folders = WorldFolders(catalog=folder.resolve(), profile=settings.tools)
        return Opening(settings, suite, tasks, tuple(environments), provenance, folders)
    folder = Path(settings.mall) if settings.mall else home.mall(suite.mall)
    mall = Mall.open(folder)
    try:
        tools = _interfaces(environments, settings.retrieval)
        provenance = describe_world(suite, tasks, mall, browser=browser, tools=tools)
        provenance = provenance.model_copy(update=told)
        searched = any(interface(one).searches for one in environments)
        corpus = build_corpus(mall, home.folder, progress) if searched else None
    finally:
        mall.close()
    if corpus:
        Corpus(corpus, settings.retrieval)  # makes what is missing before there are several who need it
    folders = WorldFolders(
        folder.resolve(),
        corpus=corpus.resolve() if corpus else None,
        retrieval=settings.retrieval,
        screenshots=settings.screenshots is not Screenshots.NONE,
        images=images,
    )
    return Opening(settings, suite, tasks, tuple(environments), provenance, folders)


def environment_of(suite: Suite) -> str:
    """Where a suite is played.

    Raises:
        RunError: it names neither a mall nor a catalog or both, or a task is for the other environment.
    """
    if bool(suite.mall) == bool(suite.catalog):
        found = f"both mall {suite.mall!r} and catalog {suite.catalog!r}" if suite.mall else "neither mall nor catalog"
        raise RunError(f"suite {suite.name!r} names {found}, expected one of the two")
    environment = "tools" if suite.catalog else "browser"
    strangers = [task.id for task in suite.tasks if task.environment != environment]
    if strangers:
        named = f"catalog {suite.catalog!r}" if suite.catalog else f"mall {suite.mall!r}"
        raise RunError(
            f"suite {suite.name!r} is for the {named}, but {first_names(strangers)} "
            f"{'needs' if len(strangers) == 1 else 'need'} another environment than {environment!r}"
        )
    return environment


def catalog_folder(suite: Suite, home: Home, given: str = "") -> Path:
    """Where the catalog of a suite lies: the given folder, or the one of that name at home."""
    return Path(given) if given else home.catalog(suite.catalog)


def refuse_other_world(suite: Suite, found: Mall | Catalog) -> None:
    """Refuses a mall or catalog that the suite was not made for.

    Raises:
        RunError: their hashes differ.
    """
    if isinstance(found, Mall):
        what, name, wanted = "mall", suite.mall, suite.mall_hash
    else:
        what, name, wanted = "catalog", suite.catalog, suite.catalog_hash
    if wanted != found.content_hash:
        raise RunError(
            f"suite {suite.name!r} was made for {what} {name!r} with hash {wanted[:16]}, "
            f"the {what} found has {found.content_hash[:16]}",
            hint=f"Make or import the suite again for this {what}, or name the right one with --{what}.",
        )


def describe_tool_world(suite: Suite, tasks: Sequence[Task], catalog: Catalog, profile: ToolProfile) -> Provenance:
    """What a run of these tasks by tools over this catalog depends on.

    Raises:
        RunError: the suite was made for another catalog.
    """
    refuse_other_world(suite, catalog)
    return Provenance(
        package=__version__,
        suite=suite.name,
        suite_version=suite.version,
        suite_hash=suite_hash(suite),
        catalog=catalog.name,
        catalog_hash=catalog.content_hash,
        tools=f"{profile} {content_hash(_plain(interface('tools').tool_descriptions(profile)))}",
        tasks=task_hashes(tasks),
    )


def _interfaces(environments: Sequence[str], retrieval: Retrieval) -> str:
    """A hash over the descriptions of the tools of each interface; empty for a browser alone."""
    told = []
    for one in map(interface, environments):
        if described := _plain(one.tool_descriptions(ToolProfile.DEFAULT)):
            searched = f" {retrieval}" if one.searches else ""
            told.append(f"{one.name} {content_hash(described)}{searched}")
    return ", ".join(told)


def _plain(tools: Sequence[ToolDescription]) -> list[tuple[str, str, object]]:
    return [(one.name, one.description, one.parameters) for one in tools]


def describe_world(suite: Suite, tasks: Sequence[Task], mall: Mall, *, browser: str, tools: str = "") -> Provenance:
    """What a run of these tasks in this mall depends on.

    Raises:
        RunError: the suite was made for another mall.
    """
    refuse_other_world(suite, mall)
    return Provenance(
        package=__version__,
        suite=suite.name,
        suite_version=suite.version,
        suite_hash=suite_hash(suite),
        mall=mall.name,
        mall_hash=mall.content_hash,
        catalog_hash=mall.catalog.content_hash,
        shops={shop: host for host, shop in mall.hosts.items()},
        tools=tools,
        browser=browser,
        fonts=_fonts_hash() if browser else "",
        tasks=task_hashes(tasks),
    )


def _fonts_hash() -> str:
    """Hash over name and version of every installed font package."""
    fonts = {one.name: one.version for one in distributions() if one.name.startswith("font-")}
    return content_hash(fonts)


def hashes_of(task: Task, world: Provenance) -> Hashes:
    """What the results of a task depend on."""
    return Hashes(
        task=task_hash(task),
        checks=checks_hash(task),
        catalog=world.catalog_hash,
        mall=world.mall_hash,
        package=world.package,
    )
