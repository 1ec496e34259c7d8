"""A worker that is taken over: its memory holds no answer, what it says is checked, and remaking the suite fails."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import pytest
from thieving_players import FORGERS, GOLD, OpenThieves

from shopworld.agents import ORACLE
from shopworld.episode import Ending
from shopworld.errors import InputError
from shopworld.evaluation.folder import read_score
from shopworld.evaluation.records import Hashes, Status, TrialKey
from shopworld.evaluation.running.conclusion import PLAYED, PlayedAttempt, keep_played
from shopworld.evaluation.running.faults import JOURNAL, read_attempts
from shopworld.evaluation.running.grader import Grader
from shopworld.evaluation.running.terms import Assignment
from shopworld.evaluation.running.worker_messages import Finished, hear, tell
from shopworld.evaluation.settings import RunSettings
from shopworld.tasks import AnswerSet, OfferAddress, Task

Make = Callable[..., Any]
SLUG = "this-is-the-gold-"


def golden(number: int) -> tuple[OfferAddress, ...]:
    return (OfferAddress(shop="shop-a", slug=f"{SLUG}{number}"),)


@pytest.fixture
def robbed(scripted: Make, task_maker: Callable[..., Task]) -> Any:
    """A run whose workers look through their own memory for golds."""
    run = scripted(tasks=0)
    run.open_players = OpenThieves
    near = (golden(99),)
    run.tasks = [
        task_maker(number, checks=(AnswerSet(groups=(golden(number),)),), near_misses=near, note=f"{SLUG}!")
        for number in range(3)
    ]
    return run


def asked(*agents: str) -> RunSettings:
    return RunSettings(suite="scripted", agents=agents)


@pytest.mark.skipif(not os.access("/proc/self/mem", os.R_OK), reason="a process cannot read its own memory here")
def test_the_memory_of_a_worker_holds_goals_and_no_golds(robbed: Any) -> None:
    results = robbed.play(asked("thief"), workers=1)
    assert [one.status for one in results] == [Status.FAILED] * 3
    told = [(robbed.folder.attempt(one.key, 0) / "found.txt").read_text() for one in results]
    assert told == ["goal found, gold not found"] * 3


def test_only_the_oracle_is_told_the_solution(robbed: Any) -> None:
    hashes = {task.id: Hashes(task="t", checks="c") for task in robbed.tasks}
    grader = Grader(robbed.tasks, hashes, lambda: robbed.open_players(robbed.faults)())
    name = robbed.tasks[0].id
    for agent in ("thief", "keyword", "command:oracle", "mine:Oracle"):
        order = grader.order(Assignment(TrialKey(agent=agent, task=name, trial=0)))
        assert not GOLD.search(pickle.dumps(order)), agent
    assert GOLD.search(pickle.dumps(grader.order(Assignment(TrialKey(agent=ORACLE, task=name, trial=0)))))


def test_what_a_worker_says_is_read_as_json_and_nothing_else() -> None:
    ours, theirs = Pipe()
    for bad in (pickle.dumps({"kind": "ready"}), b"{}", b'{"kind": "finished"}', b"\xff", b"[" * 10_000):
        theirs.send_bytes(bad)
        with pytest.raises(InputError, match="not a worker's message"):
            hear(ours)
    key = TrialKey(agent="a", task="t", trial=0)
    played = PlayedAttempt(key=key, attempt=0, ending=Ending.STOPPED, steps=0, seconds=0)
    tell(theirs, Finished(played=played))
    assert hear(ours) == Finished(played=played)


@pytest.mark.parametrize("agent", ["tells_of_others", "talks_nonsense"])
def test_a_worker_that_tells_of_a_trial_it_was_not_given_is_replaced(robbed: Any, agent: str) -> None:
    results = robbed.play(asked(agent), workers=1)
    assert [(one.trial, one.status) for one in results] == [(0, Status.FAILED)] * 3, "by what is on disk"
    assert len(read_attempts(robbed.folder.path / JOURNAL)) == 3


def test_a_worker_that_finishes_nothing_is_replaced_and_the_trial_is_played_again(robbed: Any) -> None:
    results = robbed.play(asked("finishes_nothing"), workers=1)
    assert [(one.attempt, one.status) for one in results] == [(1, Status.FAILED)] * 3
    assert [reason for _, reason in robbed.notes.retries] == ["the worker told of an attempt that is not there"] * 3
    lost = read_score(robbed.folder.attempt(results[0].key, 0))
    assert lost is not None
    assert lost.status is Status.INFRA_ERROR


@pytest.mark.parametrize("agent", FORGERS)
def test_what_a_worker_left_for_a_score_before_it_died_is_not_believed(robbed: Any, agent: str) -> None:
    robbed.tasks = robbed.tasks[:1]
    (result,) = robbed.play(asked(agent), workers=1)
    assert result.status is Status.INFRA_ERROR
    assert result.reward == 0.0
    assert [reason for _, reason in robbed.notes.retries] == ["the worker died (exit status 9)"] * 2


def test_a_score_that_the_run_did_not_write_down_is_not_taken_up(scripted: Make) -> None:
    run = scripted(tasks=1)
    (first,) = run.play(RunSettings(suite="scripted", agents=("wrong",)))
    assert first.status is Status.FAILED
    score = run.folder.attempt(first.key, 0) / "score.json"
    score.write_bytes(first.model_copy(update={"status": Status.PASSED, "reward": 1.0}).to_json())
    for file in (run.folder.results_file, run.folder.path / JOURNAL):
        file.unlink()
    (again,) = run.play(RunSettings(suite="scripted", agents=("wrong",)))
    assert (again.status, again.attempt) == (Status.FAILED, 1)


def test_an_attempt_that_was_graded_and_not_written_down_is_graded_once_more(scripted: Make) -> None:
    run = scripted(tasks=1)
    (first,) = run.play(RunSettings(suite="scripted", agents=("right",)))
    names = ("steps", "seconds", "usage", "interface", "isolation")
    kept = {name: getattr(first, name) for name in names}
    keep_played(
        run.folder.attempt(first.key, 0), PlayedAttempt(key=first.key, attempt=0, ending=Ending(first.ending), **kept)
    )
    for file in (run.folder.results_file, run.folder.path / JOURNAL):
        file.unlink()
    assert run.play(RunSettings(suite="scripted", agents=("right",))) == [first]
    assert run.notes.retries == []
    assert not list(Path(run.folder.path).rglob(PLAYED))


def test_whoever_plays_does_not_grade() -> None:
    key = TrialKey(agent="a", task="t", trial=0)
    played = PlayedAttempt(key=key, attempt=0, ending=Ending.STOPPED, steps=0, seconds=0)
    for status in Status:
        if status in (Status.PASSED, Status.FAILED, Status.GRADER_ERROR):
            with pytest.raises(ValueError, match="for the grader to say"):
                PlayedAttempt.model_validate(played.model_dump() | {"status": status})
        else:
            PlayedAttempt.model_validate(played.model_dump() | {"status": status})


def test_an_attempt_that_was_played_and_not_graded_is_graded_when_the_run_goes_on(scripted: Make) -> None:
    run = scripted(tasks=2)
    first = run.play(RunSettings(suite="scripted", agents=("right",)))
    run.folder.results_file.unlink()
    for result in first:  # as if the grading process had been killed before it came to them
        folder = run.folder.attempt(result.key, 0)
        names = ("steps", "seconds", "usage", "interface", "isolation")
        kept = {name: getattr(result, name) for name in names}
        keep_played(folder, PlayedAttempt(key=result.key, attempt=0, ending=Ending(result.ending), **kept))
        (folder / "score.json").unlink()
    again = run.play(RunSettings(suite="scripted", agents=("right",)))
    assert [one.to_json() for one in again] == [one.to_json() for one in first]
    assert run.notes.retries == []
    assert not list(Path(run.folder.path).rglob(PLAYED))
