"""A run from beginning to end: agents times tasks times trials, into one folder that the same command goes on with."""

from __future__ import annotations

import errno
import logging
import secrets
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType

from shopworld.agents import AgentDeclaration
from shopworld.environments import Pictures, find_browser
from shopworld.errors import RunError
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.records import Result
from shopworld.evaluation.running.confinement import worker_jail
from shopworld.evaluation.running.declaring import declare_all
from shopworld.evaluation.running.faults import OutagePolicy
from shopworld.evaluation.running.grader import Grader
from shopworld.evaluation.running.grading_again import grade_failed_again
from shopworld.evaluation.running.jailed_workers import take_left
from shopworld.evaluation.running.jailing import jail_options, level_of_workers, workers_said
from shopworld.evaluation.running.local_workers import LocalWorkers
from shopworld.evaluation.running.opening import environment_of, hashes_of, open_suite
from shopworld.evaluation.running.plan import RunPlan
from shopworld.evaluation.running.processes import hide_memory
from shopworld.evaluation.running.scheduler import RunObserver, Scheduler, trial_keys
from shopworld.evaluation.running.worker import WorkerSetup
from shopworld.evaluation.running.worker_count import Workers, read_workers
from shopworld.evaluation.running.workforce import Workforce
from shopworld.evaluation.settings import RunSettings, select_tasks
from shopworld.mall import Home
from shopworld.tasks import Suite, find_suite

logger = logging.getLogger("shopworld.run")


