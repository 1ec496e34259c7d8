"""A person who plays a task: they shop at the mall's door with a browser of theirs, and are graded like an agent."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Mapping

from shopworld.agents import Agent
from shopworld.catalog import Catalog
from shopworld.episode import Ending, Episode
from shopworld.errors import AgentError, EpisodeError
from shopworld.evaluation.running.outside.watching import Entrance, Watcher
from shopworld.evaluation.running.players import EpisodePlace
from shopworld.evaluation.running.visit import Visit, WatchedVisit
from shopworld.mall import Mall, MallServer
from shopworld.mall.events import MessageSent
from shopworld.tasks import Task

PERSON = "human"
"""Name of the agent in records."""

Announce = Callable[[Task, Entrance], None]
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


class Person:
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


class PersonStage:
    """A mall that is served for one person.

    Args:
        mall: what to serve; closed with the stage.
        announce: tells them what is wanted, and where.
        port: of the door; 0 takes a free one.
        keyboard: where they type.

    Raises:
        MallError: the port is taken.
    """

    def __init__(self, mall: Mall, announce: Announce, *, port: int = 0, keyboard: Keyboard | None = None) -> None:
        self.mall = mall
        self.server = MallServer(mall, slots=1, door_port=port).start()
        self._announce = announce
        self._keyboard = keyboard or Keyboard()
        self._open: WatchedVisit | None = None
        self._gone = False

    @property
    def process_groups(self) -> tuple[int, ...]:
        """None."""
        return ()

    @property
    def hosts(self) -> Mapping[str, str]:
        """Host of each shop to its id."""
        return self.mall.hosts

    @property
    def catalog(self) -> Catalog:
        """The mall's."""
        return self.mall.catalog

    def environment(self, agent: str) -> str:
        """That of this stage."""
        return "browser"

    def agent(self, name: str, task: Task, place: EpisodePlace | None = None) -> Agent:
        """The person, in the episode that was opened last.

        Raises:
            AgentError: no episode is open.
        """
        if self._open is None:
            raise AgentError("nobody can play before an episode is open")
        scene = self._open
        person = Person(scene.episode, lambda: self._announce(task, scene.entrance), self._keyboard)
        return Watcher(person, scene)

    def open(self, episode: Episode, task: Task) -> WatchedVisit:
        """Lets the episode in."""
        self._open = WatchedVisit(Visit(self.server, episode), task)
        if self._gone:
            self.give_up()
        return self._open

    def give_up(self) -> None:
        """The person leaves without a result, perhaps before they have begun."""
        self._gone = True
        if self._open is not None:
            self._open.episode.end(Ending.STOPPED)

    def renew(self) -> None:
        """Nothing wears out in one episode."""

    def close(self) -> None:
        """Ends server and mall."""
        self.server.stop()
        self.mall.close()
