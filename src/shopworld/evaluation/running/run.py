"""A run from beginning to end: agents times tasks times trials, into one folder that the same command goes on with."""

from __future__ import annotations

import secrets
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path
from types import FrameType

from shopworld import __version__
from shopworld.agents import AgentDeclaration
from shopworld.catalog import Catalog
from shopworld.environments import find_browser
from shopworld.environments.corpus import Corpus, Retrieval, build_corpus
from shopworld.environments.observation import Pictures, ToolDescription
from shopworld.environments.tools import ToolProfile, tool_descriptions
from shopworld.errors import RunError
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.records import Hashes, Result
from shopworld.evaluation.running.declaring import declare_all
from shopworld.evaluation.running.interface_tools import interface_tools
from shopworld.evaluation.running.mall_stage import OpenMallStage
from shopworld.evaluation.running.scheduler import Scheduler, Watcher, trial_keys
from shopworld.evaluation.running.tool_stage import OpenToolStage
from shopworld.evaluation.running.worker import Briefing, OpenStage
from shopworld.evaluation.settings import RunSettings, select_tasks
from shopworld.evaluation.world import World, content_hash, first_names, task_hashes
from shopworld.mall import Home, Mall
from shopworld.tasks import Suite, Task, checks_hash, find_suite, suite_hash, task_hash

_SEARCHED = frozenset({"corpus", "nlweb"})
"""Environments that search the corpus of a mall."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A run that is ready to be played.

    Attributes:
        settings: what was asked.
        suite: the suite as loaded.
        tasks: the chosen ones, in order.
        world: hashes and versions.
        open_stage: makes a worker's stage.
    """

    settings: RunSettings
    suite: Suite
    tasks: tuple[Task, ...]
    world: World
    open_stage: OpenStage

    @property
    def trials(self) -> int:
        """Number of results the run will have."""
        return len(self.tasks) * len(self.settings.agents) * self.settings.trials


def prepare(
    settings: RunSettings, *, home: Home | None = None, progress: Callable[[int, int], None] | None = None
) -> Plan:
    """Loads the suite and its mall or catalog, and checks that they belong together and that agents can be made.

    A suite for a mall needs a browser, where an agent meets it by pages; one for a catalog is played by tools alone.
    Where an agent searches the mall's corpus, it is made first, unless that was done before.

    Args:
        settings: what was asked.
        home: where suites, malls, catalogs and corpora are.
        progress: is told of each page that is read for a corpus.

    Raises:
        RunError: mall or catalog is not the one the suite was made for, or no task fits the filters.
        AgentError: an agent is unknown, or made for another environment.
        ShopworldError: suite, mall, catalog or browser are missing or wrong.
    """
    home = home or Home.from_environment()
    suite = find_suite(settings.suite, home.folder)
    tasks = tuple(select_tasks(suite.tasks, settings.filters))
    environment = environment_of(suite)
    if environment == "tools":
        declared = declare_all(settings.agents, "catalog", settings.models, settings.commands, settings.pass_env)
        return _prepare_tools(settings, suite, tasks, home, declared)
    declared = declare_all(settings.agents, "mall", settings.models, settings.commands, settings.pass_env)
    met_by = sorted({one.environment("mall") for one in declared.values()})
    folder = Path(settings.mall) if settings.mall else home.mall(suite.mall)
    mall = Mall.open(folder)
    try:
        browser = _browser_of(declared) if "browser" in met_by else ""
        world = describe_world(suite, tasks, mall, browser=browser, tools=_interfaces(met_by, settings.retrieval))
        corpus = build_corpus(mall, home.folder, progress) if _SEARCHED & {*met_by} else None
    finally:
        mall.close()
    stage = OpenMallStage(
        folder.resolve(),
        settings.screenshots,
        pictures=any(one.pictures is not Pictures.NONE for one in declared.values()),
        models=settings.models,
        seed=settings.seed,
        commands=settings.commands,
        declarations=declared,
        corpus=corpus.resolve() if corpus else None,
        retrieval=settings.retrieval,
    )
    if corpus:
        Corpus(corpus, settings.retrieval)  # makes what is missing before there are several who need it
    return Plan(settings, suite, tasks, world, stage)


def _browser_of(declared: Mapping[str, AgentDeclaration]) -> str:
    """Version of our browser; none where every agent brings one of its own."""
    return "" if all(one.own_browser for one in declared.values()) else find_browser().version


