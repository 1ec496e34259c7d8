"""`shopworld tasks make shop`, and `tasks validate` for ShopGym's files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from journey_author import asked_ids, good_author, journey, say
from model_server import Body, ModelServer, Say, prompt_of
from typer.testing import CliRunner, Result

from shopworld.arena.bundle import read_bundle
from shopworld.arena.generate.pipeline import generate_shop
from shopworld.arena.specifications import shipped_specifications
from shopworld.cli.tasks import app
from shopworld.errors import TaskError
from shopworld.tasks import find_suite, save_suite


@pytest.fixture(scope="module")
def pans(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A generated shop."""
    folder = tmp_path_factory.mktemp("shops") / "pans"
    bundle = read_bundle(shipped_specifications()["cookware"])
    return generate_shop(bundle, folder, seed=2, products=70).shop.path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home."""
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path))
    return tmp_path


def run(*arguments: str) -> Result:
    """Runs `shopworld tasks`."""
    return CliRunner().invoke(app, list(arguments))


def test_a_shop_folder_becomes_a_mall_with_a_suite_that_is_proven(pans: Path, home: Path) -> None:
    made = json.loads(run("make", "shop", str(pans), "--name", "mine", "--count", "journey=4", "--json").stdout)
    assert made["bundles"] == {"easy_short_horizon": 20, "hard_long_horizon": 4}
    assert (made["unproven"], made["short"]) == ({}, {})
    assert (home / "malls" / made["mall"] / "mall.toml").is_file()
    assert run("validate", "mine").exit_code == 0
    proven = json.loads(run("check", "mine", "--json").stdout)
    assert proven["tasks"] == proven["proven"] == 24
    assert "easy_short_horizon" in run("make", "shop", made["mall"], "--count", "journey=1").stdout


def test_tasks_by_hand_are_taken_over(pans: Path, home: Path) -> None:
    run("make", "shop", str(pans), "--name", "mine", "--count", "journey=0")
    suite = find_suite("mine", home)
    first = suite.tasks[0].model_copy(update={"intent": "By hand."})
    save_suite(suite.model_copy(update={"tasks": (first,)}), home / "hand.json")
    arguments = ("make", "shop", str(pans), "--name", "again", "--count", "journey=0")
    run(*arguments, "--by-hand", str(home / "hand.json"))
    assert find_suite("again", home).tasks[0].intent == "By hand."


def test_a_model_writes_the_journeys_and_its_replies_can_be_played_again(pans: Path, home: Path) -> None:
    arguments = ("make", "shop", str(pans), "--name", "written", "--count", "journey=2", "--model", "vllm/small")
    with ModelServer(good_author) as server:
        made = json.loads(run(*arguments, "--base-url", server.base_url, "--json").stdout)
    assert made["categories"]["journey"] == 2
    assert made["model"]["name"] == "vllm/small"
    assert list(made["model"]["rounds"].values()) == [0]
    assert made["model"]["usage"]["calls"] == 1
    first = (home / "suites" / "written.json").read_bytes()
    assert run(*arguments, "--replay").exit_code == 0
    assert (home / "suites" / "written.json").read_bytes() == first


def test_where_the_models_journeys_stay_wrong_no_suite_is_written(pans: Path, home: Path) -> None:
    def stubborn(body: Body) -> Say:
        return say([{**journey(prompt_of(body), name), "quantity": 5} for name in asked_ids(body)])

    with ModelServer(stubborn) as server:
        outcome = run(
            "make", "shop", str(pans), "--name", "wrong", "--count", "journey=2",
            "--model", "vllm/small", "--base-url", server.base_url,
        )  # fmt: skip
    assert isinstance(outcome.exception, TaskError)
    assert "2 journeys are still wrong after 2 rounds" in str(outcome.exception)
    assert not list((home / "suites").glob("*.json"))


def test_a_file_of_shopgym_is_held_against_its_shop(pans: Path, tmp_path: Path) -> None:
    file = tmp_path / "theirs.json"
    file.write_text(json.dumps([{"id": "a", "intent": "Go.", "success_criteria": {"url_contains": "/collections/no"}}]))
    found = run("validate", str(file), "--shop", str(pans), "--json")
    assert found.exit_code == 1
    assert [one["rule"] for one in json.loads(found.stdout)] == ["unknown-collection"]
    assert "1 errors" in run("validate", str(file), "--shop", str(pans)).stdout
    assert isinstance(run("validate", str(file)).exception, TaskError)


def test_a_wrong_count_is_refused(pans: Path) -> None:
    assert isinstance(run("make", "shop", str(pans), "--count", "juggling=1").exception, TaskError)
