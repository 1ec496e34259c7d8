from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shopworld.errors import RunError
from shopworld.evaluation import RunFolder, regrade
from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import Status
from shopworld.tasks import Suite, suite_hash


@pytest.fixture
def run(played: Path, played_once: Any, world_maker: Callable[..., Provenance]) -> tuple[Path, Suite]:
    """A run, and its suite."""
    tasks = played_once.tasks
    suite = Suite(name="scripted", version="1", mall="m", mall_hash="mh", tasks=tuple(tasks))
    RunFolder(played).provenance_file.write_bytes(world_maker(tasks, suite_hash=suite_hash(suite)).to_json())
    return played, suite


def test_regrading_an_untouched_run_changes_nothing(run: tuple[Path, Suite]) -> None:
    path, suite = run
    before = RunFolder(path).results()
    outcome = regrade(path, suite, write=True)
    assert outcome.changes == ()
    assert outcome.skipped == 16
    assert outcome.kept is None
    assert [one.status for one in outcome.results] == [one.status for one in before]
    assert (path / "regrade.jsonl").read_bytes().count(b"\n") == 64


def test_a_wrong_grade_is_found_and_replaced_on_demand(run: tuple[Path, Suite]) -> None:
    path, suite = run
    folder = RunFolder(path)
    good = folder.results_file.read_bytes()
    bad = good.replace(b'"status":"passed","reward":1.0', b'"status":"failed","reward":0.0', 1)
    assert bad != good
    folder.results_file.write_bytes(bad)

    outcome = regrade(path, suite)
    assert [change.text for change in outcome.changes] == [
        f"right, {outcome.changes[0].after.task}, trial 0: status failed -> passed, reward 0.0 -> 1.0"
    ]
    assert folder.results_file.read_bytes() == bad

    outcome = regrade(path, suite, write=True)
    assert outcome.kept == path / "results.1.jsonl"
    assert outcome.kept.read_bytes() == bad
    statuses = {one.status for one in folder.results() if one.agent == "right"}
    assert statuses == {Status.PASSED}
    assert regrade(path, suite).changes == ()


def test_a_limit_stays_a_limit(run: tuple[Path, Suite]) -> None:
    path, suite = run
    limits = [one for one in regrade(path, suite).results if one.agent == "wanders"]
    assert {one.status for one in limits} == {Status.LIMIT}


def test_another_suite_is_refused_and_the_changed_task_named(run: tuple[Path, Suite]) -> None:
    path, suite = run
    other = suite.tasks[1].model_copy(update={"intent": "Something else."})
    changed = suite.model_copy(update={"tasks": (suite.tasks[0], other)})
    with pytest.raises(RunError, match="its tasks differ: task_1"):
        regrade(path, changed)


def test_a_missing_log_is_named(run: tuple[Path, Suite]) -> None:
    path, suite = run
    next(path.glob("episodes/right/*/0/0/events.jsonl")).unlink()
    with pytest.raises(RunError, match=r"events\.jsonl is gone"):
        regrade(path, suite)
