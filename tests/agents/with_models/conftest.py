"""The small world of the evaluation's tests, for runs of agents with language models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from small_world import BUYER, make_small_world

from shopworld.agents.skills import Purchaser
from shopworld.environments import find_browser
from shopworld.errors import BrowserMissing
from shopworld.evaluation import RunSettings, prepare, run
from shopworld.evaluation.records import Result
from shopworld.evaluation.running.terms import Assignment
from shopworld.mall import Home
from shopworld.models import ModelSettings


class Quiet:
    """Watches a run and says nothing."""

    def finished(self, result: Result) -> None: ...

    def retried(self, assignment: Assignment, reason: str) -> None: ...


@dataclass(frozen=True)
class SmallWorld:
    """Four shops, and three tasks in them: `answer_1`, `cart_1`, `order_1`."""

    home: Home
    buyer: Purchaser

    def play(self, out: Path, agents: Sequence[str], *tasks: str, **models: Any) -> list[Result]:
        """Runs agents on some of the tasks (all without names) in one worker, with these model settings."""
        settings = RunSettings(suite="small", agents=tuple(agents), filters=tasks, models=ModelSettings(**models))
        return run(prepare(settings, home=self.home), out, workers=1, watcher=Quiet())


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> SmallWorld:
    """The small world; skips where there is no browser."""
    try:
        find_browser()
    except BrowserMissing as error:
        pytest.skip(str(error))
    home = Home(tmp_path_factory.mktemp("home"))
    make_small_world(home)
    return SmallWorld(home, Purchaser(**BUYER.model_dump(exclude_none=True)))
