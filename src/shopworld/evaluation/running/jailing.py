"""The jail of a run's agents: what its settings allow, what is hidden of it, and how results call it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from shopworld.agents import AgentDeclaration
from shopworld.evaluation.agent_commands import AgentCommand, outside_command
from shopworld.evaluation.provenance import first_names
from shopworld.evaluation.records import Isolation
from shopworld.evaluation.settings import RunSettings
from shopworld.jail import JailOptions, Level, around, works, works_within

JAIL_WORKERS = "SHOPWORLD_JAIL_WORKERS"
"""Environment variable that is 1 where workers are to play any suite in a jail."""


def jail_options(settings: RunSettings, hidden: Iterable[Path] = ()) -> JailOptions:
    """What a run's settings say of the jail.

    Args:
        settings: of the run.
        hidden: files and folders that hold answers: the home, the world, the run.

    Raises:
        InputError: an allowed host is none, or a path is not there.
    """
    given = (Path(one) for one in (settings.mall, settings.catalog, settings.suite) if one)
    options = JailOptions(trust=settings.trust, hidden=tuple(dict.fromkeys((*hidden, *given))))
    return options.with_holes(settings.allow_host, (), settings.mount)


def hidden_of_a_run(folder: Path) -> tuple[Path, ...]:
    """The folder of a run, and the folder of runs that it is in: other agents' runs tell answers."""
    folder = folder.absolute()
    above = folder.parent
    return (above,) if above.name == "runs" else (folder,)


def isolations(
    names: Iterable[str],
    declared: Mapping[str, AgentDeclaration],
    commands: Mapping[str, AgentCommand],
    options: JailOptions,
) -> dict[str, Isolation]:
    """How results call what keeps agents from the answers, by name; of the built-in ones nothing is said.

    Args:
        names: of agents.
        declared: what they declare.
        commands: those that are programs.
        options: what the user says of the jail.
    """
    found = {}
    for name in names:
        command = outside_command(name, commands)
        if command is not None:
            found[name] = isolation_of(command.jail(options))
        elif declared[name].outside:
            found[name] = isolation_of(options.with_holes(variables=declared[name].variables))
    return found


def asks_for_jailed_workers(answers: str) -> bool:
    """Whether workers play in a jail: where a suite is sealed, and where it is asked for.

    Who has the package and the seed of another suite has its answers without a file.

    Args:
        answers: what the suite gives away, as `world.json` says it.
    """
    return answers == "sealed" or os.environ.get(JAIL_WORKERS) == "1"


def level_of_workers(options: JailOptions, *, nested: bool) -> Level:
    """What holds workers; nothing where their user trusts all that plays.

    Args:
        options: what the user says of the jail.
        nested: whether workers put agents into jails: those come first.
    """
    held = options.held
    if held is Level.NONE or (nested and not works_within(held)) or not works(around(held)):
        return Level.NONE
    return around(held)


def isolation_lines(found: Mapping[str, Isolation], options: JailOptions) -> list[str]:
    """What a user has to know of it before a run begins; nothing where all is as they asked."""
    bare = [name for name, isolation in found.items() if isolation is Isolation.TRUSTED]
    if options.trust or not bare:
        return []
    return [
        f"No jail works on this machine: {first_names(bare)} can read your files, answers among them. Results say "
        "'trusted'. `shopworld doctor` says what is missing."
    ]


def workers_said(held: Level) -> str:
    """How `world.json` calls what keeps workers from suites and from what others played.

    Landlock leaves a process that nobody watches the machine's network.
    """
    if held is Level.NONE:
        return str(Isolation.TRUSTED)
    return str(Isolation.WITH_EXCEPTIONS if held is Level.LANDLOCK else Isolation.ISOLATED)


def isolation_of(options: JailOptions) -> Isolation:
    """How results call what keeps an agent from the answers."""
    if options.held is Level.NONE:
        return Isolation.TRUSTED
    return Isolation.WITH_EXCEPTIONS if options.has_holes else Isolation.ISOLATED
