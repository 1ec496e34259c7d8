"""What the language model of somebody else's agent costs: measured here, whatever the agent says."""

from __future__ import annotations

from typing import Any

from shopworld.agents import Move, describe_usage
from shopworld.models import EpisodeModel


class Account:
    """Keeps account of an agent's language model during one episode.

    Args:
        model: the model; None where it has none, and all that is known is what the agent says.
    """

    def __init__(self, model: EpisodeModel | None) -> None:
        self.model = model
        self._said: dict[str, float] = {}

    @property
    def excused_seconds(self) -> float:
        """Time that the provider has lost; it does not count against the agent."""
        return self.model.excused_seconds if self.model is not None else 0.0

    def note(self, said: Any) -> None:
        """Notes what the agent says that it used since its last move."""
        if isinstance(said, dict):
            self._said = {str(name): float(one) for name, one in said.items() if isinstance(one, int | float)}

    def take_usage(self) -> dict[str, float]:
        """What was used since the last move, or since this was last asked."""
        said, self._said = self._said, {}
        return said | self._measured()

    def charged(self, move: Move) -> Move:
        """The move, with what the model was used for it."""
        if self.model is None:
            return move
        return Move(move.action, move.thought, {"model": self.model.name} | move.extra | self._measured())

    def _measured(self) -> dict[str, float]:
        return describe_usage(self.model.take_usage()) if self.model is not None else {}
