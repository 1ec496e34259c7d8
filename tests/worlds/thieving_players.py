"""Players that a worker must not trust: they look for golds in the worker's own memory, and lie to who started it."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from scripted_players import ScriptedAgent, ScriptedPlayers

from shopworld.agents.protocol import Agent, Move
from shopworld.environments import Observation
from shopworld.evaluation.folder import SCORE
from shopworld.evaluation.records import Hashes, Result, Status, TrialKey
from shopworld.evaluation.running import worker
from shopworld.evaluation.running.conclusion import PLAYED
from shopworld.evaluation.running.worker import EpisodePlace
from shopworld.evaluation.running.worker_messages import Finished, tell
from shopworld.tasks import Task

GOLD = re.compile(rb"this-is-the-go[l]d")
"""In the slug of each right answer. As a pattern, so that who looks for it does not hold it."""
GOAL = re.compile(rb"Find the on[e]\.")


class Thief(ScriptedAgent):
    """Looks through the memory of its process."""

    folder: Path

    def begin(self, goal: str, *, seed: int) -> None:
        super().begin(goal, seed=seed)
        told = ", ".join(f"{what} {'found' if in_memory(one) else 'not found'}" for what, one in LOOKED_FOR.items())
        (self.folder / "found.txt").write_text(told)

    def act(self, observation: Observation) -> Move:
        return Move("submit nothing")


class Liar(ScriptedAgent):
    """Makes its worker tell of another trial, nonsense, or once of an attempt that it has taken away."""

    trial_folder: Path

    def act(self, observation: Observation) -> Move:
        def lie(connection: Connection[Any, Any], message: Any) -> None:
            if isinstance(message, Finished):
                if self.name == "finishes_nothing":
                    if self._first():
                        shutil.rmtree(self.trial_folder / str(message.played.attempt))
                    tell(connection, message)
                    return
                if self.name == "talks_nonsense":
                    connection.send({"kind": "ready"})
                    return
                key = message.played.key.model_copy(update={"trial": 7})
                message = Finished(played=message.played.model_copy(update={"key": key}))
            tell(connection, message)

        vars(worker)["tell"] = lie
        return Move("submit nothing")


class Forger(ScriptedAgent):
    """Leaves the folder of an attempt that is over, in its worker's name, and dies: with a score, or with rubbish."""

    key: TrialKey
    trial_folder: Path

    def act(self, observation: Observation) -> Move:
        folder = self.trial_folder / str(len(list(self.trial_folder.iterdir())) - 1)
        folder.mkdir()
        if self.name == "forges_a_score":
            key = self.key
            score = Result(
                agent=key.agent, task=key.task, trial=key.trial, status=Status.PASSED, reward=1.0, state_reward=1.0,
                precision=1.0, recall=1.0, f1=1.0, checkpoint_score=1.0, checks=(), steps=1, seconds=1.0,
                ending="submitted", attempt=int(folder.name), hashes=Hashes(task="t", checks="c"),
            )  # fmt: skip
            (folder / SCORE).write_bytes(score.to_json())
        elif self.name == "leaves_rubbish":
            (folder / PLAYED).write_bytes(b"\xff{")
        else:
            (folder / PLAYED).symlink_to("/dev/zero")
        os._exit(9)


class ThievingPlayers(ScriptedPlayers):
    """Makes them."""

    def agent(self, name: str, solution: Task | None, place: EpisodePlace) -> Agent:
        if name == "thief":
            thief = Thief(name, place.key.task, self.faults)
            thief.folder = place.folder
            return thief
        if name in FORGERS:
            forger = Forger(name, place.key.task, self.faults)
            forger.key, forger.trial_folder = place.key, place.folder.parent
            return forger
        liar = Liar(name, place.key.task, self.faults)
        liar.trial_folder = place.folder.parent
        return liar


@dataclass(frozen=True)
class OpenThieves:
    """Makes the players in the worker."""

    faults: Path
    broken: str = ""

    def __call__(self) -> ThievingPlayers:
        return ThievingPlayers(self.faults)


FORGERS = ("forges_a_score", "leaves_rubbish", "leaves_what_never_ends")
LOOKED_FOR = {"goal": GOAL, "gold": GOLD}


def in_memory(wanted: re.Pattern[bytes]) -> bool:
    """Whether this process's memory holds a text."""
    own = Path("/proc/self")
    with (own / "maps").open() as maps, (own / "mem").open("rb", buffering=0) as memory:
        for line in maps:
            span, access = line.split()[:2]
            if not access.startswith("rw"):
                continue
            start, end = (int(one, 16) for one in span.split("-"))
            try:
                if wanted.search(os.pread(memory.fileno(), end - start, start)):
                    return True
            except (OSError, OverflowError):
                continue
    return False
