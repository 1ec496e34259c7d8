"""A worker process: its own mall and browser, one attempt after the other, as the scheduler says."""

from __future__ import annotations

import contextlib
import shutil
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol

from shopworld.agents.protocol import Agent
from shopworld.errors import ModelError, ShopworldError
from shopworld.evaluation.folder import UNFINISHED, RunFolder
from shopworld.evaluation.records import Hashes, Result, Status, TrialKey
from shopworld.evaluation.running.attempt import Attempt, SendHeartbeat
from shopworld.evaluation.running.grading import one_line
from shopworld.evaluation.running.processes import die_with_parent
from shopworld.evaluation.running.session import Session
from shopworld.evaluation.running.terms import Assignment, Terms
from shopworld.evaluation.settings import RunSettings
from shopworld.models.budgets import LEDGER
from shopworld.tasks import Task

RENEW_AFTER = 100
"""Episodes after which the browser is replaced, so that memory does not grow."""


@dataclass(frozen=True, slots=True)
class EpisodePlace:
    """Which episode it is, and where it is kept.

    Attributes:
        key: agent, task and trial.
        folder: of the attempt.
        ledger: file of what the run has spent on language models.
    """

    key: TrialKey
    folder: Path
    ledger: Path | None = None


class Players(Protocol):
    """The agents of a worker, and the environments by which they meet its world."""

    @property
    def process_groups(self) -> tuple[int, ...]:
        """Groups of child processes, to be killed should the worker die."""

    def session(self, assignment: Assignment, task: Task, folder: Path, terms: Terms) -> Session:
        """Sets a session up for the agent of an assignment; nothing is opened yet."""

    def agent(self, name: str, task: Task, place: EpisodePlace) -> Agent:
        """Makes the agent for the session that was opened last. Only the oracle is given the task."""

    def renew(self) -> None:
        """Replaces what may be broken, the browser above all."""

    def close(self) -> None:
        """Releases everything."""


class OpenPlayers(Protocol):
    """Makes the players in the worker; must be picklable."""

    def __call__(self) -> Players: ...


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """All a worker has to know, sent once.

    Attributes:
        parent: process id of the scheduler.
        folder: of the run.
        settings: what was asked.
        tasks: by id.
        hashes: by task id.
        secret: of the episodes' labels; made anew at each start, never written down.
        open_players: makes the agents and opens their world.
    """

    parent: int
    folder: Path
    settings: RunSettings
    tasks: Mapping[str, Task]
    hashes: Mapping[str, Hashes]
    secret: bytes
    open_players: OpenPlayers


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker waits for an assignment; these process groups are its children."""

    process_groups: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The worker is alive and enters this phase: `opening`, `thinking` or `acting`."""

    phase: str
    process_groups: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Finished:
    """An attempt is over and on disk."""

    assignment: Assignment
    result: Result


@dataclass(frozen=True, slots=True)
class Broken:
    """The worker cannot go on."""

    reason: str
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class Halted:
    """Nothing more can be played: a language model cannot be used as asked, or the run's budget is spent."""

    reason: str
    hint: str | None = None


Message = Ready | Heartbeat | Finished | Broken | Halted


def work(connection: Connection[Any, Any], briefing: WorkerSetup) -> None:
    """Body of the worker process: sends messages, takes assignments, ends at None or when the scheduler is gone."""
    die_with_parent(briefing.parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            players = briefing.open_players()
        except Exception as error:
            connection.send(_broken(error))
            return
        try:
            _serve(connection, briefing, players)
        except ModelError as error:
            connection.send(Halted(error.message, error.hint))
        except Exception as error:
            connection.send(_broken(error))
        finally:
            players.close()


def _broken(error: Exception) -> Broken:
    hint = error.hint if isinstance(error, ShopworldError) else None
    return Broken(str(error) if isinstance(error, ShopworldError) else one_line(error), hint)


def _serve(connection: Connection[Any, Any], briefing: WorkerSetup, players: Players) -> None:
    folder = RunFolder(briefing.folder)
    played = 0

    def heartbeat(phase: str) -> None:
        connection.send(Heartbeat(phase, players.process_groups))

    while True:
        connection.send(Ready(players.process_groups))
        assignment: Assignment | None = connection.recv()
        if assignment is None:
            return
        result = play_into_folder(folder, briefing, assignment, players, heartbeat)
        connection.send(Finished(assignment, result))
        played += 1
        if result.status is Status.INFRA_ERROR or played % RENEW_AFTER == 0:
            heartbeat("opening")
            players.renew()


def play_into_folder(
    folder: RunFolder, briefing: WorkerSetup, assignment: Assignment, players: Players, heartbeat: SendHeartbeat
) -> Result:
    """Plays one attempt in a folder beside, which gets its name when everything is in it."""
    final = folder.attempt(assignment.key, assignment.attempt)
    beside = final.with_name(final.name + UNFINISHED)
    if beside.exists():
        shutil.rmtree(beside)
    beside.mkdir(parents=True)
    key, task = assignment.key, briefing.tasks[assignment.key.task]
    terms = Terms(briefing.settings, briefing.hashes[task.id], briefing.secret)
    session = players.session(assignment, task, beside, terms)
    place = EpisodePlace(key, beside, folder.path / LEDGER)
    result = Attempt(session, lambda: players.agent(key.agent, task, place), heartbeat).play()
    beside.rename(final)
    return result
