"""How the tool-calling agent is set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from shopworld.errors import AgentError

NAME = "tool_calling"
THOUGHT = "thought"


@dataclass(frozen=True, slots=True)
class ToolCallingOptions:
    """How the agent is set up.

    Attributes:
        thought: whether it is to write a thought before each call, as EComAgentBench's agents are.
    """

    thought: bool = False

    @classmethod
    def parse(cls, name: str) -> Self:
        """Reads an agent's name: `tool_calling` or `tool_calling-thought`.

        Raises:
            AgentError: it is none of this agent.
        """
        base, *axes = name.split("-")
        if base != NAME or axes not in ([], [THOUGHT]):
            raise AgentError(f"{name!r} is no tool-calling agent, expected {NAME} or {NAME}-{THOUGHT}")
        return cls(bool(axes))

    @property
    def name(self) -> str:
        """The agent's name."""
        return f"{NAME}-{THOUGHT}" if self.thought else NAME
