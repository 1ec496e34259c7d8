"""Workers in a jail of their own: they see the world that they play in, and neither suites nor other attempts."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from shopworld.evaluation.folder import UNFINISHED, RunFolder
from shopworld.evaluation.records import TrialKey
from shopworld.evaluation.running.attempt_copies import copy_attempt, remove_tree
from shopworld.evaluation.running.inbox import Inbox
from shopworld.evaluation.running.players import OpenWorldPlayers
from shopworld.evaluation.running.processes import kill_group
from shopworld.evaluation.running.replays import keep_replay, recorded_replies
from shopworld.evaluation.running.terms import Assignment, PlayOrder
from shopworld.evaluation.running.worker import WorkerSetup
from shopworld.evaluation.running.worker_jail import WorkerJail
from shopworld.evaluation.running.worker_messages import LONGEST, Finished, Heartbeat, Ready, read_message
from shopworld.evaluation.running.workforce import SILENCE, WorkerLost
from shopworld.files import write_whole
from shopworld.jail import INSIDE, Level, StartedProgram, known_outside, start_jailed
from shopworld.models import LEDGER

_BEGIN = """
import json, sys
sys.path[:] = json.loads(sys.argv[2])
from shopworld.evaluation.running.worker import begin
begin(int(sys.argv[1]))
"""
_OWN = frozenset(("HOME", "TMPDIR", "PWD", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"))
"""Variables that name a worker's own places."""
_PLACE = "worker-"
_WRITTEN, _REPLAY, _ORDER = "written", "replay", "order.json"
"""In a worker's place: its own folder, recorded replies that it may read, and what it was last given to play."""
_ENDING = 1.0


