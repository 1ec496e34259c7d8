"""Options of `shopworld run` for agents that are programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from shopworld.agents import AgentName
from shopworld.agents.built_in import is_built_in
from shopworld.errors import RunError
from shopworld.evaluation.running.outside import AgentCommand, read_commands


def commands_of(
    agents: Sequence[str], listed: Path | None, pass_env: Sequence[str], step_seconds: float | None
) -> dict[str, AgentCommand]:
    """The agents of a run that are programs, by name without interface and model.

    Args:
        agents: of the run.
        listed: TOML file with commands that have a name.
        pass_env: names of environment variables for the commands that stand in agents' names, and for classes.
        step_seconds: wall time for one answer of theirs.

    Raises:
        RunError: the options fit no agent.
        AgentError: a command line cannot be read.
        InputError: the file is wrong.
    """
    known = read_commands(listed) if listed is not None else {}
    bases = [AgentName.parse(name).base for name in agents]
    commands = {base: known[base] for base in bases if base in known}
    settings = {"environment": tuple(pass_env), **({"step_seconds": step_seconds} if step_seconds else {})}
    named = {base: command for base in bases if (command := AgentCommand.parse(base)) is not None}
    classes = [base for base in bases if base not in known and base not in named and not is_built_in(base)]
    if (step_seconds and not named) or (pass_env and not named and not classes):
        raise RunError(
            "--pass-env and --step-seconds are for agents that are given as command:… or browser-command:…, "
            "--pass-env for other people's classes too",
            hint='In a file of agents, write `environment = ["NAME"]` and `step_seconds = 60` into the agent\'s table.',
        )
    if pass_env or step_seconds:
        commands |= {name: command.model_copy(update=settings) for name, command in named.items()}
    if listed is not None and not commands.keys() & known.keys():
        raise RunError(f"no agent of {listed} is in the run", hint=f"Give --agent {next(iter(known), 'NAME')}.")
    return commands
