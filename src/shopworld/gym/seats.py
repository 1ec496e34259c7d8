"""The sessions that a server holds: each has a name that nobody can guess, and ends when it is idle for too long."""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import shopworld as sw
from shopworld.closing import Closing
from shopworld.errors import EpisodeError, RunError

AnySession = sw.Session | sw.SealedSession
AnyWorld = sw.World | sw.SealedWorld
IDLE_SECONDS = 1800.0
"""After which a session that nobody asks is ended."""


class NoSuchSession(EpisodeError):
    """No session has that name: it was never begun, was closed, or was idle for too long."""


@dataclass(slots=True, eq=False)
class Seat:
    """One session, as clients know it.

    Attributes:
        name: who knows it may play.
        session: the session.
        agent: who plays, as reports call it.
        task: its id.
        saved: folder where it was saved; empty where it was not.
        not_saved: why it could not be.
    """

    name: str
    session: AnySession
    agent: str
    task: str
    trial: int
    used: float
    saved: str = ""
    not_saved: str = ""
    turn: threading.RLock = field(default_factory=threading.RLock)


class Seats(Closing):
    """All sessions of a server. A context manager; usable from any thread.

    Args:
        world: that they are played in; stays open.
        most: sessions at the same time, those that are finished but not closed too.
        idle_seconds: after which one that is not asked is ended, as stopped.
        out: run folder where each is saved when it is finished; None: nothing is kept.
        clock: seconds, for what is idle.
    """

    def __init__(
        self,
        world: AnyWorld,
        most: int,
        *,
        idle_seconds: float = IDLE_SECONDS,
        out: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.world, self.most, self.idle_seconds = world, most, idle_seconds
        self._out, self._clock = out, clock
        self._seats: dict[str, Seat] = {}
        self._starting = 0
        self._trials: Counter[tuple[str, str]] = Counter()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._seats)

    def start(
        self, task: str, *, agent: str = "outside", trial: int | None = None, seed: int | None = None, name: str = ""
    ) -> Seat:
        """Begins a session.

        Args:
            task: its id.
            agent: who plays.
            trial: number of the try; the agent's next one of that task by default.
            seed: of everything random; the world's by default.
            name: of a session that it follows; a new one by default.

        Raises:
            TaskError: there is no such task.
            InputError: agent, trial or seed are none.
            RunError: there are as many sessions as there may be.
        """
        self.sweep()
        with self._lock:
            if len(self._seats) + self._starting >= self.most:
                raise RunError(
                    f"as many sessions are open as may be: {self.most}", hint="Close one, or serve more by --slots."
                )
            self._starting += 1
            key = agent, task
            chosen = self._trials[key] if trial is None else trial
            if isinstance(chosen, int):
                self._trials[key] = max(self._trials[key], chosen + 1)
        try:
            session = self.world.start(task, agent=agent, trial=chosen, seed=seed)
            seat = Seat(name or secrets.token_urlsafe(24), session, agent, task, chosen, self._clock())
        finally:
            with self._lock:
                self._starting -= 1
        with self._lock:
            self._seats[seat.name] = seat
        return seat

    def of(self, name: str) -> Seat:
        """The session of a name; it is not idle now.

        Raises:
            NoSuchSession: there is none.
        """
        self.sweep()
        with self._lock:
            seat = self._seats.get(name)
            if seat is None:
                raise NoSuchSession(
                    "there is no such session", hint="It may have been idle for too long: start another."
                )
            seat.used = self._clock()
            return seat

    def holds(self, name: str) -> bool:
        """Whether a session has that name."""
        with self._lock:
            return name in self._seats

    def finish(self, name: str) -> tuple[Seat, sw.Result]:
        """Grades a session, and saves it; twice gives the same.

        Raises:
            NoSuchSession: there is none.
        """
        seat = self.of(name)
        with seat.turn:
            result = seat.session.finish()
            if self._out is not None and not (seat.saved or seat.not_saved):
                try:
                    seat.saved = str(seat.session.save(self._out))
                except sw.ShopworldError as error:
                    seat.not_saved = error.message
        return seat, result

    def reset(self, name: str, task: str = "") -> Seat:
        """Ends a session, and begins another one by the same name: the next try of its task, or of another.

        Raises:
            NoSuchSession: there is none.
            ShopworldError: as `start`.
        """
        seat = self.of(name)
        if task:
            self._known(task)
        self.close_one(name)
        return self.start(task or seat.task, agent=seat.agent, name=name)

    def close_one(self, name: str) -> None:
        """Ends a session, as stopped where it was not finished.

        Raises:
            NoSuchSession: there is none.
        """
        seat = self.of(name)
        with self._lock:
            self._seats.pop(name, None)
        seat.session.close()

    def sweep(self) -> None:
        """Ends what nobody has asked for too long."""
        latest = self._clock() - self.idle_seconds
        with self._lock:
            idle = [seat for seat in self._seats.values() if seat.used < latest]
            for seat in idle:
                del self._seats[seat.name]
        for seat in idle:
            seat.session.close()

    def close(self) -> None:
        """Ends all."""
        with self._lock:
            seats, self._seats = tuple(self._seats.values()), {}
        for seat in seats:
            seat.session.close()

    def _known(self, task: str) -> None:
        tasks: Mapping[str, sw.TaskCard] = self.world.tasks
        if task not in tasks:
            from shopworld.errors import TaskError

            raise TaskError(f"the suite {self.world.suite!r} has no task {task!r}")