class JailedWorker:
    """A process of this machine in a jail. It writes in a folder of its own; what it leaves there is copied.

    Args:
        setup: what it has to know.
        jail: that holds it.
    """

    patience = SILENCE

    def __init__(self, setup: WorkerSetup, jail: WorkerJail) -> None:
        self._run = RunFolder(setup.folder)
        self._scratch = Path(tempfile.mkdtemp(prefix=_PLACE, suffix=UNFINISHED, dir=setup.folder))
        self._assignment: Assignment | None = None
        self._groups: frozenset[int] = frozenset()
        self._level = jail.level
        for name in (_WRITTEN, _REPLAY):
            (self._scratch / name).mkdir()
        setup, self._replay = _moved(setup, self._scratch)
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                self.started = _start(theirs.fileno(), jail, self._scratch)
        except BaseException:
            ours.close()
            remove_tree(self._scratch)
            raise
        self.connection: Connection[Any, Any] = Connection(os.dup(ours.fileno()))
        self._inbox = Inbox(ours, LONGEST)
        parent = os.getpid() if jail.level is Level.LANDLOCK else 0
        with contextlib.suppress(OSError):  # its death is heard of next
            self.connection.send(replace(setup, parent=parent))

    def send(self, order: PlayOrder | None) -> None:
        """Gives it an attempt to play, or sends it home."""
        if order is not None:
            self._assignment = order.assignment
            write_whole(self._scratch / _ORDER, order.assignment.key.model_dump_json().encode())
            if self._replay is not None and (found := recorded_replies(self._replay, order.assignment.key)):
                keep_replay(self._scratch / _REPLAY, order.assignment.key, found)
        with contextlib.suppress(OSError):
            self.connection.send(order)

    def has_word(self) -> bool:
        """Whether a message waits, or none will come any more."""
        return self._inbox.has_word()

    def receive(self) -> Any:
        """The next message; see `WorkerLink`."""
        try:
            message = read_message(self._inbox.take())
        except EOFError:
            raise WorkerLost(f"the worker died ({self._exit_status()})") from None
        if isinstance(message, Ready | Heartbeat):
            self._know(message.process_groups)
        if isinstance(message, Finished):
            self._take_over()
            played = message.played
            refused = tuple(known_outside(played.refused))
            message = Finished(played=played.model_copy(update={"refused": refused}))
        return message

    def join(self, seconds: float) -> None:
        """Waits for its end."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.started.process.wait(seconds)

    def kill(self) -> None:
        """Ends it with all that it has started, and takes over what it had written."""
        self.started.close()
        for group in self._groups:
            kill_group(group)
        try:
            self._take_over()
        finally:
            self.connection.close()
            self._inbox.close()
            remove_tree(self._scratch)

    def _know(self, groups: tuple[int, ...]) -> None:
        """Where its processes are numbered as ours are, those that it says are its children are ended with it.

        A jail with processes of its own ends as a whole; the numbers that it tells mean nothing here.
        """
        new = set(groups) - self._groups
        if new and self._level is Level.LANDLOCK:
            self._groups |= {one for one in new if self.started.process.pid in _above(one)}

    def _take_over(self) -> None:
        """Puts a copy of what it left of an attempt in its place in the run folder."""
        assignment, self._assignment = self._assignment, None
        if assignment is None:
            return
        attempt = RunFolder(Path()).attempt(assignment.key, assignment.attempt)
        if not _take(self._scratch, attempt, self._run):
            _take(self._scratch, attempt, self._run, UNFINISHED)
        (self._scratch / _ORDER).unlink(missing_ok=True)
        remove_tree(self._scratch / _WRITTEN / "episodes")
        remove_tree(self._scratch / _REPLAY / "episodes")

    def _exit_status(self) -> str:
        try:
            return self.started.told_status(self.started.process.wait(_ENDING))
        except subprocess.TimeoutExpired:
            return "it has closed its pipe"


def take_left(run: RunFolder) -> None:
    """Takes over attempts that workers had finished when all was ended at once, and removes what else they left."""
    for scratch in sorted(run.path.glob(f"{_PLACE}*{UNFINISHED}")):
        with contextlib.suppress(FileNotFoundError, ValidationError):
            key = TrialKey.model_validate_json((scratch / _ORDER).read_bytes())
            attempt = RunFolder(Path()).attempt(key, len(run.attempts(key)))
            _take(scratch, attempt, run)
        remove_tree(scratch)


def _take(scratch: Path, attempt: Path, run: RunFolder, ending: str = "") -> bool:
    """Copies an attempt's folder with that ending of its name; whether it was there."""
    final = run.path / attempt
    beside = final.with_name(final.name + UNFINISHED)
    if beside.exists():
        shutil.rmtree(beside)
    if not copy_attempt(scratch / _WRITTEN, attempt.with_name(attempt.name + ending), beside):
        return False
    if not ending:
        beside.rename(final)
    return True


def _moved(setup: WorkerSetup, scratch: Path) -> tuple[WorkerSetup, RunFolder | None]:
    """The setup with places that the worker sees; and the run whose recorded replies are played back."""
    players = setup.open_players
    replay = None
    if isinstance(players, OpenWorldPlayers) and players.models is not None and players.models.replay:
        replay = RunFolder(Path(players.models.replay))
        models = players.models.model_copy(update={"replay": str(scratch / _REPLAY)})
        setup = replace(setup, open_players=replace(players, models=models))
    return replace(setup, folder=scratch / _WRITTEN, ledger=setup.folder / LEDGER, jail=None), replay


def _start(descriptor: int, jail: WorkerJail, scratch: Path) -> StartedProgram:
    places = [str(Path(one or ".").absolute()) for one in sys.path]
    place = scratch.resolve()
    own = ((str(place / _REPLAY), "show"), (str(place / _WRITTEN), "write"))
    return start_jailed(
        sys.executable,
        [sys.executable, "-c", _BEGIN, str(descriptor), json.dumps(places)],
        replace(jail.policy, rules=(*jail.policy.rules, *own)),
        variables=[one for one in os.environ if one not in _OWN],
        added={**jail.variables, INSIDE: "1"},
        held=jail.level,
        pass_fds=(descriptor,),
        at=os.getcwd(),  # noqa: PTH109
    )


def _above(pid: int) -> Iterator[int]:
    """The processes that a process descends from."""
    while pid > 1:
        try:
            pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            return
        yield pid
