"""Sessions for asynchronous code."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from types import TracebackType
from typing import ParamSpec, Self, TypeVar

from shopworld.agents import Move
from shopworld.environments import Observation, ToolDescription, ToolReply
from shopworld.episode import Event
from shopworld.errors import EpisodeError
from shopworld.evaluation import Result, Session
from shopworld.mall import Proxy

Given = ParamSpec("Given")
Value = TypeVar("Value")


class AsyncSession:
    """A session whose methods are awaited; its work is done in threads. An asynchronous context manager.

    Args:
        start: starts the session.
        threads: that do the work; as many sessions can be waited for at a time.
    """

    def __init__(self, start: Callable[[], Session], threads: Executor) -> None:
        self._start, self._threads = start, threads
        self._session: Session | None = None

    async def __aenter__(self) -> Self:
        self._session = await self._run(self._start)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._run(self.session.close)

    @property
    def session(self) -> Session:
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
    def proxy(self) -> Proxy | None:
        """See `Session.proxy`."""
        return self.session.proxy

    @property
    def doors(self) -> Mapping[str, str]:
        """See `Session.doors`."""
        return self.session.doors

    @property
    def events(self) -> Sequence[Event]:
        """What has happened so far."""
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

    async def _run(self, work: Callable[Given, Value], *given: Given.args, **named: Given.kwargs) -> Value:
        assert not named, "the methods of sessions are called by position"
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: work(*given, **named))
