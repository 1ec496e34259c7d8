"""Faults are never final and never silent: what is played again, waited for, written down, and told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from shopworld.errors import RunError
from shopworld.evaluation import write_report
from shopworld.evaluation.measures.metrics import ErrorConvention, summarise
from shopworld.evaluation.records import Hashes, Result, Status
from shopworld.evaluation.running.faults import JOURNAL, OutagePolicy, cause_of, read_attempts
from shopworld.evaluation.settings import RunSettings
from shopworld.evaluation.table import status_lines

Make = Callable[..., Any]
SHORT = OutagePolicy(pauses=(0.2, 0.2, 0.2))


def asked(*agents: str, **fields: Any) -> RunSettings:
    return RunSettings(suite="scripted", agents=agents, **fields)


def lift(run: Any) -> None:
    (run.faults / "outage").unlink()


def test_the_same_command_plays_again_what_faults_ended_and_the_later_line_counts(scripted: Make) -> None:
    run = scripted(tasks=1)
    (run.faults / "outage").touch()
    (result,) = run.play(asked("outage"))
    assert (result.status, result.attempt) == (Status.INFRA_ERROR, 2)
    lift(run)
    (again,) = run.play(asked("outage"))
    assert (again.status, again.attempt) == (Status.PASSED, 3)
    assert run.folder.results_file.read_bytes().count(b"\n") == 2
    assert [one.attempt for one in run.folder.results()] == [3]
    assert run.play(asked("outage")) == [again]
    assert run.folder.results_file.read_bytes().count(b"\n") == 2


def test_a_run_that_keeps_its_errors_plays_nothing_again(scripted: Make) -> None:
    run = scripted(tasks=1)
    (run.faults / "outage").touch()
    first = run.play(asked("outage"))
    lift(run)
    assert run.play(asked("outage"), retry_errors=False) == first


def test_every_attempt_is_in_the_journal_with_its_cause_and_its_phase(scripted: Make) -> None:
    run = scripted(tasks=1)
    run.play(asked("fault_once", "dies", "right", "raises"))
    told = [
        (one.agent, one.attempt, one.status.value, one.cause, one.phase)
        for one in read_attempts(run.folder.path / JOURNAL)
    ]
    assert told == [
        ("fault_once", 0, "infra_error", "environment", "acting"),
        ("fault_once", 1, "passed", "", "acting"),
        ("dies", 0, "infra_error", "worker", "thinking"),
        ("dies", 1, "infra_error", "worker", "thinking"),
        ("dies", 2, "infra_error", "worker", "thinking"),
        ("right", 0, "passed", "", "acting"),
        ("raises", 0, "agent_error", "", "thinking"),
    ]


def test_an_outage_is_waited_for_and_costs_no_trial(scripted: Make) -> None:
    run = scripted(tasks=6)
    (run.faults / "outage").touch()
    threading.Thread(target=lift_when_told, args=(run,)).start()
    results = run.play(asked("outage"), workers=2, policy=OutagePolicy(pauses=(0.2,) * 1000))
    assert {one.status for one in results} == {Status.PASSED}
    assert "5 attempts in a row came to nothing (environment)" in run.notes.told[0]
    assert run.notes.told[-1] == "The run goes on."


def test_an_outage_that_lasts_stops_the_run_and_the_same_command_goes_on(scripted: Make) -> None:
    run = scripted(tasks=4)
    (run.faults / "outage").touch()
    began = time.monotonic()
    with pytest.raises(RunError, match=r"its results so far are kept: .* the browser is gone") as stopped:
        run.play(asked("outage"), policy=SHORT)
    assert time.monotonic() - began > 0.6
    assert stopped.value.hint == "The same command goes on when that is mended."
    assert len(run.notes.told) == 3
    lift(run)
    results = run.play(asked("outage"), policy=SHORT)
    assert [(one.task, one.status) for one in results] == [(f"task_{n}", Status.PASSED) for n in range(4)]


def test_one_trial_that_always_faults_is_no_outage(scripted: Make) -> None:
    run = scripted(tasks=1)
    results = run.play(asked("fault", "right", trials=1), policy=OutagePolicy(faults=2, pauses=(60.0,)))
    assert [one.status for one in results] == [Status.INFRA_ERROR, Status.PASSED]
    assert not run.notes.told


def test_a_disk_that_is_nearly_full_is_waited_for_before_anything_is_lost(scripted: Make) -> None:
    run = scripted(tasks=2)
    policy = OutagePolicy(pauses=(0.1, 0.1), least_free=1 << 60)
    with pytest.raises(RunError, match=r"only [\d,]+ MB are free where .*/run is"):
        run.play(asked("right"), policy=policy)
    assert len(run.notes.told) == 2
    assert {one.status for one in run.play(asked("right"))} == {Status.PASSED}


def test_who_breaks_the_browser_on_hard_tasks_does_not_leave_the_denominator(scripted: Make) -> None:
    run = scripted(tasks=3)
    results = run.play(asked("breaks_hard_ones"))
    hard = next(one for one in results if one.task == "task_0")
    assert (hard.status, hard.fault_phase, hard.suspicious, hard.excused) == (
        Status.INFRA_ERROR,
        "acting",
        True,
        False,
    )
    assert summarise(results).completion.value == pytest.approx(2 / 3)
    assert summarise(results, convention=ErrorConvention.FAILURES).completion.value == pytest.approx(2 / 3)


def test_the_report_shows_what_is_suspicious_and_both_figures(scripted: Make) -> None:
    run = scripted(tasks=3)
    results = run.play(asked("breaks_hard_ones"))
    page = " ".join(write_report([run.folder.path]).read_text().split())
    assert '1, 1 suspicious</td><td class="n">100.0</td><td class="n">66.7</td>' in page
    assert status_lines(results, ["breaks_hard_ones"])[-1] == (
        "  1 suspicious, counted as failed: every attempt met a fault while acting, and other trials passed "
        "(first: task_0)"
    )


def test_who_passes_nothing_is_under_no_suspicion(scripted: Make) -> None:
    run = scripted(tasks=1)
    (result,) = run.play(asked("fault"))
    assert (result.fault_phase, result.suspicious, result.excused) == ("acting", False, True)


@pytest.mark.parametrize(
    ("status", "error", "cause"),
    [
        (Status.INFRA_ERROR, "ModelFault: vllm/x failed 7 times", "provider"),
        (Status.INFRA_ERROR, "OSError: [Errno 28] No space left on device: 'x'", "disk"),
        (Status.INFRA_ERROR, "no sign of life for 120 s while acting", "worker"),
        (Status.INFRA_ERROR, "KeyError: 1", "other"),
        (Status.GRADER_ERROR, "KeyError: 1", "grader"),
        (Status.FAILED, "", ""),
    ],
)
def test_the_cause_of_a_fault_is_named(status: Status, error: str, cause: str) -> None:
    result = Result(
        agent="a", task="t", trial=0, status=status, reward=0, error=error, hashes=Hashes(task="t", checks="c")
    )
    assert cause_of(result) == cause


def lift_when_told(run: Any) -> None:
    deadline = time.monotonic() + 300
    while not run.notes.told and time.monotonic() < deadline:
        time.sleep(0.02)
    lift(run)
