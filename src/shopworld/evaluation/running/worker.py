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

from shopworld.errors import ModelError, ShopworldError
from shopworld.evaluation.folder import UNFINISHED, RunFolder
from shopworld.evaluation.records import Hashes, Result, Status
from shopworld.evaluation.running.attempt import Assignment, Attempt, Heartbeat, Stage, one_line
from shopworld.evaluation.running.processes import die_with_parent
from shopworld.evaluation.settings import RunSettings
from shopworld.models.budgets import LEDGER
from shopworld.tasks import Task

RENEW_AFTER = 100
"""Episodes after which the browser is replaced, so that memory does not grow."""


class OpenStage(Protocol):
    """Makes a stage in the worker; must be picklable."""

    def __call__(self) -> Stage: ...


@dataclass(frozen=True, slots=True)
class Briefing:
    """All a worker has to know, sent once.

    Attributes:
        parent: process id of the scheduler.
        folder: of the run.
        settings: what was asked.
        tasks: by id.
        hashes: by task id.
        secret: of the episodes' labels; made anew at each start, never written down.
        open_stage: makes the stage.
    """

    parent: int
    folder: Path
    settings: RunSettings
    tasks: Mapping[str, Task]
    hashes: Mapping[str, Hashes]
    secret: bytes
    open_stage: OpenStage


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker waits for an assignment; these process groups are its children."""

    process_groups: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Beat:
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


Message = Ready | Beat | Finished | Broken | Halted


def work(connection: Connection[Any, Any], briefing: Briefing) -> None:
    """Body of the worker process: sends messages, takes assignments, ends at None or when the scheduler is gone."""
    die_with_parent(briefing.parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            stage = briefing.open_stage()
        except Exception as error:
            connection.send(_broken(error))
            return
        try:
            _serve(connection, briefing, stage)
        except ModelError as error:
            connection.send(Halted(error.message, error.hint))
        except Exception as error:
            connection.send(_broken(error))
        finally:
            stage.close()


def _broken(error: Exception) -> Broken:
    hint = error.hint if isinstance(error, ShopworldError) else None
    return Broken(str(error) if isinstance(error, ShopworldError) else one_line(error), hint)


def _serve(connection: Connection[Any, Any], briefing: Briefing, stage: Stage) -> None:
    folder = RunFolder(briefing.folder)
    played = 0

    def beat(phase: str) -> None:
        connection.send(Beat(phase, stage.process_groups))

    while True:
        connection.send(Ready(stage.process_groups))
        assignment: Assignment | None = connection.recv()
        if assignment is None:
            return
        result = play_into_folder(folder, briefing, assignment, stage, beat)
        connection.send(Finished(assignment, result))
        played += 1
        if result.status is Status.INFRA_ERROR or played % RENEW_AFTER == 0:
            beat("opening")
            stage.renew()


def play_into_folder(
    folder: RunFolder, briefing: Briefing, assignment: Assignment, stage: Stage, beat: Heartbeat
) -> Result:
    """Plays one attempt in a folder beside, which gets its name when everything is in it."""
    final = folder.attempt(assignment.key, assignment.attempt)
    beside = final.with_name(final.name + UNFINISHED)
    if beside.exists():
        shutil.rmtree(beside)
    beside.mkdir(parents=True)
    task = assignment.key.task
    result = Attempt(
        assignment,
        briefing.tasks[task],
        briefing.settings,
        stage,
        beside,
        briefing.hashes[task],
        briefing.secret,
        beat,
        folder.path / LEDGER,
    ).play()
    beside.rename(final)
    return result
