"""`shopworld run`, `report` and `regrade` for a suite by tools, as people call them."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from tool_world import build_catalog, make_tool_world
from typer.testing import CliRunner

from shopworld.cli.main import app
from shopworld.errors import RunError
from shopworld.evaluation import RunFolder
from shopworld.mall import Home
from shopworld.tasks import find_suite


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A home with the catalog and the suite `chargers`."""
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path / "home"))
    home = Home(tmp_path / "home")
    make_tool_world(home)
    return home


def call(*arguments: str) -> str:
    """Output of a command that must succeed."""
    outcome = CliRunner().invoke(app, arguments)
    if outcome.exception is not None:
        raise outcome.exception
    return outcome.stdout


def test_a_run_by_tools_needs_no_browser_and_prints_its_table(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOPWORLD_BROWSER", str(tmp_path / "no-such-browser"))
    out = tmp_path / "run"
    printed = call("run", "chargers", "-a", "oracle", "-a", "noop", "--workers", "1", "--out", str(out))
    lines = printed.replace(str(out), "").splitlines()
    assert max(map(len, lines)) <= 80
    assert re.search(r"agent +implicit +tasks +right % +95 % +rubric % +end % +exact % +calls +med", lines[0])
    assert "noop: 2 limit" in lines
    assert RunFolder(out).settings().max_steps is None

    summary = json.loads(
        call("run", "chargers", "-a", "oracle", "-a", "noop", "--workers", "1", "--out", str(out), "--json")
    )
    assert summary["oracle"]["tools"]["accuracy"]["value"] == 1.0
    assert summary["noop"]["tools"]["finished"] == 0.0

    assert "4 graded again, 0 changed." in call("regrade", str(out))
    assert str(out / "report.html") in call("report", str(out)).replace("\n", "")


def test_the_catalog_may_lie_elsewhere(home: Home, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    home.catalog("chargers").rename(elsewhere)
    out = tmp_path / "run"
    asked = ("run", "chargers", "-a", "noop", "--workers", "1", "--out", str(out))
    call(*asked, "--catalog", str(elsewhere))
    assert "2 graded again, 0 changed." in call("regrade", str(out))
    build_catalog(tmp_path / "other", colours=("red",))
    with pytest.raises(RunError, match="the catalog found has"):
        call(*asked[:-1], str(tmp_path / "second"), "--catalog", str(tmp_path / "other"))


@pytest.mark.parametrize(
    ("way", "status"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP), (signal.SIGINT, 130)]
)
def test_a_run_that_is_stopped_says_so_and_ends_by_its_signal(
    home: Home, tmp_path: Path, way: signal.Signals, status: int
) -> None:
    out = tmp_path / "run"
    command = ["run", "chargers", "-a", "noop", "--trials", "5000", "--workers", "1", "--out", str(out)]
    with subprocess.Popen(
        [sys.executable, "-m", "shopworld", *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(way, signal.SIG_DFL),  # `nohup make test` has it ignored, as is right
    ) as running:
        results = out / "results.jsonl"
        while running.poll() is None and not (results.exists() and results.stat().st_size):
            time.sleep(0.05)
        running.send_signal(way)
        told = running.communicate(timeout=300)[1]
    assert running.returncode == status
    assert re.search(r"Stopped with \d+ of 10000 results", told)


@pytest.mark.parametrize(("faults", "status"), [(0, 0), (1, 3), (2, 4)])
def test_the_exit_status_tells_what_faults_have_left_undone(
    home: Home, tmp_path: Path, faults: int, status: int
) -> None:
    asked = ["run", "chargers", "-a", "noop", "--workers", "1", "--out", str(tmp_path / "run")]
    assert CliRunner().invoke(app, asked).exit_code == 0
    folder = RunFolder(tmp_path / "run")
    lines = folder.results_file.read_text().splitlines(keepends=True)
    for number in range(faults):
        lines[number] = lines[number].replace('"status":"limit"', '"status":"infra_error"')
        score = folder.attempt(folder.results()[number].key, 0) / "score.json"
        score.write_text(lines[number])
    folder.results_file.write_text("".join(lines))
    left = CliRunner().invoke(app, [*asked, "--no-retry-errors"])
    assert left.exit_code == status, left.output
    assert ("The same command plays again what faults ended." in left.stdout) == bool(faults)
    assert CliRunner().invoke(app, asked).exit_code == 0
    assert [one.attempt for one in folder.results()].count(1) == faults


def test_a_suite_by_tools_is_listed_and_validated(home: Home, tmp_path: Path) -> None:
    assert call("tasks", "list", "chargers").splitlines()[-1] == "2 tasks: 1 product_search, 1 negative_constraint"
    assert call("tasks", "validate", "chargers") == "2 tasks: 0 errors, 0 warnings, 0 known defects\n"
    elsewhere = tmp_path / "elsewhere"
    home.catalog("chargers").rename(elsewhere)
    assert json.loads(call("tasks", "validate", "chargers", "--catalog", str(elsewhere), "--json")) == []
    file = home.suite("chargers")
    raw = json.loads(file.read_text())
    raw["tasks"][1]["shopper"]["clarification"]["slots"][0]["rubrics"] = ["r9"]
    file.write_text(json.dumps(raw))
    outcome = CliRunner().invoke(app, ("tasks", "validate", "chargers", "--catalog", str(elsewhere)))
    assert outcome.exit_code == 1
    assert outcome.stdout.splitlines() == [
        "error   exclusion_1: slot cl_1: there is no rubric 'r9'",
        "error   exclusion_1: rubric r3: no slots tell it, expected 1",
        "2 tasks: 2 errors, 0 warnings, 0 known defects",
    ]


def test_its_tasks_are_listed_with_one_line_each_and_counted(home: Home) -> None:
    lines = call("tasks", "list", "chargers").splitlines()
    suite = find_suite("chargers", home.folder)
    assert [line.split()[0] for line in lines[2:-1]] == [task.id for task in suite.tasks]
    assert "set" not in lines[0].split(), "a column without content is left out"
    counts = Counter(task.category for task in suite.tasks)
    assert lines[-1] == "2 tasks: " + ", ".join(f"{count} {category}" for category, count in counts.items())


def test_a_task_is_shown_without_a_start(home: Home) -> None:
    task = find_suite("chargers", home.folder).tasks[0]
    assert f"by tools; at most {task.limits.steps} steps" in call("tasks", "show", "chargers", task.id)
