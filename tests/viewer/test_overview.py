"""The overview says what the run folders hold."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from shopworld.errors import RunError
from shopworld.mall import Home
from shopworld.viewer import RunCollection
from shopworld.viewer.overview import overview


def lines_of(run: Path) -> list[dict[str, object]]:
    """The results as they stand in the file."""
    return [json.loads(line) for line in (run / "results.jsonl").read_text().splitlines()]


def test_every_result_is_a_trial_with_its_own_values(collection: RunCollection, run: Path) -> None:
    told = overview(collection)
    written = {("first", str(one["task"])): one for one in lines_of(run)}
    written |= {("second", str(one["task"])): one for one in lines_of(run.parent / "second")}
    texts = {name: [column.values[code] for code in column.codes] for name, column in told.texts.items()}
    assert sorted(zip(texts["run"], texts["task"], strict=True)) == sorted(written)
    for index, place in enumerate(zip(texts["run"], texts["task"], strict=True)):
        line = written[place]
        assert [texts[name][index] for name in ("agent", "status", "category")] == [
            line["agent"],
            line["status"],
            line["category"],
        ]
        assert [told.numbers[name][index] for name in ("steps", "reward", "f1")] == [
            line["steps"],
            line["reward"],
            line["f1"],
        ]
        checks = [
            {"type": told.check_types[kind], "passed": bool(passed), "reason": told.reasons[reason]}
            for kind, passed, reason in told.checks[index]
        ]
        assert checks == [{name: one[name] for name in ("type", "passed", "reason")} for one in line["checks"]]  # type: ignore[attr-defined]


def test_runs_come_with_completion_and_tasks_with_goal_and_checks(collection: RunCollection) -> None:
    told = overview(collection)
    first, second = told.runs
    assert first.figures["oracle+tools"]["completion"] == 1.0
    assert second.figures["hostile@open/gpt"]["completion"] == 0.0
    assert {one.task for one in told.tasks} == {"answer_1", "cart_1", "order_1"}
    assert all(one.goal and one.checks for one in told.tasks)


def test_without_its_suite_a_task_has_a_goal_and_no_checks(run: Path, tmp_path: Path) -> None:
    told = overview(RunCollection([run], home=Home(tmp_path)))
    assert all("http://" in one.goal and not one.checks for one in told.tasks)


def test_runs_of_one_name_are_told_apart(run: Path, home: Path, tmp_path: Path) -> None:
    again = tmp_path / "other" / run.name
    shutil.copytree(run, again)
    told = overview(RunCollection([run, again, run], home=Home(home)))
    assert [one.name for one in told.runs] == [f"{run.parent.name}/first", "other/first"]


def test_what_comes_later_is_read_when_it_is_there(run: Path, home: Path, tmp_path: Path) -> None:
    growing = tmp_path / "growing"
    shutil.copytree(run, growing)
    whole = (growing / "results.jsonl").read_bytes()
    (growing / "results.jsonl").write_bytes(whole.splitlines(keepends=True)[0])
    collection = RunCollection([growing], home=Home(home))
    before = collection.state()
    assert len(overview(collection).checks) == 1
    (growing / "results.jsonl").write_bytes(whole)
    assert collection.state() != before
    assert len(overview(collection).checks) == 3


def test_where_there_is_no_run_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no run folder in"):
        RunCollection([tmp_path])
