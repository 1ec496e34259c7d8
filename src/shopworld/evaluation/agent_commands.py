"""Commands that are agents: `command:LINE`, `browser-command:LINE`, or a table in a TOML file."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from shopworld.agents import (
    BROWSER_COMMAND,
    BUILT_IN,
    COMMAND,
    AgentDeclaration,
    AgentName,
    is_built_in,
    refuse_unknown,
)
from shopworld.environments import Pictures, interfaces
from shopworld.errors import AgentError, InputError
from shopworld.extensions import load
from shopworld.jail import JailOptions

STEP_SECONDS = 120.0
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
"""What an agent may be called that has no name of its own accord."""


class AgentCommand(BaseModel):
    """A program that shops. It is started anew for each episode, never by a shell."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: tuple[str, ...] = Field(min_length=1)
    """The program and its arguments; a program without a slash is looked for in PATH."""
    browser: bool = False
    """Whether it drives a browser of its own and is watched; else it is asked for an action at each step."""
    environment: tuple[str, ...] = ()
    """Names of environment variables that it gets besides the harmless ones."""
    allow_host: tuple[str, ...] = ()
    """`HOST:PORT` that it may connect to from its jail."""
    mount: tuple[str, ...] = ()
    """Files and folders that it may read in it besides its own."""
    step_seconds: float = Field(default=STEP_SECONDS, gt=0.0)
    """Wall time for one answer, where it is asked for actions."""
    model: bool = False
    """Whether it asks a language model, by the lines that it writes."""
    environments: tuple[str, ...] = ()
    """Names of the environments that it plays; none: all, or a browser where it drives one of its own."""
    pictures: Pictures = Pictures.NONE
    """What it wants to see of pages besides the tree, where it is asked for actions."""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.browser and (self.model or self.pictures is not Pictures.NONE):
            raise ValueError("a program with a browser of its own is told no model's answers and shown no pictures")
        return self

    @classmethod
    def parse(cls, name: str, *, environment: tuple[str, ...] = (), step_seconds: float = STEP_SECONDS) -> Self | None:
        """Reads `command:LINE` or `browser-command:LINE`; None for another name. The line is split, never interpreted.

        What an agent's name may say at its end (`+tools`, `@openai/gpt-5`) is no part of the line.

        Raises:
            AgentError: the line is empty, or a quote in it is not closed.
        """
        parsed = AgentName.parse(name)
        for prefix, browser in ((COMMAND, False), (BROWSER_COMMAND, True)):
            if not name.startswith(prefix):
                continue
            try:
                arguments = tuple(shlex.split(parsed.base.removeprefix(prefix)))
            except ValueError as error:
                raise AgentError(f"{name!r} cannot be split into arguments: {error}") from error
            if not arguments:
                raise AgentError(f"{name!r} names no program", hint=f"E.g. '{prefix}python my_agent.py'.")
            return cls(
                command=arguments,
                browser=browser,
                environment=environment,
                step_seconds=step_seconds,
                model=bool(parsed.model),
            )
        return None

    def check(self, name: str) -> None:
        """Looks for the program before anything is played.

        Raises:
            AgentError: it is not there, cannot be executed, plays in an unknown environment, or a variable that it is
                to get is not set.
        """
        self.program(name)
        refuse_unknown(self.environments, name)
        missing = [one for one in self.environment if one not in os.environ]
        if missing:
            raise AgentError(f"agent {name!r} is to get {', '.join(missing)}, which is not set")

    def jail(self, options: JailOptions) -> JailOptions:
        """What holds for its jail: what its user says of all, and what is said of it.

        Raises:
            InputError: an allowed host is none, or a path is not there.
        """
        return options.with_holes(self.allow_host, self.environment, self.mount)

    def declaration(self, name: str) -> AgentDeclaration:
        """What the agent of that name declares."""
        plays = self.environments or (("browser",) if self.browser else tuple(interfaces()))
        return AgentDeclaration(
            name, plays, self.pictures, needs_model=self.model, own_browser=self.browser, outside=True
        )

    def program(self, name: str) -> str:
        """Path of the program.

        Raises:
            AgentError: it is not there, or cannot be executed.
        """
        found = shutil.which(self.command[0])
        if found is None:
            raise AgentError(
                f"agent {name!r}: there is no program {self.command[0]!r}, or it cannot be executed",
                hint="Name an executable file, or an interpreter first: 'command:python my_agent.py'.",
            )
        return str(Path(found).absolute())


def outside_command(name: str, commands: Mapping[str, AgentCommand]) -> AgentCommand | None:
    """The command behind an agent's name; None where it is none.

    Args:
        name: of the agent.
        commands: those that have a name of their own, or more to them than their line says.

    Raises:
        AgentError: the name is a command line that cannot be read.
    """
    parsed = AgentName.parse(name)
    given = commands.get(name) or commands.get(parsed.base)
    if given is None or not parsed.base.startswith(COMMAND):
        return given or AgentCommand.parse(name)
    return given.model_copy(update={"model": bool(parsed.model)})


def program_commands(
    names: Sequence[str], commands: Mapping[str, AgentCommand], *, base_url: str = "", max_steps: int | None = None
) -> dict[str, AgentCommand]:
    """The commands of those built-in agents that are programs with a browser of their own, such as browser-use.

    Args:
        names: of the agents of a run, with their models.
        commands: that are known already.
        base_url: end point that replaces that of the models' providers.
        max_steps: of the run.

    Raises:
        AgentError, ModelError, BrowserMissing: see the program's `for_agent`.
    """
    found = {}
    for name in names:
        if outside_command(name, commands) is not None or not is_built_in(base := AgentName.parse(name).base):
            continue
        kinds = [load(one) for one in BUILT_IN.get(base.partition("-")[0], ())]
        for kind in kinds:
            if getattr(kind, "own_browser", False):
                program = kind.for_agent(name, base_url=base_url, max_steps=max_steps)
                found[name] = AgentCommand(
                    command=program.command,
                    environment=program.environment,
                    allow_host=program.hosts,
                    browser=True,
                )
    return found


class _Listed(BaseModel):
    """A file of commands."""

    model_config = ConfigDict(extra="forbid")

    agents: dict[str, AgentCommand]


def read_commands(path: Path) -> dict[str, AgentCommand]:
    """Reads a TOML file with a table `[agents.NAME]` for each command.

    Raises:
        InputError: the file is missing or wrong, or a name is taken or unfit.
    """
    try:
        listed = _Listed.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise InputError("no such file", file=path) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not TOML: {error}", file=path) from error
    except ValidationError as error:
        first: Any = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        hint = '[agents.mine]\ncommand = ["python", "my_agent.py"]'
        raise InputError(first["msg"], file=path, field=place or None, hint=hint) from error
    for name in listed.agents:
        if not NAME.fullmatch(name):
            raise InputError(f"{name!r} is no name: letters, digits, '-', '_' and '.', at most 64", file=path)
        if is_built_in(name):
            raise InputError(f"{name!r} is the name of a built-in agent", file=path, field=f"agents.{name}")
    return listed.agents
