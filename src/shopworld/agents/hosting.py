"""The process in which somebody else's agent runs: it is told what to do over a pipe, and answers.

What it is sent is pickled; what it sends is JSON after one letter that says what it is, so that nothing of it has to
be trusted: `V` a value, `E` an error, `M` a request to the language model, which is answered before the value.
"""

from __future__ import annotations

import contextlib
import copy
import pickle
import signal
import threading
import traceback
from dataclasses import asdict
from multiprocessing.connection import Connection
from typing import Any

import orjson

from shopworld.agents.naming import AgentName
from shopworld.agents.protocol import Agent, BareAgent, Move
from shopworld.agents.registry import declared_here, make_agent
from shopworld.environments import Interface, Observation, take_over
from shopworld.errors import AgentError, ShopworldError
from shopworld.models import RemoteModel

VALUE, ERROR, MODEL = b"V", b"E", b"M"


def host(descriptor: int, name: str) -> None:
    """Body of the process: answers requests until the other side is gone.

    Args:
        descriptor: of the pipe.
        name: of the agent.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    connection: Connection[Any, Any] = Connection(descriptor)
    hosted = _Hosted(connection, name)
    with contextlib.suppress(EOFError, OSError):
        while True:
            kind, *values = connection.recv()
            hosted.answer(kind, values)


class _Hosted:
    """The agent, and the pipe.

    Args:
        connection: to the other side.
        name: of the agent.
    """

    def __init__(self, connection: Connection[Any, Any], name: str) -> None:
        self._connection, self._name = connection, name
        self._kind: Any = None
        self._agent: Agent | None = None
        self._models: list[RemoteModel] = []
        self._speaking = threading.Lock()
        self._asked = False
        """Whether the other side waits for an answer: only then it answers for the model."""

    def answer(self, kind: str, values: list[Any]) -> None:
        """Carries out one request, whatever comes of it."""
        self._asked = True
        try:
            value = orjson.dumps(getattr(self, f"_{kind}")(*values))
            answer = VALUE + value
        except (Exception, SystemExit) as error:
            what = str(error) if isinstance(error, AgentError) else f"{type(error).__name__}: {error}"
            trace = "" if isinstance(error, ShopworldError) else traceback.format_exc()
            hint = error.hint if isinstance(error, ShopworldError) else None
            answer = ERROR + orjson.dumps({"error": what, "trace": trace, "hint": hint})
        with self._speaking:
            self._asked = False
            self._connection.send_bytes(answer)

    def ask_model(self, packed: bytes) -> dict[str, Any]:
        """Sends a request to the language model, and waits for what comes back."""
        with self._speaking:
            if not self._asked:
                raise AgentError("the language model is asked between two steps; nobody answers then")
            self._connection.send_bytes(MODEL + packed)
            answered: dict[str, Any] = self._connection.recv()
            return answered

    def _know(self, known: tuple[Interface, ...]) -> None:
        take_over(known)

    def _load(self, code: bytes) -> None:
        given = pickle.loads(code)  # noqa: S301  (what is sent to this process is ours)
        is_made = not isinstance(given, type) and callable(getattr(given, "act", None))
        self._kind = Prototype(given) if is_made else given

    def _declare(self) -> dict[str, Any]:
        declared = declared_here(self._name, self._open(AgentName.parse(self._name).model), self._kind)
        return {name: getattr(declared, name) for name in ("environments", "pictures", "needs_model")}

    def _make(self, environment: str) -> None:
        self._agent = None
        self._close_models()
        self._agent = make_agent(self._name, environment, self._open, self._kind)

    def _begin(self, goal: str, seed: int) -> None:
        self._made.begin(goal, seed=seed)

    def _act(self, observation: Observation) -> dict[str, Any]:
        move: Any = self._made.act(observation)
        if not isinstance(move, Move):
            raise TypeError(f"act() returned {type(move).__name__}, expected a Move")
        return asdict(move)

    def _end(self, ending: str) -> dict[str, float]:
        agent, self._agent = self._made, None
        try:
            agent.end(ending)
            return agent.take_usage()
        finally:
            self._close_models()

    @property
    def _made(self) -> Agent:
        if self._agent is None:
            raise AgentError("there is no agent yet")
        return self._agent

    def _open(self, model: str) -> RemoteModel:
        self._models.append(RemoteModel(model, self.ask_model))
        return self._models[-1]

    def _close_models(self) -> None:
        while self._models:
            self._models.pop().close()


class Prototype:
    """Makes agents by copying one.

    Args:
        agent: as somebody made it, not used yet.
    """

    def __init__(self, agent: BareAgent) -> None:
        self._agent = agent

    def __call__(self) -> BareAgent:
        """Another one like it."""
        return copy.deepcopy(self._agent)
