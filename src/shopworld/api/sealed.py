"""A world in a process of its own: checks and events stay there, and the caller gets observations and the result."""

from __future__ import annotations

import atexit
import contextlib
import itertools
import multiprocessing
import signal
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

import orjson

from shopworld.agents import Move
from shopworld.api.cards import TaskCard
from shopworld.api.sealed_session import TOLD, SealedSession, without_answers
from shopworld.api.sessions import AsyncSession, SessionThreads, world_closed
from shopworld.api.world import World
from shopworld.closing import Closing
from shopworld.errors import EnvironmentFault, InputError, ShopworldError
from shopworld.evaluation import Isolation, without_main

_STOP = b"null"
_GOODBYE = 30.0
"""Seconds that the process has to end its sessions."""


class SealedWorld(Closing):
    """As `World`, with its sessions in another process. A context manager; usable from any thread.

    What is asked goes there as JSON, and only the methods of a session can be asked for.

    Args:
        suite: its name, or the path of its file.
        interface: how its shops are met.
        options: see `open`.
        open_world: opens it there; a function that the other process can import.

    Raises:
        ShopworldError: see `open`.
    """

    tasks: Mapping[str, TaskCard]
    suite: str
    interface: str

    def __init__(
        self, suite: str, interface: str, options: Mapping[str, Any], open_world: Callable[..., World]
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, suite, interface, dict(options), open_world), name="shopworld-sealed"
        )
        with without_main():
            self._process.start()
        theirs.close()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, Future[Any]] = {}
        self._dropped: deque[int] = deque()
        """Sessions that nobody holds any more; the other side is told with the next start."""
        self._closed = False
        self._threads = SessionThreads(int(options["slots"]))
        self._sending = threading.Lock()
        threading.Thread(target=self._listen, name="sealed", daemon=True).start()
        atexit.register(self.close)
        try:
            self.tasks, self.suite, self.interface = self._ask(0, "describe")
        except BaseException:
            self.close()
            raise

    def __iter__(self) -> Iterator[str]:
        return iter(self.tasks)

    def start(self, task: str, *, agent: str = "outside", trial: int = 0, seed: int | None = None) -> SealedSession:
        """See `World.start`."""
        dropped = [self._dropped.popleft() for _ in range(len(self._dropped))]
        number, told = self._ask(0, "start", task, agent, trial, seed, dropped)
        session = SealedSession(lambda method, *given: self._ask(number, method, *given), told)
        weakref.finalize(session, self._dropped.append, number).atexit = False
        return session

    def start_async(
        self, task: str, *, agent: str = "outside", trial: int = 0, seed: int | None = None
    ) -> AsyncSession:
        """See `World.start_async`."""
        return self._threads.session(lambda: self.start(task, agent=agent, trial=trial, seed=seed))

    def close(self) -> None:
        """Ends all sessions as stopped, and the process."""
        atexit.unregister(self.close)
        self._closed = True
        self._threads.close()
        with self._sending, contextlib.suppress(OSError):
            self._connection.send_bytes(_STOP)
        self._process.join(_GOODBYE)
        self._process.kill()
        self._process.join()

    def _ask(self, session: int, method: str, *given: Any) -> Any:
        if self._closed:
            raise world_closed()
        try:
            orjson.dumps(given)
        except (TypeError, ValueError) as error:
            raise InputError(f"what is asked must be JSON-able: {error}", field=method) from error
        answer: Future[Any] = Future()
        with self._sending:
            number = next(self._numbers)
            self._waiting[number] = answer
            try:
                self._connection.send_bytes(orjson.dumps([number, session, method, given]))
            except OSError as error:
                raise _gone() from error
        return answer.result()

    def _listen(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                number, value, error = self._connection.recv()
                answer = self._waiting.pop(number)
                if error is not None:
                    answer.set_exception(error)
                else:
                    answer.set_result(value)
        with self._sending:
            self._connection.close()
            for answer in self._waiting.values():
                answer.set_exception(_gone())


def _gone() -> EnvironmentFault:
    return EnvironmentFault("the process of the sealed world has ended")


_METHODS: Mapping[str, Callable[..., Any]] = {
    "tools": lambda session: session.tools,
    "ended": lambda session: session.ended,
    "steps": lambda session: session.steps,
    "observe": lambda session: session.observe(),
    "step": lambda session, action, thought, extra: session.step(Move(action, thought, extra)),
    "call": lambda session, name, arguments: session.call(name, arguments),
    "say": lambda session, text: session.say(text),
    "give_up": lambda session, reason: session.give_up(reason),
    "finish": lambda session: without_answers(session.finish()),
    "save": lambda session, run: session.save(run),
    "close": lambda session: session.close(),
}
"""All that can be asked of a session from the other side."""


class _Host:
    """The other side: the world and its sessions, by number."""

    def __init__(self, suite: str, interface: str, options: dict[str, Any], open_world: Callable[..., World]) -> None:
        self.world = open_world(suite, interface, **options)
        self.world.isolation = Isolation.SEALED
        self._sessions: dict[int, Any] = {}
        self._numbers = itertools.count(1)

    def perform(self, session: int, method: str, given: list[Any]) -> Any:
        """Does what is asked of a session, or of the world (number 0)."""
        if session:
            return _METHODS[method](self._sessions[session], *given)
        if method == "describe":
            return dict(self.world.tasks), self.world.suite, self.world.interface
        task, agent, trial, seed, dropped = given
        for gone in dropped:
            self._sessions.pop(gone, None)
        started = self.world.start(task, agent=agent, trial=trial, seed=seed)
        number = next(self._numbers)
        self._sessions[number] = started
        return number, {name: getattr(started, name) for name in TOLD}


def _serve(
    connection: Connection[Any, Any],
    suite: str,
    interface: str,
    options: dict[str, Any],
    open_world: Callable[..., World],
) -> None:
    """Body of the process: does what is asked, each request in a thread, until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    host: _Host | None = None
    failed: Exception | None = None
    sending = threading.Lock()
    try:
        host = _Host(suite, interface, options, open_world)
    except Exception as error:
        failed = error

    def answer(number: int, session: int, method: str, given: list[Any]) -> None:
        try:
            if host is None:
                assert failed is not None
                raise failed
            reply: tuple[int, Any, ShopworldError | None] = (number, host.perform(session, method, given), None)
        except Exception as error:
            reply = (number, None, _plain(error))
        with sending, contextlib.suppress(OSError):
            connection.send(reply)

    with ThreadPoolExecutor(int(options["slots"]) + 1) as threads, contextlib.suppress(EOFError, OSError):
        while (request := connection.recv_bytes()) != _STOP:
            threads.submit(answer, *orjson.loads(request))
    if host is not None:
        host.world.close()


def _plain(error: Exception) -> ShopworldError:
    """The error as it is sent: its words, and nothing of this process's memory."""
    if not isinstance(error, ShopworldError):
        return EnvironmentFault(f"{type(error).__name__}: {error}")
    try:
        return type(error)(str(error), hint=error.hint)
    except TypeError:  # it wants to be told more
        return ShopworldError(str(error), hint=error.hint)
