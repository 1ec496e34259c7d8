from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

import pytest

from shopworld.errors import RunError
from shopworld.evaluation.folder import SCORE, UNFINISHED
from shopworld.evaluation.records import Hashes, Isolation, Status, TrialKey, append_line, read_steps
from shopworld.evaluation.running.attempt import Attempt
from shopworld.evaluation.running.local_workers import LocalWorker
from shopworld.evaluation.running.scheduler import Scheduler, Worker
from shopworld.evaluation.running.terms import Assignment, Terms
from shopworld.evaluation.running.worker import EpisodePlace
from shopworld.evaluation.running.worker_messages import Finished
from shopworld.evaluation.settings import RunSettings, Screenshots
from shopworld.evaluation.trajectory import EVENTS, STEPS, TRACEBACK

Make = Callable[..., Any]


def asked(*agents: str, **fields: Any) -> RunSettings:
    return RunSettings(suite="scripted", agents=agents, **fields)


def test_a_run_plays_every_trial_once_and_keeps_the_steps(scripted: Make) -> None:
    run = scripted(tasks=3)
    results = run.play(asked("right", "wrong", trials=2), workers=2)
    assert len(results) == 12
    assert {one.status for one in results if one.agent == "right"} == {Status.PASSED}
    assert {one.status for one in results if one.agent == "wrong"} == {Status.FAILED}
    folder = run.folder.attempt(results[0].key, 0)
    assert [step.action for step in read_steps(folder / STEPS)][:2] == ["", "view"]
    assert (folder / EVENTS).read_bytes().count(b"\n") == 2
    assert results[0].usage == {"tokens": 11.0}


def test_results_do_not_depend_on_the_number_of_workers(scripted: Make) -> None:
    one = scripted("one", tasks=5).play(asked("right", "wanders", "fault_once", max_steps=3), workers=1)
    three = scripted("three", tasks=5).play(asked("right", "wanders", "fault_once", max_steps=3), workers=3)
    assert [each.without_seconds() for each in one] == [each.without_seconds() for each in three]


def test_a_limit_on_steps_and_on_time_ends_an_episode_without_a_pass(scripted: Make) -> None:
    hangs, wanders = scripted(tasks=1).play(asked("hangs", "wanders", max_steps=4, max_seconds=6.0))
    assert (hangs.status, hangs.steps, hangs.ending) == (Status.LIMIT, 0, "limit")
    assert (wanders.status, wanders.steps, wanders.ending) == (Status.LIMIT, 4, "limit")


@pytest.mark.parametrize("agent", ["raises", "exits"])
def test_an_agent_that_raises_keeps_its_traceback(scripted: Make, agent: str) -> None:
    run = scripted(tasks=1)
    (result,) = run.play(asked(agent))
    assert result.status is Status.AGENT_ERROR
    assert result.attempt == 0
    assert "scripted_players.py" in (run.folder.attempt(result.key, 0) / TRACEBACK).read_text()


@pytest.mark.parametrize("agent", ["fault_once", "dies_once"])
def test_a_fault_costs_an_attempt_and_nothing_else(scripted: Make, agent: str) -> None:
    run = scripted(tasks=3)
    results = run.play(asked(agent), workers=2)
    assert [(one.status, one.attempt) for one in results] == [(Status.PASSED, 1)] * 3
    assert len(run.notes.retries) == 3
    assert len(run.folder.attempts(results[0].key)) == 2


@pytest.mark.parametrize("agent", ["fault", "dies"])
def test_a_fault_in_every_attempt_is_an_infrastructure_error_and_other_trials_go_on(scripted: Make, agent: str) -> None:
    run = scripted(tasks=1)
    results = run.play(asked(agent, "right"), workers=2)
    assert [(one.agent, one.status, one.attempt) for one in results] == [
        (agent, Status.INFRA_ERROR, 2),
        ("right", Status.PASSED, 0),
    ]


