"""An agent that does nothing: what it is paid for is a flaw of the task."""

from __future__ import annotations

from shopworld.agents.protocol import Agent, Move
from shopworld.environments import Observation


class NoopAgent(Agent):
    """Says at once that it is done, without having done anything."""

    def begin(self, goal: str, *, seed: int) -> None:
        """Takes the goal and does nothing with it."""

    def act(self, observation: Observation) -> Move:
        """Ends the episode with an empty answer."""
        return Move("send_msg_to_user('Done')", "I do nothing.")
