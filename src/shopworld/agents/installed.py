"""Agents that other packages bring along, by the entry-point group `shopworld.agents`."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from shopworld.errors import AgentError

GROUP = "shopworld.agents"


def installed_agents() -> tuple[str, ...]:
    """Names of the agents that installed packages register, in alphabetical order."""
    return tuple(sorted({one.name for one in entry_points(group=GROUP)}))


def find_installed(name: str) -> str:
    """`module:Class` of an agent that an installed package registers; empty where none does.

    Raises:
        AgentError: two packages register that name for different classes.
    """
    found = {one.value: one for one in entry_points(group=GROUP, name=name)}
    if len(found) > 1:
        raise AgentError(
            f"the agent {name!r} is registered by several packages: {', '.join(sorted(map(_told, found.values())))}",
            hint="Uninstall all but one of them, or name the class: module:Class.",
        )
    return next(iter(found), "")


def _told(entry: EntryPoint) -> str:
    package = entry.dist.name if entry.dist is not None else "an unknown package"
    return f"{package} ({entry.value})"