def prepare(
    settings: RunSettings,
    *,
    home: Home | None = None,
    suite: Suite | None = None,
    given: Mapping[str, AgentDeclaration] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> RunPlan:
    """Loads the suite and its mall or catalog, and checks that they belong together and that agents can be made.

    A suite for a mall needs a browser, where an agent meets it by pages; one for a catalog is played by tools alone.
    Where an agent searches the mall's corpus, it is made first, unless that was done before.

    Args:
        settings: what was asked.
        home: where suites, malls, catalogs and corpora are.
        suite: the suite, where it is loaded already.
        given: what agents declare that were given as objects, by name.
        progress: is told of each page that is read for a corpus.

    Raises:
        RunError: mall or catalog is not the one the suite was made for, or no task fits the filters.
        AgentError: an agent is unknown, or made for another environment.
        ShopworldError: suite, mall, catalog or browser are missing or wrong.
    """
    home = home or Home.from_environment()
    suite = suite or find_suite(settings.suite, home.folder)
    select_tasks(suite.tasks, settings.filters)  # a wrong filter is told before agents are made
    kind = "catalog" if environment_of(suite) == "tools" else "mall"
    jail = jail_options(settings, (home.folder,))
    declared = declare_all(settings.agents, kind, settings.models, settings.commands, given, settings.pass_env, jail)
    if any(one.outside for one in declared.values()):
        jail = replace(jail, level=jail.held)  # found out once, not by each worker
    met_by = sorted({one.environment(kind) for one in declared.values()})
    browser = _browser_of(declared) if "browser" in met_by else ""
    images = any(one.pictures is not Pictures.NONE for one in declared.values())
    opening = open_suite(suite, settings, met_by, home=home, browser=browser, images=images, progress=progress)
    nested = any(one.outside for one in declared.values())
    plan = RunPlan(opening, declared, jail, level_of_workers(jail, nested=nested))
    told = {"isolation": dict(plan.isolations), "workers": workers_said(plan.workers_level)}
    provenance = opening.provenance.model_copy(update=told)
    return replace(plan, opening=replace(opening, provenance=provenance))


def _browser_of(declared: Mapping[str, AgentDeclaration]) -> str:
    """Version of our browser; none where every agent brings one of its own."""
    return "" if all(one.own_browser for one in declared.values()) else find_browser().version


def run(
    plan: RunPlan,
    out: Path,
    *,
    workers: Workers,
    watcher: RunObserver,
    retry_errors: bool = True,
    policy: OutagePolicy | None = None,
    tell: Callable[[str], None] = logger.warning,
    ray: str = "",
) -> list[Result]:
    """Plays what the run folder still lacks, and returns all its results sorted by key.

    Trials that infrastructure faults ended are played again, and what the grader failed at is graded again.

    Args:
        plan: from `prepare`.
        out: the run folder; made, or taken up where it was left.
        workers: number of processes; `auto`: what this machine gives, or one for each processor of the cluster.
        watcher: is told of each result.
        retry_errors: whether those that faults ended are played or graded again.
        policy: when faults are taken for an outage, and how long it is waited.
        tell: is told when the run pauses, and when it goes on.
        ray: address of a Ray cluster whose nodes play, or `local`; empty: this machine does.

    Raises:
        ClusterError: the cluster cannot be reached, or a node has other software.
        RunError: the folder is of another run, or in use, or full, or workers cannot start, or an outage lasts.
        KeyboardInterrupt: the run was stopped; the same command goes on. `Terminated` where a signal stopped it.
    """
    folder = RunFolder(out)
    hide_memory()
    with folder.lock(), _terminate_as_interrupt(), _full_disk_as_error(out):
        opening = plan.opening
        alone = not ray  # nodes of a cluster have their own places, and hold no suite
        provenance = opening.provenance if alone else opening.provenance.model_copy(update={"workers": ""})
        folder.begin(plan.settings, provenance)
        take_left(folder)
        setup = WorkerSetup(
            parent=0,
            folder=out.resolve(),
            settings=plan.settings,
            secret=secrets.token_bytes(32),
            open_players=plan.open_players(out),
            jail=worker_jail(plan, out) if alone else None,
        )
        if retry_errors:
            for result in grade_failed_again(folder, opening.tasks, opening.folders):
                watcher.finished(result)
        keys = trial_keys(plan.settings.agents, opening.tasks, plan.settings.trials)
        hashes = {task.id: hashes_of(task, opening.provenance) for task in opening.tasks}
        grounds = replace(opening.folders, corpus=None)
        with (
            Grader(opening.tasks, hashes, grounds.open, plan.settings.screenshots, plan.isolations) as grader,
            _workforce(plan, setup, ray, workers, tell) as (workforce, count),
        ):
            scheduler = Scheduler(
                folder,
                plan.settings,
                workforce,
                keys,
                grader,
                watcher,
                retry_errors=retry_errors,
                policy=policy,
                tell=tell,
            )
            scheduler.run(count)
        return sorted(folder.results(), key=lambda one: one.key)


@contextmanager
def _workforce(
    plan: RunPlan, setup: WorkerSetup, ray: str, workers: Workers, tell: Callable[[str], None]
) -> Iterator[tuple[Workforce, int]]:
    """Who starts workers, on this machine or in a cluster, and how many there are to be."""
    if not ray:
        yield LocalWorkers(setup), plan.choose_workers(workers).count
        return
    from shopworld.evaluation.running.cluster_workers import cluster_workers

    asked = read_workers(workers)
    with cluster_workers(plan, setup, ray, asked, tell) as workforce:
        yield workforce, asked or max(1, workforce.cluster.processors)


class Terminated(KeyboardInterrupt):
    """The process was asked to end by a signal, not by Ctrl-C: who catches it should end the process.

    Args:
        signal: SIGTERM, or SIGHUP where its terminal is gone.
    """

    def __init__(self, signal: int) -> None:
        super().__init__()
        self.signal = signal


@contextmanager
def _terminate_as_interrupt() -> Iterator[None]:
    """SIGTERM and SIGHUP stop a run as cleanly as Ctrl-C does; what `nohup` ignores stays ignored."""

    def interrupt(kind: int, _frame: FrameType | None) -> None:
        raise Terminated(kind)

    kinds = [one for one in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(one) is not signal.SIG_IGN]
    try:
        previous = {kind: signal.signal(kind, interrupt) for kind in kinds}
    except ValueError:  # not the main thread
        yield
        return
    try:
        yield
    finally:
        for kind, before in previous.items():
            signal.signal(kind, before)


@contextmanager
def _full_disk_as_error(folder: Path) -> Iterator[None]:
    """A disk without room stops a run with a message that names the place; what is written stays."""
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise RunError(
            f"no space is left where {error.filename or folder} is; the results so far are kept",
            hint="Make room; the same command goes on.",
        ) from error
