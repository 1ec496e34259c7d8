"""Sessions for asynchronous code."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import ParamSpec, Self, TypeAlias, TypeVar

from shopworld.agents import Move
from shopworld.api.sealed_session import SealedSession
from shopworld.environments import Observation, ToolDescription, ToolReply
from shopworld.episode import Event
from shopworld.errors import EpisodeError, ShopworldError
from shopworld.evaluation import Result, Session, TrialKey
from shopworld.mall import Proxy

AnySession: TypeAlias = Session | SealedSession
Given = ParamSpec("Given")
Value = TypeVar("Value")


class AsyncSession:
    """A session whose methods are awaited; its work is done in threads. An asynchronous context manager.

    Args:
        start: starts the session.
        threads: that do the work; as many sessions can be waited for at a time.
    """

    def __init__(self, start: Callable[[], AnySession], threads: Executor) -> None:
        self._start, self._threads = start, threads
        self._session: AnySession | None = None

    async def __aenter__(self) -> Self:
        starting = self._submit(lambda: _started(self._start))
        try:
            self._session = await asyncio.wrap_future(starting)
        except asyncio.CancelledError:  # it may be starting at this moment
            starting.add_done_callback(_close_started)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def session(self) -> Session | SealedSession:
        """The session itself.

        Raises:
            EpisodeError: it is not started: that is what `async with` does.
        """
        if self._session is None:
            raise EpisodeError("the session is not started", hint="Use it by `async with world.start_async(…)`.")
        return self._session

    @property
    def goal(self) -> str:
        """What the user wants."""
        return self.session.goal

    @property
    def start_url(self) -> str:
        """Address of the first page; empty in the tool sandbox."""
        return self.session.start_url

    @property
    def seed(self) -> int:
        """Of everything random in it."""
        return self.session.seed

    @property
    def key(self) -> TrialKey:
        """Agent, task and trial."""
        return self.session.key

    @property
    def proxy(self) -> Proxy | None:
        """See `Session.proxy`."""
        return self.session.proxy

    @property
    def doors(self) -> Mapping[str, str]:
        """See `Session.doors`."""
        return self.session.doors

    @property
    def events(self) -> Sequence[Event]:
        """What has happened so far.

        Raises:
            EpisodeError: the world is sealed: events stay with the checks.
        """
        if isinstance(self.session, SealedSession):
            raise EpisodeError("events of a sealed world stay with the checks, in its own process")
        return self.session.events

    @property
    def steps(self) -> int:
        """Actions so far."""
        return self.session.steps

    @property
    def tools(self) -> tuple[ToolDescription, ...]:
        """See `Session.tools`."""
        return self.session.tools

    @property
    def ended(self) -> bool:
        """See `Session.ended`."""
        return self.session.ended

    async def observe(self) -> Observation:
        """See `Session.observe`."""
        return await self._run(self.session.observe)

    async def step(self, action: str | Move) -> Observation:
        """See `Session.step`."""
        return await self._run(self.session.step, action)

    async def call(self, name: str, arguments: Mapping[str, object] | None = None) -> ToolReply:
        """See `Session.call`."""
        return await self._run(self.session.call, name, arguments)

    async def say(self, text: str) -> None:
        """See `Session.say`."""
        await self._run(self.session.say, text)

    async def give_up(self, reason: str) -> None:
        """See `Session.give_up`."""
        await self._run(self.session.give_up, reason)

    async def finish(self) -> Result:
        """See `Session.finish`."""
        return await self._run(self.session.finish)

    async def save(self, run: Path | str) -> Path:
        """See `Session.save`."""
        return await self._run(self.session.save, run)

    async def close(self) -> None:
        """See `Session.close`. It is closed even if whoever waits for that is cancelled."""
        try:
            closing = self._submit(self.session.close)
        except EpisodeError:  # so is the world, and with it this session
            return
        await asyncio.shield(asyncio.wrap_future(closing))

    async def _run(self, work: Callable[Given, Value], *given: Given.args, **named: Given.kwargs) -> Value:
        return await asyncio.wrap_future(self._submit(lambda: work(*given, **named)))

    def _submit(self, work: Callable[[], Value]) -> Future[Value]:
        try:
            return self._threads.submit(work)
        except RuntimeError as error:
            raise world_closed() from error


class SessionThreads:
    """Threads in which a world plays sessions for asynchronous code; none before the first of them.

    Args:
        slots: most sessions at the same time.
    """

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._lock = threading.Lock()
        self._threads: ThreadPoolExecutor | None = None
        self._closed = False

    def session(self, start: Callable[[], AnySession]) -> AsyncSession:
        """A session that is started when it is entered.

        Raises:
            EpisodeError: the world is closed.
        """
        with self._lock:
            if self._closed:
                raise world_closed()
            self._threads = self._threads or ThreadPoolExecutor(self._slots, thread_name_prefix="session")
        return AsyncSession(start, self._threads)

    def close(self) -> None:
        """Takes no more sessions, and waits for what is being done."""
        with self._lock:
            self._closed = True
        if self._threads is not None:
            self._threads.shutdown()


def world_closed() -> EpisodeError:
    """What is raised where a world is used that was closed."""
    return EpisodeError("the world is closed; no session can be played in it", hint="Open it again by `open`.")


def _started(start: Callable[[], AnySession]) -> AnySession:
    """A session that has what its properties tell at hand."""
    session = start()
    with contextlib.suppress(ShopworldError):  # it is told when the session is observed
        _ = session.tools
    return session


def _close_started(starting: Future[AnySession]) -> None:
    if not starting.cancelled() and starting.exception() is None:
        starting.result().close()
