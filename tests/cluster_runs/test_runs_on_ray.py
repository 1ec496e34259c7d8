"""Runs on a Ray cluster of two nodes with homes of their own: the same results, whatever is killed meanwhile.

Not part of `make test`: `make test-cluster`. Needs the extra `ray`.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ray_nodes import HEAD, OTHER, RayNodes
from small_world import make_small_world

from shopworld.mall import Home

if "SHOPWORLD_CLUSTER" not in os.environ:
    pytest.skip("only in make test-cluster", allow_module_level=True)

SLOW = """
import time
import pace  # beside it: it has to travel, too
from shopworld.agents.protocol import Agent, Move

class Slow(Agent):
    environments = ("shop_tools",)
    def begin(self, goal, *, seed):
        self.left = 3
    def act(self, observation):
        time.sleep(pace.SECONDS)
        self.left -= 1
        if self.left:
            return Move('{"name": "no_such_tool", "arguments": {}}')
        return Move('{"name": "give_up", "arguments": {"reason": "slow"}}')
"""


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Of a short name: sockets lie in it."""
    with tempfile.TemporaryDirectory(prefix="swc-", dir="/tmp", ignore_cleanup_errors=True) as made:
        yield Path(made)


@pytest.fixture(scope="module")
def nodes(folder: Path) -> Iterator[RayNodes]:
    started = RayNodes(folder)
    try:
        started.start(HEAD)
        started.start(OTHER)
        yield started
    finally:
        started.close()


@pytest.fixture(scope="module")
def driver(folder: Path) -> Path:
    """The driver's folder: a home with a small mall, and an agent's modules."""
    place = folder / "driver"
    place.mkdir()
    make_small_world(Home(place / "home"))
    (place / "slow_shopper.py").write_text(SLOW)
    (place / "pace.py").write_text("SECONDS = 0.1\n")
    return place


class Runs:
    """Runs `shopworld run` in the driver's folder."""

    def __init__(self, driver: Path, nodes: RayNodes) -> None:
        self.driver, self.nodes = driver, nodes

    def start(self, out: str, *options: str) -> subprocess.Popen[bytes]:
        command = ["-m", "shopworld", "run", "small", *AGENTS, "--interface", "tools", "--out", out, *options]
        with self.log(out).open("wb") as log:
            return subprocess.Popen(
                [sys.executable, *command],
                cwd=self.driver,
                env={**self.nodes.environment, "SHOPWORLD_HOME": str(self.driver / "home"), "COLUMNS": "200"},
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )

    def log(self, out: str) -> Path:
        """What a run has said."""
        return self.driver / f"{out}.log"

    def done(self, out: str, *options: str) -> list[dict[str, Any]]:
        started = self.start(out, *options)
        assert started.wait(timeout=400) == 0, self.log(out).read_text()[-3000:]
        return self.results(out)

    def results(self, out: str) -> list[dict[str, Any]]:
        """Sorted, without seconds, and without the number of the attempt, which faults may cost."""
        file = self.driver / out / "results.jsonl"
        lines = [json.loads(one) for one in file.read_text().splitlines()] if file.exists() else []
        found = [{name: value for name, value in one.items() if name not in ("seconds", "attempt")} for one in lines]
        return sorted(found, key=lambda one: (one["agent"], one["task"], one["trial"]))

    def wait_for(self, out: str, count: int) -> None:
        deadline = time.monotonic() + 300
        while len(self.results(out)) < count:
            assert time.monotonic() < deadline, "the run does not get on"
            time.sleep(0.1)


AGENTS = ("-a", "noop", "-a", "oracle", "-a", "slow_shopper:Slow", "--trials", "6", "--trust")


@pytest.fixture(scope="module")
def runs(driver: Path, nodes: RayNodes) -> Runs:
    return Runs(driver, nodes)


@pytest.fixture(scope="module")
def here(runs: Runs) -> list[dict[str, Any]]:
    """The results of this machine alone."""
    return runs.done("here", "--workers", "2")


