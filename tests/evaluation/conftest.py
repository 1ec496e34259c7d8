"""Fixtures of the room: tasks, and a run whose worker processes play without a browser."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from scripted_players import OpenScriptedPlayers
from small_world import make_small_world

from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.provenance import Provenance, task_hashes
from shopworld.evaluation.records import Hashes, Isolation, Result
from shopworld.evaluation.running.grader import Grader
from shopworld.evaluation.running.local_workers import LocalWorkers
from shopworld.evaluation.running.scheduler import Scheduler, trial_keys
from shopworld.evaluation.running.terms import Assignment
from shopworld.evaluation.running.worker import WorkerSetup
from shopworld.evaluation.settings import RunSettings, Screenshots
from shopworld.mall import Home
from shopworld.tasks import AnswerSet, OfferAddress, Task, checks_hash, task_hash


def make_task(number: int, **fields: Any) -> Task:
    group = (OfferAddress(shop="shop-a", slug="one"),)
    return Task(
        **{
            "id": f"task_{number}",
            "template": f"template_{number // 2}",
            "category": "cheapest_product" if number % 2 else "find_specific_product",
            "set": "basic" if number % 3 else "advanced",
            "intent": "Find the one.",
            "start": "http://shop-a.example/",
            "checks": (AnswerSet(groups=(group,)),),
            **fields,
        }
    )


def make_world(tasks: list[Task], **fields: Any) -> Provenance:
    return Provenance(
        **{
            "package": "0",
            "suite": "scripted",
            "suite_version": "1",
            "suite_hash": "s",
            "mall": "m",
            "mall_hash": "mh",
            "catalog_hash": "ch",
            "shops": {"shop-a": "shop-a.example", "shop-b": "shop-b.example"},
            "tasks": task_hashes(tasks),
            **fields,
        }
    )


@dataclass
class Notes:
    """Writes down what the scheduler tells."""

    results: list[Result] = field(default_factory=list)
    retries: list[tuple[Assignment, str]] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    def finished(self, result: Result) -> None:
        self.results.append(result)

    def retried(self, assignment: Assignment, reason: str) -> None:
        self.retries.append((assignment, reason))


@dataclass
class Scripted:
    """A run without a browser."""

    folder: RunFolder
    faults: Path
    open_players: Any
    tasks: list[Task]
    notes: Notes = field(default_factory=Notes)
    isolations: dict[str, Isolation] = field(default_factory=dict)

    def begin(self, settings: RunSettings) -> None:
        self.folder.begin(settings, make_world(self.tasks))

    def play(self, settings: RunSettings, *, workers: int = 1, broken: str = "", **options: Any) -> list[Result]:
        with self.folder.lock():
            self.begin(settings)
            setup = WorkerSetup(
                parent=0,
                folder=self.folder.path,
                settings=settings,
                secret=b"0123456789abcdef",
                open_players=self.open_players(self.faults, broken),
            )
            keys = trial_keys(settings.agents, self.tasks, settings.trials)
            tell = self.notes.told.append
            hashes = {task.id: Hashes(task=task_hash(task), checks=checks_hash(task)) for task in self.tasks}
            opened = self.open_players(self.faults)
            with Grader(self.tasks, hashes, opened, settings.screenshots, self.isolations) as grader:
                workforce = LocalWorkers(setup)
                Scheduler(self.folder, settings, workforce, keys, grader, self.notes, tell=tell, **options).run(workers)
            return sorted(self.folder.results(), key=lambda one: one.key)


@pytest.fixture(scope="session")
def open_players() -> Any:
    """Makes scripted players; worker processes find them by the path."""
    return OpenScriptedPlayers


@pytest.fixture
def scripted(tmp_path: Path, open_players: Any) -> Callable[..., Scripted]:
    """Makes a run without a browser."""

    def make(name: str = "run", tasks: int = 3, **fields: Any) -> Scripted:
        return _scripted(tmp_path, open_players, name, tasks, **fields)

    return make


def _scripted(folder: Path, open_players: Any, name: str, tasks: int, **fields: Any) -> Scripted:
    faults = folder / f"{name}-faults"
    faults.mkdir(exist_ok=True)
    chosen = [make_task(number, **fields) for number in range(tasks)]
    return Scripted(RunFolder(folder / name), faults, open_players, chosen)


@pytest.fixture(scope="session")
def played_once(tmp_path_factory: pytest.TempPathFactory, open_players: Any) -> Scripted:
    """A finished run of four tasks and four trials, with pictures. Not to be changed."""
    run = _scripted(tmp_path_factory.mktemp("played"), open_players, "run", 4, intent="Find <b>the one</b>.")
    agents = ("right", "wrong", "raises", "wanders")
    run.play(RunSettings(suite="scripted", agents=agents, trials=4, max_steps=2, screenshots=Screenshots.ALL))
    return run


@pytest.fixture
def played(tmp_path: Path, played_once: Scripted) -> Path:
    """A copy of that run's folder."""
    return Path(shutil.copytree(played_once.folder.path, tmp_path / "played"))


@pytest.fixture
def task_maker() -> Callable[..., Task]:
    return make_task


@pytest.fixture
def world_maker() -> Callable[..., Provenance]:
    return make_world


@pytest.fixture(scope="session")
def finished_run(made_once: Callable[[str, Callable[[Path], Any]], Any]) -> tuple[Path, Path]:
    """A home with the suite `small`, and a run of sessions in it: two trials a task by `mine`, one by `other`."""
    found: tuple[Path, Path] = made_once("finished-run", _play_sessions)
    return found


def _play_sessions(folder: Path) -> tuple[Path, Path]:
    import shopworld as sw

    make_small_world(Home(folder / "home"))
    with sw.open("small", "tools", home=folder / "home", slots=8) as world:
        for agent, task, trial in (
            *(("mine", task, trial) for task in world.tasks for trial in range(2)),
            ("other", "answer_1", 0),
        ):
            with world.start(task, agent=agent, trial=trial) as session:
                shops = [one.strip(",.") for one in session.goal.split() if one.startswith("http://")]
                if agent == "mine":
                    session.call("search_products", {"shop": shops[0], "query": "Brisk SSD"})
                if agent == "mine" and trial == 0:
                    answer = " ### ".join(f"{shop}product/brisk-ssd-2-tb/" for shop in shops[:2])
                    session.call("submit_answer", {"answer": answer})
                else:
                    session.say("No.")
            session.finish()
            session.save(folder / "run")
    return folder / "home", folder / "run"
