"""The steps of a session, written while it is played: the agent's, and those of clients of somebody else."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from shopworld.agents import Move
from shopworld.environments import Observation
from shopworld.episode import Event
from shopworld.evaluation.running.watched_steps import WatchedStep, steps_of_events
from shopworld.evaluation.trajectory import Trajectory


class Recording:
    """Counts and writes steps. Of clients of somebody else, the events that they caused are all that is known.

    Args:
        folder: of the attempt.
        hosts: host of each shop to its id.
    """

    def __init__(self, folder: Path, hosts: Mapping[str, str]) -> None:
        self.steps = 0
        """Actions that are written."""
        self.by_clients = False
        """Whether some of them were taken by clients of somebody else."""
        self._folder, self._hosts = folder, hosts
        self._trajectory: Trajectory | None = None
        self._heard = 0
        self._events = 0
        self._since = 0.0

    def start_clock(self) -> None:
        """The first page is asked for."""
        self._since = time.monotonic()

    def open(self, seen: Observation, events: int, *, pictures: bool) -> None:
        """Writes what the agent sees first.

        Args:
            seen: the first observation.
            events: in the episode so far.
            pictures: whether pictures are kept.
        """
        self._trajectory = Trajectory(self._folder, pictures=pictures)
        self._write(None, seen, events, self._lap())

    def add(self, move: Move, seen: Observation, events: int, caused: Sequence[Event]) -> None:
        """Writes a step of the agent, after those that clients took before.

        Args:
            move: what it chose.
            seen: what it saw then.
            events: in the episode so far.
            caused: all events that clients of somebody else have caused.
        """
        self._tell(caused)
        self.steps += 1
        self._write(move, seen, events, self._lap())

    def untold(self, caused: Sequence[Event]) -> list[WatchedStep]:
        """Steps of clients that are not written yet."""
        return steps_of_events(tuple(caused[self._heard :]), self._hosts)

    def close(self, caused: Sequence[Event], start_url: str | None) -> None:
        """Writes what clients did since.

        Args:
            caused: see `add`.
            start_url: where they began, if the agent never looked itself; None where nobody else could come.
        """
        if self._trajectory is None and start_url is not None:
            self._trajectory = Trajectory(self._folder, pictures=False)
            self._write(None, Observation(url=start_url), 0, 0.0)
        if self._trajectory is not None:
            self._tell(caused)
            self._trajectory.close()

    def _tell(self, caused: Sequence[Event]) -> None:
        for step in self.untold(caused):
            self.steps += 1
            self.by_clients = True
            self._heard += step.own_events
            self._write(Move(step.text), Observation(url=step.address, step=self.steps), step.events, 0.0)

    def _write(self, move: Move | None, seen: Observation, events: int, seconds: float) -> None:
        assert self._trajectory is not None
        self._events = max(self._events, events)
        self._trajectory.add(self.steps, move, seen, events=self._events, seconds=seconds)

    def _lap(self) -> float:
        """Seconds since it was asked last."""
        before, self._since = self._since, time.monotonic()
        return self._since - before
