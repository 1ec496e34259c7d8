"""One episode that a client plays by calls: a task that is graded, or tools to be tried out."""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from shopworld.closing import Closing
from shopworld.environments import Environment, OpenWorld, TaskStart, ToolDescription, ToolReply, interface
from shopworld.environments.tools import TOOL_STATE
from shopworld.episode import Ending, Episode, EpisodeIdentity, write_events
from shopworld.errors import EpisodeError
from shopworld.evaluation.records import Hashes, Isolation, TrialKey
from shopworld.evaluation.running.session import Session
from shopworld.evaluation.running.terms import Assignment, Terms
from shopworld.evaluation.settings import RunSettings
from shopworld.evaluation.trajectory import EVENTS
from shopworld.files import write_whole
from shopworld.tasks import Task, checks_hash, task_hash

CLIENT = "mcp"
"""Name of the agent in records."""
ABOUT = "episode.json"
FREE_PLAY = "free-play"
MOST_CLIENTS = 256
"""Of one server of tools."""
_SECRET = b"one local episode"
"""Of the label; nobody else is in this world."""
OVER = ToolReply("The episode has ended; no call can follow.", failed=True)


class ServedEpisode(Closing):
    """An episode in a world of its own. A context manager: leaving it ends the episode and writes what is left of it.

    Args:
        world: where; stays open.
        environment: its name; one that is met by calls.
        task: what is wanted; without one the tools can be tried out.
        out: folder for `events.jsonl`, `episode.json` and, with a task, the rest of an attempt; None: nothing is kept.
        suite: name of the task's suite.
    """

    def __init__(
        self,
        world: OpenWorld,
        environment: str,
        task: Task | None = None,
        out: Path | None = None,
        suite: str = FREE_PLAY,
    ) -> None:
        self._world, self._name, self._task, self._out, self._suite = world, environment, task, out, suite
        self._environment = world.environment(environment)
        self._scratch = Path(tempfile.mkdtemp(prefix="shopworld-served-"))
        self._played = (
            _FreePlay(self._environment, _invitation(world))
            if task is None
            else _session(self._environment, world, task, suite, self._scratch)
        )
        self.goal = self._played.goal
        self.episode = self._played.episode

    def another(self, number: int) -> ServedEpisode:
        """One more of the same, for another client; what it leaves goes into a folder of that number in the first's."""
        out = self._out / str(number) if self._out is not None else None
        return ServedEpisode(self._world, self._name, self._task, out, self._suite)

    @property
    def tools(self) -> tuple[ToolDescription, ...]:
        """What can be called."""
        return self._environment.tools

    def call(self, name: str, arguments: Mapping[str, object]) -> ToolReply:
        """Runs one tool; calls that come at the same time wait for each other. The last one is graded and written."""
        try:
            reply = self._played.call(name, arguments)
        except EpisodeError:
            return OVER
        if self.episode.ending is not None:
            self._write()
        return reply

    def close(self) -> None:
        """Ends the episode, if the client has not, and writes it."""
        self._write()
        self._environment.close()

    def _write(self) -> None:
        self._played.close()
        if self._out is not None and not (self._out / ABOUT).exists():
            shutil.copytree(self._scratch, self._out, dirs_exist_ok=True)
            write_events(self._out / EVENTS, self.episode.events)
            write_whole(self._out / ABOUT, orjson.dumps(self._about(), option=orjson.OPT_INDENT_2))
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _about(self) -> dict[str, Any]:
        state, world = self.episode.state(TOOL_STATE), self._world
        about = {"task": self.episode.identity.task, "ending": self.episode.ending, "steps": state.steps}
        if world.kind == "mall":
            mall = world.mall
            return about | {"interface": interface(self._name).said, "mall": mall.name, "mall_hash": mall.content_hash}
        catalog = world.catalog
        profile = {"questions": state.turns_used, "profile": world.folders.profile}
        return about | profile | {"catalog": catalog.name, "catalog_hash": catalog.content_hash}


class ServedClients(Closing):
    """An episode for each client, made when it comes. A context manager: leaving it ends all of them.

    Args:
        first: of the first client; its folder is the one that was named.
        most: clients at most.
    """

    def __init__(self, first: ServedEpisode, most: int = MOST_CLIENTS) -> None:
        self._first, self._most = first, most
        self._episodes: dict[str, ServedEpisode] = {}
        self._lock = threading.Lock()

    def of(self, client: str) -> ServedEpisode:
        """The episode of a client.

        Raises:
            EpisodeError: there are as many clients as there may be.
        """
        with self._lock:
            if client not in self._episodes:
                if len(self._episodes) >= self._most:
                    raise EpisodeError(f"as many clients play here as may: {self._most}")
                number = len(self._episodes) + 1
                self._episodes[client] = self._first.another(number) if self._episodes else self._first
            return self._episodes[client]

    def close(self) -> None:
        """Ends all episodes."""
        for episode in self._episodes.values():
            episode.close()


class _FreePlay:
    """Calls without a task."""

    def __init__(self, environment: Environment, goal: str) -> None:
        identity = EpisodeIdentity(agent=CLIENT, task=FREE_PLAY)
        self.episode = Episode(identity, identity.label(_SECRET))
        self.goal = goal
        self._environment = environment
        environment.start(self.episode, TaskStart(goal))
        self._turn = threading.Lock()

    def call(self, name: str, arguments: Mapping[str, object]) -> ToolReply:
        with self._turn:
            seen = self._environment.step(orjson.dumps({"name": name, "arguments": dict(arguments)}).decode())
        return ToolReply.of(seen)

    def close(self) -> None:
        self.episode.end(Ending.STOPPED)


def _session(environment: Environment, world: OpenWorld, task: Task, suite: str, folder: Path) -> Session:
    mall = world.mall.content_hash if world.kind == "mall" else ""
    hashes = Hashes(task=task_hash(task), checks=checks_hash(task), catalog=world.catalog.content_hash, mall=mall)
    terms = Terms(RunSettings(suite=suite, agents=(CLIENT,)), _SECRET, hashes, isolation=Isolation.SEALED)
    assignment = Assignment(TrialKey(agent=CLIENT, task=task.id, trial=0))
    session = Session(assignment, task, world, lambda: environment, folder, terms)
    session.observe()
    return session


def _invitation(world: OpenWorld) -> str:
    if world.kind == "catalog":
        return "Find products in this catalog with the tools. There is no task: nothing is scored."
    addresses = ", ".join(f"http://{host}/" for host in world.hosts)
    return f"Shop with the tools in these shops: {addresses}. There is no task: nothing is scored."
