"""One episode that a client plays from outside: calls come in one by one, the log is written when it ends."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from shopworld.catalog import Catalog
from shopworld.environments.tools.calling import CallingEnvironment
from shopworld.environments.tools.environment import ToolEnvironment
from shopworld.environments.tools.state import TOOL_STATE
from shopworld.episode import Ending, Episode, EpisodeIdentity, write_events
from shopworld.files import write_whole
from shopworld.tasks import Score, Task, score

CLIENT = "mcp"
"""Name of the agent in the episode's identity."""

FREE_PLAY = "Find products in this catalog with the tools. There is no task: nothing is scored."
_SECRET = b"one local episode"
"""Of the label; nobody else is in this world."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a client gets for a call.

    Attributes:
        text: the result as JSON, or what was wrong.
        failed: whether it is an error.
    """

    text: str
    failed: bool = False


class PlayedFromOutside(ABC):
    """An episode of one task, or of none, played by calls from outside.

    Args:
        environment: runs the calls.
        task: what is wanted; without one the tools can be tried out.
        out: folder for `events.jsonl`, `episode.json` and, with a task, `score.json`; None: nothing is written.
        free_play: the goal, where there is no task.
    """

    def __init__(self, environment: CallingEnvironment, task: Task | None, out: Path | None, free_play: str) -> None:
        self._environment, self._task, self._out = environment, task, out
        identity = EpisodeIdentity(agent=CLIENT, task=task.id if task else "free-play")
        self.episode = Episode(identity, identity.label(_SECRET))
        self.goal = task.goal if task else free_play
        self.tools = environment.tools
        self._turn = threading.Lock()
        self._written = False

    @abstractmethod
    def _grade(self, task: Task) -> Score:
        """What the checks say of the episode."""

    @abstractmethod
    def _about(self) -> Mapping[str, Any]:
        """What it was played in, for `episode.json`."""

    def call(self, name: str, arguments: dict[str, object]) -> Reply:
        """Runs one tool; calls that come at the same time wait for each other."""
        with self._turn:
            if self.episode.ending is not None:
                return Reply("The episode has ended; no call can follow.", failed=True)
            seen = self._environment.step(orjson.dumps({"name": name, "arguments": arguments}).decode())
            if self._environment.ended:
                self._write()
            if seen.last_action_error:
                return Reply(seen.last_action_error, failed=True)
            return Reply(seen.tool_result)

    def close(self) -> None:
        """Ends the episode, if the client has not, and writes it."""
        with self._turn:
            self.episode.end(Ending.STOPPED)
            self._write()

    def _write(self) -> None:
        if self._out is None or self._written:
            return
        self._written = True
        self._out.mkdir(parents=True, exist_ok=True)
        episode = self.episode
        write_events(self._out / "events.jsonl", episode.events)
        state = episode.state(TOOL_STATE)
        about = {"task": episode.identity.task, "ending": episode.ending, "steps": state.steps, **self._about()}
        write_whole(self._out / "episode.json", orjson.dumps(about, option=orjson.OPT_INDENT_2))
        if self._task is not None:
            write_whole(self._out / "score.json", self._grade(self._task).model_dump_json(indent=2).encode())


class ServedEpisode(PlayedFromOutside):
    """An episode of the tool sandbox.

    Args:
        catalog: what can be found.
        environment: over that catalog.
        task: what is wanted; without one the tools can be tried out.
        out: folder for what is left of it; None: nothing is written.
    """

    def __init__(
        self, catalog: Catalog, environment: ToolEnvironment, task: Task | None = None, out: Path | None = None
    ) -> None:
        super().__init__(environment, task, out, FREE_PLAY)
        self._catalog, self._profile = catalog, environment.profile
        environment.start(
            self.episode, self.goal, task.shopper if task else None, task.limits if task is not None else None
        )

    def _grade(self, task: Task) -> Score:
        return score(task, self.episode.events, ending=self.episode.ending, hosts={}, catalog=self._catalog)

    def _about(self) -> Mapping[str, Any]:
        return {
            "questions": self.episode.state(TOOL_STATE).turns_used,
            "profile": self._profile,
            "catalog": self._catalog.name,
            "catalog_hash": self._catalog.content_hash,
        }
