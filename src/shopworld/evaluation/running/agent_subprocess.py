"""Agents that are not built in run in a process of their own, which holds no task, no checks, no other episode, no key.

It runs in a jail, unless its user trusts it or the machine has none. What comes back from it is read as JSON, never
unpickled.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from shopworld.agents import ERROR, MODEL, VALUE, Agent, AgentDeclaration, Move
from shopworld.environments import Observation, Pictures, interfaces
from shopworld.errors import AgentError
from shopworld.evaluation.running.accounting import Account
from shopworld.jail import JailOptions, Level, StartedProgram, policy_for_class, start_jailed, start_trusted
from shopworld.models import EpisodeModel, answer_packed, key_variables

LARGEST_ANSWER = 1 << 26
"""Bytes of what the process may send at once: a request to a language model with some pictures."""
FAREWELL = 2.0
"""Seconds that an agent has to hear how its episode ended."""
_PARTING = 5.0
"""Seconds that a process has to end once its pipe is closed: a busy machine takes its time."""
_BEGIN = """
import json, sys
sys.path[:] = json.loads(sys.argv[3])
from shopworld.agents.hosting import host
host(int(sys.argv[1]), sys.argv[2])
"""


class AgentSubprocess:
    """A process that makes and runs agents of one name, one after the other.

    Args:
        name: `module:Class`, or a name that an installed package registers.
        code: the pickled class or agent, where the name does not lead to one.
        variables: environment variables that it gets although they may hold keys.
        jail: what its user says of it.
    """

    def __init__(
        self, name: str, code: bytes = b"", variables: Sequence[str] = (), jail: JailOptions | None = None
    ) -> None:
        self.name = name
        self._code, self._variables = code, frozenset(variables)
        self._jail = (jail or JailOptions()).with_holes(variables=sorted(self._variables))
        self._started: StartedProgram | None = None
        self._refused: tuple[str, ...] = ()
        self._connection: Connection[Any, Any] | None = None

    @property
    def process_group(self) -> int | None:
        """Of the process, while there is one."""
        return self._started.process.pid if self._started is not None else None

    @property
    def refusals(self) -> tuple[str, ...]:
        """What it tried to reach from its jail in vain."""
        now = map(str, self._started.refusals) if self._started is not None else ()
        return tuple(dict.fromkeys((*self._refused, *now)))

    def declaration(self) -> AgentDeclaration:
        """What the agent declares; starts the process where none runs.

        Raises:
            AgentError: it cannot be made, or what it declares is wrong.
        """
        self.start()
        told = self.ask("declare")
        return AgentDeclaration(
            self.name,
            tuple(told["environments"]),
            Pictures(told["pictures"]),
            needs_model=told["needs_model"],
            outside=True,
            code=self._code,
            variables=tuple(sorted(self._variables)),
        )

    def agent(self, environment: str = "browser", model: EpisodeModel | None = None) -> SubprocessAgent:
        """Makes an agent there, for one episode; starts the process where none runs.

        Args:
            environment: where it is to shop.
            model: that it asks, where it needs one.

        Raises:
            AgentError: it cannot be made.
        """
        self.start()
        self.ask("make", environment, model=model)
        return SubprocessAgent(self, model)

    def start(self) -> None:
        """Starts the process, unless it runs."""
        if self._started is not None and self._started.process.poll() is None:
            return
        self.close()
        ours, theirs = socket.socketpair()
        with theirs:
            self._started = self._start(theirs.fileno())
        self._connection = Connection(ours.detach())
        self.ask("know", tuple(interfaces().values()))
        if self._code:
            self.ask("load", self._code)

    def _start(self, descriptor: int) -> StartedProgram:
        python = sys.executable
        if self._jail.held is Level.NONE:
            arguments = [python, "-c", _BEGIN, str(descriptor), self.name, json.dumps(sys.path)]
            return start_trusted(
                python,
                arguments,
                environment=self._environment(),
                pass_fds=(descriptor,),
            )
        places = [str(Path(one or ".").absolute()) for one in sys.path]
        return start_jailed(
            python,
            [python, "-c", _BEGIN, str(descriptor), self.name, json.dumps(places)],
            policy_for_class(self._jail),
            variables=self._jail.variables,
            held=self._jail.held,
            pass_fds=(descriptor,),
        )

    def ask(self, *request: Any, model: EpisodeModel | None = None, seconds: float | None = None) -> Any:
        """Sends a request and waits for the answer; a wait that is cut short ends the process.

        Args:
            request: what is to be done, and with what.
            model: answers what is asked of a language model meanwhile.
            seconds: how long to wait; None: until somebody else ends it.

        Raises:
            AgentError: the agent raised, its process ended, or did not answer in time.
            BudgetSpent, ModelError, ModelFault: see `EpisodeModel.ask`; the agent does not hear of it.
        """
        if self._connection is None:
            raise AgentError(f"the process of agent {self.name!r} is not there any more")
        try:
            return self._ask(self._connection, request, model, seconds)
        except (EOFError, OSError) as error:
            status = self._exit_status()
            self.close()
            raise AgentError(f"the process of agent {self.name!r} ended ({status})") from error
        except _Raised as error:
            if self._started is not None:
                self._started.hear(f"{error}\n{error.trace}")
            raised = AgentError(str(error), hint=error.hint)
            if error.trace:
                raised.add_note(error.trace)
            raise raised from None
        except BaseException:
            self.close()
            raise

    def _ask(
        self, connection: Connection[Any, Any], request: Any, model: EpisodeModel | None, seconds: float | None
    ) -> Any:
        connection.send(request)
        while True:
            if seconds is not None and not connection.poll(seconds):
                raise AgentError(f"agent {self.name!r} did not answer within {seconds:g} s")
            answer = connection.recv_bytes(LARGEST_ANSWER)
            kind, content = answer[:1], answer[1:]
            if kind == MODEL:
                if model is None:
                    raise AgentError(
                        f"agent {self.name!r} asks a language model before it has a task, or after its end"
                    )
                connection.send(answer_packed(model, content))
                continue
            told = orjson.loads(content)
            if kind == ERROR:
                raise _Raised(told["error"], told["trace"], told["hint"])
            if kind != VALUE:
                raise AgentError(f"the process of agent {self.name!r} does not keep to the protocol")
            return told

    def close(self) -> None:
        """Ends the process and all that it has started, if there is one."""
        if self._started is not None:
            self._started.close()
            self._refused = self.refusals
            self._started = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _exit_status(self) -> str:
        assert self._started is not None
        try:
            status = self._started.process.wait(_PARTING)
        except subprocess.TimeoutExpired:
            return "it has closed its pipe, or sent too much at once"
        return self._started.verdict or self._started.told_status(status)

    def _environment(self) -> dict[str, str]:
        secret = key_variables() - self._variables
        return {name: value for name, value in os.environ.items() if name not in secret}


class SubprocessAgent(Agent):
    """An agent in its own process, as the run sees it.

    Args:
        process: in which it was made last.
        model: that it asks, if any.
    """

    def __init__(self, process: AgentSubprocess, model: EpisodeModel | None) -> None:
        self._process, self._group = process, process.process_group
        self._account = Account(model)

    @property
    def process_group(self) -> int | None:
        """Of its process, while that runs."""
        return self._group if self._group == self._process.process_group else None

    @property
    def refusals(self) -> tuple[str, ...]:
        """What it tried to reach from its jail in vain, in this episode or before."""
        return self._process.refusals

    @property
    def excused_seconds(self) -> float:
        """Time that its language model's provider has lost."""
        return self._account.excused_seconds

    def take_usage(self) -> dict[str, float]:
        """What it says that it used, and what its language model has used."""
        return self._account.take_usage()

    def begin(self, goal: str, *, seed: int) -> None:
        """Hands on the goal."""
        self._process.ask("begin", goal, seed, model=self._account.model)

    def act(self, observation: Observation) -> Move:
        """Hands on the observation, and takes the move.

        Raises:
            AgentError: the agent raised, its process ended, or it returned no move.
            BudgetSpent, ModelError, ModelFault: see `EpisodeModel.ask`.
        """
        told = self._process.ask("act", observation, model=self._account.model)
        try:
            said = _SaidMove.model_validate(told)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            raise AgentError(f"act() returned no Move: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
        return self._account.charged(Move(said.action, said.thought, said.extra))

    def end(self, ending: str) -> None:
        """Tells it, where it is still there; what it raises then changes nothing any more."""
        if self.process_group is None:
            return
        self._group = None
        with contextlib.suppress(AgentError):
            self._account.note(self._process.ask("end", ending, seconds=FAREWELL))


class _SaidMove(BaseModel):
    model_config = ConfigDict(strict=True)

    action: str
    thought: str
    extra: dict[str, Any]


class _Raised(Exception):
    """The agent raised."""

    def __init__(self, error: str, trace: str, hint: str | None) -> None:
        super().__init__(error)
        self.trace, self.hint = trace, hint
