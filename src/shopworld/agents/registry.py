"""Agents by name: the built-in ones, and anyone's as `module:Class`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from shopworld.agents.protocol import Agent
from shopworld.errors import AgentError
from shopworld.mall import Mall
from shopworld.tasks import Task

ORACLE = "oracle"


def _noop() -> Agent:
    from shopworld.agents.noop import NoopAgent

    return NoopAgent()


def _random() -> Agent:
    from shopworld.agents.random_walk import RandomAgent

    return RandomAgent()


def _list_everything() -> Agent:
    from shopworld.agents.list_everything import ListEverythingAgent

    return ListEverythingAgent()


def _keyword() -> Agent:
    from shopworld.agents.keyword import KeywordAgent

    return KeywordAgent()


_BUILT_IN: dict[str, Callable[[], Agent]] = {
    "keyword": _keyword,
    "list_everything": _list_everything,
    "noop": _noop,
    "random": _random,
}

AGENT_NAMES = (ORACLE, *_BUILT_IN)
"""Names of the built-in agents."""


def make_agent(name: str) -> Agent:
    """Makes an agent for one episode, from nothing but its name.

    Args:
        name: a built-in name, or `module:Class` (the working directory is searched too); the class is called without
            arguments.

    Raises:
        AgentError: there is no such agent, or it cannot be made.
    """
    if name in _BUILT_IN:
        return _BUILT_IN[name]()
    if name == ORACLE:
        raise AgentError("the oracle needs the task's solution; make it with `make_oracle`")
    module_name, _, class_name = name.partition(":")
    if not class_name:
        raise AgentError(
            f"no agent is called {name!r}",
            hint=f"Built in: {', '.join(AGENT_NAMES)}. Your own: module:Class, e.g. my_agent:MyAgent.",
        )
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        made = getattr(import_module(module_name), class_name)()
    except Exception as error:  # the code is someone else's: anything may come out of it
        raise AgentError(f"the agent {name!r} cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(made, "begin", None)) or not callable(getattr(made, "act", None)):
        raise AgentError(f"{name!r} is no agent: it needs begin(goal, *, seed) and act(observation)")
    agent: Agent = made
    return agent


def make_oracle(mall: Mall, task: Task) -> Agent:
    """Makes the oracle for one task; the only agent that is told the solution.

    Raises:
        AgentError: an offer of the solution is not in the mall.
    """
    from shopworld.agents.briefing import brief
    from shopworld.agents.oracle import OracleAgent

    return OracleAgent(brief(mall, task))
