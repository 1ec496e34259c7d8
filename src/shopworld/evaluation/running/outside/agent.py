"""An agent that is a program: it reads observations and writes actions, a line of JSON each."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import orjson

from shopworld.agents import Agent, Move
from shopworld.environments import Observation
from shopworld.errors import AgentError, ModelReplyError
from shopworld.evaluation.agent_commands import AgentCommand
from shopworld.evaluation.running.accounting import Account
from shopworld.evaluation.running.outside.lines import (
    LONGEST_LINE,
    LONGEST_QUESTION,
    LineError,
    Lines,
    OutputEnded,
    TooSlow,
)
from shopworld.evaluation.running.outside.messages import begin_message, end_message, observation_message, read_answer
from shopworld.evaluation.running.outside.model_lines import model_error_message, reply_message
from shopworld.evaluation.running.outside.process import AgentProcess
from shopworld.jail import JailOptions
from shopworld.models import ChatRequest, EpisodeModel

FAREWELL = 2.0
"""Seconds that a program has to end by itself after the last message."""


class CommandAgent(Agent):
    """One program, for one episode.

    Args:
        name: of the agent.
        command: how it is started.
        environment: where it shops.
        folder: of the attempt, for its log.
        model: that it may ask, if any.
        jail: what its user says of it.

    Raises:
        AgentError: it cannot be started.
    """

    def __init__(
        self,
        name: str,
        command: AgentCommand,
        environment: str,
        folder: Path | None,
        model: EpisodeModel | None = None,
        jail: JailOptions | None = None,
    ) -> None:
        self.name, self.command, self.environment = name, command, environment
        self._account = Account(model)
        self._process = AgentProcess(name, command, folder, jail=jail)
        longest = LONGEST_LINE if model is None else LONGEST_QUESTION
        self._lines = Lines(self._process.input, self._process.output, longest)
        self._untold = b""

    @property
    def process_group(self) -> int:
        """Of the program."""
        return self._process.group

    @property
    def refusals(self) -> tuple[str, ...]:
        """What it tried to reach from its jail in vain."""
        return self._process.refusals

    @property
    def excused_seconds(self) -> float:
        """Time that its language model's provider has lost."""
        return self._account.excused_seconds

    def take_usage(self) -> dict[str, float]:
        """What its language model has used since the last move, or since this was last asked."""
        return self._account.take_usage()

    def begin(self, goal: str, *, seed: int) -> None:
        """Keeps the goal, which goes out with the first observation: the program is then asked for its first line."""
        model = self._account.model.name if self._account.model is not None else ""
        message = begin_message(goal, seed, self.environment, self.command.step_seconds, model)
        self._untold = orjson.dumps(message) + b"\n"

    def act(self, observation: Observation) -> Move:
        """Hands on the observation and takes the action; before it, the program may ask its language model.

        Raises:
            AgentError: the program ended, said nothing in time, or what it said is no action.
            BudgetSpent, ModelError, ModelFault: see `EpisodeModel.ask`; the program does not hear of it.
        """
        told, self._untold = self._untold, b""
        message = told + orjson.dumps(observation_message(observation))
        left = self.command.step_seconds
        try:
            while True:
                asked = time.monotonic()
                answer = read_answer(self._lines.ask(message, left))
                left -= time.monotonic() - asked  # while the model is asked, the program's time stands still
                if isinstance(answer, Move):
                    return self._account.charged(answer)
                message = orjson.dumps(self._answer(answer))
        except TooSlow as error:
            seconds = self.command.step_seconds
            raise AgentError(f"agent {self.name!r}: it gave no answer within {seconds:g} s") from error
        except OutputEnded as error:
            raise AgentError(f"agent {self.name!r} ended: {self._process.how_it_ended()}") from error
        except LineError as error:
            raise AgentError(f"agent {self.name!r}: {error}") from error

    def _answer(self, question: ChatRequest) -> dict[str, Any]:
        if self._account.model is None:
            raise LineError("it asks a language model, and has none; give it one with --model")
        try:
            return reply_message(self._account.model.ask(question))
        except ModelReplyError as error:
            return model_error_message(error)

    def end(self, ending: str) -> None:
        """Says how the episode ended, waits a little for the program to end, and kills what is left of it."""
        try:
            if ending and self._process.exit_status is None:
                self._lines.tell(self._untold + orjson.dumps(end_message(ending)), FAREWELL)
                self._process.close_input()
                self._process.wait(FAREWELL)
        finally:
            self._process.close()
