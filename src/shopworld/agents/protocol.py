"""What an agent is: something that is given a goal, then asked for an action after each observation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from shopworld.environments.observation import Observation


@dataclass(frozen=True, slots=True)
class Move:
    """An agent's answer to an observation.

    Attributes:
        action: one action as text, e.g. `click('12')`.
        thought: why, for the trajectory; shown in the report.
        extra: anything else to keep in the trajectory, JSON-able (tokens, cost, …).
    """

    action: str
    thought: str = ""
    extra: dict[str, Any] = field(default_factory=dict)


class Agent(Protocol):
    """The agent protocol. One object serves one episode; make it anew for each."""

    def begin(self, goal: str, *, seed: int) -> None:
        """Takes the goal. Called once, before the first observation."""

    def act(self, observation: Observation) -> Move:
        """Chooses the next action."""
