"""Models for code that is not asynchronous: an agent asks, and waits for the answer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Generic, TypeVar

from shopworld.errors import ModelError
from shopworld.models.budgets import Ledger, refuse_beyond
from shopworld.models.chat import CallClock, CallMeter, Chat
from shopworld.models.client import ChatClient
from shopworld.models.messages import ChatRequest, ModelReply, Usage
from shopworld.models.provider import ModelName
from shopworld.models.recordings import RecordingChat, ReplayedChat
from shopworld.models.settings import ModelSettings
from shopworld.models.structured import Answer, complete_as

Value = TypeVar("Value")


class Models:
    """All models of one process, with one thread that talks to them.

    Args:
        settings: how they are called.
        seed: of the delays' chance.
    """

    def __init__(self, settings: ModelSettings | None = None, *, seed: int = 0) -> None:
        self.settings = settings or ModelSettings()
        self.seed = seed
        self._clients: dict[str, ChatClient] = {}
        self._ledgers: dict[Path, Ledger] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def check(self, name: str) -> None:
        """Checks that a model can be called as asked, without calling it.

        Raises:
            ModelError: no such provider, no key, no SDK, or a budget in USD for a model without a known price.
            InputError: the file of prices is wrong.
        """
        ModelName.parse(name)
        settings = self.settings
        if settings.replay:
            return
        client = self._client(name)
        in_usd = settings.budget.usd is not None or settings.episode_budget.usd is not None
        if in_usd and client.price is None and client.provider.name != "openrouter":
            raise ModelError(
                f"there is a budget in USD, and the price of {name} is not known",
                hint="Give its price in a file with --prices (see docs/models.md), or a budget in tokens.",
            )

    def open(
        self, name: str, *, record: Path | None = None, replay: Path | None = None, ledger: Path | None = None
    ) -> EpisodeModel:
        """Opens a model for one episode, or for another sequence of calls.

        Args:
            name: `provider/model`.
            record: where replies are recorded; None: nowhere.
            replay: recording to answer from, instead of calling the model.
            ledger: file of what the whole run has spent; None where nobody keeps it.

        Raises:
            ModelError: the model cannot be called as asked, or there is no such recording.
        """
        chat: Chat = ReplayedChat(name, replay) if replay is not None else self._client(name)
        if record is not None:
            chat = RecordingChat(chat, name, record)
        kept = self._ledgers.setdefault(ledger, Ledger(ledger)) if ledger is not None else None
        return EpisodeModel(name, chat, self, kept)

    def run(self, work: Coroutine[Any, Any, Value]) -> Value:
        """Runs a coroutine in the thread and waits for it; where the wait is cut short, it is cancelled."""
        call, loop = _Call(work), None
        try:
            loop = self._running_loop()
            loop.call_soon_threadsafe(call.begin)
            return call.done.result()
        except BaseException:
            if loop is None:
                call.cancel()
            else:
                loop.call_soon_threadsafe(call.cancel)
            raise

    def close(self) -> None:
        """Closes connections and ends the thread."""
        if self._loop is None or self._thread is None:
            return
        loop, thread = self._loop, self._thread
        self._loop = self._thread = None
        asyncio.run_coroutine_threadsafe(self._shut(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    async def _shut(self) -> None:
        for client in self._clients.values():
            await client.close()
        self._clients.clear()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _client(self, name: str) -> ChatClient:
        if name not in self._clients:
            self._clients[name] = ChatClient(name, self.settings, seed=self.seed)
        return self._clients[name]

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        with self._starting:
            if self._loop is None:
                loop = asyncio.new_event_loop()
                thread = threading.Thread(target=loop.run_forever, name="models", daemon=True)
                thread.start()
                self._loop, self._thread = loop, thread
            return self._loop


class _Call(Generic[Value]):
    """A coroutine on its way to the thread, which alone touches it: whoever waits may be interrupted anywhere."""

    def __init__(self, work: Coroutine[Any, Any, Value]) -> None:
        self.done: Future[Value] = Future()
        self._work = work
        self._task: asyncio.Task[Value] | None = None

    def begin(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._work)
        self._task.add_done_callback(self._tell)

    def cancel(self) -> None:
        if self._task is None:  # it never came to begin
            self._work.close()
        else:
            self._task.cancel()

    def _tell(self, task: asyncio.Task[Value]) -> None:
        if task.cancelled():
            self.done.cancel()
            self.done.set_running_or_notify_cancel()
        elif (fault := task.exception()) is not None:
            self.done.set_exception(fault)
        else:
            self.done.set_result(task.result())


class EpisodeModel:
    """A model during one episode: counts what it costs and keeps to the budgets.

    Args:
        name: `provider/model`.
        chat: who answers.
        models: whose thread does the talking.
        ledger: of the whole run, if there is one.
    """

    def __init__(self, name: str, chat: Chat, models: Models, ledger: Ledger | None) -> None:
        self.name = name
        self.spent = Usage()
        """Of the episode so far."""
        self._chat, self._models, self._ledger = chat, models, ledger
        self._reported = Usage()
        self._clock = CallClock()

    @property
    def excused_seconds(self) -> float:
        """Time that does not count against the agent so far; see `CallClock.excused`."""
        return self._clock.excused

    def ask(self, request: ChatRequest) -> ModelReply:
        """Asks the model and waits for its answer.

        Raises:
            BudgetSpent: the episode or the run has no tokens or dollars left.
            ModelFault, ModelError, ContextOverflow: see `ChatClient.complete`.
        """
        return self._models.run(self.complete(request))

    def ask_as(self, request: ChatRequest, form: type[Answer]) -> tuple[Answer, ModelReply]:
        """Asks for an answer in a given form; see `complete_as`."""
        return self._models.run(complete_as(self, request, form))

    async def complete(self, request: ChatRequest) -> ModelReply:
        """As `ask`, for asynchronous code. A call that fails is charged like one that is answered."""
        settings = self._models.settings
        refuse_beyond(settings.episode_budget, self.spent, whole_run=False)
        if self._ledger is not None and settings.budget.bounded:
            refuse_beyond(settings.budget, self._ledger.total(), whole_run=True)

        meter = CallMeter(self._clock)
        try:
            reply = await self._chat.complete(request, meter=meter)
        except BaseException:
            self._spend(meter.charged)
            raise
        self._spend(reply.usage)
        return reply

    def _spend(self, usage: Usage) -> None:
        self.spent = self.spent + usage
        if self._ledger is not None and usage != Usage():
            self._ledger.add(usage)

    def take_usage(self) -> Usage:
        """What calls have cost since this was last asked."""
        used, self._reported = self.spent - self._reported, self.spent
        return used