@pytest.mark.parametrize("workers", ["1", "4"])
def test_results_and_logs_are_those_of_one_machine(runs: Runs, here: list[dict[str, Any]], workers: str) -> None:
    assert runs.done(f"on-{workers}", "--ray", runs.nodes.address, "--workers", workers) == here
    lines = (runs.driver / f"on-{workers}" / "results.jsonl").read_text().splitlines()
    assert {json.loads(one)["attempt"] for one in lines} == {0}
    for log in (runs.driver / "here").glob("episodes/*/*/*/*/*"):
        there = runs.driver / f"on-{workers}" / log.relative_to(runs.driver / "here")
        assert there.exists(), there
        if log.name == "events.jsonl":
            assert there.read_bytes() == log.read_bytes()


def test_the_other_node_has_the_mall_by_its_hash_and_keeps_nothing_of_the_episodes(
    runs: Runs, here: list[dict[str, Any]]
) -> None:
    kept = runs.nodes.home(OTHER) / "cluster"
    assert [one.name for one in (kept / "malls").iterdir() if one.is_dir()] == [here[0]["hashes"]["mall"]]
    assert list((kept / "playing").iterdir()) == []


def test_an_actor_that_is_killed_costs_attempts_and_no_trial(runs: Runs, here: list[dict[str, Any]]) -> None:
    running = runs.start("killed-actor", "--ray", runs.nodes.address, "--workers", "4")
    runs.wait_for("killed-actor", 8)
    os.kill(runs.nodes.daemons(OTHER, "ray::NodeWorker")[0], signal.SIGKILL)
    assert running.wait(timeout=400) == 0
    assert runs.results("killed-actor") == here


def test_a_node_that_is_killed_costs_attempts_and_no_trial(runs: Runs, here: list[dict[str, Any]]) -> None:
    third = "127.0.0.4"
    runs.nodes.start(third)
    running = runs.start("killed-node", "--ray", runs.nodes.address, "--workers", "6")
    runs.wait_for("killed-node", 8)
    assert runs.nodes.daemons(third, "ray::NodeWorker"), "somebody plays there"
    runs.nodes.kill(third)
    assert running.wait(timeout=500) == 0
    assert runs.results("killed-node") == here


def test_a_driver_that_is_killed_goes_on_by_the_same_command(runs: Runs, here: list[dict[str, Any]]) -> None:
    options = ("killed-driver", "--ray", runs.nodes.address, "--workers", "4")
    running = runs.start(*options)
    runs.wait_for("killed-driver", 8)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert 8 <= len(runs.results("killed-driver")) < len(here), "it was killed half-way"
    assert runs.done(*options) == here


def test_ctrl_c_stops_it_and_the_same_command_goes_on(runs: Runs, here: list[dict[str, Any]]) -> None:
    options = ("stopped", "--ray", runs.nodes.address, "--workers", "4")
    running = runs.start(*options)
    runs.wait_for("stopped", 8)
    os.kill(running.pid, signal.SIGINT)
    assert running.wait(timeout=100) == 130
    assert runs.done(*options) == here


def test_a_node_with_another_font_or_package_is_refused_by_name(runs: Runs, folder: Path) -> None:
    for name, version in (("font-strange", "1.0"), ("tantivy", "0.1")):
        place = folder / "strange" / f"{name.replace('-', '_')}-{version}.dist-info"
        place.mkdir(parents=True)
        (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    strange = "127.0.0.5"
    runs.nodes.start(strange, PYTHONPATH=os.pathsep.join([str(folder / "strange"), os.environ.get("PYTHONPATH", "")]))
    try:
        running = runs.start("refused", "--ray", runs.nodes.address)
        status = running.wait(timeout=200)
    finally:
        runs.nodes.kill(strange)
    said = runs.log("refused").read_text()
    assert status == 1
    assert f"node {strange}" in said
    assert "tantivy: 0.1 there, 0.27" in said
    assert "font-strange: 1.0 there, none here" in said
    assert "Traceback" not in said
    assert runs.results("refused") == []
