"""One task of each kind, and what an agent of each does in them: for who plays by a harness of other people's."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import orjson
from small_world import make_small_world
from tool_world import OTHER, TARGET, make_tool_world

import shopworld as sw
from shopworld.agents import make_oracle, make_tool_oracle
from shopworld.catalog import Catalog
from shopworld.evaluation.folder import RunFolder
from shopworld.mall import Home, Mall
from shopworld.tasks import find_suite

KINDS = {
    "answer": ("small", "answer_1"),
    "cart": ("small", "cart_1"),
    "order": ("small", "order_1"),
    "tools": ("chargers", "exclusion_1"),
    "hidden intent": ("chargers", "search_1"),
}
"""Kind to suite and task."""


def make_worlds(home: Path) -> Path:
    """Writes both suites, with mall and catalog."""
    make_small_world(Home(home))
    make_tool_world(Home(home))
    return home


def in_mall(kind: str) -> bool:
    """Whether its task is met in a mall, not in the sandbox."""
    return KINDS[kind][0] == "small"


@dataclass(frozen=True)
class Played:
    """What somebody did natively, and what it came to."""

    actions: tuple[str, ...]
    result: sw.Result

    @property
    def calls(self) -> tuple[tuple[str, dict[str, object]], ...]:
        """The actions, where they are calls: names and arguments."""
        read = [orjson.loads(one) for one in self.actions]
        return tuple((one["name"], one["arguments"]) for one in read)


def oracle_plays(home: Path, kind: str, interface: str = "tools") -> Played:
    """The oracle's actions on the task of a kind, by calls or in our browser."""
    suite, name = KINDS[kind]
    task = next(one for one in find_suite(suite, home).tasks if one.id == name)
    actions: list[str] = []
    with sw.open(suite, interface, home=home) as world, world.start(name) as session:
        if suite == "small":
            mall = Mall.open(Home(home).mall("small"))
            environment = "browser" if interface == "browser" else "shop_tools"
            agent, close = make_oracle(mall, task, environment), mall.close
        else:
            catalog = Catalog.open(Home(home).catalog("chargers"))
            agent, close = make_tool_oracle(catalog, task), catalog.close
        try:
            agent.begin(session.goal, seed=session.seed)
            seen = session.observe()
            while not session.ended:
                move = agent.act(seen)
                actions.append(move.action)
                seen = session.step(move)
        finally:
            close()
        return Played(tuple(actions), session.finish())


def wrong_ending(kind: str) -> tuple[str, dict[str, object]]:
    """A call that ends the task of a kind, and does not solve it."""
    suite, task = KINDS[kind]
    if suite == "small":
        return "submit_answer", {"answer": "Done"}
    other = {"search_1": OTHER, "exclusion_1": TARGET}[task]
    return "recommend_product", {"product_id": other, "reasoning": "It may fit."}


def as_action(call: tuple[str, dict[str, object]]) -> str:
    """A call as a session's step takes it."""
    return orjson.dumps({"name": call[0], "arguments": call[1]}).decode()


def reported(run: Path, home: Path) -> list[sw.Result]:
    """What was saved in a run folder, of which the report's page is written, too."""
    page = sw.report(run, home=home)
    results = sorted(RunFolder(run).results(), key=lambda one: one.key)
    text = page.read_text(encoding="utf-8")
    assert all(one.agent in text for one in results)
    return results


@contextmanager
def gym_server(home: Path, *arguments: str, **variables: str) -> Iterator[str]:
    """A real server, started by `shopworld gym serve …`; gives its address, and ends it politely."""
    environment = {**os.environ, "SHOPWORLD_HOME": str(home), **variables}
    command = [sys.executable, "-m", "shopworld", "gym", "serve", *arguments, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        try:
            address = re.search(r"http://[\d.]+:\d+", process.stdout.readline())
            assert address
            yield address.group()
        finally:
            process.terminate()
            process.communicate(timeout=300)
    assert process.returncode == 0
