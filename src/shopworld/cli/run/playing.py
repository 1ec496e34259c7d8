"""Plays what `shopworld run` was asked for, shown while it goes on and stopped cleanly; unseen tasks beside."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence

import typer
from rich.console import Console

from shopworld.api import counted, in_words
from shopworld.cli.progress import progress as shown
from shopworld.errors import RunError
from shopworld.evaluation import (
    Result,
    RunFolder,
    RunPlan,
    RunProgress,
    RunSettings,
    Terminated,
    isolation_lines,
    prepare,
)
from shopworld.evaluation import run as play
from shopworld.mall import DEFAULT_MALL, Home
from shopworld.tasks import Disclosure

STOPPED = 130
"""Exit status after Ctrl-C, as shells have it."""


def prepared(settings: RunSettings, console: Console) -> RunPlan:
    """Loads suite and world and checks that agents can be made; the default suite is made where it is not there.

    Raises:
        ShopworldError: something of it is missing or wrong.
    """
    with shown() as told:
        if settings.suite == DEFAULT_MALL and not settings.mall:
            from shopworld.guru import ensure_default  # what makes tasks is loaded for this suite alone

            ensure_default(Home.from_environment(), in_words(told, "Opening the mall default"))
        plan = prepare(settings, progress=counted(told, "Reading the shops' pages"))
    if words := Disclosure(plan.opening.provenance.answers).words:
        console.print(f"The suite {plan.opening.suite.name}: {words}.", highlight=False)
    for line in isolation_lines(plan.isolations, plan.jail):
        console.print(line, style="yellow", highlight=False)
    return plan


def planned_lines(plan: RunPlan, folder: RunFolder) -> Iterator[str]:
    """What would be played, for people."""
    settings, opening = plan.settings, plan.opening
    done = len(folder.results()) if folder.settings_file.exists() else 0
    tasks = f"{len(opening.tasks)} tasks, {settings.trials} trials each"
    yield f"Suite {opening.suite.name} {opening.suite.version}: {tasks}."
    yield f"Agents: {', '.join(settings.agents)}."
    yield f"{plan.trials - done} of {plan.trials} episodes are left to play, into {folder.path}."
    yield "Nothing was played: --dry-run."


def played(
    plan: RunPlan, folder: RunFolder, console: Console, *, workers: int, retry_errors: bool, ray: str = ""
) -> Sequence[Result]:
    """Plays what the folder still lacks.

    Args:
        plan: of the run.
        folder: of the run.
        console: for messages.
        workers: processes; 0: as many as fit.
        retry_errors: whether trials that faults ended are played again.
        ray: address of a cluster; empty for this machine.

    Raises:
        typer.Exit: it was stopped; the same command goes on.
    """
    agents = plan.settings.agents
    if not ray and (chosen := plan.choose_workers(workers)).reason:
        console.print(f"{chosen}.", highlight=False)
    console.print(f"Follow it in a browser: shopworld view {folder.path}", highlight=False, soft_wrap=True)
    with RunProgress(console, agents, plan.trials // len(agents), folder.results()) as progress:
        try:
            return play(
                plan,
                folder.path,
                workers=workers,
                watcher=progress,
                retry_errors=retry_errors,
                tell=progress.tell,
                ray=ray,
            )
        except KeyboardInterrupt as stop:
            ended_by = stop.signal if isinstance(stop, Terminated) else None
    done = len(folder.results())
    console.print(f"Stopped with {done} of {plan.trials} results in {folder.path}. The same command goes on.")
    if ended_by is not None:  # the process ends by it, as others do: a program around it is not left going on
        signal.raise_signal(ended_by)
    raise typer.Exit(STOPPED)


def unseen_folder(folder: RunFolder) -> RunFolder:
    """Where the unseen tasks of a run are played."""
    return RunFolder(folder.path.with_name(f"{folder.path.name}-unseen"))


def play_unseen(
    plan: RunPlan,
    folder: RunFolder,
    console: Console,
    *,
    workers: int,
    retry_errors: bool,
    seed: int | None,
    ray: str = "",
) -> Sequence[Result]:
    """Plays a suite like the one that was played, from a fresh seed; the same command goes on with it.

    Args:
        plan: of the run.
        folder: of the run.
        console: for messages.
        workers: processes.
        retry_errors: whether trials that faults ended are played again.
        seed: of the suite; drawn by default, or where it was begun before the one of then.
        ray: address of a cluster; empty for this machine.

    Raises:
        TaskError: nothing makes tasks like these.
        RunError: the folder is of another run.
    """
    beside = unseen_folder(folder)
    if beside.settings_file.exists():
        name = beside.settings().suite
        if seed is not None and not name.endswith(f"-{seed}"):
            raise RunError(f"{beside.path} was begun with the suite {name}", hint="Give another --out.")
    else:
        from shopworld.api import make_unseen_suite  # needs what makes tasks and shops, as playing does not

        with shown() as told:
            name = make_unseen_suite(plan.opening.suite, seed=seed, progress=told).name
        console.print(f"Unseen tasks: {name}", highlight=False)
    settings = plan.settings.model_copy(
        update={"suite": name, "unseen_of": plan.opening.suite.name, "filters": _fitting(plan.settings.filters)}
    )
    return played(prepared(settings, console), beside, console, workers=workers, retry_errors=retry_errors, ray=ray)


def _fitting(filters: Sequence[str]) -> tuple[str, ...]:
    """Filters by what unseen tasks share with the others; ids mean other tasks there.

    Raises:
        RunError: tasks were chosen by id.
    """
    if named := [one for one in filters if "=" not in one or one.startswith("id=")]:
        raise RunError(
            f"--unseen cannot be filtered by task ({', '.join(named)}): other tasks have these names there",
            hint="Filter by set, category, template or difficulty.",
        )
    return tuple(filters)
