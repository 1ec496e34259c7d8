"""Options of `shopworld run` for agents with language models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shopworld.agents import COMMAND, WEBMALL_PRESETS, AgentName, WebOptions
from shopworld.errors import RunError
from shopworld.evaluation import AgentCommand, declare
from shopworld.jail import JailOptions


def agents_with_models(
    agents: Sequence[str],
    models: Sequence[str],
    *,
    axtree: bool,
    memory: bool,
    vision: bool,
    commands: Mapping[str, AgentCommand] | None = None,
    pass_env: Sequence[str] = (),
    jail: JailOptions | None = None,
) -> tuple[str, ...]:
    """The full names of the agents of a run.

    Args:
        agents: as they were given; a preset's name stands for an agent with its model.
        models: `provider/model`; each agent that needs one and names none is run with each of them.
        axtree: whether the web agent is to see the accessibility tree.
        memory: whether it is to take notes.
        vision: whether it is to see pictures.
        commands: agents that are programs, by name. A command line that stands in an agent's name itself may ask a
            model wherever one is given.
        pass_env: names of environment variables that other people's classes get although they may hold keys.
        jail: what is said of the jail in which they are asked.

    Raises:
        RunError: the options fit no agent.
        AgentError: there is no such agent, or it cannot be made.
    """
    names: list[str] = []
    used_models = used_axes = False
    for given in agents:
        name = AgentName.parse(WEBMALL_PRESETS.get(given, given))
        if name.base == "web":
            used_axes = True
            options = WebOptions(axtree=axtree or not vision, memory=memory, vision=vision)
            name = AgentName(options.name, name.model, name.interface)
        if models and not name.model and _takes_model(name, commands or {}, pass_env, jail):
            used_models = True
            names += [str(AgentName(name.base, model, name.interface)) for model in models]
        else:
            names.append(str(name))
    if models and not used_models:
        raise RunError("--model is given, and no agent needs one", hint="Give --agent web, or leave --model out.")
    if (axtree or memory or vision) and not used_axes:
        raise RunError("--axtree, --memory and --vision set up the agent web, and it is not among the agents")
    return tuple(dict.fromkeys(names))


def _takes_model(
    name: AgentName, commands: Mapping[str, AgentCommand], pass_env: Sequence[str], jail: JailOptions | None
) -> bool:
    """Whether an agent asks a language model, where one is given."""
    return name.base.startswith(COMMAND) or declare(str(name), commands, pass_env, jail).needs_model


def agents_by_interfaces(agents: Sequence[str], interfaces: Sequence[str]) -> tuple[str, ...]:
    """The agents of a run by each of the interfaces; one whose name says an interface already is left as it is.

    Args:
        agents: full names.
        interfaces: `browser`, `tools`, …; none: each agent meets a mall as it is made to.
    """
    names: list[str] = []
    for given in agents:
        name = AgentName.parse(given)
        if name.interface or not interfaces:
            names.append(given)
        else:
            names += [str(AgentName(name.base, name.model, interface)) for interface in interfaces]
    return tuple(dict.fromkeys(names))
