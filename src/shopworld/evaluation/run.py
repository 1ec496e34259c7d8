"""A run from beginning to end: agents times tasks times trials, into one folder that the same command goes on with."""

from __future__ import annotations

import secrets
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path
from types import FrameType

from shopworld import __version__
from shopworld.environments import find_browser
from shopworld.errors import RunError
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.records import Hashes, Result
from shopworld.evaluation.scheduler import Scheduler, Watcher, trial_keys
from shopworld.evaluation.settings import RunSettings, select_tasks
from shopworld.evaluation.stage import OpenBrowserStage, check_agents
from shopworld.evaluation.worker import Briefing, OpenStage
from shopworld.evaluation.world import World, content_hash, task_hashes
from shopworld.mall import Home, Mall
from shopworld.tasks import Suite, Task, checks_hash, find_suite, suite_hash, task_hash


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


def prepare(settings: RunSettings, *, home: Home | None = None) -> Plan:
    """Loads suite and mall, checks that they belong together, that agents can be made, and that there is a browser.

    Raises:
        RunError: the mall is not the one the suite was made for, an agent is unknown, or no task fits the filters.
        ShopworldError: suite, mall or browser are missing or wrong.
    """
    home = home or Home.from_environment()
    suite = find_suite(settings.suite, home.folder)
    folder = Path(settings.mall) if settings.mall else home.mall(suite.mall)
    tasks = tuple(select_tasks(suite.tasks, settings.filters))
    check_agents(settings.agents)
    mall = Mall.open(folder)
    try:
        world = describe_world(suite, tasks, mall, browser=find_browser().version)
    finally:
        mall.close()
    return Plan(settings, suite, tasks, world, OpenBrowserStage(folder.resolve(), settings.screenshots))


def describe_world(suite: Suite, tasks: Sequence[Task], mall: Mall, *, browser: str) -> World:
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
        browser=browser,
        fonts=_fonts_hash(),
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
        KeyboardInterrupt: the run was stopped; the same command goes on.
    """
    folder = RunFolder(out)
    with folder.lock(), _terminate_as_interrupt():
        folder.begin(plan.settings, plan.world)
        briefing = Briefing(
            parent=0,
            folder=out.resolve(),
            settings=plan.settings,
            tasks={task.id: task for task in plan.tasks},
            hashes={task.id: _hashes(task, plan.world) for task in plan.tasks},
            secret=secrets.token_bytes(32),
            open_stage=plan.open_stage,
        )
        keys = trial_keys(plan.settings.agents, plan.tasks, plan.settings.trials)
        Scheduler(folder, briefing, keys, watcher).run(workers)
        return sorted(folder.results(), key=lambda one: one.key)


def _hashes(task: Task, world: World) -> Hashes:
    return Hashes(
        task=task_hash(task),
        checks=checks_hash(task),
        catalog=world.catalog_hash,
        mall=world.mall_hash,
        package=world.package,
    )


@contextmanager
def _terminate_as_interrupt() -> Iterator[None]:
    """SIGTERM stops a run as cleanly as Ctrl-C does."""

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    try:
        previous = signal.signal(signal.SIGTERM, interrupt)
    except ValueError:  # not the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)
