from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from shopworld.cli.main import app
from shopworld.errors import RunError
from shopworld.evaluation import RunFolder
from shopworld.evaluation.provenance import Provenance
from shopworld.tasks import Suite, save_suite, suite_hash

runner = CliRunner()


def call(*arguments: str) -> str:
    """Output of a command that must succeed."""
    outcome = runner.invoke(app, arguments)
    if outcome.exception is not None:
        raise outcome.exception
    return outcome.stdout


def test_report_prints_the_table_and_where_the_page_is(played: Path) -> None:
    output = call("report", str(played))
    assert max(map(len, output.replace(str(played), "").splitlines())) <= 80
    assert "right" in output
    assert "raises: 16 agent_error" in output
    assert str(played / "report.html") in output.replace("\n", "")
    assert (played / "report.html").exists()


def test_report_for_machines_is_json(played: Path, tmp_path: Path) -> None:
    answer = json.loads(call("report", str(played), "--json", "--out", str(tmp_path / "page.html")))
    assert answer["report"] == str(tmp_path / "page.html")
    assert answer["runs"][str(played)]["right"]["all"]["completion"] == 1.0
    assert answer["runs"][str(played)]["right"]["pass_powers"] == [1.0] * 4
    ((_, right),) = answer["by_suite"]["right"].items()
    assert (right["value"], right["count"]) == (1.0, 16)
    assert answer["by_suite"].keys() == answer["by_set"].keys()
    assert answer["interfaces"] == {"agents": {}, "pairs": []}


@pytest.fixture
def suite_file(played: Path, played_once: Any, world_maker: Callable[..., Provenance], tmp_path: Path) -> Path:
    """The suite of the played run."""
    suite = Suite(name="scripted", version="1", mall="m", mall_hash="mh", tasks=tuple(played_once.tasks))
    RunFolder(played).provenance_file.write_bytes(
        world_maker(played_once.tasks, suite_hash=suite_hash(suite)).to_json()
    )
    save_suite(suite, tmp_path / "suite.json")
    return tmp_path / "suite.json"


def test_regrade_says_what_it_did(played: Path, suite_file: Path) -> None:
    assert "48 graded again, 0 changed." in call("regrade", str(played), "--suite", str(suite_file))
    answer = json.loads(call("regrade", str(played), "--suite", str(suite_file), "--json"))
    assert answer == {"results": 64, "skipped": 16, "changes": [], "kept": None}


def test_regrade_refuses_another_suite(played: Path, suite_file: Path, world_maker: Callable[..., Provenance]) -> None:
    RunFolder(played).provenance_file.write_bytes(world_maker([]).to_json())
    with pytest.raises(RunError, match="was made with suite 'scripted'"):
        call("regrade", str(played), "--suite", str(suite_file))


@pytest.mark.parametrize("command", ["run", "report", "regrade"])
def test_help_comes_with_examples(command: str) -> None:
    assert f"shopworld {command} " in call(command, "--help").split("Examples:")[1]
