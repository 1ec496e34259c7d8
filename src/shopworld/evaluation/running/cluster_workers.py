"""Workers on the nodes of a Ray cluster: an actor each. The driver holds checks, ledger and results."""

from __future__ import annotations

import concurrent.futures
import contextlib
import os
import pickle
import queue
import shutil
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from shopworld.agents import AgentName
from shopworld.cluster import Cluster, Parcel, connect, send, unpack
from shopworld.errors import InputError, ModelError
from shopworld.evaluation.folder import UNFINISHED, RunFolder
from shopworld.evaluation.running.agent_code import packed_modules
from shopworld.evaluation.running.faults import NODE_LOST
from shopworld.evaluation.running.node_ledger import RunLedger
from shopworld.evaluation.running.node_software import asking
from shopworld.evaluation.running.node_worker import NodeJob, NodeWorker, WorkerNews
from shopworld.evaluation.running.plan import RunPlan
from shopworld.evaluation.running.replays import recorded_replies
from shopworld.evaluation.running.terms import Assignment, PlayOrder
from shopworld.evaluation.running.worker import WorkerSetup
from shopworld.evaluation.running.worker_messages import read_message
from shopworld.evaluation.running.workforce import GOODBYE, WorkerLost
from shopworld.models import LEDGER, key_values

PLACING = 900.0
"""Seconds that a worker may wait for a place in the cluster and for the folders of the world."""
_BURIAL = 15.0
"""Seconds in which an actor has to hand over what a worker has left."""
_NODE_GONE = ("node has died", "node died", "node was terminated", "node is dead")
"""How Ray says it."""


class ClusterWorker:
    """An actor, and the worker process behind it.

    Args:
        force: that it is of.
        number: of it.
        actor: Ray's handle.
    """

    patience = PLACING

    def __init__(self, force: ClusterWorkers, number: int, actor: Any) -> None:
        self.number, self.actor = number, actor
        self._force, self._words = force, deque[bytes | WorkerLost]()
        self._assignment: Assignment | None = None
        self._answer: Any = None
        self.closed = self.heard = False

    def send(self, order: PlayOrder) -> None:
        """Gives it an attempt to play."""
        self._assignment = order.assignment
        self.actor.order.remote(order, self._force.recorded(order.assignment))

    def has_word(self) -> bool:
        """Whether a message waits."""
        self.take_answer()
        return bool(self._words)

    def receive(self) -> Any:
        """The next message; see `WorkerLink`."""
        while not self.has_word():
            self._force.wait_for_answer(None)
        word = self._words.popleft()
        if isinstance(word, WorkerLost):
            raise word
        return read_message(word)

    def kill(self) -> None:
        """Ends the actor and the worker; what it had written of an attempt is fetched, where that can be."""
        ray = self._force.cluster.ray
        if not self.closed and self.heard and self._assignment is not None:
            with contextlib.suppress(ray.exceptions.RayError, InputError, ModelError, OSError):
                self._accept(ray.get(self.actor.bury.remote(), timeout=_BURIAL))
                if self._answer is not None:  # it may have been on its way with the attempt
                    concurrent.futures.wait([self._answer], timeout=_BURIAL)
                    self.take_answer()
        self.close()

    def close(self) -> None:
        """Ends the actor."""
        if not self.closed:
            self.closed = True
            self._force.forget(self)
            self._force.cluster.ray.kill(self.actor, no_restart=True)

    def listen(self) -> None:
        """Asks the actor for what the worker says next."""
        answer = self.actor.listen.remote(self._force.ledger.others(self.number)).future()
        self._answer = answer
        answer.add_done_callback(lambda _: self._force.answered.put(self))

    def take_answer(self) -> None:
        """Takes what the actor has answered, if it has, and asks again."""
        answer = self._answer
        if self.closed or answer is None or not answer.done():
            return
        self._answer = None
        try:
            said: WorkerNews = answer.result()
            self._accept(said)
        except self._force.cluster.ray.exceptions.RayError as error:
            self._words.append(WorkerLost(_how_lost(error)))
            return
        except (InputError, ModelError) as error:
            self._words.append(WorkerLost(f"the worker sent something else than an attempt and its cost: {error}"))
            return
        self.heard = True
        self._words.extend(said.words)
        if said.gone:
            self._words.append(WorkerLost(said.gone))
        else:
            self.listen()

    def _accept(self, said: WorkerNews) -> None:
        """Writes down what it has spent, and puts the folder of an attempt in its place in the run folder."""
        self._force.ledger.add(self.number, said.spent)
        if said.piece is None or self._assignment is None:
            return
        final = self._force.folder.attempt(self._assignment.key, self._assignment.attempt)
        beside = final.with_name(final.name + UNFINISHED)
        self._assignment = None
        if beside.exists():
            shutil.rmtree(beside)
        beside.mkdir(parents=True)
        unpack([said.piece], beside)
        if said.whole:
            beside.rename(final)


