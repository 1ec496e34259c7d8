"""How agents that call tools are set up."""

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
    def parse(cls, name: str, agent: str = NAME) -> Self:
        """Reads an agent's name: `tool_calling` or `tool_calling-thought`.

        Args:
            name: with what it is set up like.
            agent: the first word that is expected.

        Raises:
            AgentError: it is none of this agent.
        """
        base, *axes = name.split("-")
        if base != agent or axes not in ([], [THOUGHT]):
            raise AgentError(f"{name!r} is no agent {agent}, expected {agent} or {agent}-{THOUGHT}")
        return cls(bool(axes))
