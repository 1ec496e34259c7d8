"""Agents by name: the built-in ones, those of installed packages, and anyone's as `module:Class`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from shopworld.agents.built_in import AGENT_NAMES, BUILT_IN, ORACLE, environments_of
from shopworld.agents.declaration import AgentDeclaration, refuse_unknown
from shopworld.agents.making import make_from, wants_pictures
from shopworld.agents.naming import AgentName
from shopworld.agents.protocol import Agent
from shopworld.environments import interfaces
from shopworld.errors import AgentError, did_you_mean
from shopworld.extensions import Group, load
from shopworld.models import LanguageModel

_INSTALLED = Group("shopworld.agents", "agent", AgentError)


@dataclass(frozen=True, slots=True)
class AgentSource:
    """Where the code behind a name is.

    Attributes:
        references: `module:Class`; several that share a name play in different environments.
        options: what the name says after the class's own: `axtree-memory` of `web-axtree-memory`.
        outside: whether it is somebody else's code.
    """

    references: tuple[str, ...]
    options: str = ""
    outside: bool = False


def find_source(name: str) -> AgentSource:
    """Where the code behind an agent's name is: of the known names that it begins with, the longest counts.

    Raises:
        AgentError: there is no such agent, or two installed packages register it.
    """
    base = AgentName.parse(name).base
    if AgentName.parse(name).is_class:
        module, _, rest = base.partition(":")
        kind, _, options = rest.partition("-")
        return AgentSource((f"{module}:{kind}",), options, outside=True)
    installed = installed_agents()
    known = [one for one in {*BUILT_IN, *installed} if base == one or base.startswith(f"{one}-")]
    if not known:
        raise AgentError(
            f"no agent is called {name!r}",
            hint=f"{did_you_mean(base, {*AGENT_NAMES, *installed})}Built in: {', '.join(AGENT_NAMES)}. "
            + (f"Installed: {', '.join(installed)}. " if installed else "")
            + "Your own: module:Class, e.g. my_agent:MyAgent, or a program: 'command:python my_agent.py'.",
        )
    found = max(known, key=len)
    options = base[len(found) + 1 :]
    if base != found and not options:
        raise AgentError(f"no agent is called {name!r}", hint=f"Did you mean {found!r}?")
    if found in BUILT_IN:
        return AgentSource(BUILT_IN[found], options)
    return AgentSource((find_installed(found),), options, outside=True)


def declared_here(name: str, model: LanguageModel, kind: Any = None) -> AgentDeclaration:
    """What an agent declares. Its code is loaded into this process, and an agent is made of it.

    Args:
        name: of the agent.
        model: to make it with, where it needs one; it need not answer.
        kind: its class, where the name does not lead to it.

    Raises:
        AgentError: there is no such agent, it cannot be made, or what it declares is wrong.
    """
    if AgentName.parse(name).base == ORACLE:
        return AgentDeclaration(name, tuple(interfaces()))
    source, kinds = _kinds(name, kind)
    own_browser = any(getattr(one, "own_browser", False) for one in kinds)
    made = None if own_browser else make_from(kinds[0], name, source.options, model)
    told = kinds if isinstance(kinds[0], type) else [made]
    return AgentDeclaration(
        name,
        tuple(dict.fromkeys(environment for one in told for environment in _environments(one, name))),
        pictures=wants_pictures(made, name),
        needs_model=any(getattr(one, "needs_model", False) for one in kinds),
        own_browser=own_browser,
        outside=source.outside,
    )


def make_agent(
    name: str,
    environment: str = "browser",
    open_model: Callable[[str], LanguageModel] | None = None,
    kind: Any = None,
) -> Agent:
    """Makes an agent for one episode, in this process.

    Args:
        name: a built-in name, with `@provider/model` for one with a language model; a name that an installed package
            registers; or `module:Class` (the working directory is searched too).
        environment: where it is to shop.
        open_model: opens a language model by name, for agents that need one.
        kind: its class, where the name does not lead to it.

    Raises:
        AgentError: there is no such agent, it cannot be made, or it is made for another environment.
    """
    parsed = AgentName.parse(name)
    if parsed.base == ORACLE:
        raise AgentError("the oracle needs the task's solution; make it with `make_oracle` or `make_tool_oracle`")
    source, kinds = _kinds(name, kind)
    playing = [one for one in kinds if not isinstance(one, type) or environment in _environments(one, name)]
    if not playing:
        plays = tuple(place for one in kinds for place in _environments(one, name))
        AgentDeclaration(name, plays).playing(environment)
    chosen = playing[0]
    if getattr(chosen, "own_browser", False):
        raise AgentError(
            f"the agent {name!r} is a program, which only a run can start",
            hint=f"With `shopworld run`: --agent {parsed.base} --model openai/gpt-5.",
        )
    needs_model = bool(getattr(chosen, "needs_model", False))
    refuse_model_or_none(parsed, needs_model=needs_model)
    if needs_model and open_model is None:
        raise AgentError(f"the agent {name!r} needs a language model, and nobody opens one here")
    model = open_model(parsed.model) if needs_model and open_model is not None else None
    return make_from(chosen, name, source.options, model)


def refuse_model_or_none(name: AgentName, *, needs_model: bool) -> None:
    """Refuses a name without the model that the agent needs, or with one that it does not ask.

    Raises:
        AgentError: it is such a name.
    """
    if needs_model and not name.model:
        raise AgentError(
            f"the agent {str(name)!r} needs a language model",
            hint=f"Give --model provider/model, or write {name.base}@openai/gpt-5.",
        )
    if name.model and not needs_model:
        raise AgentError(
            f"the agent {name.base!r} asks no language model, and is to get {name.model}",
            hint="Who is to get one says so: a class by needs_model = True, a table of a program by model = true.",
        )


def _kinds(name: str, kind: Any) -> tuple[AgentSource, list[Any]]:
    if kind is not None:
        return AgentSource((), outside=True), [kind]
    source = find_source(name)
    here = str(Path.cwd())
    if source.outside and here not in sys.path:
        sys.path.insert(0, here)
    try:
        return source, [load(one) for one in source.references]
    except Exception as error:  # the code may be someone else's: anything may come out of it
        hint = ""
        if isinstance(error, AttributeError) and isinstance(error.obj, ModuleType):
            hint = did_you_mean(error.name or "", vars(error.obj)).strip()
        raise AgentError(
            f"the agent {name!r} cannot be made: {type(error).__name__}: {error}", hint=hint or None
        ) from error


def _environments(kind: Any, name: str) -> tuple[str, ...]:
    stated = environments_of(kind)
    refuse_unknown(stated, name)
    return stated


def installed_agents() -> tuple[str, ...]:
    """Names of the agents that installed packages register, in alphabetical order."""
    return _INSTALLED.names()


def find_installed(name: str) -> str:
    """`module:Class` of an agent that an installed package registers; empty where none does.

    Raises:
        AgentError: two packages register that name for different classes.
    """
    return _INSTALLED.reference(name)
