"""The jail of a run's workers, made from its plan."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from shopworld.environments import find_browser
from shopworld.evaluation.agent_commands import outside_command
from shopworld.evaluation.running.plan import RunPlan
from shopworld.evaluation.running.worker_jail import WorkerJail
from shopworld.jail import Level, policy_for_worker
from shopworld.models import LEDGER, key_values

_LOCK = ".tantivy-meta.lock"
"""Empty; held by whoever opens a search index."""


def worker_jail(plan: RunPlan, folder: Path) -> WorkerJail | None:
    """The jail of a run's workers; None: its user trusts all that plays, or no jail works here.

    Args:
        plan: of the run.
        folder: of the run, begun.
    """
    if plan.workers_level is Level.NONE:
        return None
    settings, folders = plan.settings, plan.opening.folders
    asks = any(one.needs_model for one in plan.declared.values())
    own = []
    if asks:
        (folder / LEDGER).touch()
        own.append(folder / LEDGER)
    has_browser = plan.opening.provenance.browser or any(one.own_browser for one in plan.declared.values())
    browser = str(find_browser().path) if has_browser else ""
    options = plan.jail
    commands = []
    holes = bool(options.hosts)
    for name in settings.agents:
        command = outside_command(name, settings.commands)
        if command is not None:
            commands.append((command.program(name), command.command))
            options = command.jail(options)
            holes = holes or bool(command.allow_host)
    world = [one for one in (folders.mall, folders.catalog, folders.corpus) if one is not None]
    if settings.models.prices:
        world.append(Path(settings.models.prices))
    own += [lock for one in world for lock in one.rglob(_LOCK)]
    if os.geteuid() == 0:  # a worker becomes another user
        for one in world:
            open_to_all(one)
    calls = asks and not settings.models.replay
    policy = policy_for_worker(options, commands, world, own, browser=browser, online=calls or holes)
    variables = {**(key_values() if calls else {}), **({"SHOPWORLD_BROWSER": browser} if browser else {})}
    return WorkerJail(plan.workers_level, policy, variables)


def open_to_all(world: Path) -> None:
    """Lets everybody read the files of a world that lie beside files that everybody may read: it is what shops show.

    A search index keeps some of its files for whoever made it.
    """
    for folder, _, files in os.walk(world):
        if Path(folder).stat().st_mode & 0o005 != 0o005:
            continue
        for name in files:
            path = Path(folder, name)
            mode = path.lstat().st_mode
            wanted = mode | (0o666 if name == _LOCK else 0o444)
            if stat.S_ISREG(mode) and mode != wanted:
                path.chmod(stat.S_IMODE(wanted))
