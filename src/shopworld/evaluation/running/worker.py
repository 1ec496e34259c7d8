"""A worker process: its own mall and browser, one attempt after the other, as the scheduler says."""

from __future__ import annotations

import contextlib
import shutil
import signal
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from shopworld.agents import Agent
from shopworld.errors import ModelError
from shopworld.evaluation.folder import UNFINISHED, RunFolder
from shopworld.evaluation.records import Status, TrialKey
from shopworld.evaluation.running.attempt import Attempt, SendHeartbeat
from shopworld.evaluation.running.conclusion import PlayedAttempt, keep_played
from shopworld.evaluation.running.processes import die_with_parent, hide_memory
from shopworld.evaluation.running.session import Session
from shopworld.evaluation.running.terms import Assignment, PlayOrder, Terms
from shopworld.evaluation.running.worker_messages import Broken, Finished, Halted, Heartbeat, Ready, tell
from shopworld.evaluation.settings import RunSettings
from shopworld.models import LEDGER
from shopworld.tasks import PosedTask, Task

if TYPE_CHECKING:
    from shopworld.evaluation.running.worker_jail import WorkerJail

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

    def session(self, assignment: Assignment, task: PosedTask, folder: Path, terms: Terms) -> Session:
        """Sets a session up for the agent of an assignment; nothing is opened yet."""

    def agent(self, name: str, solution: Task | None, place: EpisodePlace) -> Agent:
        """Makes the agent for the session that was opened last. Only of the oracle is the solution known."""

    def renew(self) -> None:
        """Replaces what may be broken, the browser above all."""

    def close(self) -> None:
        """Releases everything."""


class OpenPlayers(Protocol):
    """Makes the players in the worker; must be picklable."""

    def __call__(self) -> Players: ...


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """All a worker has to know, sent once; what is to be played comes later, without what is right.

    Attributes:
        parent: process id of the scheduler; 0: the jail ends with it.
        folder: of the run, or its own.
        settings: what was asked.
        secret: of the episodes' labels; made anew at each start, never written down.
        open_players: makes the agents and opens their world.
        ledger: file of what the run has spent on language models; None: the one in the folder.
        jail: that holds the process; None: none.
    """

    parent: int
    folder: Path
    settings: RunSettings
    secret: bytes
    open_players: OpenPlayers
    ledger: Path | None = None
    jail: WorkerJail | None = None


def begin(descriptor: int) -> None:
    """The whole life of a worker in a jail: hears over a socket what it has to know, and works.

    Args:
        descriptor: of the socket.
    """
    connection: Connection[Any, Any] = Connection(descriptor)
    with contextlib.suppress(EOFError, ConnectionResetError):
        work(connection, connection.recv())


def work(connection: Connection[Any, Any], briefing: WorkerSetup) -> None:
    """Body of the worker process: sends messages, takes assignments, ends at None or when the scheduler is gone."""
    if briefing.parent:
        die_with_parent(briefing.parent)
    hide_memory()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            players = briefing.open_players()
        except Exception as error:
            tell(connection, Broken.of(error))
            return
        try:
            _serve(connection, briefing, players)
        except ModelError as error:
            tell(connection, Halted(reason=error.message, hint=error.hint))
        except Exception as error:
            tell(connection, Broken.of(error))
        finally:
            players.close()


def _serve(connection: Connection[Any, Any], briefing: WorkerSetup, players: Players) -> None:
    folder = RunFolder(briefing.folder)
    played = 0

    def heartbeat(phase: str) -> None:
        tell(connection, Heartbeat(phase=phase, process_groups=players.process_groups))

    while True:
        tell(connection, Ready(process_groups=players.process_groups))
        order: PlayOrder | None = connection.recv()
        if order is None:
            return
        terms = Terms(briefing.settings, briefing.secret)
        attempt = play_into_folder(folder, order, terms, players, heartbeat, briefing.ledger)
        tell(connection, Finished(played=attempt))
        played += 1
        if attempt.status is Status.INFRA_ERROR or played % RENEW_AFTER == 0:
            heartbeat("opening")
            players.renew()


def play_into_folder(
    folder: RunFolder,
    order: PlayOrder,
    terms: Terms,
    players: Players,
    heartbeat: SendHeartbeat,
    ledger: Path | None = None,
) -> PlayedAttempt:
    """Plays one attempt in a folder beside, which gets its name when everything is in it but the score."""
    assignment = order.assignment
    final = folder.attempt(assignment.key, assignment.attempt)
    beside = final.with_name(final.name + UNFINISHED)
    if beside.exists():
        shutil.rmtree(beside)
    beside.mkdir(parents=True)
    session = players.session(assignment, order.task, beside, terms)
    place = EpisodePlace(assignment.key, beside, ledger or folder.path / LEDGER)
    played = Attempt(session, lambda: players.agent(assignment.key.agent, order.solution, place), heartbeat).play()
    keep_played(beside, played)
    beside.rename(final)
    return played
