"""A suite and its world, opened for who plays it with a harness of their own."""

from __future__ import annotations

import atexit
import secrets
import shutil
import tempfile
import threading
import weakref
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from shopworld.api.cards import TaskCard, TaskCards
from shopworld.api.sessions import AsyncSession, SessionThreads, world_closed
from shopworld.closing import Closing
from shopworld.environments import Environment, OpenWorld, Pictures, interface
from shopworld.errors import InputError, RunError, TaskError
from shopworld.evaluation import Assignment, Isolation, Opening, Session, Terms, TrialKey, hashes_of

_BROWSER = "browser"


class World(Closing):
    """A suite's tasks and the world in which they are played. A context manager; usable from any thread.

    Args:
        opening: suite, world, settings and the one environment; see `open`.
        slots: most sessions at the same time.
        pictures: what observations of pages carry besides the tree.

    Raises:
        ShopworldError: mall or catalog are missing or wrong.
    """

    isolation = Isolation.TRUSTED
    """What keeps the agent from the answers: nothing, in the caller's own process."""

    def __init__(self, opening: Opening, *, slots: int = 1, pictures: Pictures = Pictures.NONE) -> None:
        self._opening, self._slots, self._pictures = opening, slots, pictures
        (self._environment,) = opening.environments
        self.tasks: Mapping[str, TaskCard] = TaskCards(opening)
        """What is known of each task without playing it, by id; never its checks."""
        self._tasks = {task.id: task for task in opening.tasks}
        self._world: OpenWorld = opening.folders.open(slots=slots)
        self._scratch = Path(tempfile.mkdtemp(prefix="shopworld-world-"))
        self._free: list[Environment] = []
        self._all: list[Environment] = []
        self._open: set[Session] = set()
        self._attempts = 0
        self._starts: Counter[TrialKey] = Counter()
        self._closed = False
        self._lock = threading.Lock()
        self._threads = SessionThreads(slots)
        atexit.register(self.close)

    def __iter__(self) -> Iterator[str]:
        return iter(self.tasks)

    @property
    def suite(self) -> str:
        """Name of the suite."""
        return self._opening.suite.name

    @property
    def interface(self) -> str:
        """How its shops are met: `browser`, `tools`, `corpus`, `nlweb`, …"""
        declared = interface(self._environment)
        return declared.said or declared.name

    def start(self, task: str, *, agent: str = "outside", trial: int = 0, seed: int | None = None) -> Session:
        """Starts a session. Nothing is opened before it is observed; from outside it can be reached at once.

        Args:
            task: its id.
            agent: who plays, as reports are to call it.
            trial: number of the try, from 0; with task and seed it gives the session's seed. A trial may be started
                again: how often it was before is the `attempt` of the result.
            seed: of everything random in it; the world's by default.

        Raises:
            TaskError: there is no such task.
            InputError: agent, trial or seed are none.
            RunError: as many sessions are open as there are slots.
            EpisodeError: the world is closed.
        """
        chosen = self._tasks.get(task)
        if chosen is None:
            raise TaskError(
                f"the suite {self.suite!r} has no task {task!r}", hint=f"E.g. {next(iter(self._tasks))!r}; see `tasks`."
            )
        key = _key(agent, task, trial)
        settings = self._opening.settings
        if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
            raise InputError(f"found {seed!r}, expected a whole number", field="seed")
        declared = interface(self._environment)
        terms = Terms(
            settings.model_copy(update={"agents": (agent,), "seed": settings.seed if seed is None else seed}),
            hashes_of(chosen, self._opening.provenance),
            secrets.token_bytes(32),
            interface=declared.said,
            pictures=self._pictures,
            isolation=self.isolation,
            provenance=self._opening.provenance,
        )
        with self._lock:
            if self._closed:
                raise world_closed()
            if len(self._open) >= self._slots:
                raise RunError(
                    f"as many sessions are open as there are slots: {self._slots}",
                    hint="Finish one, or open the world with more slots: open(…, slots=N).",
                )
            self._attempts += 1
            folder = self._scratch / str(self._attempts)
            folder.mkdir()
            session = Session(Assignment(key, self._starts[key]), chosen, self._world, self._take, folder, terms)
            weakref.finalize(session, shutil.rmtree, folder, ignore_errors=True).atexit = False
            session.left = self._let_go
            self._starts[key] += 1
            self._open.add(session)
        try:
            if declared.name == _BROWSER:
                session.admission = self._world.admit(session.episode)
                session.begin()
        except BaseException:
            self._let_go(session)
            raise
        return session

    def start_async(
        self, task: str, *, agent: str = "outside", trial: int = 0, seed: int | None = None
    ) -> AsyncSession:
        """As `start`, for asynchronous code: `async with world.start_async(task) as session: …`."""
        return self._threads.session(lambda: self.start(task, agent=agent, trial=trial, seed=seed))

    def close(self) -> None:
        """Ends all sessions as stopped, browsers, servers, and removes what was not saved."""
        atexit.unregister(self.close)
        with self._lock:
            if self._closed:
                return
            self._closed = True
        for session in tuple(self._open):
            session.close()
        self._threads.close()
        for environment in self._all:
            environment.close()
        self._world.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _take(self) -> Environment:
        """An environment that nobody is in."""
        with self._lock:
            if self._free:
                return self._free.pop()
        made = self._world.environment(self._environment)
        with self._lock:
            self._all.append(made)
        return made

    def _let_go(self, session: Session) -> None:
        with self._lock:
            self._open.discard(session)
            if session.environment is not None:
                self._free.append(session.environment)
        self._world.leave(session.episode)


def _key(agent: str, task: str, trial: int) -> TrialKey:
    """Of a trial that somebody named.

    Raises:
        InputError: agent or number are none.
    """
    if not isinstance(agent, str) or not agent.strip():
        raise InputError(f"found {agent!r}, expected a name", field="agent")
    if not isinstance(trial, int) or isinstance(trial, bool) or trial < 0:
        raise InputError(f"found {trial!r}, expected a whole number from 0", field="trial")
    return TrialKey(agent=agent, task=task, trial=trial)
