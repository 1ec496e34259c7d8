"""A person who plays a task: they shop at the mall's door with a browser of theirs, and are graded like an agent."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from shopworld.agents import Agent
from shopworld.environments import Entrance, OpenWorld
from shopworld.episode import Ending, Episode
from shopworld.errors import EpisodeError
from shopworld.evaluation.running.outside.watching import WatchedAgent, WatchedEnvironment
from shopworld.evaluation.running.session import Session
from shopworld.evaluation.running.terms import Assignment, Terms
from shopworld.evaluation.running.worker import EpisodePlace
from shopworld.mall import MessageSent
from shopworld.tasks import PosedTask, Task

PERSON = "human"
"""Name of the agent in records."""

Announce = Callable[[PosedTask, Entrance], None]
"""Tells the person what is wanted, and where."""


class Keyboard:
    """Lines that a person types, taken without waiting; none where nobody can type.

    Args:
        descriptor: to read from; standard input by default.
    """

    def __init__(self, descriptor: int | None = None) -> None:
        self._descriptor = sys.stdin.fileno() if descriptor is None else descriptor
        self._typed = b""
        self._open = True

    def line(self) -> str | None:
        """The next whole line; None where there is none yet, or will be none."""
        while self._open and b"\n" not in self._typed and select.select([self._descriptor], [], [], 0)[0]:
            chunk = os.read(self._descriptor, 4096)
            self._open = bool(chunk)
            self._typed += chunk
        line, end, rest = self._typed.partition(b"\n")
        if not end:
            return None
        self._typed = rest
        return line.decode("utf-8", "replace").strip()


class WatchedPerson:
    """Somebody at the door.

    They end the episode on the solution page; by a message that they type (an empty one says that they are done); or
    they give up.

    Args:
        episode: where their word is recorded.
        announce: is called when they may begin.
        keyboard: where they type.
    """

    def __init__(self, episode: Episode, announce: Callable[[], None], keyboard: Keyboard) -> None:
        self._episode, self._announce, self._keyboard = episode, announce, keyboard

    @property
    def process_group(self) -> None:
        """None: a person is no program."""
        return None

    @property
    def refusals(self) -> tuple[str, ...]:
        """Nobody is held."""
        return ()

    def begin(self, goal: str, *, seed: int) -> None:
        """Tells them."""
        self._announce()

    def is_done(self) -> bool:
        """Whether they have typed a message."""
        said = self._keyboard.line()
        if said is None:
            return False
        try:
            self._episode.record(MessageSent(role="assistant", text=said))
        except EpisodeError:  # they submitted at the same moment
            return True
        self._episode.end(Ending.MESSAGE)
        return True

    def end(self, ending: str) -> None:
        """Nothing is left to do."""


class PersonPlayers:
    """One person, in a world that is served for them.

    Args:
        world: closed with the players.
        announce: tells them what is wanted, and where.
        keyboard: where they type.
    """

    process_groups: tuple[int, ...] = ()

    def __init__(self, world: OpenWorld, announce: Announce, keyboard: Keyboard | None = None) -> None:
        self._watched = WatchedEnvironment(world)
        self._world = world
        self._announce = announce
        self._keyboard = keyboard or Keyboard()
        self._session: Session | None = None
        self._gone = False

    def session(self, assignment: Assignment, task: PosedTask, folder: Path, terms: Terms) -> Session:
        """Their session."""
        terms = replace(terms, interface="browser")
        self._session = Session(assignment, task, self._world, lambda: self._watched, folder, terms)
        if self._gone:
            self.give_up()
        return self._session

    def agent(self, name: str, solution: Task | None, place: EpisodePlace) -> Agent:
        """The person, in the session that was opened last."""
        watched = self._watched
        assert self._session is not None, "the session was opened"
        task = self._session.posed
        person = WatchedPerson(watched.episode, lambda: self._announce(task, watched.entrance), self._keyboard)
        return WatchedAgent(person, watched)

    def give_up(self) -> None:
        """The person leaves without a result, perhaps before they have begun."""
        self._gone = True
        if self._session is not None:
            self._session.episode.end(Ending.STOPPED)

    def renew(self) -> None:
        """Nothing wears out in one episode."""

    def close(self) -> None:
        """Ends server and mall."""
        self._world.close()
