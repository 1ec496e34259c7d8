"""The sessions that a server holds: each has a name and a ticket that nobody can guess, and ends when it is idle."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import defaultdict
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
TICKET = "seat-"
"""Begins each ticket, so that one is known as such when its session is gone."""
_LOG = logging.getLogger(__name__)


class NoSuchSession(EpisodeError):
    """No session has that name: it was never begun, was closed, or was idle for too long."""


@dataclass(slots=True, eq=False)
class Seat:
    """One session, as clients know it.

    Attributes:
        name: who knows it may play, grade, reset and end it.
        ticket: who knows it may only play, over the Model Context Protocol.
        session: the session.
        agent: who plays, as reports call it.
        task: its id.
        saved: folder where it was saved; empty where it was not.
        not_saved: why it could not be.
    """

    name: str
    ticket: str
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
        out: run folder where each is saved when it is finished or ended otherwise; None: nothing is kept. Trials go on
            where those that it holds end.
        clock: seconds, for what is idle.

    Raises:
        InputError: what the run folder holds is wrong.
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
        self._trials: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
        """Agent and task to the trials that were begun, or are in the folder."""
        for one in sw.Run(out).results if out is not None else ():
            self._trials[one.agent, one.task].add(one.trial)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._seats)

    def __contains__(self, name: str) -> bool:
        return name in self._seats

    def start(self, task: str, *, agent: str = "outside", trial: int | None = None, seed: int | None = None) -> Seat:
        """Begins a session.

        Args:
            task: its id.
            agent: who plays.
            trial: number of the try; the agent's next one of that task by default.
            seed: of everything random; the world's by default.

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
        name, ticket = secrets.token_urlsafe(24), TICKET + secrets.token_urlsafe(24)
        try:
            seat = self._begin(name, ticket, task, agent, trial, seed)
        finally:
            with self._lock:
                self._starting -= 1
        with self._lock:
            self._seats[name] = seat
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
                raise _none()
            seat.used = self._clock()
            return seat

    def of_ticket(self, ticket: str) -> Seat:
        """As `of`, by the ticket."""
        return self.of(self._named(ticket))

    def admits(self, ticket: str) -> bool:
        """Whether a session has that ticket. Waits for nothing."""
        return bool(self._named(ticket))

    def _named(self, ticket: str) -> str:
        """Name of the session of a ticket; empty without one."""
        with self._lock:
            return next((seat.name for seat in self._seats.values() if seat.ticket == ticket), "")

    def finish(self, name: str) -> tuple[Seat, sw.Result]:
        """Grades a session, and saves it; twice gives the same.

        Raises:
            NoSuchSession: there is none.
        """
        seat = self.of(name)
        with seat.turn:
            result = seat.session.finish()
            self._save(seat)
        return seat, result

    def reset(self, name: str, task: str = "") -> Seat:
        """Ends a session, and begins another by the same name and ticket, in its place: the next try of its task, or of
        another. Where none can begin, the one that has ended stays there.

        Raises:
            NoSuchSession: there is none.
            ShopworldError: as `start`.
        """
        if task:
            self._known(task)
        seat = self.of(name)
        with seat.turn:
            if self._seats.get(name) is seat:
                self._end(seat)
                following = self._begin(name, seat.ticket, task or seat.task, seat.agent)
                with self._lock:
                    if self._seats.get(name) is seat:
                        self._seats[name] = following
                        return following
                following.session.close()
        return self.reset(name, task)  # somebody else has reset or closed it meanwhile

    def close_one(self, name: str) -> None:
        """Ends a session, as stopped where it was not finished; that is saved, too.

        Raises:
            NoSuchSession: there is none.
        """
        self.of(name)
        with self._lock:
            seat = self._seats.pop(name, None)
        if seat is None:
            raise _none()
        self._end(seat)

    def sweep(self) -> None:
        """Ends what nobody has asked for too long."""
        latest = self._clock() - self.idle_seconds
        with self._lock:
            idle = [seat for seat in self._seats.values() if seat.used < latest]
            for seat in idle:
                del self._seats[seat.name]
        for seat in idle:
            self._end(seat)

    def close(self) -> None:
        """Ends all."""
        with self._lock:
            seats, self._seats = tuple(self._seats.values()), {}
        for seat in seats:
            self._end(seat)

    def _begin(
        self, name: str, ticket: str, task: str, agent: str, trial: int | None = None, seed: int | None = None
    ) -> Seat:
        """A session by a name. The number of a try that could not begin is free again."""
        with self._lock:
            begun = self._trials[agent, task]
            chosen = max(begun, default=-1) + 1 if trial is None else trial
            new = isinstance(chosen, int) and chosen not in begun
            if new:
                begun.add(chosen)
        try:
            session = self.world.start(task, agent=agent, trial=chosen, seed=seed)
        except BaseException:
            if new:
                with self._lock:
                    begun.discard(chosen)
            raise
        return Seat(name, ticket, session, agent, task, chosen, self._clock())

    def _end(self, seat: Seat) -> None:
        """Ends a session that was not finished as stopped, and saves it like any other."""
        with seat.turn:
            seat.session.close()
            self._save(seat)

    def _save(self, seat: Seat) -> None:
        if self._out is None or seat.saved or seat.not_saved:
            return
        try:
            seat.saved = str(seat.session.save(self._out))
        except (sw.ShopworldError, OSError) as error:
            seat.not_saved = error.message if isinstance(error, sw.ShopworldError) else str(error)
            _LOG.warning("trial %d of %s on %s is not saved: %s", seat.trial, seat.agent, seat.task, seat.not_saved)

    def _known(self, task: str) -> None:
        tasks: Mapping[str, sw.TaskCard] = self.world.tasks
        if task not in tasks:
            from shopworld.errors import TaskError

            raise TaskError(f"the suite {self.world.suite!r} has no task {task!r}")


def _none() -> NoSuchSession:
    return NoSuchSession("there is no such session", hint="It may have been idle for too long: start another.")
