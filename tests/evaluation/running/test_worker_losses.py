"""Workers that are lost while others play; here they are in this process, so that it is known what each one says."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from shopworld.errors import RunError
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.records import Hashes, RunRecord, Status
from shopworld.evaluation.running.faults import NODE_LOST
from shopworld.evaluation.running.grader import Grader
from shopworld.evaluation.running.scheduler import STARTS, Scheduler, trial_keys
from shopworld.evaluation.running.terms import PlayOrder, Terms
from shopworld.evaluation.running.worker import play_into_folder
from shopworld.evaluation.running.worker_messages import Finished, Ready
from shopworld.evaluation.running.workforce import WorkerLost
from shopworld.evaluation.settings import RunSettings
from shopworld.tasks import checks_hash, task_hash

Make = Callable[..., Any]
ASKED = RunSettings(suite="scripted", agents=("right",))
SECRET = b"0123456789abcdef"
PLAYS, WAITS, LEAVES, PLAYS_LAST = "plays", "waits for a place", "leaves when it has played", "plays when all left"


class Link:
    """A worker that does as it is told, once."""

    def __init__(self, force: Force, conduct: str) -> None:
        self.force, self.conduct = force, conduct
        self.patience = 0.0 if conduct == WAITS else 900.0
        self.words: deque[RunRecord | WorkerLost] = deque()
        self.kept: RunRecord | None = None
        if conduct in (PLAYS, LEAVES, PLAYS_LAST):
            self.words.append(Ready())
        elif conduct != WAITS:
            self.words.append(WorkerLost(conduct))

    def send(self, order: PlayOrder) -> None:
        terms = Terms(ASKED, SECRET)
        finished = Finished(
            played=play_into_folder(self.force.folder, order, terms, self.force.players, lambda phase: None)
        )
        if self.conduct == PLAYS_LAST:
            self.kept = finished
            return
        self.words += [finished, Ready()]
        if self.conduct == LEAVES:
            self.words.append(WorkerLost(self.force.leaving))

    def has_word(self) -> bool:
        return bool(self.words)

    def receive(self) -> Any:
        word = self.words.popleft()
        if isinstance(word, WorkerLost):
            raise word
        return word

    def kill(self) -> None:
        self.force.links.remove(self)


class Force:
    """Starts workers of which each does as the next of the conducts says."""

    def __init__(self, folder: RunFolder, players: Any, conducts: Iterator[str], leaving: str = "") -> None:
        self.folder, self.players, self.conducts, self.leaving = folder, players, conducts, leaving
        self.links: list[Link] = []
        self.started = 0

    def start(self) -> Link:
        self.started += 1
        link = Link(self, next(self.conducts))
        self.links.append(link)
        return link

    def wait(self, seconds: float) -> Sequence[Link]:
        found = [one for one in self.links if one.words]
        for one in self.links if len(self.links) == 1 and not found else []:
            if one.kept is not None:
                one.words += [one.kept, Ready()]
                one.kept = None
                found = [one]
        if not found:
            time.sleep(min(seconds, 0.001))
        return found

    def dismiss(self) -> None:
        self.links.clear()

    close = dismiss


@pytest.fixture
def play(scripted: Make) -> Make:
    """Plays a run with workers of these conducts; returns who started them, and the results."""

    def played(tasks: int, workers: int, conducts: Iterator[str], leaving: str = "") -> tuple[Force, list[Status]]:
        run = scripted(tasks=tasks)
        run.begin(ASKED)
        players = run.open_players(run.faults)
        force = Force(run.folder, players(), conducts, leaving)
        hashes = {task.id: Hashes(task=task_hash(task), checks=checks_hash(task)) for task in run.tasks}
        with Grader(run.tasks, hashes, players, ASKED.screenshots) as grader:
            keys = trial_keys(ASKED.agents, run.tasks, 1)
            Scheduler(run.folder, ASKED, force, keys, grader, run.notes, tell=run.notes.told.append).run(workers)
        return force, [one.status for one in run.folder.results()]

    return played


def forever(*conducts: str) -> Iterator[str]:
    """The last one again and again."""
    yield from conducts
    while True:
        yield conducts[-1]


def test_workers_that_wait_for_a_place_in_vain_do_not_stop_those_who_play(play: Make) -> None:
    force, results = play(6, 4, forever(PLAYS, WAITS))
    assert results == [Status.PASSED] * 6
    assert force.started <= 4 + STARTS * 6, "each attempt that is played lets some be tried again, and no more"


@pytest.mark.parametrize("reason", [NODE_LOST, "the worker died (exit status 9)"])
def test_idle_workers_that_are_lost_do_not_stop_those_who_play(play: Make, reason: str) -> None:
    force, results = play(4, 4, iter([PLAYS_LAST, LEAVES, LEAVES, LEAVES]), reason)
    assert results == [Status.PASSED] * 4
    assert force.started == 4


def test_nodes_that_die_are_not_workers_that_cannot_start(play: Make) -> None:
    _, results = play(1, 1, forever(*[NODE_LOST] * (STARTS + 2), PLAYS))
    assert results == [Status.PASSED]


def test_workers_that_all_wait_in_vain_stop_the_run(play: Make) -> None:
    with pytest.raises(RunError, match="no worker can start: no sign of life"):
        play(4, 4, forever(WAITS))
