"""Agents written as a script: a generator that yields moves and is sent observations."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator
from typing import TypeVar

from shopworld.agents.protocol import Agent, Move
from shopworld.environments import Observation

Result = TypeVar("Result")

Script = Generator[Move, Observation, Result]
"""Yields a `Move`, receives the observation after it, returns a result."""


class ScriptedAgent(Agent):
    """An agent whose behaviour is one generator; subclasses write `script`."""

    def __init__(self) -> None:
        self.goal = ""
        self.seed = 0
        self._running: Script[None] | None = None

    def begin(self, goal: str, *, seed: int) -> None:
        """Takes the goal."""
        self.goal, self.seed, self._running = goal, seed, None

    @abstractmethod
    def script(self, first: Observation) -> Script[None]:
        """The whole behaviour, from the first observation on."""

    def act(self, observation: Observation) -> Move:
        """The script's next move; `noop()` once it is at its end."""
        try:
            if self._running is None:
                self._running = self.script(observation)
                return next(self._running)
            return self._running.send(observation)
        except StopIteration:
            return Move("noop(1000)", "Nothing is left to do.")
