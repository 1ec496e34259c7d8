"""Agents that are not built in run in a process of their own, which holds no task, no checks and no other episode.

What comes back from it is read as JSON, never unpickled. What such code does to the machine's files as the same user
is not prevented.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import traceback
from dataclasses import asdict
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

import orjson

from shopworld.agents import Agent, AgentDeclaration, AgentName, Move, declared_here, make_agent
from shopworld.environments.observation import Observation, Pictures
from shopworld.errors import AgentError, ShopworldError
from shopworld.evaluation.running.processes import die_with_parent
from shopworld.models import EpisodeModel, Models
from shopworld.models.chat import UNASKED


class GuestProcess:
    """A process that makes and runs agents of one name, one after the other.

    Args:
        name: `module:Class`.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._process: SpawnProcess | None = None
        self._connection: Connection[Any, Any] | None = None

    def declaration(self) -> AgentDeclaration:
        """What the agent declares; starts the process where none runs.

        Raises:
            AgentError: it cannot be made, or what it declares is wrong.
        """
        told = self.ask("declare", self.name)
        return AgentDeclaration(
            self.name,
            tuple(told["environments"]),
            Pictures(told["pictures"]),
            needs_model=told["needs_model"],
            outside=True,
        )

    def agent(self, environment: str = "browser") -> GuestAgent:
        """Makes an agent there, for one episode; starts the process where none runs.

        Raises:
            AgentError: it cannot be made.
        """
        self.ask("make", self.name, environment)
        return GuestAgent(self)

    def ask(self, *request: Any) -> Any:
        """Sends a request and waits for the answer; a wait that is cut short ends the process.

        Raises:
            AgentError: the agent raised, or its process ended.
        """
        if self._process is None or not self._process.is_alive():
            self._start()
        assert self._connection is not None
        try:
            self._connection.send(request)
            answer = orjson.loads(self._connection.recv_bytes())
        except (EOFError, OSError) as error:
            assert self._process is not None
            self._process.join(1.0)
            status = self._process.exitcode
            self.close()
            raise AgentError(f"the process of agent {self.name!r} ended (exit status {status})") from error
        except BaseException:
            self.close()
            raise
        if "error" in answer:
            raised = AgentError(answer["error"])
            if answer["trace"]:
                raised.add_note(answer["trace"])
            raise raised
        return answer["value"]

    def close(self) -> None:
        """Ends the process, if there is one."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _start(self) -> None:
        self.close()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=_host, args=(theirs, os.getpid()), name=f"agent-{self.name}")
        self._process.start()
        theirs.close()
        self._connection = ours


class GuestAgent(Agent):
    """An agent in its own process, as the run sees it."""

    def __init__(self, process: GuestProcess) -> None:
        self._process = process

    def begin(self, goal: str, *, seed: int) -> None:
        """Hands on the goal."""
        self._process.ask("begin", goal, seed)

    def act(self, observation: Observation) -> Move:
        """Hands on the observation, and takes the move.

        Raises:
            AgentError: the agent raised, its process ended, or it returned no move.
        """
        return Move(**self._process.ask("act", observation))


def _host(connection: Connection[Any, Any], parent: int) -> None:
    """Body of the process: answers requests until the other side is gone."""
    die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    agent: Agent | None = None
    with contextlib.suppress(EOFError, OSError):
        while True:
            kind, *values = connection.recv()
            try:
                value = None
                if kind == "declare":
                    value = _declared(values[0])
                elif kind == "make":
                    agent = make_agent(values[0], values[1])
                elif kind == "begin":
                    assert agent is not None
                    agent.begin(values[0], seed=values[1])
                else:
                    assert agent is not None
                    value = _plain(agent.act(values[0]))
                answer = orjson.dumps({"value": value})
            except ShopworldError as error:
                answer = orjson.dumps({"error": str(error), "trace": ""})
            except Exception as error:
                what = traceback.format_exception_only(error)[-1].strip()
                answer = orjson.dumps({"error": what, "trace": traceback.format_exc()})
            connection.send_bytes(answer)


def _declared(name: str) -> dict[str, Any]:
    unasked = EpisodeModel(AgentName.parse(name).model, UNASKED, Models(), None)
    told = asdict(declared_here(name, unasked))
    return {one: told[one] for one in ("environments", "pictures", "needs_model")}


def _plain(move: Any) -> dict[str, Any]:
    if not isinstance(move, Move):
        raise TypeError(f"act() returned {type(move).__name__}, expected a Move")
    return asdict(move)
