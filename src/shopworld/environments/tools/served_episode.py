"""One episode that a client plays from outside: calls come in one by one, the log is written when it ends."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

import orjson

from shopworld.catalog import Catalog
from shopworld.environments.tools.environment import ToolEnvironment
from shopworld.environments.tools.state import TOOL_STATE
from shopworld.episode import Ending, Episode, EpisodeIdentity, write_events
from shopworld.files import write_whole
from shopworld.tasks import Task, score

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


class ServedEpisode:
    """An episode of one task, or of none, played by calls from outside.

    Args:
        catalog: what can be found.
        environment: over that catalog.
        task: what is wanted; without one the tools can be tried out.
        out: folder for `events.jsonl`, `episode.json` and, with a task, `score.json`; None: nothing is written.
    """

    def __init__(
        self, catalog: Catalog, environment: ToolEnvironment, task: Task | None = None, out: Path | None = None
    ) -> None:
        self._catalog, self._environment, self._task, self._out = catalog, environment, task, out
        identity = EpisodeIdentity(agent=CLIENT, task=task.id if task else "free-play")
        self.episode = Episode(identity, identity.label(_SECRET))
        self.goal = task.goal if task else FREE_PLAY
        first = environment.start(
            self.episode, self.goal, task.shopper if task else None, task.limits if task is not None else None
        )
        self.tools = first.tools
        self._turn = threading.Lock()
        self._written = False

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
        about = {
            "task": episode.identity.task,
            "ending": episode.ending,
            "steps": state.steps,
            "questions": state.turns_used,
            "profile": self._environment.profile,
            "catalog": self._catalog.name,
            "catalog_hash": self._catalog.content_hash,
        }
        write_whole(self._out / "episode.json", orjson.dumps(about, option=orjson.OPT_INDENT_2))
        if self._task is not None:
            graded = score(self._task, episode.events, ending=episode.ending, hosts={}, catalog=self._catalog)
            write_whole(self._out / "score.json", graded.model_dump_json(indent=2).encode())
