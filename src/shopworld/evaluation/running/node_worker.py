"""A worker on a node of a cluster: an actor that starts the very process a local run starts, and hands on what it says.

Everything that limits, jails and kills agents is that process's or this one's, as on one machine. The actor packs the
folder of each attempt that ends, and keeps nothing of it.
"""

from __future__ import annotations

import fcntl
import itertools
import os
import pickle
import shutil
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from shopworld.cluster import NodeCache, Parcel, Shipment, Software, differences, installed, node_home, pack, receive
from shopworld.errors import ClusterError, InputError
from shopworld.evaluation.folder import UNFINISHED, RunFolder
from shopworld.evaluation.records import RunRecord
from shopworld.evaluation.running.grading import one_line
from shopworld.evaluation.running.local_workers import LocalWorkers
from shopworld.evaluation.running.node_ledger import NodeLedger
from shopworld.evaluation.running.node_software import software_of_a_run
from shopworld.evaluation.running.players import OpenWorldPlayers
from shopworld.evaluation.running.processes import hide_memory
from shopworld.evaluation.running.replays import keep_replay
from shopworld.evaluation.running.terms import Assignment, PlayOrder
from shopworld.evaluation.running.worker import WorkerSetup
from shopworld.evaluation.running.worker_messages import Broken, Finished, Heartbeat
from shopworld.evaluation.running.workforce import WorkerLink, WorkerLost
from shopworld.models import LEDGER

PULSE = 1.0
"""Seconds after which a heartbeat is handed on, where nothing weightier was said meanwhile."""
_MOMENT = 0.05
"""Seconds in which a worker that has finished says that it is ready."""
_LONG = 30.0
"""Seconds after which a question is answered in any case."""
_PLAYING = "playing"


@dataclass(frozen=True, slots=True)
class NodeJob:
    """What an actor has to know, sent once.

    Attributes:
        setup: what the worker process has to know, with the driver's places.
        shipment: folders of the world.
        world: which of them is which, by the name of `WorldFolders`' field.
        code: modules of agents, packed, by a hash.
        software: what is installed where the driver runs.
        extras: names of packages that count besides.
        browser: whether a browser is needed.
        environment: variables with keys, and those that the run passes on.
        prices: content of the file of prices, if there is one.
        replays: whether recorded replies come with each order.
        tight: whether what others spend has to be known soon: there is a budget.
    """

    setup: WorkerSetup
    shipment: Shipment
    world: Mapping[str, Parcel]
    code: Mapping[str, bytes]
    software: Software
    extras: Sequence[str]
    browser: bool
    environment: Mapping[str, str] = field(repr=False)
    prices: bytes | None = None
    replays: bool = False
    tight: bool = False


@dataclass(slots=True)
class WorkerNews:
    """What a worker has said since it was last asked.

    Attributes:
        words: messages as JSON, in order.
        piece: the folder of the attempt that it played, packed; None: there is none.
        whole: whether the attempt was finished.
        gone: how the worker was lost; empty while it is there.
        spent: lines of its ledger.
    """

    words: list[bytes] = field(default_factory=list)
    piece: bytes | None = None
    whole: bool = False
    gone: str = ""
    spent: list[bytes] = field(default_factory=list)


