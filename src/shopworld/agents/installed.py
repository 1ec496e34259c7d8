"""Agents that other packages bring along, by the entry-point group `shopworld.agents`.

An entry point names the agent's class. It is not loaded here: the code of others runs in processes of its own.
"""

from __future__ import annotations

from shopworld.errors import AgentError
from shopworld.extensions import Group

_INSTALLED = Group("shopworld.agents", "agent", AgentError)


def installed_agents() -> tuple[str, ...]:
    """Names of the agents that installed packages register, in alphabetical order."""
    return _INSTALLED.names()


def find_installed(name: str) -> str:
    """`module:Class` of an agent that an installed package registers; empty where none does.

    Raises:
        AgentError: two packages register that name for different classes.
    """
    return _INSTALLED.reference(name)
