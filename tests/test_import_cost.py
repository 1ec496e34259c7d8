"""What it costs to import Shopworld, and to write an agent: no server, no index, no template engine, no client."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

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
LAZY = ("shopworld.agents", "shopworld.environments", "shopworld.models")


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
