"""`tasks make … --sealed` and `tasks reveal`, by the commands that people type."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from small_world import make_small_world
from typer.testing import CliRunner, Result

from shopworld.cli.tasks import app
from shopworld.errors import TaskError
from shopworld.mall import Home
from shopworld.tasks import load_suite, suite_hash


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a mall."""
    folder = tmp_path_factory.mktemp("sealed") / "home"
    make_small_world(Home(folder))
    return folder


@pytest.fixture(autouse=True)
def home(made_once: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it."""
    folder = Path(shutil.copytree(made_once, tmp_path / "home"))
    monkeypatch.setenv("SHOPWORLD_HOME", str(folder))
    return folder


def run(*arguments: str) -> Result:
    """Runs `shopworld tasks`."""
    return CliRunner().invoke(app, list(arguments))


MAKE = ("make", "mall", "small", "--count", "3", "--fewer")


def test_nothing_that_is_printed_or_kept_in_the_open_tells_the_seed(home: Path) -> None:
    outcome = run(*MAKE, "--name", "hidden", "--sealed")
    seal = json.loads((home / "suites" / "hidden.seal").read_text())
    assert outcome.exit_code == 0, outcome.output
    assert "sealed, commitment " in outcome.output
    texts = [outcome.output, *(run(*one).output for one in LOOKS), (home / "suites" / "hidden.json").read_text()]
    assert not [text for text in texts if str(seal["seed"]) in text or seal["nonce"] in text]


LOOKS = (
    ("list",), ("list", "--json"), ("list", "hidden"), ("stats", "hidden"), ("stats", "hidden", "--json"),
)  # fmt: skip


def test_the_seed_that_is_told_makes_the_same_suite_again(home: Path) -> None:
    run(*MAKE, "--name", "hidden", "--sealed")
    file = home / "suites" / "hidden.json"
    sealed = load_suite(file)
    told = json.loads(run("reveal", "hidden", "--json").stdout)
    file.unlink()
    (home / "suites" / "hidden.revealed").unlink()
    run(*MAKE, "--name", "hidden", "--seed", str(told["seed"]))
    again = load_suite(file)
    assert again.tasks == sealed.tasks
    assert suite_hash(again) == told["remade_hash"]
    assert told["commitment"] == sealed.commitment


def test_lists_say_what_suites_give_away() -> None:
    run(*MAKE, "--name", "open")
    run(*MAKE, "--name", "hidden", "--sealed")
    answers = {one["name"]: one["answers"] for one in json.loads(run("list", "--json").stdout)}
    assert (answers["open"], answers["hidden"]) == ("derivable", "sealed")
    assert "answers derivable" in run("list", "open").stdout
    assert "answers derivable" in run("stats", "open").stdout
    task = load_suite(Path(json.loads(run(*MAKE, "--name", "open", "--json").stdout)["file"])).tasks[0].id
    assert run("show", "open", task).stdout.endswith("answers derivable\n")
    run("reveal", "hidden")
    assert json.loads(run("stats", "hidden", "--json").stdout)["answers"] == "revealed"


def test_a_run_of_another_suite_is_not_told(home: Path, tmp_path: Path) -> None:
    run(*MAKE, "--name", "hidden", "--sealed")
    (tmp_path / "run").mkdir()
    outcome = run("reveal", "hidden", "--run", str(tmp_path / "run"))
    assert outcome.exit_code != 0
    assert (home / "suites" / "hidden.seal").exists(), "nothing was told"


def test_a_suite_that_is_not_sealed_is_refused() -> None:
    assert isinstance(run("reveal", "small").exception, TaskError)
