"""A suite in memory, with its proofs and a run of the oracle that is made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from shopworld.agents import ORACLE, Move
from shopworld.environments import Observation
from shopworld.evaluation.folder import RunFolder
from shopworld.evaluation.provenance import Provenance, task_hashes
from shopworld.evaluation.records import Hashes, Result, Status, TrialKey
from shopworld.evaluation.settings import RunSettings
from shopworld.evaluation.trajectory import Trajectory
from shopworld.tasks import AnswerSet, Cart, CheckResult, NoSideEffects, OfferAddress, Suite, Task

PICTURE = b"\xff\xd8\xff\xd9"
ONE = OfferAddress(shop="shop-a", slug="one")
TWO = OfferAddress(shop="shop-b", slug="two")


@pytest.fixture
def suite() -> Suite:
    """Two tasks, one of them with a tag in its text."""
    find = Task(
        id="find",
        template="a",
        category="find_specific_product",
        set="basic",
        difficulty="hard",
        intent="Find <b>the one</b>.",
        instructions="The shops: http://shop-a.example/.",
        start="http://shop-a.example/",
        checks=(AnswerSet(groups=((ONE, TWO),)), NoSideEffects()),
        near_misses=((TWO,),),
    )
    put = find.model_copy(
        update={
            "id": "put",
            "template": "b",
            "category": "add_to_cart",
            "difficulty": "easy",
            "checks": (Cart(groups=((ONE,),), quantity=2), NoSideEffects(allow_cart=True)),
            "source": "release",
            "defects": ("the price is stale",),
        }
    )
    return Suite(name="small", version="1", mall="m", mall_hash="0123456789abcdef0", seed=3, tasks=(find, put))


@pytest.fixture
def oracle_run(suite: Suite, tmp_path: Path) -> Path:
    """A run folder in which the oracle solved one task and failed the other."""
    folder = RunFolder(tmp_path / "oracle")
    world = Provenance(
        package="0", suite="small", suite_version="1", suite_hash="s", catalog_hash="c", tasks=task_hashes(suite.tasks)
    )
    folder.begin(RunSettings(suite="small", agents=(ORACLE,)), world)
    for task, status in zip(suite.tasks, (Status.PASSED, Status.FAILED), strict=True):
        key = TrialKey(agent=ORACLE, task=task.id, trial=0)
        attempt = folder.attempt(key, 0)
        attempt.mkdir(parents=True)
        seen = Observation(
            "http://shop-a.example/", "Shop A", accessibility_tree="[7] link 'The one', clickable", screenshot=PICTURE
        )
        with Trajectory(attempt) as trajectory:
            trajectory.add(0, None, seen, events=0, seconds=0)
            trajectory.add(1, Move("click('7')"), seen, events=1, seconds=0)
        checks = (CheckResult(type="cart", passed=status is Status.PASSED, reason="the cart is empty"),)
        folder.append(
            Result(
                agent=ORACLE,
                task=task.id,
                trial=0,
                status=status,
                reward=float(status is Status.PASSED),
                checks=checks,
                hashes=Hashes(task="t", checks="c"),
            )
        )
    return folder.path
