"""Names of agents: `keyword`, `oracle+tools`, `module:Class`, or `web-axtree@openai/gpt-5` with a language model."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

MODEL_AGENTS = (
    "web",
    "tool_calling",
    "structured",
    "agent_e",
    "see_act",
    "web_voyager",
    "deep_research",
    "rag",
    "simple_rag",
    "nlweb",
)
"""Built-in agents with a language model, by the first word of their name."""
PROGRAMS_WITH_MODEL = ("browser_use",)
"""Agents with a language model that are programs: they ask it themselves, and drive a browser of their own."""
_PLAIN_PICTURES = ("structured", "see_act")
"""Those that look at pages as they are."""
_MARKED_PICTURES = ("web_voyager",)
"""Those that look at pages with the elements' ids drawn on."""

_WITH_INTERFACE = re.compile(r"([^+\s]+)\+([a-z_]+)")
_COMMANDS = ("command:", "browser-command:")
"""How names of programs begin: what follows is a command line."""


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
        """Takes a name apart at its first `@`, and what stands before it at its `+`."""
        agent, _, model = name.partition("@")
        said = None if agent.startswith(_COMMANDS) else _WITH_INTERFACE.fullmatch(agent)
        return cls(said[1], model, said[2]) if said else cls(agent, model)

    @property
    def is_guest(self) -> bool:
        """Whether the agent is not one of ours."""
        return ":" in self.base

    @property
    def needs_model(self) -> bool:
        """Whether it is a built-in agent with a language model."""
        return self.base.partition("-")[0] in MODEL_AGENTS

    @property
    def is_program(self) -> bool:
        """Whether it is a program that asks a language model itself."""
        return self.base.partition("-")[0] in PROGRAMS_WITH_MODEL

    def __str__(self) -> str:
        agent = f"{self.base}+{self.interface}" if self.interface else self.base
        return f"{agent}@{self.model}" if self.model else agent


def sees_plain_pictures(name: str) -> bool:
    """Whether a built-in agent of that name wants pictures of the pages as they are."""
    parsed = AgentName.parse(name)
    base, *axes = parsed.base.split("-")
    return base in _PLAIN_PICTURES and "text" not in axes


def sees_marked_pictures(name: str) -> bool:
    """Whether a built-in agent of that name wants pictures of the pages with ids drawn on."""
    parsed = AgentName.parse(name)
    return parsed.needs_model and ("vision" in parsed.base.split("-") or parsed.base in _MARKED_PICTURES)


def sees_pictures(name: str) -> bool:
    """Whether a built-in agent of that name wants pictures of the pages, of whatever kind."""
    return sees_plain_pictures(name) or sees_marked_pictures(name)
