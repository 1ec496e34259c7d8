"""A stage without a browser: real episodes, real events, real scoring; agents that do what their name says."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from shopworld.agents.protocol import Agent, Move
from shopworld.environments import Observation
from shopworld.episode import Ending, Episode
from shopworld.errors import EnvironmentFault
from shopworld.evaluation.running.attempt import Scene
from shopworld.evaluation.running.players import EpisodePlace
from shopworld.mall.events import AnswerSubmitted
from shopworld.shop.events import ProductViewed
from shopworld.tasks import AnswerSet, Task

HOSTS = {"shop-a.example": "shop-a", "shop-b.example": "shop-b"}
SMALLEST_JPEG = b"\xff\xd8\xff\xd9"


def right_answer(task: Task) -> str:
    check = next(one for one in task.checks if isinstance(one, AnswerSet))
    return " ### ".join(f"http://{group[0].shop}.example/product/{group[0].slug}/" for group in check.groups)


class ScriptedAgent(Agent):
    """Behaves as its name says; `faults` is a folder in which it remembers that it has failed once."""

    def __init__(self, name: str, task: Task, faults: Path) -> None:
        self.name, self.task, self.faults = name, task, faults
        self.moves = 0

    def begin(self, goal: str, *, seed: int) -> None:
        self.seed = seed

    def act(self, observation: Observation) -> Move:
        self.moves += 1
        answer = right_answer(self.task)
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
            case "dies_once" if self._first():
                os._exit(9)
            case "dies":
                os._exit(9)
        if self.moves == 1:
            return Move("view", thought=f"seed {self.seed}", extra={"tokens": 11})
        return Move(f"submit {answer}")

    def _first(self) -> bool:
        try:
            (self.faults / self.task.id).touch(exist_ok=False)
        except FileExistsError:
            return False
        return True


class ScriptedScene:
    def __init__(self, episode: Episode, task: Task) -> None:
        self.episode, self.task = episode, task
        self.steps = 0

    def start(self) -> Observation:
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

    def close(self) -> None:
        pass

    def _seen(self) -> Observation:
        return Observation(
            "http://shop-a.example/", "Shop A", accessibility_tree="[1] link 'Shop'", screenshot=SMALLEST_JPEG
        )


class ScriptedStage:
    def __init__(self, faults: Path) -> None:
        self.faults = faults

    @property
    def process_groups(self) -> tuple[int, ...]:
        return ()

    @property
    def hosts(self) -> Mapping[str, str]:
        return HOSTS

    @property
    def catalog(self) -> None:
        return None

    def environment(self, agent: str) -> str:
        return "browser"

    def agent(self, name: str, task: Task, place: EpisodePlace | None = None) -> Agent:
        return ScriptedAgent(name, task, self.faults)

    def open(self, episode: Episode, task: Task) -> Scene:
        return ScriptedScene(episode, task)

    def renew(self) -> None:
        pass

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class OpenScriptedStage:
    faults: Path
    broken: str = ""

    def __call__(self) -> ScriptedStage:
        if self.broken:
            raise EnvironmentFault(self.broken, hint="Mend it.")
        return ScriptedStage(self.faults)
