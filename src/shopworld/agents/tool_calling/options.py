"""How agents that call tools are set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from shopworld.errors import AgentError

THOUGHT = "thought"


@dataclass(frozen=True, slots=True)
class ToolCallingOptions:
    """How the agent is set up.

    Attributes:
        thought: whether it is to write a thought before each call, as EComAgentBench's agents are.
    """

    thought: bool = False

    @classmethod
    def parse(cls, options: str) -> Self:
        """Reads what follows in an agent's name: nothing, or `thought`.

        Raises:
            AgentError: it is something else.
        """
        if options not in ("", THOUGHT):
            raise AgentError(f"it has no option {options!r}, expected {THOUGHT} or none")
        return cls(bool(options))