class NodeWorker:
    """The actor. Its methods are called in several threads."""

    def __init__(self) -> None:
        hide_memory()
        self._changed = threading.Condition()
        self._words: deque[tuple[float, RunRecord]] = deque()
        self._gone = ""
        self._buried = False
        self._order: Assignment | None = None
        self._worker: WorkerLink | None = None
        self._workers: LocalWorkers | None = None
        self._scratch: Path | None = None
        self._replays: Path | None = None
        self._ledger: NodeLedger | None = None
        self._unwritten: list[bytes] = []
        self._tight = False

    def open(self, packed: bytes, shipment: Shipment) -> None:
        """Starts the worker process, which is heard of by `listen`.

        Args:
            packed: the job, pickled.
            shipment: of the job; apart, so that Ray keeps what it refers to.
        """
        try:
            job: NodeJob = replace(pickle.loads(packed), shipment=shipment)  # noqa: S301 - from the driver, as all code is
        except Exception as error:  # nobody waits for what this call returns
            self._say(Broken.of(error))
            return
        self._tight = job.tight
        threading.Thread(target=self._bridge, args=(job,), name="bridge", daemon=True).start()

    def order(self, order: PlayOrder, replay: tuple[str, bytes] | None) -> None:
        """Gives the worker an attempt to play."""
        with self._changed:
            self._order = order.assignment
        try:
            if replay is not None and self._replays is not None:
                keep_replay(self._replays, order.assignment.key, replay)
        except OSError as error:
            self._say(Broken.of(error))
            return
        if self._worker is not None:
            self._worker.send(order)

    def listen(self, others_spent: bytes | None) -> WorkerNews:
        """What the worker said; waits for something that is worth telling.

        Args:
            others_spent: a line for its ledger: what others have spent since.
        """
        if others_spent is not None:
            with self._changed:
                self._unwritten.append(others_spent)
                self._write_down()
        until = time.monotonic() + (PULSE if self._tight else _LONG)
        with self._changed:
            while (now := time.monotonic()) < until and not self._is_worth(now):
                self._changed.wait(min(until - now, PULSE / 4))
            if self._words and isinstance(self._words[-1][1], Finished) and not self._gone:
                self._changed.wait(_MOMENT)
            return WorkerNews(gone="killed") if self._buried else self._take()

    def bury(self) -> WorkerNews:
        """Kills the worker; what it had written of an attempt comes along."""
        with self._changed:
            self._buried = True  # who listens leaves everything to this call
            self._changed.notify_all()
        if self._worker is not None:
            self._worker.kill()
        with self._changed:
            self._gone = self._gone or "killed"
            return self._take()

    def leave(self) -> None:
        """Sends the worker home, and takes away what is kept here."""
        if self._workers is not None and not self._gone:
            self._workers.dismiss()
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)

    def _is_worth(self, now: float) -> bool:
        if self._gone or self._buried:
            return True
        return any(not isinstance(one, Heartbeat) or now - said > PULSE for said, one in self._words)

    def _take(self) -> WorkerNews:
        """Everything that was said, but for heartbeats that another one follows."""
        words = [one for _, one in self._words]
        self._words.clear()
        kept = [
            one
            for one, after in itertools.zip_longest(words, words[1:])
            if not (isinstance(one, Heartbeat) and isinstance(after, Heartbeat))
        ]
        said = WorkerNews([one.model_dump_json().encode() for one in kept], gone=self._gone)
        if self._gone or any(isinstance(one, Finished) for one in kept):
            said.piece, said.whole = self._pack()
        if self._ledger is not None:
            said.spent = self._ledger.told()
        return said

    def _pack(self) -> tuple[bytes | None, bool]:
        """The folder of the attempt that is played, and whether it was finished; it is gone from here then."""
        if self._order is None or self._scratch is None:
            return None, False
        final = RunFolder(self._scratch).attempt(self._order.key, self._order.attempt)
        self._order = None
        whole = final.is_dir()
        folder = final if whole else final.with_name(final.name + UNFINISHED)
        if not folder.is_dir():
            return None, False
        piece = b"".join(pack(folder))
        shutil.rmtree(RunFolder(self._scratch).path / "episodes", ignore_errors=True)
        if self._replays is not None:
            shutil.rmtree(self._replays / "episodes", ignore_errors=True)
        return piece, whole

    def _bridge(self, job: NodeJob) -> None:
        """Starts the worker and takes its words; this thread lives as long as it: the kernel binds the two."""
        try:
            self._workers = LocalWorkers(self._moved_in(job))
            self._worker = self._workers.start()
        except Exception as error:  # Ray's among them: whatever it is, this thread is the only one to tell of it
            self._say(Broken.of(error))
            return
        while True:
            try:
                self._say(self._worker.receive())
            except Exception as error:
                lost = str(error) if isinstance(error, WorkerLost | InputError) else one_line(error)
                with self._changed:
                    self._gone = self._gone or lost
                    self._changed.notify_all()
                return

    def _write_down(self) -> None:
        """Writes down what others have spent, once there is a ledger; the lock is held."""
        if self._ledger is not None:
            for line in self._unwritten:
                self._ledger.hear(line)
            self._unwritten.clear()

    def _say(self, message: RunRecord) -> None:
        with self._changed:
            self._words.append((time.monotonic(), message))
            self._changed.notify_all()

    def _moved_in(self, job: NodeJob) -> WorkerSetup:
        """The worker's setup with this node's places.

        Raises:
            ClusterError: other software is installed here, or a folder cannot be had.
        """
        here = installed(job.extras) | software_of_a_run(browser=job.browser, jail=job.software.get("jail"))
        if wrong := differences(job.software, here):
            raise ClusterError(
                f"node {os.uname().nodename} has other software: {'; '.join(wrong)}",
                hint="Install the same versions on all nodes; see docs/cluster.md.",
            )
        home = node_home()
        places = receive(job.shipment)
        self._scratch = scratch = new_scratch(home)
        os.environ.update(job.environment)
        for name in [one for one in os.environ if one.startswith("RAY_")]:
            del os.environ[name]  # tokens above all: nothing of the cluster is the worker's
        for name, piece in job.code.items():
            place = code_place(name, piece)
            if str(place) not in sys.path:
                sys.path.insert(0, str(place))
        players = job.setup.open_players
        assert isinstance(players, OpenWorldPlayers)
        at = {name: places[parcel] for name, parcel in job.world.items()}
        folders = replace(players.folders, mall=at.get("mall"), catalog=at.get("catalog"), corpus=at.get("corpus"))
        models = players.models
        if models is not None and job.prices is not None:
            (scratch / "prices").write_bytes(job.prices)
            models = models.model_copy(update={"prices": str(scratch / "prices")})
        if models is not None and job.replays:
            self._replays = scratch / "replay"
            models = models.model_copy(update={"replay": str(self._replays)})
        jail = replace(players.jail, hidden=(*players.jail.hidden, home, scratch))
        with self._changed:
            self._ledger = NodeLedger(scratch / LEDGER)
            self._write_down()  # before the worker starts
        moved = replace(players, folders=folders, models=models, jail=jail)
        return replace(job.setup, folder=scratch, open_players=moved)


