"""Tasks as people play them: each a session whose steps are what they did in the shops, graded like an agent's."""

from __future__ import annotations

import secrets
import shutil
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path

from shopworld.closing import Closing
from shopworld.environments import Environment
from shopworld.episode import Ending, Episode
from shopworld.errors import EpisodeError, RunError
from shopworld.evaluation import (
    Assignment,
    Opening,
    Result,
    RunFolder,
    RunSettings,
    Session,
    Terms,
    TrialKey,
    environment_of,
    hashes_of,
    open_suite,
    refuse_other_run,
)
from shopworld.mall import SOLUTION_SITE, AnswerSubmitted, Home, MallServer
from shopworld.study.participants import PARTICIPANTS
from shopworld.tasks import Limits, Task, find_suite, task_of

PERSON = "human"
"""Name of the agent in records."""
NO_LIMIT = 10 * 24 * 3600.0
"""Seconds: a person may go for lunch."""
MOST_STEPS = 100_000


def open_play(
    suite_name: str,
    *,
    home: Home,
    task: str = "",
    filters: tuple[str, ...] = (),
    mall: Path | None = None,
    seconds: float | None = None,
    seed: int = 0,
    run: Path | None = None,
    door_port: int = 0,
) -> Play:
    """Opens a suite for people.

    Args:
        suite_name: name of the suite, or path of its file.
        home: where suites and malls are.
        task: id of the only one that is played.
        filters: of its tasks; all by default.
        mall: folder of the mall; the suite's own by default.
        seconds: for each task, after which a person is cut off; never by default.
        seed: of everything random.
        run: run folder for what is played; whether it can take it is told before anybody plays.
        door_port: of the mall's door on this machine; 0 takes a free one.

    Raises:
        TaskError: there is no such suite or task.
        RunError: the suite is played by tools, or was made for another mall, or no task fits the filters.
        ShopworldError: suite or mall are missing or wrong, or the port is taken.
    """
    suite = find_suite(suite_name, home.folder)
    if environment_of(suite) != "browser":
        raise RunError(
            f"suite {suite.name!r} is played by tools, not in a browser",
            hint="Call its tools by hand: `shopworld tools call --help`.",
        )
    if task:
        filters = (task_of(suite, task).id,)
    settings = RunSettings.from_values(
        suite=suite_name,
        mall=str(mall) if mall else "",
        agents=(PERSON,),
        filters=filters,
        seed=seed,
        max_seconds=seconds or NO_LIMIT,
    )
    opening = open_suite(suite, settings, ["browser"], home=home)
    if run is not None and run.exists():
        refuse_other_run(run, PERSON, opening.settings, opening.provenance)
        if task and (run / PARTICIPANTS).exists():
            raise RunError(f"{run} is of a study with participants", hint="Give another --out.")
        if task and any((one.agent, one.task) == (PERSON, task) for one in RunFolder(run).results()):
            raise RunError(f"{task} was played into {run} already", hint="Give another --out.")
    return Play(opening, door_port)


class Play(Closing):
    """A suite's tasks, in a mall that is served for people. A context manager; usable from any thread.

    Args:
        opening: suite, world and settings.
        door_port: of the mall's door; 0 takes a free one.
    """

    def __init__(self, opening: Opening, door_port: int = 0) -> None:
        self.opening = opening
        self.tasks: Mapping[str, Task] = {task.id: task for task in opening.tasks}
        self._world = opening.folders.open(slots=0, door_port=door_port)
        self._scratch = Path(tempfile.mkdtemp(prefix="shopworld-play-"))
        self._count = 0
        self._open: set[Session] = set()
        self._lock = threading.Lock()
        try:
            self._world.server  # noqa: B018 - a port that is taken is told before anything is played
        except BaseException:
            self.close()
            raise

    @property
    def server(self) -> MallServer:
        """The mall's."""
        return self._world.server

    def start(self, task: str, trial: int) -> Session:
        """Lets a person in to play a task; from now on their time counts."""
        chosen, settings = self.tasks[task], self.opening.settings
        limits = Limits(steps=MOST_STEPS, seconds=settings.max_seconds)  # what tasks set for agents does not hold
        terms = Terms(
            settings,
            secrets.token_bytes(32),
            hashes_of(chosen, self.opening.provenance),
            interface="browser",
            provenance=self.opening.provenance,
        )
        with self._lock:
            self._count += 1
            folder = self._scratch / str(self._count)
            folder.mkdir()
        posed = chosen.model_copy(update={"limits": limits})
        key = TrialKey(agent=PERSON, task=task, trial=trial)
        session = Session(Assignment(key), posed, self._world, _no_environment, folder, terms)
        session.left = self._let_go
        self._open.add(session)
        session.admission = self._world.admit(session.episode)
        session.begin()
        return session

    def answer(self, session: Session, text: str) -> None:
        """Says what a person answers, where the goal wants it: on the solution page, or to the user. Ends the episode.

        An empty answer says that they are done.

        Raises:
            EpisodeError: the session is over.
        """
        if session.ended:
            raise EpisodeError("this task is over")
        solution = self.server.mall.sites.named(SOLUTION_SITE)
        if text and solution is not None and solution.host in session.goal:
            session.episode.record(AnswerSubmitted(text=text))
            session.episode.end(Ending.SUBMITTED)
        else:
            session.say(text)

    def close(self) -> None:
        """Ends open sessions as stopped, and the mall; removes what was not saved."""
        for session in tuple(self._open):
            session.close()
        self._world.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _let_go(self, session: Session) -> None:
        self._open.discard(session)
        self._world.leave(session.episode)


def _no_environment() -> Environment:
    raise EpisodeError("a person plays in a browser of their own")


def walk_out(episode: Episode) -> None:
    """A person leaves without a result; what they did is graded all the same."""
    episode.end(Ending.STOPPED)


def result_of(session: Session, run: Path | None) -> Result:
    """Grades a session that is over, and records it.

    Args:
        session: over, or stopped by this.
        run: run folder to keep it in.

    Raises:
        RunError: the folder holds another run, or this trial already.
    """
    walk_out(session.episode)
    if run is not None:
        session.save(run)
    return session.finish()
