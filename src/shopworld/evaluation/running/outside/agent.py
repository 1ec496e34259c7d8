"""An agent that is a program: it reads observations and writes actions, a line of JSON each."""

from __future__ import annotations

from pathlib import Path

import orjson

from shopworld.agents import Agent, Move
from shopworld.environments import Observation
from shopworld.errors import AgentError
from shopworld.evaluation.running.outside.commands import AgentCommand
from shopworld.evaluation.running.outside.lines import LineError, Lines, OutputEnded
from shopworld.evaluation.running.outside.messages import begin_message, end_message, observation_message, read_move
from shopworld.evaluation.running.outside.process import AgentProcess

FAREWELL = 2.0
"""Seconds that a program has to end by itself after the last message."""


class CommandAgent(Agent):
    """One program, for one episode.

    Args:
        name: of the agent.
        command: how it is started.
        environment: where it shops.
        folder: of the attempt, for its log.

    Raises:
        AgentError: it cannot be started.
    """

    def __init__(self, name: str, command: AgentCommand, environment: str, folder: Path | None) -> None:
        self.name, self.command, self.environment = name, command, environment
        self._process = AgentProcess(name, command, folder)
        self._lines = Lines(self._process.input, self._process.output)
        self._untold = b""

    @property
    def process_group(self) -> int:
        """Of the program."""
        return self._process.group

    def begin(self, goal: str, *, seed: int) -> None:
        """Keeps the goal, which goes out with the first observation: the program is then asked for its first line."""
        message = begin_message(goal, seed, self.environment, self.command.step_seconds)
        self._untold = orjson.dumps(message) + b"\n"

    def act(self, observation: Observation) -> Move:
        """Hands on the observation and takes the action.

        Raises:
            AgentError: the program ended, said nothing in time, or what it said is no action.
        """
        told, self._untold = self._untold, b""
        message = told + orjson.dumps(observation_message(observation))
        try:
            return read_move(self._lines.ask(message, self.command.step_seconds))
        except OutputEnded as error:
            raise AgentError(f"agent {self.name!r} ended: {self._process.how_it_ended()}") from error
        except LineError as error:
            raise AgentError(f"agent {self.name!r}: {error}") from error

    def end(self, ending: str) -> None:
        """Says how the episode ended, waits a little for the program to end, and kills what is left of it."""
        try:
            if ending and self._process.exit_status is None:
                self._lines.tell(self._untold + orjson.dumps(end_message(ending)), FAREWELL)
                self._process.close_input()
                self._process.wait(FAREWELL)
        finally:
            self._process.close()
