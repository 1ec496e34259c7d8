"""`shopworld tasks make evolve`, `stats`, `export` and `import deepshop`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from model_server import Body, ModelServer, Say
from typer.testing import CliRunner, Result

from shopworld.cli.main import app as whole
from shopworld.cli.tasks import app
from shopworld.errors import InputError, MallError, TaskError
from shopworld.mall import make_marketplace
from shopworld.tasks import find_suite

KINDS = ("cookbook", "mouse", "mug", "jacket", "tent")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a small marketplace `bazaar`."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "malls").mkdir()
    make_marketplace(folder / "malls" / "bazaar", 5, 100, name="bazaar", kinds=KINDS)
    return folder


@pytest.fixture(autouse=True)
def _at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(home))


def run(*arguments: str) -> Result:
    """Runs `shopworld tasks`."""
    return CliRunner().invoke(app, list(arguments))


def test_a_model_says_queries_in_other_words_and_what_it_changes_is_counted(home: Path) -> None:
    def policy(body: Body) -> Say:
        said = [line.split(": ", 1) for line in body["messages"][-1]["content"].splitlines()]
        return Say(
            json.dumps(
                {
                    "queries": [
                        {"id": name, "text": f"Good day. {text}" if place else "Never mind."}
                        for place, (name, text) in enumerate(said)
                    ]
                }
            )
        )

    arguments = ("make", "evolve", "--catalog", "bazaar", "--rounds", "1", "--name", "told", "--model", "vllm/small")
    with ModelServer(policy) as server:
        made = json.loads(run(*arguments, "--base-url", server.base_url, "--json").stdout)["rephrased"]
    tasks = find_suite("told", home).tasks
    assert made["taken"] == sum(task.intent.startswith("Good day. ") for task in tasks) == len(tasks) / 2
    assert sum(made["kept"].values()) == len(tasks) / 2
    assert "not taken: another length 10" in run(*arguments, "--replay").stdout.replace("\n", " ")


def test_queries_are_made_counted_proven_and_taken_out_and_in(home: Path, tmp_path: Path) -> None:
    made = json.loads(run("make", "evolve", "--catalog", "bazaar", "--rounds", "3", "--json").stdout)
    assert made["tasks"] == 4 * 10
    assert made["unproven"] == {}
    assert len(made["unbound"]) == 45
    assert (home / "suites" / "evolve.json").is_file()
    assert made["balanced"]["tasks"] > 0

    shown = run(
        "show", "evolve", next(task.id for task in find_suite("evolve", home).tasks if task.id.endswith("_r3"))
    ).stdout
    assert "round 3" in shown
    assert "attribute: kind" in shown
    assert "accepted: harbor-and-main /product/" in shown

    assert "all" in run("check", "evolve", "--filter", "evolve_s*_r3").stdout
    assert run("validate", "evolve").exit_code == 0

    figures = tmp_path / "figures"
    stats = json.loads(run("stats", "evolve", "--plots", str(figures), "--json").stdout)
    assert stats["tasks"] == 40
    assert [row["round"] for row in stats["rounds"]] == [0, 1, 2, 3]
    assert len(list(figures.glob("*.svg"))) == 2
    printed = run("stats", "evolve").stdout
    assert "Figure 3" in printed
    assert max(map(len, printed.split("Kinds of")[0].splitlines())) <= 80

    file = tmp_path / "queries.jsonl"
    assert "40 queries" in run("export", "evolve", str(file), "--format", "deepshop").stdout
    assert "Checked only" in run("import", "deepshop", str(file)).stdout
    back = json.loads(run("import", "deepshop", str(file), "--mall", "bazaar", "--json").stdout)
    assert (back["tasks"], back["findings"], back["unbound"]) == (40, [], {})
    assert (home / "suites" / "deepshop.json").is_file()


def test_people_see_what_was_made() -> None:
    printed = run("make", "evolve", "--catalog", "bazaar", "--rounds", "1", "--name", "short", "--per-cell", "1").stdout
    assert "Books" in printed
    assert "left out s01: the catalog has too little of fantasy_novel" in printed
    assert "Prove them: shopworld tasks check short" in printed


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    assert isinstance(run("make", "evolve", "--catalog", "nowhere").exception, MallError)
    missing = run("make", "evolve", "--catalog", "bazaar", "--seeds", str(tmp_path / "none.toml")).exception
    assert isinstance(missing, InputError)
    foreign = tmp_path / "seeds.toml"
    foreign.write_text(
        "[[seed]]\nid = 'a'\ndomain = 'Home'\ntext = 'Find a whisk, please.'\n"
        "frame = 'Find {thing}.'\nkinds = ['whisk']\n"
    )
    nothing = run("make", "evolve", "--catalog", "bazaar", "--seeds", str(foreign)).exception
    assert isinstance(nothing, TaskError)
    assert "none of the 1 seeds" in str(nothing)
    queries = tmp_path / "queries.jsonl"
    queries.write_text('{"id": "1", "ques": "Find a garden gnome."}\n')
    unbound = run("import", "deepshop", str(queries), "--mall", "bazaar").exception
    assert isinstance(unbound, TaskError)
    assert "can be bound" in str(unbound)


def test_a_marketplace_needs_a_name_and_no_shops(home: Path) -> None:
    runner = CliRunner()
    unnamed = runner.invoke(whole, ["mall", "make", "--marketplace"]).exception
    assert "needs a name of its own" in str(unnamed)
    both = runner.invoke(whole, ["mall", "make", "mine", "--marketplace", "--shop", str(home)]).exception
    assert "not both" in str(both)
