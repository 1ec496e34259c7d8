"""Runs on a Ray cluster of two nodes with homes of their own: the same results, whatever is killed meanwhile."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from ray_driver import RayDriver
from ray_nodes import OTHER

AGENTS = ("-a", "noop", "-a", "oracle", "-a", "slow_shopper:Slow", "--trials", "6", "--trust", "--interface", "tools")
Results = list[dict[str, Any]]


@pytest.fixture(scope="module")
def here(driver: RayDriver) -> Results:
    """The results of this machine alone."""
    return driver.done("here", *AGENTS, "--workers", "2")


@pytest.mark.parametrize("workers", ["1", "4"])
def test_results_and_logs_are_those_of_one_machine(driver: RayDriver, here: Results, workers: str) -> None:
    out = f"on-{workers}"
    assert driver.done(out, *AGENTS, *driver.on_nodes, "--workers", workers) == here
    assert {one.attempt for one in driver.trials(out)} == {0}
    assert driver.files(out) == driver.files("here")
    assert driver.logs(out) == driver.logs("here")


def test_the_other_node_has_the_mall_by_its_hash_and_keeps_nothing_of_the_episodes(
    driver: RayDriver, here: Results
) -> None:
    kept = driver.nodes.home(OTHER) / "cluster"
    assert [one.name for one in (kept / "malls").iterdir() if one.is_dir()] == [here[0]["hashes"]["mall"]]
    assert list((kept / "playing").iterdir()) == []


def test_an_actor_that_is_killed_costs_attempts_and_no_trial(driver: RayDriver, here: Results) -> None:
    out = "killed-actor"
    running = driver.start(out, *AGENTS, *driver.on_nodes, "--workers", "4")
    driver.wait_for(out, 8)
    os.kill(driver.nodes.daemons(OTHER, "ray::NodeWorker")[0], signal.SIGKILL)
    assert running.wait(timeout=400) == 0, driver.log(out).read_text()[-3000:]
    assert driver.results(out) == here
    assert {one.cause for one in driver.attempts(out)} <= {"", "worker"}


def test_a_node_that_is_killed_costs_attempts_and_no_trial(driver: RayDriver, here: Results) -> None:
    third, out = "127.0.0.4", "killed-node"
    driver.nodes.start(third)
    running = driver.start(out, *AGENTS, *driver.on_nodes, "--workers", "6")
    driver.wait_for(out, 8)
    assert driver.nodes.daemons(third, "ray::NodeWorker"), "somebody plays there"
    driver.nodes.kill(third)
    assert running.wait(timeout=500) == 0, driver.log(out).read_text()[-3000:]
    assert driver.results(out) == here


def test_a_driver_that_is_killed_goes_on_by_the_same_command(driver: RayDriver, here: Results) -> None:
    out, options = "killed-driver", (*AGENTS, *driver.on_nodes, "--workers", "4")
    running = driver.start(out, *options)
    driver.wait_for(out, 8)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert 8 <= len(driver.results(out)) < len(here), "it was killed half-way"
    assert driver.done(out, *options) == here


def test_ctrl_c_stops_it_and_the_same_command_goes_on_with_or_without_ray(driver: RayDriver, here: Results) -> None:
    out = "stopped"
    running = driver.start(out, *AGENTS, *driver.on_nodes, "--workers", "4")
    driver.wait_for(out, 8)
    os.kill(running.pid, signal.SIGINT)
    assert running.wait(timeout=100) == 130
    assert 8 <= len(driver.results(out)) < len(here), "it was stopped half-way"
    assert driver.done(out, *AGENTS, "--workers", "2") == here


def test_an_agent_that_hangs_meets_its_time_limit_as_on_one_machine(driver: RayDriver) -> None:
    options = ("-a", "slow_shopper:Endless", "--filter", "answer_1", "--trust", "--max-seconds", "3")
    there = driver.done("endless-there", *options, *driver.on_nodes, "--workers", "1")
    assert there == driver.done("endless-here", *options, "--workers", "1")
    assert [one["status"] for one in there] != ["infra_error"]


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ({"package": "tantivy-0.1", "font": "font-strange-1.0"}, ("-a", "noop", "--interface", "tools")),
        ({"browser": "1.2.3.4"}, ("-a", "noop")),
    ],
    ids=["package and font", "browser"],
)
def test_a_node_with_other_software_is_refused_by_name_before_anything_is_played(
    driver: RayDriver, folder: Path, given: dict[str, str], options: tuple[str, ...]
) -> None:
    out, strange = f"refused-{'-'.join(given)}", "127.0.0.5"
    place = folder / out
    place.mkdir()
    environment: dict[str, str] = {}
    for kind, what in given.items():
        name, _, version = what.rpartition("-")
        if kind == "browser":
            program = place / "chromium"
            program.write_text(f"#!/bin/sh\necho 'Chromium {what}'\n")
            program.chmod(0o755)
            environment["SHOPWORLD_BROWSER"] = str(program)
            continue
        told = place / f"{name.replace('-', '_')}-{version}.dist-info"
        told.mkdir()
        (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        environment["PYTHONPATH"] = os.pathsep.join([str(place), os.environ.get("PYTHONPATH", "")])
    driver.nodes.start(strange, **environment)
    try:
        status = driver.start(out, *options, *driver.on_nodes).wait(timeout=300)
    finally:
        driver.nodes.kill(strange)
    said = driver.log(out).read_text()
    assert status == 1
    assert f"node {strange}" in said
    for kind, what in given.items():
        name, _, version = what.rpartition("-")
        assert f"{name or kind}: {version} there, " in said
    assert "Traceback" not in said
    assert driver.trials(out) == []
    assert not (driver.folder / out / "episodes").exists()
