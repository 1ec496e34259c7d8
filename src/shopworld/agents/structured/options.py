"""How the structured agent is set up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from shopworld.errors import AgentError

TEXT = "text"


@dataclass(frozen=True, slots=True)
class StructuredOptions:
    """How the agent is set up.

    Attributes:
        vision: whether it sees a picture of the page beside the projection.
    """

    vision: bool = True

    @classmethod
    def parse(cls, options: str) -> Self:
        """Reads what follows in an agent's name: nothing, or `text` for one that sees no pictures.

        Raises:
            AgentError: it is something else.
        """
        if options not in ("", TEXT):
            raise AgentError(f"it has no option {options!r}, expected {TEXT} or none")
        return cls(vision=not options)
