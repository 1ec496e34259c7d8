"""A new agent's folder: it is whole, it shops, and it is refused where its name or place is taken.

`make first-contact` runs what is written here as a new user would, from the wheel, in the shops that come with it.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hosted import make_worlds
from typer.testing import CliRunner

import shopworld as sw
from shopworld.agents import AgentKind, class_of, write_agent
from shopworld.cli.main import app
from shopworld.errors import AgentError
from shopworld.models import ToolCall
from shopworld.tasks import OfferAddress, Suite


@pytest.fixture(scope="module")
def home(made_once: Callable[[str, Callable[[Path], Any]], Any]) -> Path:
    found: Path = made_once("hosted", make_worlds)
    return found


@pytest.fixture(scope="module")
def suite(home: Path) -> Suite:
    """An answer and a cart of the suite `small`, in the words of the suite `default`."""
    known = sw.load_suite("small", home=home)
    listed = "\n".join(f"Shop {number}: http://{shop}.example/" for number, shop in enumerate(SHOPS))
    told = f"Solve the task below in these online shops:\n\n{listed}\n\nAfter solving the task, submit the result."
    found = "Find all offers for the Brisk SSD 2 TB drive"
    intents = (f"{found}.", f"{found} and add each of them to the shopping cart of its shop.")
    groups = tuple((OfferAddress(shop=shop, slug="brisk-ssd-2-tb"),) for shop in SHOPS)
    tasks = []
    for task, intent in zip(known.tasks, intents, strict=False):
        checks = (task.checks[0].model_copy(update={"groups": groups}), task.checks[1])
        tasks.append(task.model_copy(update={"intent": intent, "instructions": told, "checks": checks}))
    return known.model_copy(update={"tasks": tuple(tasks)})


SHOPS = ("kernel-and-coil", "swiftlap", "lumenhouse", "copper-bench")


def load(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


def play(agent: Any, suite: Suite, task: str, home: Path) -> sw.Result:
    with sw.open(suite, "tools", home=home) as world, world.start(task) as session:
        agent.begin(session.goal, seed=0)
        while not session.ended:
            session.step(agent.act(session.observe()).action)
        return session.finish()


def test_an_agent_of_rules_finds_offers_and_fills_carts(
    suite: Suite, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_agent("my_agent", tmp_path / "my_agent")
    module = load(tmp_path / "my_agent", "my_agent", monkeypatch)
    for task in suite.tasks:
        result = play(module.MyAgent(), suite, task.id, home)
        assert result.status == "passed", [check.reason for check in result.checks]


def test_what_its_rules_do_not_know_is_submitted_as_done(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_agent("my_agent", tmp_path / "my_agent")
    agent = load(tmp_path / "my_agent", "my_agent", monkeypatch).MyAgent()
    result = play(agent, sw.load_suite("small", home=home), "order_1", home)
    assert (result.status, result.ending, result.steps) == ("failed", "submitted", 1)


def test_an_agent_with_a_model_tells_it_what_its_calls_returned(
    suite: Suite, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_agent("my_agent", tmp_path / "my_agent", AgentKind.MODEL)
    module = load(tmp_path / "my_agent", "my_agent", monkeypatch)
    urls = [f"http://{shop}.example/product/brisk-ssd-2-tb/" for shop in SHOPS]
    calls = [
        ("search_products", {"shop": f"http://{SHOPS[0]}.example/", "query": "Brisk SSD"}),
        None,  # a reply without a call, which is told
        ("submit_answer", {"answer": " ### ".join(urls)}),
    ]
    asked = []

    def ask(request: Any) -> SimpleNamespace:
        asked.append(request)
        said = calls[len(asked) - 1]
        call = said and ToolCall(id=f"c{len(asked)}", name=said[0], arguments=json.dumps(said[1]))
        return SimpleNamespace(text="So.", tool_calls=(call,) if call else ())

    result = play(module.MyAgent(SimpleNamespace(ask=ask)), suite, suite.tasks[0].id, home)
    assert result.status == "passed", [check.reason for check in result.checks]
    assert "brisk-ssd-2-tb" in asked[1].messages[-1].parts[0]
    assert [tool.name for tool in asked[0].tools if "submit" in tool.name] == ["submit_answer"]


@pytest.mark.parametrize("kind", AgentKind)
def test_the_folder_is_whole_and_says_how_to_go_on(kind: AgentKind, tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["init", "old_fox", "--kind", kind, "--into", str(tmp_path / "in" / "it")])
    assert told.exit_code == 0, told.output
    assert "--agent old_fox:OldFox" in told.output
    folder = tmp_path / "in" / "it"
    assert sorted(one.name for one in folder.iterdir()) == [
        "README.md",
        "old_fox.py",
        "pyproject.toml",
        "test_old_fox.py",
    ]
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8")
        assert "$" not in text.replace(r"|$)", "").replace("/)$", "").replace(r"\S+$", "")
        if file.suffix == ".py":
            compile(text, file.name, "exec")
            assert max(map(len, text.splitlines())) <= 120
    package = tomllib.loads((folder / "pyproject.toml").read_text())
    assert package["project"]["entry-points"]["shopworld.agents"] == {"old_fox": "old_fox:OldFox"}
    assert package["project"]["name"] == "old-fox"


@pytest.mark.parametrize("kind", AgentKind)
@pytest.mark.parametrize(
    "name", ["move", "tool", "script", "tool_call", "chat_message", "simple_namespace", "true", "none", "exception"]
)
def test_a_class_hides_nothing_that_its_files_use(
    kind: AgentKind, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_agent(name, tmp_path / name, kind)
    module, known = load(tmp_path / name, name, monkeypatch), class_of(name)
    assert known == f"{class_of(f'my_{name}').removeprefix('My')}Agent"
    test = (tmp_path / name / f"test_{name}.py").read_text()
    for source in ((tmp_path / name / f"{name}.py").read_text(), test):
        tree = ast.parse(source)
        bound = [one.asname or one.name for node in ast.walk(tree) for one in getattr(node, "names", ())]
        made = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
        assert len({*bound, *made}) == len(bound) + len(made)
    exec(compile(test, f"test_{name}.py", "exec"), {"__name__": f"test_{name}"})
    assert known in (tmp_path / name / "pyproject.toml").read_text()
    if kind is AgentKind.RULES:
        agent = getattr(module, known)()
        agent.begin("Shop: http://a.example/\n\nAfter solving.\n\nDo something.", seed=0)
        seen = SimpleNamespace(tool_result="", last_action_error="")
        assert json.loads(agent.act(seen).action)["name"] == "submit_answer"


def test_other_classes_keep_their_names() -> None:
    assert [class_of(name) for name in ("my_agent", "old_fox", "words", "the", "units")] == [
        "MyAgent",
        "OldFox",
        "Words",
        "The",
        "Units",
    ]


def test_what_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    with pytest.raises(AgentError, match="holds something"):
        write_agent("mine", tmp_path / "mine")
    assert [one.name for one in (tmp_path / "mine").iterdir()] == ["notes.txt"]
    (tmp_path / "empty").mkdir()
    assert write_agent("empty", tmp_path / "empty")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["empty", "mine"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        "My_agent",
        "my-agent",
        "1st",
        "__",
        "class",
        "json",
        "shopworld",
        "pytest",
        "test",
        "conftest",
        "setup",
        "a" * 70,
        "ä",
        "a b",
    ],
)
def test_a_name_that_is_taken_or_none_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(AgentError):
        write_agent(name, tmp_path / "new")
    assert not list(tmp_path.iterdir())
