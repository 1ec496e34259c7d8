"""A small mall with tasks for agents that are programs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_world import make_small_world

from shopworld.mall import Home
from shopworld.tasks import AnswerSet, ChosenProduct, NoSideEffects, OfferAddress, Task, save_suite
from shopworld.tasks.conditions import Condition
from shopworld.tasks.suite import load_suite


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """With the mall `small` and the suite `small`: an answer, a cart, an order, and the first result of a search."""
    folder = Home(tmp_path_factory.mktemp("outside"))
    suite = make_small_world(folder)
    first = suite.tasks[0]
    shop = next(check.groups[0][0].shop for check in first.checks if isinstance(check, AnswerSet))
    offer = OfferAddress(shop=shop, slug="brisk-ssd-2-tb")
    search = Task(
        id="search_1",
        template="search",
        category="find_specific_product",
        intent="Brisk SSD 2 TB",
        instructions=f"Begin at {first.start}\n\nSolution page: http://solution.example/",
        start=first.start,
        checks=(AnswerSet(groups=((offer,),)), NoSideEffects()),
    )
    price = Condition(field="price", relation="equals", value=100.0)
    chosen = search.model_copy(
        update={"id": "chosen_1", "checks": (ChosenProduct(attribute=(price,), accepted=(offer,)),)}
    )
    save_suite(suite.model_copy(update={"tasks": (*suite.tasks, search, chosen)}), folder.suite("small"))
    return folder


@pytest.fixture(scope="session")
def tasks(home: Home) -> dict[str, Task]:
    """By id."""
    return {task.id: task for task in load_suite(home.suite("small")).tasks}


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """Writes a Python program; returns the command line that runs it."""

    def write(code: str, name: str = "program.py") -> str:
        path = tmp_path / name
        path.write_text(code, encoding="utf-8")
        return f"{sys.executable} -S {path}"

    return write


@pytest.fixture
def watcher() -> Any:
    """Watches a run and says nothing."""

    class Quiet:
        def finished(self, result: Any) -> None: ...

        def retried(self, assignment: Any, reason: str) -> None: ...

    return Quiet()
