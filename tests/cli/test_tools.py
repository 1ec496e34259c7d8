"""`shopworld tools` as a command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from shopworld.catalog import Catalog, CatalogBuilder
from shopworld.catalog.model import Attribute, Offer, Specification
from shopworld.cli.main import main
from shopworld.mall import Home
from shopworld.tasks import Suite, Task, save_suite
from shopworld.tasks.checks import Recommendation
from shopworld.tasks.model import Limits
from shopworld.tasks.rubrics import AttributeMatch, Source
from shopworld.tasks.shopper import ClarificationScript, Shopper, Slot

TEN = 10


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Two chargers, and a task that the black one solves."""
    home = Home(tmp_path_factory.mktemp("home"))
    folder = home.catalog("chargers")
    folder.parent.mkdir(parents=True)
    with CatalogBuilder(folder, name="chargers") as builder:
        for number, colour in enumerate(("Black", "White"), 1):
            builder.add_offer(
                Offer(
                    id=f"amazon/{number}",
                    shop_id="amazon",
                    number=number,
                    product_id=f"B{number}",
                    slug=f"b{number}",
                    title=f"Wireless Charger {number}",
                    specifications=(Specification(label="Color", text=colour),),
                    attributes=(Attribute(name="colour", value=(colour.lower(),)),),
                    price=999,
                    currency="USD",
                )
            )
    with Catalog.open(folder) as catalog:
        content_hash = catalog.content_hash
    wanted = AttributeMatch(id="r1", source=Source.CLARIFICATION, attribute="colour", value="black")
    task = Task(
        id="t1",
        template="t1",
        category="product_search",
        intent="I want a wireless charger.",
        instructions="Recommend one product with the tools.",
        environment="tools",
        shopper=Shopper(
            profile={"user_id": "U_1"},
            clarification=ClarificationScript(
                slots=(Slot(id="s1", rubrics=("r1",), hidden="black", topics=("color",), response="Black, please."),),
                default_response="I do not know.",
            ),
        ),
        limits=Limits(steps=100),
        checks=(Recommendation(target="B1", rubrics=(wanted,), acceptable=("B1",)),),
    )
    suite = Suite(name="chargers", version="1", catalog="chargers", catalog_hash=content_hash, tasks=(task,))
    path = home.suite("chargers")
    path.parent.mkdir(parents=True, exist_ok=True)
    save_suite(suite, path)
    save_suite(suite.model_copy(update={"name": "other", "catalog_hash": "0" * 64}), home.suite("other"))
    return home


@dataclass(frozen=True, slots=True)
class Done:
    """What a command has left."""

    status: int
    stdout: str
    stderr: str


Run = Callable[..., Done]


@pytest.fixture
def run(home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `shopworld tools …` in this process, with that home."""
    monkeypatch.setenv("SHOPWORLD_HOME", str(home.folder))
    monkeypatch.setenv("NO_COLOR", "1")

    def run_command(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["shopworld", "tools", *arguments])
        status = 0
        try:
            main()
        except SystemExit as end:
            status = int(end.code or 0)
        captured = capsys.readouterr()
        return Done(status, captured.out, captured.err)

    return run_command


def test_list_prints_function_schemas(run: Run) -> None:
    schemas = json.loads(run("list", "--json").stdout)
    assert len(schemas) == TEN
    assert schemas[0]["parameters"]["properties"]["query"]["type"] == "string"
    plain = run("list").stdout
    assert "ask_user(question)" in plain
    assert max(map(len, plain.splitlines())) <= 80


def test_call_runs_one_tool(run: Run) -> None:
    found = json.loads(run("call", "search_products", '{"query": "charger"}', "--catalog", "chargers").stdout)
    assert found["total_found"] == 2
    asked = run("call", "ask_user", '{"question": "Which color?"}', "--suite", "chargers", "--task", "t1")
    assert json.loads(asked.stdout)["user_response"] == "Black, please."
    compatible = run(
        "call", "search_products", '{"query": "chargers"}', "--catalog", "chargers", "--profile", "compatible"
    )
    assert json.loads(compatible.stdout)["products"] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("call", "search_products", '{"query": 1}', "--catalog", "chargers"), "query"),
        (("call", "search_products", "query", "--catalog", "chargers"), "no JSON"),
        (("call", "search_products", "[]", "--catalog", "chargers"), "JSON object"),
        (("call", "nothing", "--catalog", "chargers"), "no tool 'nothing'"),
        (("call", "search_products"), "which catalog"),
        (("call", "search_products", "--catalog", "nowhere"), "nowhere"),
        (("call", "search_products", "--task", "t1"), "needs its suite"),
        (("call", "search_products", "--suite", "chargers"), "which task"),
        (("call", "search_products", "--suite", "chargers", "--task", "t9"), "no task 't9'"),
        (("call", "search_products", "--suite", "other", "--task", "t1"), "was made for a catalog of hash"),
        (("call", "search_products", "--catalog", "chargers", "--profile", "best"), "default, compatible"),
    ],
)
def test_wrong_calls_say_what_was_expected(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert done.status == 1
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_without_the_extra_serving_says_what_to_install(home: Home, tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['mcp'] = None; sys.modules['mcp_types'] = None\n"
        "from shopworld.cli import main\n"
        "sys.argv = ['shopworld', 'tools', 'serve', '--catalog', 'chargers']; main()"
    )
    environment = os.environ | {"SHOPWORLD_HOME": str(home.folder), "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False, timeout=120
    )
    assert done.returncode == 1
    assert "pip install 'shopworld[mcp]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_task_served_to_a_client_is_scored(home: Home, tmp_path: Path) -> None:
    pytest.importorskip("mcp")
    import anyio
    from mcp import Client, StdioServerParameters

    out = tmp_path / "out"
    arguments = ["-m", "shopworld", "tools", "serve", "--suite", "chargers", "--task", "t1", "--stdio"]
    server = StdioServerParameters(
        command=sys.executable,
        args=[*arguments, "--out", str(out)],
        env={"SHOPWORLD_HOME": str(home.folder)},
    )

    async def play() -> str | None:
        async with Client(server) as client:
            asked = await client.call_tool("ask_user", {"question": "Which color would you like?"})
            assert "Black, please." in str(asked.content)
            await client.call_tool("recommend_product", {"product_id": "B1", "reasoning": "It is black."})
            return client.instructions

    assert anyio.run(play) == "Recommend one product with the tools.\n\nI want a wireless charger."
    assert json.loads((out / "score.json").read_text())["reward"] == 1.0
    assert json.loads((out / "episode.json").read_text())["questions"] == 1


def test_measure_questions_prints_a_table(run: Run) -> None:
    rows = json.loads(run("measure-questions", "--json").stdout)
    assert {(row["part"], row["profile"]) for row in rows if row["kind"] == "all"} == {
        (part, profile) for part in ("tuning", "held-out") for profile in ("default", "compatible")
    }
    table = run("measure-questions").stdout
    assert "held-out" in table
    assert "compatible" in table
    assert max(map(len, table.splitlines())) <= 80
