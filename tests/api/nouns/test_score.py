"""`sw.score` says what a run's own grading said, from the events alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tool_world import OTHER, TARGET

import shopworld as sw
from shopworld.errors import InputError, RunError, TaskError
from shopworld.tasks import find_suite, save_suite

RIGHT = "{0}product/brisk-ssd-2-tb/ ### {1}product/brisk-ssd-2-tb/"
WRONG = "{0}product/brisk-ssd-2-tb/ ### {1}product/brisk-ssd-3-tb/"
Deed = Callable[[sw.Session], object]


def submit(answer: str) -> Deed:
    """Submits an answer that names the first two shops."""

    def deed(session: sw.Session) -> object:
        shops = [one.strip(",.") for one in session.goal.split() if one.startswith("http://")]
        return session.call("submit_answer", {"answer": answer.format(*shops)})

    return deed


def recommend(product: str) -> Deed:
    return lambda session: session.call("recommend_product", {"product_id": product, "reasoning": "It fits."})


def task_of(home: Path, suite: str, task: str) -> sw.Task:
    return next(one for one in sw.load_suite(suite, home=home).tasks if one.id == task)


@pytest.mark.parametrize(
    ("suite", "task", "deed", "ending", "reward"),
    [
        ("small", "answer_1", submit(RIGHT), "submitted", 1.0),
        ("small", "answer_1", submit(WRONG), "submitted", 0.0),
        ("small", "answer_1", lambda session: session.say("I found nothing."), "message", 0.0),
        ("small", "order_1", lambda session: session.give_up("too dear"), "infeasible", 0.0),
        ("chargers", "search_1", recommend(TARGET), "submitted", 1.0),
        ("chargers", "search_1", recommend(OTHER), "submitted", 0.0),
    ],
)
def test_it_is_the_score_that_the_episode_got(
    worlds: Path, tmp_path: Path, suite: str, task: str, deed: Deed, ending: str, reward: float
) -> None:
    with sw.open(suite, "tools", home=worlds) as world, world.start(task) as session:
        deed(session)
        attempt = session.save(tmp_path / "run")
        happened = session.events
    kept = json.loads((attempt / "score.json").read_bytes())
    assert (kept["ending"], kept["reward"]) == (ending, reward)
    for events in (attempt / "events.jsonl", str(attempt / "events.jsonl"), happened):
        found = sw.score(task_of(worlds, suite, task), events, home=worlds)
        assert found.model_dump(mode="json") == {name: kept[name] for name in sw.Score.model_fields}


def test_a_limit_leaves_no_event_and_is_said(worlds: Path, tmp_path: Path) -> None:
    with sw.open("small", "tools", home=worlds, max_steps=1) as world, world.start("cart_1") as session:
        session.call("list_products", {})
        assert session.ended
        attempt = session.save(tmp_path / "run")
    kept = json.loads((attempt / "score.json").read_bytes())
    task = task_of(worlds, "small", "cart_1")
    for ending in (None, "limit"):
        found = sw.score(task, attempt / "events.jsonl", home=worlds, ending=ending)
        assert found.model_dump(mode="json") == {name: kept[name] for name in sw.Score.model_fields}


def test_who_submitted_after_the_limit_earns_nothing(worlds: Path) -> None:
    with sw.open("small", "tools", home=worlds) as world, world.start("answer_1") as session:
        submit(RIGHT)(session)
    task = task_of(worlds, "small", "answer_1")
    assert sw.score(task, session.events, home=worlds).reward == 1.0
    cut_off = sw.score(task, session.events, home=worlds, ending="limit")
    assert (cut_off.reward, cut_off.state_reward) == (0.0, 1.0)
    assert sw.score(task, session.events[:-1], home=worlds).reward == 0.0


def test_other_checks_are_scored_where_the_suite_is_named(worlds: Path) -> None:
    task = task_of(worlds, "small", "answer_1")
    changed = task.model_copy(update={"checks": task.checks[1:]})
    with pytest.raises(TaskError, match="holds the task 'answer_1' as it is") as caught:
        sw.score(changed, (), home=worlds)
    assert "suite=" in str(caught.value.hint)
    for suite in ("small", worlds / "suites" / "small.json", sw.load_suite("small", home=worlds)):
        assert sw.score(changed, (), suite=suite, home=worlds, ending="submitted").reward == 1.0


def test_another_mall_and_what_is_no_log_are_refused(worlds: Path, tmp_path: Path) -> None:
    task = task_of(worlds, "small", "answer_1")
    suite = find_suite("small", worlds).model_copy(update={"mall_hash": "0" * 64})
    with pytest.raises(RunError, match="was made for mall 'small'"):
        sw.score(task, (), suite=suite, home=worlds)
    with pytest.raises(InputError, match="no such event log"):
        sw.score(task, tmp_path / "events.jsonl", home=worlds)
    with pytest.raises(InputError, match="no ending 'lost'"):
        sw.score(task, (), home=worlds, ending="lost")


def test_a_suite_that_cannot_be_read_hides_no_other(worlds: Path, tmp_path: Path) -> None:
    task = task_of(worlds, "small", "answer_1")
    save_suite(sw.load_suite("small", home=worlds), tmp_path / "suites" / "small.json")
    (tmp_path / "suites" / "a.json").write_text('{"answer_1": 1}')
    (tmp_path / "malls").symlink_to(worlds / "malls")
    assert sw.score(task, (), home=tmp_path).reward == 0.0


def test_a_saved_session_is_graded_again_and_reported(worlds: Path, tmp_path: Path) -> None:
    with sw.open("small", "tools", home=worlds) as world, world.start("answer_1") as session:
        submit(RIGHT)(session)
        session.save(tmp_path / "run")
    again = sw.regrade(tmp_path / "run", home=worlds)
    assert (len(again.results), again.changes) == (1, ())
    with pytest.raises(InputError, match="one run folder or more"):
        sw.report([], home=worlds)
    with pytest.raises(InputError, match="is this a run folder"):
        sw.report(tmp_path / "nothing", home=worlds)


def test_what_is_no_task_or_no_event_is_told(worlds: Path) -> None:
    with pytest.raises(InputError, match="field 'task': found 'answer_1', expected a task"):
        sw.score("answer_1", [])  # type: ignore[arg-type]
    task = find_suite("small", worlds).tasks[0]
    with pytest.raises(InputError, match="field 'events': found str, expected events"):
        sw.score(task, ["page_viewed"], home=worlds)  # type: ignore[list-item]
