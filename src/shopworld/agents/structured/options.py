"""How the structured agent is set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from shopworld.errors import AgentError

NAME = "structured"
TEXT = "text"


@dataclass(frozen=True, slots=True)
class StructuredOptions:
    """How the agent is set up.

    Attributes:
        vision: whether it sees a picture of the page beside the projection.
    """

    vision: bool = True

    @classmethod
    def parse(cls, name: str) -> Self:
        """Reads an agent's name: `structured`, or `structured-text` for one that sees no pictures.

        Raises:
            AgentError: it is none of this agent.
        """
        base, *axes = name.split("-")
        if base != NAME or axes not in ([], [TEXT]):
            raise AgentError(f"{name!r} is no structured agent, expected {NAME} or {NAME}-{TEXT}")
        return cls(vision=not axes)
