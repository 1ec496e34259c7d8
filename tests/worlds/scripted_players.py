"""Players without a browser: real episodes, real events, real scoring; agents that do what their name says."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from shopworld.agents.protocol import Agent, Move
from shopworld.environments import Observation
from shopworld.environments.observation import Pictures
from shopworld.environments.protocol import TaskStart
from shopworld.episode import Ending, Episode
from shopworld.errors import EnvironmentFault
from shopworld.evaluation.running.session import Session
from shopworld.evaluation.running.terms import Assignment, Terms
from shopworld.evaluation.running.worker import EpisodePlace
from shopworld.mall.events import AnswerSubmitted
from shopworld.shop.events import ProductViewed
from shopworld.tasks import PosedTask, Task

HOSTS = {"shop-a.example": "shop-a", "shop-b.example": "shop-b"}
ANSWER = "http://shop-a.example/product/one/"
"""Of every task here; no worker is told it."""
SMALLEST_JPEG = b"\xff\xd8\xff\xd9"


class ScriptedAgent(Agent):
    """Behaves as its name says; `faults` is a folder in which it remembers that it has failed once."""

    def __init__(self, name: str, task: str, faults: Path) -> None:
        self.name, self.task, self.faults = name, task, faults
        self.moves = 0

    def begin(self, goal: str, *, seed: int) -> None:
        self.seed = seed

    def act(self, observation: Observation) -> Move:
        self.moves += 1
        match self.name.partition(":")[0]:
            case "raises":
                raise ValueError("the agent's own mistake")
            case "exits":
                raise SystemExit(3)
            case "hangs":
                time.sleep(60)
            case "wanders":
                return Move("noop()", extra={"tokens": 7})
            case "wrong":
                return Move("submit http://shop-a.example/product/other/")
            case "slow":
                time.sleep(0.05)
            case "fault_once" if self._first():
                return Move("fault")
            case "fault":
                return Move("fault")
            case "outage" if (self.faults / "outage").exists():
                return Move("fault")
            case "breaks_hard_ones" if self.task.endswith("0"):
                return Move("fault")
            case "dies_once" if self._first():
                os._exit(9)
            case "dies":
                os._exit(9)
        if self.moves == 1:
            return Move("view", thought=f"seed {self.seed}", extra={"tokens": 11})
        return Move(f"submit {ANSWER}")

    def _first(self) -> bool:
        try:
            (self.faults / self.task).touch(exist_ok=False)
        except FileExistsError:
            return False
        return True


class ScriptedEnvironment:
    tools = ()
    process_groups = ()

    def start(self, episode: Episode, task: TaskStart, pictures: Pictures = Pictures.NONE) -> Observation:
        self.episode = episode
        self.steps = 0
        return self._seen()

    def step(self, action: str) -> Observation:
        self.steps += 1
        verb, _, text = action.partition(" ")
        if verb == "fault":
            raise EnvironmentFault("the browser is gone")
        if verb == "view":
            self.episode.record(ProductViewed(offer_id="shop-a/1", slug="one", price=100), shop="shop-a")
        if verb == "submit":
            self.episode.record(AnswerSubmitted(text=text))
            self.episode.end(Ending.SUBMITTED)
        return self._seen()

    @property
    def ended(self) -> bool:
        return self.episode.ending is not None

    @property
    def events_told(self) -> int:
        return len(self.episode.events)

    def leave(self) -> None:
        pass

    def renew(self) -> None:
        pass

    def close(self) -> None:
        pass

    def _seen(self) -> Observation:
        return Observation(
            "http://shop-a.example/", "Shop A", accessibility_tree="[1] link 'Shop'", screenshot=SMALLEST_JPEG
        )


class ScriptedPlayers:
    process_groups: tuple[int, ...] = ()
    hosts: Mapping[str, str] = HOSTS
    catalog = None

    def __init__(self, faults: Path) -> None:
        self.faults = faults

    def session(self, assignment: Assignment, task: PosedTask | Task, folder: Path, terms: Terms) -> Session:
        terms = replace(terms, interface="browser")
        return Session(assignment, task, self, ScriptedEnvironment, folder, terms)

    def agent(self, name: str, solution: Task | None, place: EpisodePlace) -> Agent:
        return ScriptedAgent(name, place.key.task, self.faults)

    def renew(self) -> None:
        pass

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class OpenScriptedPlayers:
    faults: Path
    broken: str = ""

    def __call__(self) -> ScriptedPlayers:
        if self.broken:
            raise EnvironmentFault(self.broken, hint="Mend it.")
        return ScriptedPlayers(self.faults)
