"""Runs in real shops through a real browser."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from small_world import make_small_world

from shopworld.environments import find_browser
from shopworld.errors import AgentError, BrowserMissing, RunError
from shopworld.evaluation import RunFolder, RunSettings, Screenshots, prepare, regrade, run, write_report
from shopworld.evaluation.proofs import failing_lines, prove_by_oracle, prove_without_browser, with_oracle
from shopworld.evaluation.records import Result, Status, read_steps
from shopworld.evaluation.running.terms import Assignment
from shopworld.mall import Home, Mall
from shopworld.tasks import Suite

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module", autouse=True)
def _needs_browser() -> None:
    try:
        find_browser()
    except BrowserMissing as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return Home(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def suite(home: Home) -> Suite:
    return make_small_world(home)


class Quiet:
    def finished(self, result: Result) -> None: ...

    def retried(self, assignment: Assignment, reason: str) -> None: ...


def play(home: Home, out: Path, *agents: str, workers: int = 2, watcher: Any = None, **fields: Any) -> list[Result]:
    settings = RunSettings(suite="small", agents=agents, **fields)
    return run(prepare(settings, home=home), out, workers=workers, watcher=watcher or Quiet())


def test_oracle_solves_all_noop_none_and_the_number_of_workers_changes_nothing(
    home: Home, suite: Suite, tmp_path: Path
) -> None:
    two = play(home, tmp_path / "two", "oracle", "noop", filters=SHORT, workers=2)
    one = play(home, tmp_path / "one", "oracle", "noop", filters=SHORT, workers=1)
    assert {(result.agent, result.status) for result in two} == {("oracle", Status.PASSED), ("noop", Status.FAILED)}
    assert [result.without_seconds() for result in one] == [result.without_seconds() for result in two]
    for result in one:
        steps = [
            [step.model_dump(exclude={"seconds"}) for step in read_steps(RunFolder(out).attempt(result.key, 0) / STEPS)]
            for out in (tmp_path / "one", tmp_path / "two")
        ]
        assert steps[0] == steps[1]
        events = [
            (RunFolder(out).attempt(result.key, 0) / "events.jsonl").read_bytes()
            for out in (tmp_path / "one", tmp_path / "two")
        ]
        assert events[0] == events[1]

    again = regrade(tmp_path / "one", suite)
    assert (len(again.results), again.changes, again.skipped) == (4, (), 0)

    page = write_report([tmp_path / "one", tmp_path / "two"]).read_text()
    assert "oracle (one)" in page
    assert len(list((tmp_path / "two").glob("episodes/*/*/*/0/index.html"))) == 4


STEPS = "steps.jsonl"
SHORT = ("answer_1", "cart_1")
"""Tasks of ten steps; the third one takes 26, and all three are played where tasks are proven."""


class BrowserKiller(Quiet):
    """Kills every browser of the run when the first trial is over."""

    def __init__(self) -> None:
        self.killed = 0
        self.reasons: list[str] = []

    def finished(self, result: Result) -> None:
        if not self.killed:
            for process in descendants(os.getpid()):
                if b"remote-debugging-pipe" in command_line(process):
                    os.kill(process, signal.SIGKILL)
                    self.killed += 1

    def retried(self, assignment: Assignment, reason: str) -> None:
        self.reasons.append(reason)


def test_a_killed_browser_costs_an_attempt_and_is_replaced(home: Home, suite: Suite, tmp_path: Path) -> None:
    killer = BrowserKiller()
    results = play(home, tmp_path / "run", "noop", "oracle", filters=SHORT, watcher=killer)
    assert killer.killed
    assert len(results) == 4
    assert {result.status for result in results if result.agent == "oracle"} == {Status.PASSED}
    assert sum(result.attempt for result in results) == len(killer.reasons)


def test_kill_nine_of_the_run_leaves_no_process_and_loses_no_result(home: Home, suite: Suite, tmp_path: Path) -> None:
    out = tmp_path / "run"
    arguments = ["run", "small", "-a", "noop", "-a", "oracle", "--workers", "2"]
    arguments += [word for task in SHORT for word in ("--filter", task)]
    environment = {**os.environ, "SHOPWORLD_HOME": str(home.folder)}
    code = "from shopworld.cli import main; main()"
    started = subprocess.Popen(
        [sys.executable, "-c", code, *arguments, "--out", str(out)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 300
    while not RunFolder(out).results_file.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    family = descendants(started.pid)
    started.kill()
    started.wait()
    before = RunFolder(out).results()
    assert before
    assert family
    deadline = time.monotonic() + 120
    while any(alive(process) for process in family) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert [command_line(process) for process in family if alive(process)] == []

    results = play(home, out, "noop", "oracle", filters=SHORT)
    assert len(results) == 4
    assert RunFolder(out).results()[: len(before)] == before
    assert not list(out.glob("episodes/*/*/*/*.part"))


def test_pictures_of_failed_episodes_are_kept(home: Home, suite: Suite, tmp_path: Path) -> None:
    results = play(home, tmp_path / "run", "noop", filters=("answer_1",), screenshots=Screenshots.FAILED, workers=1)
    folder = RunFolder(tmp_path / "run").attempt(results[0].key, 0)
    assert (folder / "step-000.jpg").read_bytes().startswith(b"\xff\xd8")


def test_every_proof_holds_with_the_oracle_in_the_browser(home: Home, suite: Suite) -> None:
    mall = Mall.open(home.mall("small"))
    try:
        proven = list(prove_without_browser(suite.tasks, mall))
    finally:
        mall.close()
    settings = RunSettings(suite="small", agents=("oracle",))
    proven = with_oracle(proven, prove_by_oracle(settings, workers=2, watcher=Quiet(), home=home))
    assert failing_lines(proven) == []
    assert [proof.name for proof in proven[0].proofs] == [
        "right",
        "nothing",
        "everything",
        "near miss 1",
        "each alone",
        "oracle",
    ]


def test_wrong_agents_filters_and_malls_are_found_before_anything_is_played(
    home: Home, suite: Suite, tmp_path: Path
) -> None:
    with pytest.raises(AgentError, match="no agent is called 'orakel'"):
        play(home, tmp_path / "run", "orakel")
    with pytest.raises(RunError, match="no task fits"):
        play(home, tmp_path / "run", "noop", filters=("nothing_*",))
    assert not (tmp_path / "run").exists()


def descendants(process: int) -> list[int]:
    """Processes below that one."""
    found: list[int] = []
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, file.read_text().split()):
            found += [child, *descendants(child)]
    return found


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def command_line(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""
