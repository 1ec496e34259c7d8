"""What it costs to import Shopworld, and to write an agent: no server, no index, no template engine, no client."""

from __future__ import annotations

import subprocess
import sys

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


@pytest.mark.parametrize(
    "statement",
    [
        "from shopworld.shop import Voucher",
        "from shopworld.tasks import Task, score",
        "from shopworld.environments.tools import ToolEnvironment",
        "from shopworld.evaluation.running.worker import work",  # every worker of every run begins with it
    ],
)
def test_tasks_and_tools_load_no_web_framework_and_no_templates(statement: str) -> None:
    heavy = {"starlette", "uvicorn", "minijinja", "shopworld.shop.storefront", "shopworld.mall.server"}
    assert loaded_by(statement) & heavy == set()
