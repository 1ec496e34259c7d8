from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from tool_world import make_tool_world
from typer.testing import CliRunner
from typer.testing import Result as Outcome

from shopworld.catalog import Catalog
from shopworld.cli.tasks import app
from shopworld.evaluation.proofs import failing_lines
from shopworld.evaluation.tool_proofs import probe_table, prove_by_probes
from shopworld.mall import Home
from shopworld.tasks import Suite, Task, save_suite
from shopworld.tasks.checks import Recommendation


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path))
    return Home(tmp_path)


@pytest.fixture
def suite(home: Home) -> Suite:
    return make_tool_world(home)


@pytest.fixture
def catalog(home: Home, suite: Suite) -> Iterator[Catalog]:
    with Catalog.open(home.catalog("chargers")) as opened:
        yield opened


def spoilt(task: Task) -> Task:
    """The task with its first rubric alone, and still only the target accepted: others satisfy it, too."""
    (check,) = task.checks
    assert isinstance(check, Recommendation)
    return task.model_copy(update={"checks": (check.model_copy(update={"rubrics": check.rubrics[:1]}),)})


def test_every_proof_of_a_sound_task_holds(suite: Suite, catalog: Catalog) -> None:
    probed = list(prove_by_probes(suite.tasks, catalog))
    assert failing_lines([one.proofs for one in probed]) == []
    names = [proof.name for proof in probed[0].proofs.proofs]
    assert names == ["right", "nothing", "unknown", "neighbours", "facts"]


def test_a_neighbour_that_satisfies_everything_is_named(suite: Suite, catalog: Catalog) -> None:
    (one,) = prove_by_probes([spoilt(suite.tasks[0])], catalog)
    (line,) = failing_lines([one.proofs])
    assert line.startswith("search_1: neighbours does not hold: neighbour")
    console = Console(width=80, file=io.StringIO(), record=True)
    console.print(probe_table([one]))
    assert max(map(len, console.export_text().splitlines())) <= 80


def check(*arguments: str) -> Outcome:
    return CliRunner().invoke(app, ["check", "chargers", "--workers", "1", *arguments])


def test_the_command_proves_by_probes_and_by_the_oracle(suite: Suite) -> None:
    outcome = check()
    assert outcome.exit_code == 0, outcome.output
    assert max(map(len, outcome.stdout.splitlines())) <= 80
    assert "oracle" in outcome.stdout.splitlines()[0]
    assert "false positives" in outcome.stdout


def test_the_command_fails_where_a_proof_does_not_hold(suite: Suite, home: Home) -> None:
    save_suite(suite.model_copy(update={"tasks": (spoilt(suite.tasks[0]),)}), home.suite("chargers"))
    outcome = check("--json")
    assert outcome.exit_code == 1
    answer = json.loads(outcome.stdout)
    assert (answer["tasks"], answer["proven"]) == (1, 0)
    counted = {one["kind"]: one["false_positives"] for one in answer["probes"] if not one["type"]}
    assert counted["neighbour"] > 0
    assert counted["target"] == counted["unknown"] == 0
