"""The actor of a node, in this process and without Ray: what it hands on, whatever happens to its worker."""

from __future__ import annotations

import multiprocessing
import pickle
import threading
import time
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import orjson
import pytest

from shopworld.agents.protocol import Agent
from shopworld.cluster import Shipment
from shopworld.environments import WorldFolders
from shopworld.evaluation.folder import UNFINISHED, RunFolder
from shopworld.evaluation.records import TrialKey
from shopworld.evaluation.running import node_worker
from shopworld.evaluation.running.local_workers import LocalWorker
from shopworld.evaluation.running.node_worker import NodeJob, NodeWorker, WorkerNews
from shopworld.evaluation.running.players import OpenWorldPlayers
from shopworld.evaluation.running.processes import without_main
from shopworld.evaluation.running.terms import Assignment, PlayOrder
from shopworld.evaluation.running.worker import WorkerSetup
from shopworld.evaluation.running.worker_messages import Broken, Heartbeat, Ready, read_message
from shopworld.evaluation.settings import RunSettings
from shopworld.models import LEDGER, Ledger
from shopworld.tasks import PosedTask

ASSIGNMENT = Assignment(TrialKey(agent="a", task="t", trial=0))
SPENT = orjson.dumps({"tokens": 5, "usd": 1.5, "others": True}) + b"\n"


@pytest.fixture
def actor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NodeWorker:
    """One that answers soon, and leaves the memory of this process as it is."""
    monkeypatch.setattr(node_worker, "hide_memory", lambda: None)
    monkeypatch.setattr(node_worker, "_LONG", 0.02)
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path / "home"))
    return NodeWorker()


def job() -> NodeJob:
    settings = RunSettings(suite="s", agents=("a",))
    setup = WorkerSetup(0, Path("/nowhere"), settings, b"", OpenWorldPlayers(WorldFolders(None, None)))
    return NodeJob(setup, Shipment("driver", {}), {}, {}, {}, (), False, {})


def kinds(news: WorkerNews) -> list[str]:
    return [read_message(one).kind for one in news.words]


def test_a_silent_worker_is_not_lost(actor: NodeWorker) -> None:
    assert actor.listen(None) == WorkerNews()


def test_a_worker_that_has_said_nothing_can_be_buried(actor: NodeWorker) -> None:
    assert actor.bury() == WorkerNews(gone="killed")


def test_of_heartbeats_in_a_row_the_last_one_is_handed_on(actor: NodeWorker) -> None:
    for one in (Heartbeat(phase="opening"), Heartbeat(phase="thinking"), Ready(), Heartbeat(phase="acting")):
        actor._say(one)
    news = actor.listen(None)
    assert kinds(news) == ["heartbeat", "ready", "heartbeat"]
    assert read_message(news.words[0]).phase == "thinking"


def test_what_others_spent_before_there_was_a_ledger_is_in_it_before_the_worker_starts(
    actor: NodeWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node_worker, "receive", lambda shipment: {})
    monkeypatch.setattr(node_worker, "differences", lambda here, there: [])
    actor.listen(SPENT)
    actor.listen(SPENT)
    setup = actor._moved_in(job())
    assert Ledger(setup.folder / LEDGER).total().tokens == 10
    actor.listen(SPENT)
    assert Ledger(setup.folder / LEDGER).total().tokens == 15
    assert actor.listen(None).spent == [], "it is not the worker's"


class Watched(LocalWorker):
    """A worker whose end everybody has heard of before `kill` returns."""

    def __init__(self, process: SpawnProcess, connection: Any, theirs: Any, ears: list[threading.Thread]) -> None:
        super().__init__(process, connection)
        self.theirs, self.ears = theirs, ears

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.theirs.close()
        for one in self.ears:
            one.join(20)
        super().kill()


def test_what_a_hung_worker_had_written_comes_with_its_burial_whoever_listens(
    actor: NodeWorker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node_worker, "_LONG", 60.0)
    final = RunFolder(tmp_path).attempt(ASSIGNMENT.key, 0)
    beside = final.with_name(final.name + UNFINISHED)
    beside.mkdir(parents=True)
    (beside / "steps.jsonl").write_text("what it did")
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=time.sleep, args=(100,))
    with without_main():
        process.start()
    heard: list[WorkerNews] = []
    ear = threading.Thread(target=lambda: heard.append(actor.listen(None)))
    hung = Watched(process, ours, theirs, [ear])
    actor._scratch, actor._order, actor._worker = tmp_path, ASSIGNMENT, hung

    class Hung:
        def __init__(self, setup: object) -> None:
            pass

        def start(self) -> LocalWorker:
            return hung

    monkeypatch.setattr(node_worker, "LocalWorkers", Hung)
    monkeypatch.setattr(actor, "_moved_in", lambda job: None)
    bridge = threading.Thread(target=actor._bridge, args=(job(),))
    bridge.start()
    ear.start()
    buried = actor.bury()
    bridge.join(20)
    assert not bridge.is_alive()
    assert buried.piece is not None
    assert not buried.whole
    assert [(one.piece, one.words, one.gone) for one in heard] == [(None, [], "killed")]


def test_a_worker_that_cannot_be_started_says_so_whatever_the_error(
    actor: NodeWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(shipment: Shipment) -> None:
        raise RuntimeError("the object is lost")

    monkeypatch.setattr(node_worker, "receive", lost)
    monkeypatch.setattr(node_worker, "differences", lambda here, there: [])
    actor._bridge(job())
    assert actor._words[0][1] == Broken(reason="RuntimeError: the object is lost")


class FarAgent(Agent):
    """Stands for what can be found where the driver runs, and not on a node."""


def test_a_job_that_cannot_be_read_breaks_the_worker_at_once(actor: NodeWorker) -> None:
    packed = pickle.dumps(FarAgent).replace(b"FarAgent", b"NotThere")
    actor.open(packed, Shipment("driver", {}))
    assert kinds(actor.listen(None)) == ["broken"]


def test_recorded_replies_that_cannot_be_kept_break_the_worker_at_once(actor: NodeWorker, tmp_path: Path) -> None:
    actor._replays = tmp_path / "full"
    actor._replays.write_text("no folder can be made here")
    actor.order(PlayOrder(ASSIGNMENT, PosedTask(id="t", goal="Find it.")), ("model_calls.jsonl", b""))
    assert kinds(actor.listen(None)) == ["broken"]
