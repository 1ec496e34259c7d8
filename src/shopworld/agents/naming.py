"""Names of agents: `keyword`, `oracle+tools`, `module:Class`, or `web-axtree@openai/gpt-5` with a language model."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from shopworld.environments import words
from shopworld.models import providers

_WITH_INTERFACE = re.compile(r"([^+\s]+)\+([a-z_]+)")
COMMAND, BROWSER_COMMAND = "command:", "browser-command:"
"""How names of programs begin: what follows is a command line."""
_LINE_WITH_MODEL = re.compile(r"(.*\S)@(([a-z]+)/\S+)", re.DOTALL)
_LINE_WITH_INTERFACE = re.compile(r"(.*\S)\+([a-z_]+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class AgentName:
    """A name, taken apart.

    Attributes:
        base: the agent, with what it is set up like.
        model: `provider/model`; empty without one.
        interface: by which it is to meet the shops; empty: the one it is made for.
    """

    base: str
    model: str = ""
    interface: str = ""

    @classmethod
    def parse(cls, name: str) -> Self:
        """Takes a name apart at its first `@`, and what stands before it at its `+`.

        A command line may hold both for reasons of its own: only `@provider/model` and `+interface` at its end count,
        with a provider and an interface that there are.
        """
        if name.startswith((COMMAND, BROWSER_COMMAND)):
            return cls._parse_line(name)
        agent, _, model = name.partition("@")
        said = _WITH_INTERFACE.fullmatch(agent)
        return cls(said[1], model, said[2]) if said else cls(agent, model)

    @classmethod
    def _parse_line(cls, name: str) -> Self:
        line, model, interface = name, "", ""
        said = _LINE_WITH_MODEL.fullmatch(line) if name.startswith(COMMAND) else None
        if said and said[3] in providers():
            line, model = said[1], said[2]
        said = _LINE_WITH_INTERFACE.fullmatch(line)
        if said and said[2] in words():
            line, interface = said[1], said[2]
        return cls(line, model, interface)

    @property
    def is_class(self) -> bool:
        """Whether it is `module:Class`."""
        return ":" in self.base and not self.base.startswith((COMMAND, BROWSER_COMMAND))

    def __str__(self) -> str:
        agent = f"{self.base}+{self.interface}" if self.interface else self.base
        return f"{agent}@{self.model}" if self.model else agent
