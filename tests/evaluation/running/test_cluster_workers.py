"""The driver's side of workers on a cluster, with actors in this process: Ray need not be installed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from shopworld.cluster import Cluster, Shipment, pack
from shopworld.environments import WorldFolders
from shopworld.evaluation.folder import UNFINISHED, RunFolder
from shopworld.evaluation.records import TrialKey
from shopworld.evaluation.running.cluster_workers import ClusterWorker, ClusterWorkers
from shopworld.evaluation.running.node_ledger import RunLedger
from shopworld.evaluation.running.node_worker import NodeJob, WorkerNews
from shopworld.evaluation.running.players import OpenWorldPlayers
from shopworld.evaluation.running.terms import Assignment
from shopworld.evaluation.running.worker import WorkerSetup
from shopworld.evaluation.running.worker_messages import Ready
from shopworld.evaluation.running.workforce import WorkerLost
from shopworld.evaluation.settings import RunSettings
from shopworld.models import Ledger

ASSIGNMENT = Assignment(TrialKey(agent="a", task="t", trial=0))
READY = Ready().model_dump_json().encode()
BURIED = WorkerNews(gone="killed")
GOOD = b'{"tokens":3,"usd":0.5}'


class RayError(Exception):
    """As Ray's own."""


class Call:
    """A method of an actor; each call runs in a thread of its own, as Ray's do."""

    def __init__(self, call: Callable[..., Any]) -> None:
        self.call = call

    def remote(self, *given: Any) -> Any:
        answer: Future[Any] = Future()

        def run() -> None:
            answer.set_result(self.call(*given))

        threading.Thread(target=run, daemon=True).start()
        return SimpleNamespace(future=lambda: answer)


class Actor:
    """Says what it is told to say, and then nothing until it is buried.

    Args:
        news: its answers to `listen`.
        last: the answer that is on its way when it is buried, or killed.
        left: what is handed over then.
    """

    def __init__(self, news: list[WorkerNews], last: WorkerNews, left: WorkerNews) -> None:
        self.news, self.last, self.left = news, last, left
        self.buried = threading.Event()
        self.open, self.order, self.leave = (Call(lambda *_: None) for _ in range(3))
        self.listen, self.bury = Call(self._listen), Call(self._bury)

    def _listen(self, others: bytes | None) -> WorkerNews:
        if self.news:
            return self.news.pop(0)
        self.buried.wait(20)
        return self.last

    def _bury(self) -> WorkerNews:
        self.buried.set()
        return self.left


class InProcessRay:
    """What the driver needs of Ray."""

    exceptions = SimpleNamespace(RayError=RayError)

    def __init__(self) -> None:
        self.actors: list[Actor] = []

    def remote(self, **options: Any) -> Callable[[type], Any]:
        actors: Iterator[Actor] = iter(self.actors)
        return lambda kind: SimpleNamespace(remote=lambda: next(actors))

    def get(self, reference: Any, timeout: float | None = None) -> Any:
        return reference.future().result(timeout)

    def kill(self, actor: Actor, *, no_restart: bool) -> None:
        actor.buried.set()


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., ClusterWorker]:
    """Starts workers behind actors that say this."""

    def started(news: list[WorkerNews], left: WorkerNews = BURIED, last: WorkerNews = BURIED) -> ClusterWorker:
        ray = InProcessRay()
        ray.actors.append(Actor(news, last, left))
        settings = RunSettings(suite="s", agents=("a",))
        setup = WorkerSetup(0, tmp_path, settings, b"", OpenWorldPlayers(WorldFolders(None, None)))
        job = NodeJob(setup, Shipment("driver", {}), {}, {}, {}, (), False, {})
        ledger = RunLedger(tmp_path / "ledger")
        return ClusterWorkers(Cluster(ray, ours=False), RunFolder(tmp_path), job, ledger).start()

    return started


@pytest.fixture
def piece(tmp_path: Path) -> bytes:
    folder = tmp_path / "played"
    folder.mkdir()
    (folder / "steps.jsonl").write_text("what it did")
    return b"".join(pack(folder))


def test_a_line_that_is_no_spending_loses_its_worker_and_not_the_run(
    start: Callable[..., ClusterWorker], tmp_path: Path
) -> None:
    good = start([WorkerNews([READY], spent=[GOOD])])
    assert isinstance(good.receive(), Ready)
    bad = start([WorkerNews([READY], spent=[b"nonsense"])])
    with pytest.raises(WorkerLost, match="no spending"):
        bad.receive()
    assert (tmp_path / "ledger").read_bytes() == GOOD + b"\n"
    good.close()
    bad.close()


@pytest.mark.parametrize("whole", [False, True])
def test_what_a_hung_worker_leaves_is_kept_and_what_it_spent_is_counted(
    start: Callable[..., ClusterWorker], tmp_path: Path, piece: bytes, whole: bool
) -> None:
    hung = start([WorkerNews([READY])], WorkerNews(piece=piece, whole=whole, gone="killed", spent=[GOOD]))
    hung.receive()
    hung._assignment = ASSIGNMENT
    hung.kill()
    final = RunFolder(tmp_path).attempt(ASSIGNMENT.key, 0)
    kept = final if whole else final.with_name(final.name + UNFINISHED)
    assert (kept / "steps.jsonl").read_text() == "what it did"
    assert Ledger(tmp_path / "ledger").total().tokens == 3


def test_an_attempt_that_is_on_its_way_when_its_worker_is_killed_is_kept(
    start: Callable[..., ClusterWorker], tmp_path: Path, piece: bytes
) -> None:
    on_its_way = WorkerNews([READY], piece=piece, whole=True, gone="killed", spent=[GOOD])
    worker = start([WorkerNews([READY])], last=on_its_way)
    worker.receive()
    worker._assignment = ASSIGNMENT
    worker.kill()
    assert (RunFolder(tmp_path).attempt(ASSIGNMENT.key, 0) / "steps.jsonl").read_text() == "what it did"
    assert Ledger(tmp_path / "ledger").total().tokens == 3


def test_a_burial_that_brings_nonsense_is_over_all_the_same(start: Callable[..., ClusterWorker]) -> None:
    hung = start([WorkerNews([READY])], WorkerNews(piece=b"no folder", gone="killed", spent=[b"nonsense"]))
    hung.receive()
    hung._assignment = ASSIGNMENT
    hung.kill()
    assert hung.closed