def _prepare_tools(
    settings: RunSettings,
    suite: Suite,
    tasks: tuple[Task, ...],
    home: Home,
    declared: Mapping[str, AgentDeclaration],
) -> Plan:
    folder = catalog_folder(suite, home, settings.catalog)
    with Catalog.open(folder) as catalog:
        world = describe_tool_world(suite, tasks, catalog, settings.tools)
    stage = OpenToolStage(folder.resolve(), settings.tools, settings.models, settings.seed, settings.commands, declared)
    return Plan(settings, suite, tasks, world, stage)


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


def refuse_other_catalog(suite: Suite, catalog: Catalog) -> None:
    """Refuses a catalog that the suite was not made for.

    Raises:
        RunError: their hashes differ.
    """
    if suite.catalog_hash != catalog.content_hash:
        raise RunError(
            f"suite {suite.name!r} was made for catalog {suite.catalog!r} with hash {suite.catalog_hash[:16]}, "
            f"the catalog found has {catalog.content_hash[:16]}",
            hint="Make or import the suite again for this catalog, or name the right one with --catalog.",
        )


def describe_tool_world(suite: Suite, tasks: Sequence[Task], catalog: Catalog, profile: ToolProfile) -> World:
    """What a run of these tasks by tools over this catalog depends on.

    Raises:
        RunError: the suite was made for another catalog.
    """
    refuse_other_catalog(suite, catalog)
    return World(
        package=__version__,
        suite=suite.name,
        suite_version=suite.version,
        suite_hash=suite_hash(suite),
        catalog=catalog.name,
        catalog_hash=catalog.content_hash,
        tools=f"{profile} {content_hash(_plain(tool_descriptions(profile)))}",
        tasks=task_hashes(tasks),
    )


def _interfaces(environments: Sequence[str], retrieval: Retrieval) -> str:
    """A hash over the descriptions of the tools of each interface; empty for a browser alone."""
    tools = {one: _plain(interface_tools(one)) for one in environments}
    told = [f"{one} {content_hash(described)}" for one, described in tools.items() if described]
    return ", ".join(f"{one} {retrieval}" if one.split()[0] in _SEARCHED else one for one in told)


def _plain(tools: Sequence[ToolDescription]) -> list[tuple[str, str, object]]:
    return [(one.name, one.description, one.parameters) for one in tools]


def describe_world(suite: Suite, tasks: Sequence[Task], mall: Mall, *, browser: str, tools: str = "") -> World:
    """What a run of these tasks in this mall depends on.

    Raises:
        RunError: the suite was made for another mall.
    """
    if suite.mall_hash != mall.content_hash:
        raise RunError(
            f"suite {suite.name!r} was made for mall {suite.mall!r} with hash {suite.mall_hash[:16]}, "
            f"the mall found has {mall.content_hash[:16]}",
            hint="Make or import the suite again for this mall, or name the right one with --mall.",
        )
    return World(
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


def run(plan: Plan, out: Path, *, workers: int, watcher: Watcher) -> list[Result]:
    """Plays what the run folder still lacks, and returns all its results sorted by key.

    Args:
        plan: from `prepare`.
        out: the run folder; made, or taken up where it was left.
        workers: number of processes.
        watcher: is told of each result.

    Raises:
        RunError: the folder is of another run, or in use, or workers cannot start.
        KeyboardInterrupt: the run was stopped; the same command goes on. `Terminated` where SIGTERM stopped it.
    """
    folder = RunFolder(out)
    with folder.lock(), _terminate_as_interrupt():
        folder.begin(plan.settings, plan.world)
        briefing = Briefing(
            parent=0,
            folder=out.resolve(),
            settings=plan.settings,
            tasks={task.id: task for task in plan.tasks},
            hashes={task.id: hashes_of(task, plan.world) for task in plan.tasks},
            secret=secrets.token_bytes(32),
            open_stage=plan.open_stage,
        )
        keys = trial_keys(plan.settings.agents, plan.tasks, plan.settings.trials)
        Scheduler(folder, briefing, keys, watcher).run(workers)
        return sorted(folder.results(), key=lambda one: one.key)


def hashes_of(task: Task, world: World) -> Hashes:
    """What the results of a task depend on."""
    return Hashes(
        task=task_hash(task),
        checks=checks_hash(task),
        catalog=world.catalog_hash,
        mall=world.mall_hash,
        package=world.package,
    )


class Terminated(KeyboardInterrupt):
    """The process was asked to end by SIGTERM, not by Ctrl-C: who catches it should end the process."""


@contextmanager
def _terminate_as_interrupt() -> Iterator[None]:
    """SIGTERM stops a run as cleanly as Ctrl-C does."""

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise Terminated

    try:
        previous = signal.signal(signal.SIGTERM, interrupt)
    except ValueError:  # not the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)