class ClusterWorkers:
    """Starts actors on the nodes of a cluster.

    Args:
        cluster: whose nodes.
        folder: of the run.
        job: what each actor has to know.
        ledger: of the run.
        replay: run folder whose recorded replies are played back; None: nothing is.
    """

    def __init__(
        self, cluster: Cluster, folder: RunFolder, job: NodeJob, ledger: RunLedger, replay: Path | None = None
    ) -> None:
        self.cluster, self.folder, self.ledger = cluster, folder, ledger
        self.answered: queue.SimpleQueue[ClusterWorker] = queue.SimpleQueue()
        self._replay = RunFolder(replay) if replay is not None else None
        self._shipment = job.shipment
        self._packed = pickle.dumps(replace(job, shipment=replace(job.shipment, pieces={})))
        self._make = cluster.ray.remote(
            num_cpus=1,
            max_restarts=0,
            max_task_retries=0,
            max_concurrency=4,
            scheduling_strategy="SPREAD",
            enable_task_events=False,
        )(NodeWorker)
        self._workers: dict[int, ClusterWorker] = {}
        self._talking: dict[int, ClusterWorker] = {}
        self._started = 0

    def start(self) -> ClusterWorker:
        """Starts one more."""
        self._started += 1
        worker = ClusterWorker(self, self._started, self._make.remote())
        self._workers[worker.number] = worker
        worker.actor.open.remote(self._packed, self._shipment)
        worker.listen()
        return worker

    def wait(self, seconds: float) -> Sequence[ClusterWorker]:
        """Those whose message waits, or who are gone."""
        self.wait_for_answer(0.0 if self._talking else seconds)
        found = [one for one in self._talking.values() if not one.closed and one.has_word()]
        self._talking = {one.number: one for one in found}
        return found

    def wait_for_answer(self, seconds: float | None) -> None:
        """Waits until an actor has answered, and takes all answers that are there."""
        with contextlib.suppress(queue.Empty):
            worker = self.answered.get(timeout=seconds)
            while True:
                worker.take_answer()
                self._talking[worker.number] = worker
                worker = self.answered.get_nowait()

    def recorded(self, assignment: Assignment) -> tuple[str, bytes] | None:
        """Recorded replies that an attempt is to be played with, and the name of their file."""
        if self._replay is None:
            return None
        return recorded_replies(self._replay, assignment.key)

    def forget(self, worker: ClusterWorker) -> None:
        """A worker is gone."""
        self._workers.pop(worker.number, None)
        self.ledger.forget(worker.number)

    def dismiss(self) -> None:
        """Sends all home; who does not go in time is killed."""
        leaving = [one.actor.leave.remote() for one in self._workers.values() if one.heard]
        if leaving:
            self.cluster.ray.wait(leaving, num_returns=len(leaving), timeout=2 * GOODBYE)
        self.close()

    def close(self) -> None:
        """Kills all."""
        for worker in list(self._workers.values()):
            worker.close()


def _how_lost(error: Exception) -> str:
    """What Ray says of an actor that is gone, in a line."""
    text = " ".join(str(error).split())
    if any(words in text for words in _NODE_GONE):
        return NODE_LOST
    if type(error).__name__ == "OutOfMemoryError":
        return "the worker died (Ray ended its actor: the memory of its node is almost full)"
    return f"the worker died (its actor is gone: {type(error).__name__})"


@contextmanager
def cluster_workers(
    plan: RunPlan, setup: WorkerSetup, address: str, workers: int, tell: Callable[[str], None]
) -> Iterator[ClusterWorkers]:
    """Connects to a cluster, refuses nodes that differ, and brings the world there.

    Args:
        plan: of the run.
        setup: what each worker process has to know, with this machine's places.
        address: of the cluster; see `connect`.
        workers: that will be started; 0: one for each processor.
        tell: is told what takes long.

    Raises:
        ClusterError: the cluster cannot be reached, or a node has other software.
    """
    with connect(address, workers) as cluster:
        tell(f"Processors of the cluster: {cluster.processors}, on {len(cluster.nodes)} of its nodes.")
        job = _job_of(plan, setup, cluster)
        models = plan.settings.models
        asked = any(one.needs_model for one in plan.declared.values())
        ledger = RunLedger(setup.folder / LEDGER, used=asked)
        replay = Path(models.replay) if models.replay else None
        yield ClusterWorkers(cluster, RunFolder(setup.folder), job, ledger, replay)


def _job_of(plan: RunPlan, setup: WorkerSetup, cluster: Cluster) -> NodeJob:
    """What each actor has to know; the nodes have what it names when this returns."""
    provenance, folders, settings = plan.opening.provenance, plan.opening.folders, plan.settings
    found = {
        "mall": (folders.mall, "malls", provenance.mall_hash),
        "catalog": (folders.catalog, "catalogs", provenance.catalog_hash),
        "corpus": (folders.corpus, "corpora", f"{folders.corpus.name}-{folders.retrieval}" if folders.corpus else ""),
    }
    world = {name: (Parcel(kind, hash_), folder) for name, (folder, kind, hash_) in found.items() if folder is not None}
    asked = any(one.needs_model for one in plan.declared.values())
    held = str(plan.jail.held) if plan.isolations and not settings.trust else None
    extras = ("ray", "openai") if asked and not settings.models.replay else ("ray",)
    browser = bool(provenance.browser)
    software = cluster.refuse_other_software(extras, asking(browser=browser, jail=held))
    passed = {*settings.pass_env, *(name for one in settings.commands.values() for name in one.environment)}
    prices = Path(settings.models.prices).read_bytes() if settings.models.prices else None
    modules = [
        AgentName.parse(name).base.partition(":")[0] for name in settings.agents if AgentName.parse(name).is_class
    ]
    return NodeJob(
        setup=setup,
        shipment=send(cluster, dict(world.values())),
        world={name: parcel for name, (parcel, _) in world.items()},
        code=packed_modules(modules),
        software=software,
        extras=extras,
        browser=browser,
        environment={name: os.environ[name] for name in sorted(passed) if name in os.environ}
        | (key_values() if asked else {}),
        prices=prices,
        replays=bool(settings.models.replay),
        tight=asked and settings.models.budget.bounded,
    )