def new_scratch(home: Path) -> Path:
    """A folder to play in. It is locked while this process lives; what killed ones have left is removed."""
    above = home.absolute() / "cluster" / _PLAYING
    above.mkdir(parents=True, exist_ok=True)
    for left in sorted(above.iterdir()):
        if _lock(left):
            shutil.rmtree(left, ignore_errors=True)
    scratch = Path(tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=above))
    _lock(scratch, keep=True)
    return scratch


def _lock(folder: Path, *, keep: bool = False) -> bool:
    """Whether nobody else holds a folder; `keep`: it is held until this process ends."""
    try:
        held = os.open(folder, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(held)
        return False
    if not keep:
        os.close(held)
    return True


def code_place(name: str, piece: bytes) -> Path:
    """Where modules of agents lie on this machine: outside of its home, which no agent sees.

    Args:
        name: hash of what is packed.
        piece: the modules, packed.

    Raises:
        ClusterError: the place is somebody else's.
    """
    above = Path(tempfile.gettempdir()) / f"shopworld-code-{os.geteuid()}"
    above.mkdir(mode=0o700, exist_ok=True)
    if above.stat().st_uid != os.geteuid() or above.is_symlink():
        raise ClusterError(f"{above} is not ours", hint="Remove it on that node.")
    return NodeCache(above).install(Parcel("code", name), lambda: [piece])
