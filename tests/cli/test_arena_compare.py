"""`shopworld arena compare` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from shopworld.cli.arena_compare import joined_groups
from shopworld.cli.main import app
from shopworld.errors import InputError
from shopworld.evaluation import RunFolder
from shopworld.evaluation.records import Hashes, Result, Status


def test_a_group_takes_all_words_up_to_the_next_option() -> None:
    words = ["--group", "a", "b c", "--out", "x", "--group", "d", "--json"]
    assert joined_groups(words) == ["--group", "a\nb c", "--out", "x", "--group", "d", "--json"]
    assert joined_groups(["a", "b", "--json"]) == ["a", "b", "--json"]


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["one"],
        ["one", "two", "three"],
        ["--group", "a", "b"],
        ["one", "two", "--group", "a", "--group", "b"],
        ["--source-run", "runs/a"],
        ["one", "two", "--source-run", "a", "--twin-run", "b"],
    ],
)
def test_what_cannot_be_compared_is_refused(words: list[str], tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["arena", "compare", *words, "--out", str(tmp_path / "out")])
    assert isinstance(found.exception, InputError)
    assert "expected" in found.exception.message
    assert not (tmp_path / "out").exists()


def test_agents_in_a_source_and_in_its_twin(tmp_path: Path) -> None:
    for name in ("source", "twin"):
        folder = RunFolder(tmp_path / name)
        folder.path.mkdir()
        for rank, agent in enumerate(("weak", "middle", "strong"), 1):
            for number in range(4):
                status = Status.PASSED if number < rank else Status.FAILED
                hashes = Hashes(task=str(number), checks="c")
                folder.append(Result(agent=agent, task=str(number), trial=0, status=status, reward=0.0, hashes=hashes))
    words = ["arena", "compare", "--source-run", str(tmp_path / "source"), "--twin-run", str(tmp_path / "twin")]
    words += ["--out", str(tmp_path / "out")]
    said = CliRunner().invoke(app, words).stdout
    assert "over agents: 1.00" in said
    assert "GPT-5 62.5 %" in said
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert page.count("<circle") == 3 * 2 + 3
    assert "every agent passes the same tasks" in page
    assert max(len(line) for line in said.splitlines() if not line.startswith("Report: ")) <= 80
    machine = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert [one["agreement"] for one in machine["agents"]] == [1, 1, 1]
