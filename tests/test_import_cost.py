"""What it costs to import Shopworld, and to write an agent: no server, no index, no template engine, no client."""

from __future__ import annotations

import ast
import subprocess
import sys
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import pytest

from shopworld.episode import Event, Payload
from shopworld.mall.events import AnswerSubmitted
from shopworld.shop.events import PolicyViewed

HEAVY = (
    "httpx",
    "lxml",
    "matplotlib",
    "minijinja",
    "numpy",
    "openai",
    "scipy",
    "selectolax",
    "starlette",
    "tantivy",
    "typer",
    "uvicorn",
)
LAZY = ("shopworld.agents", "shopworld.environments", "shopworld.mall", "shopworld.models", "shopworld.shop")


def loaded_by(statement: str) -> set[str]:
    """Modules that a statement loads in a fresh interpreter, above those that are there anyway."""
    code = f"import sys\nbefore = set(sys.modules)\n{statement}\nprint(*(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("statement", "most"),
    [
        ("import shopworld", 30),
        ("import shopworld.agents", 40),
        ("from shopworld.agents import Agent, Move", 80),
        ("from shopworld.agents import Move\nfrom shopworld.environments import Observation", 80),
        ("from shopworld.agents import ModelAgent, make_agent\nmake_agent('noop')", 350),
        ("from shopworld.agents.hosting import host", 350),
    ],
)
def test_who_writes_an_agent_loads_little(statement: str, most: int) -> None:
    loaded = loaded_by(statement)
    assert "shopworld" in loaded
    assert {name.partition(".")[0] for name in loaded} & set(HEAVY) == set()
    assert len(loaded) <= most


@pytest.mark.parametrize("module", ["shopworld.shop.vouchers", "shopworld.tasks", "shopworld.environments.tools"])
def test_tasks_and_tools_load_no_web_framework_and_no_templates(module: str) -> None:
    heavy = {"starlette", "uvicorn", "minijinja", "shopworld.shop.storefront", "shopworld.mall.server"}
    assert loaded_by(f"import {module}") & heavy == set()


@pytest.mark.parametrize(
    ("room", "payload"),
    [("mall", AnswerSubmitted(text="one")), ("shop", PolicyViewed(handle="returns"))],
)
def test_entering_a_room_is_enough_to_read_what_was_told_in_it(room: str, payload: Payload) -> None:
    line = Event(sequence=0, at=datetime(2027, 1, 1, tzinfo=UTC), shop=None, payload=payload).to_json()
    code = f"import shopworld.{room}\nfrom shopworld.episode import Event\nprint(Event.from_json({line!r}).kind)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout == f"{payload.kind}\n"


@pytest.mark.parametrize("package", LAZY)
def test_every_name_at_a_lazy_door_leads_somewhere_and_hides_no_module(package: str) -> None:
    door = import_module(package)
    folder = Path(str(door.__file__)).parent
    stub = ast.parse((folder / "__init__.pyi").read_text(encoding="utf-8"))
    named = {alias.asname for one in stub.body if isinstance(one, ast.ImportFrom) for alias in one.names}
    assert named == set(door.__all__)
    assert all(getattr(door, name) is not None for name in door.__all__)
    modules = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}
    assert modules.isdisjoint(door.__all__)  # a module that is loaded otherwise would take the name's place
