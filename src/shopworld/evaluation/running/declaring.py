"""What the agents of a run declare, asked once before anything is played."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

from shopworld.agents import ORACLE, AgentDeclaration, AgentName, World, declared_here
from shopworld.agents.registry import find_source, refuse_model_or_none
from shopworld.evaluation.running.agent_subprocess import AgentSubprocess
from shopworld.evaluation.running.outside.commands import AgentCommand, outside_command
from shopworld.models import EpisodeModel, Models, ModelSettings
from shopworld.models.chat import UNASKED


def declare(
    name: str, commands: Mapping[str, AgentCommand] | None = None, variables: Sequence[str] = ()
) -> AgentDeclaration:
    """What an agent declares. Somebody else's code is asked in a process of its own, and never loaded here.

    Args:
        name: of the agent; one that needs a language model need not name it.
        commands: agents that are programs, by name; these are looked for, and not started.
        variables: environment variables that somebody else's class gets although they may hold keys.

    Raises:
        AgentError: there is no such agent, it cannot be made, or what it declares is wrong.
    """
    command = outside_command(name, commands or {})
    if command is not None:
        command.check(name)
        return command.declaration(name)
    if AgentName.parse(name).base != ORACLE and find_source(name).outside:
        with contextlib.closing(AgentSubprocess(name, variables=variables)) as agent_process:
            return agent_process.declaration()
    with contextlib.closing(Models()) as models:
        return declared_here(name, EpisodeModel(AgentName.parse(name).model, UNASKED, models, None))


def declare_all(
    names: Sequence[str],
    world: World,
    settings: ModelSettings | None = None,
    commands: Mapping[str, AgentCommand] | None = None,
    given: Mapping[str, AgentDeclaration] | None = None,
    variables: Sequence[str] = (),
) -> dict[str, AgentDeclaration]:
    """What the agents of a run declare, by name; that each can be made and plays in that world, is checked.

    Args:
        names: of the agents.
        world: where they are to shop.
        settings: how language models are called; none is called here.
        commands: agents that are programs, by name.
        given: what is known already, by name; see `declare_given`.
        variables: see `declare`.

    Raises:
        AgentError: see `declare`; or an agent plays elsewhere, lacks its language model, or names one in vain.
        ModelError: a language model cannot be called as asked.
    """
    known = given or {}
    declared = {name: known.get(name) or declare(name, commands, variables) for name in names}
    with contextlib.closing(Models(settings)) as models:
        for name, declaration in declared.items():
            declaration.environment(world)
            named = AgentName.parse(name)
            if declaration.needs_model or not declaration.own_browser:
                refuse_model_or_none(named, needs_model=declaration.needs_model)
            if declaration.needs_model:
                models.check(named.model)
    return declared