def test_a_worker_whose_words_wait_while_others_are_graded_is_not_hung(
    scripted: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    take, lose = Scheduler._take, Scheduler._lose
    lost = []

    def take_long(self: Scheduler, worker: Worker, message: Any) -> None:
        take(self, worker, message)
        for other in self._workers.values():
            if isinstance(message, Finished) and other is not worker and not other.idle:
                link = other.link
                assert isinstance(link, LocalWorker)
                assert link.connection.poll(60.0)
                other.heard -= 10 * other.patience  # as if grading had taken that long
                self._look_at = other.heard

    def note_loss(self: Scheduler, worker: Worker, reason: str, *others: Any, **options: Any) -> None:
        lost.append(reason)
        lose(self, worker, reason, *others, **options)

    monkeypatch.setattr(Scheduler, "_take", take_long)
    monkeypatch.setattr(Scheduler, "_lose", note_loss)
    run = scripted(tasks=6)
    results = run.play(asked("right"), workers=2)
    assert [(one.status, one.attempt) for one in results] == [(Status.PASSED, 0)] * 6
    assert lost == []


def test_what_held_an_agent_is_known_where_its_worker_died(scripted: Make) -> None:
    run = scripted(tasks=1)
    run.isolations = {"dies": Isolation.ISOLATED}
    dies, right = run.play(asked("dies", "right"))
    assert (dies.status, dies.isolation, right.isolation) == (Status.INFRA_ERROR, Isolation.ISOLATED, Isolation.UNKNOWN)


def test_a_grader_that_raises_is_not_the_agents_fault(scripted: Make) -> None:
    run = scripted(tasks=1)
    task = run.tasks[0]
    broken = task.model_copy(update={"checks": (*task.checks, object())})
    folder = run.folder.path / "attempt"
    folder.mkdir(parents=True)
    players = run.open_players(run.faults)()
    key = TrialKey(agent="right", task=task.id, trial=0)
    terms = Terms(asked("right"), b"0123456789abcdef", Hashes(task="t", checks="c"))
    session = players.session(Assignment(key), broken, folder, terms)
    place = EpisodePlace(key, folder)
    Attempt(session, lambda: players.agent("right", None, place), lambda phase: None).play()
    result = session.finish()
    assert result.status is Status.GRADER_ERROR
    assert result.error.startswith("AttributeError")
    assert (folder / TRACEBACK).exists()


def test_the_same_command_goes_on_where_a_killed_run_stopped(scripted: Make) -> None:
    run = scripted(tasks=4)
    first = run.play(asked("right"))
    lines = run.folder.results_file.read_bytes().split(b"\n")
    run.folder.results_file.write_bytes(b"\n".join(lines[:2]) + b"\n" + lines[2][:40])  # torn third line
    half = run.folder.attempt(first[3].key, 0)
    half.rename(half.with_name(half.name + UNFINISHED))  # killed in the middle of an episode
    run.notes.results.clear()
    again = run.play(asked("right"))
    assert [one.without_seconds() for one in again] == [one.without_seconds() for one in first]
    assert len(run.notes.results) == 2
    assert not list(run.folder.path.glob(f"episodes/**/*{UNFINISHED}"))


def test_a_run_that_was_killed_between_two_attempts_goes_on_with_the_next(scripted: Make) -> None:
    run = scripted(tasks=1)
    (first,) = run.play(asked("fault_once"))
    kept = (run.folder.attempt(first.key, 0) / SCORE).read_bytes()
    shutil.rmtree(run.folder.attempt(first.key, 1))
    run.folder.results_file.unlink()
    run.notes.retries.clear()
    (again,) = run.play(asked("fault_once"))
    assert run.notes.retries == [], "nothing is played in vain"
    assert again.without_seconds() == first.without_seconds()
    assert (again.status, again.attempt) == (Status.PASSED, 1)
    assert [one.name for one in run.folder.attempts(first.key)] == ["0", "1"]
    assert (run.folder.attempt(first.key, 0) / SCORE).read_bytes() == kept


def test_a_finished_attempt_that_was_not_written_down_is_taken_over_not_played_again(scripted: Make) -> None:
    run = scripted(tasks=2)
    first = run.play(asked("right"))
    run.folder.results_file.unlink()
    assert run.play(asked("right")) == first


def test_another_run_is_refused_with_the_difference(scripted: Make) -> None:
    run = scripted(tasks=1)
    run.play(asked("right"))
    with pytest.raises(RunError, match="setting trials: 1 there, 2 asked"):
        run.play(asked("right", trials=2))
    run.tasks[0] = run.tasks[0].model_copy(update={"intent": "Another one."})
    with pytest.raises(RunError, match="world tasks, changed: task_0"):
        run.play(asked("right"))


def test_a_stage_that_never_opens_ends_the_run_with_its_reason(scripted: Make) -> None:
    with pytest.raises(RunError, match="no Chromium here") as error:
        scripted(tasks=2).play(asked("right"), broken="no Chromium here")
    assert error.value.hint == "Mend it."


def test_pictures_are_kept_as_asked(scripted: Make) -> None:
    failed = scripted("failed", tasks=1)
    results = failed.play(asked("right", "wrong", screenshots=Screenshots.FAILED))
    passed_folder, failed_folder = (failed.folder.attempt(one.key, 0) for one in results)
    assert not list(passed_folder.glob("*.jpg"))
    assert not any(step.screenshot for step in read_steps(passed_folder / STEPS))
    assert len(list(failed_folder.glob("*.jpg"))) == 2


def test_a_result_that_is_there_twice_is_refused(scripted: Make) -> None:
    run = scripted(tasks=1)
    (result,) = run.play(asked("right"))
    append_line(run.folder.results_file, result.to_json())
    with pytest.raises(Exception, match="already in line 1"):
        run.folder.results()


def test_nothing_of_trials_that_are_over_stays_in_memory(scripted: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    schedulers = []
    run = Scheduler.run

    def noted(self: Scheduler, workers: int) -> None:
        schedulers.append(self)
        run(self, workers)

    monkeypatch.setattr(Scheduler, "run", noted)
    results = scripted(tasks=2).play(asked("right", "fault_once"))
    assert len(results) == 4
    assert schedulers[0]._journal._phases == {}
    assert not schedulers[0]._lost
