"""Runs in the tool sandbox: a small catalog, real tools, real worker processes, no browser."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tool_world import make_tool_world

from shopworld.catalog import Catalog
from shopworld.environments.tools import ToolProfile, tool_descriptions
from shopworld.errors import AgentError, CatalogError, RunError
from shopworld.evaluation import RunFolder, RunSettings, Workers, prepare, regrade, run
from shopworld.evaluation.measures.tool_metrics import rubrics_of, satisfaction
from shopworld.evaluation.provenance import content_hash
from shopworld.evaluation.records import Result, Status, read_steps
from shopworld.evaluation.running.opening import describe_tool_world
from shopworld.evaluation.running.terms import Assignment
from shopworld.files import write_whole
from shopworld.mall import Home
from shopworld.tasks import Suite, save_suite


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return Home(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def suite(home: Home) -> Suite:
    return make_tool_world(home)


class Quiet:
    def finished(self, result: Result) -> None: ...

    def retried(self, assignment: Assignment, reason: str) -> None: ...


def play(home: Home, out: Path, *agents: str, workers: Workers = 1, **fields: Any) -> list[Result]:
    settings = RunSettings(suite="chargers", agents=agents, **fields)
    plan = prepare(settings, home=home)
    return run(plan, out, workers=plan.choose_workers(workers).count, watcher=Quiet())


@pytest.fixture(scope="module")
def played(home: Home, suite: Suite, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of all built-in agents. Not to be changed."""
    out = tmp_path_factory.mktemp("runs") / "one"
    play(home, out, "oracle", "keyword", "noop", "list_everything")
    return out


def test_the_oracle_solves_all_and_doing_nothing_or_naming_anything_none(played: Path) -> None:
    results = RunFolder(played).results()
    by_agent = {agent: {one.status for one in results if one.agent == agent} for agent in ("oracle", "keyword")}
    assert by_agent == {"oracle": {Status.PASSED}, "keyword": {Status.PASSED}}
    assert {one.status for one in results if one.agent == "noop"} == {Status.LIMIT}
    assert {one.status for one in results if one.agent == "list_everything"} == {Status.FAILED}
    assert {one.reward for one in results if one.agent in ("noop", "list_everything")} == {0.0}


def test_results_tell_what_was_called_and_every_rubric(played: Path) -> None:
    result = next(one for one in RunFolder(played).results() if one.key.agent == "oracle" and one.task == "search_1")
    assert result.tools is not None
    assert result.tools.calls["ask_user"] == result.tools.questions == result.tools.revealed == 1
    assert result.tools.total == result.steps
    assert result.tools.first_question == pytest.approx(1 / (result.steps - 1))
    assert result.tools.product == "B0000005"
    assert (result.category, result.difficulty) == ("product_search", "2")
    assert [one.id for one in result.checks[0].rubrics] == ["r1", "r2", "r3", "r4", "r5", "r6"]


def test_steps_hold_calls_and_their_results(played: Path) -> None:
    result = next(one for one in RunFolder(played).results() if one.agent == "oracle")
    attempt = RunFolder(played).attempt(result.key, 0)
    steps = read_steps(attempt / "steps.jsonl")
    assert json.loads(steps[1].action) == {"name": "get_user_profile", "arguments": {}}
    assert json.loads(steps[1].result)["product_requirements"] == {"material_preference": "Aluminum"}
    assert json.loads(steps[-1].action)["name"] == "recommend_product"
    lines = gzip.decompress((attempt / "steps.jsonl.gz").read_bytes()).decode()
    assert "clarification" not in lines
    assert "Recommend exactly one product" not in lines, "descriptions of tools are not repeated"
    assert not (attempt / "steps.jsonl").exists()


def test_the_world_names_catalog_and_tools_and_no_mall(played: Path, suite: Suite) -> None:
    world = RunFolder(played).provenance()
    assert (world.catalog, world.catalog_hash) == ("chargers", suite.catalog_hash)
    assert (world.mall, world.shops, world.browser) == ("", {}, "")
    assert world.tools.startswith("default ")


def test_each_profile_has_the_hash_of_its_own_descriptions(home: Home, suite: Suite) -> None:
    with Catalog.open(home.catalog("chargers")) as catalog:
        worlds = [describe_tool_world(suite, suite.tasks, catalog, profile).tools for profile in ToolProfile]
    hashes = [
        content_hash([(one.name, one.description, one.parameters) for one in tool_descriptions(profile)])
        for profile in ToolProfile
    ]
    assert worlds == [f"{profile} {digest}" for profile, digest in zip(ToolProfile, hashes, strict=True)]
    assert len(set(hashes)) == len(hashes)


def test_the_number_of_workers_changes_nothing(played: Path, home: Home, suite: Suite, tmp_path: Path) -> None:
    two = play(home, tmp_path / "two", "oracle", "keyword", "noop", "list_everything", workers="auto")
    one = sorted(RunFolder(played).results(), key=lambda result: result.key)
    assert [result.without_seconds() for result in one] == [result.without_seconds() for result in two]
    for result in one:
        first, second = (RunFolder(out).attempt(result.key, 0) for out in (played, tmp_path / "two"))
        assert (first / "events.jsonl").read_bytes() == (second / "events.jsonl").read_bytes()


def test_a_killed_run_goes_on_by_the_same_command(home: Home, suite: Suite, tmp_path: Path) -> None:
    out = tmp_path / "run"
    code = "from shopworld.cli import main; main()"
    arguments = ["run", "chargers", "-a", "keyword", "-a", "oracle", "--workers", "1", "--trials", "3"]
    started = subprocess.Popen(
        [sys.executable, "-c", code, *arguments, "--out", str(out)],
        env={**os.environ, "SHOPWORLD_HOME": str(home.folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 300
    while not RunFolder(out).results_file.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    started.kill()
    started.wait()
    before = RunFolder(out).results()
    assert before
    results = play(home, out, "keyword", "oracle", trials=3)
    assert len(results) == 12
    assert RunFolder(out).results()[: len(before)] == before
    assert not list(out.glob("episodes/*/*/*/*.part"))


def test_a_tasks_own_limit_holds_unless_a_lower_one_is_asked(home: Home, suite: Suite, tmp_path: Path) -> None:
    plan = prepare(RunSettings(suite="chargers", agents=("noop",)), home=home)
    assert {plan.settings.steps_of(task) for task in plan.opening.tasks} == {100}
    (result,) = play(home, tmp_path / "run", "oracle", filters=("search_1",), max_steps=3)
    assert (result.status, result.steps, result.reward) == (Status.LIMIT, 3, 0.0)


def test_the_compatible_tools_are_another_world(home: Home, suite: Suite, tmp_path: Path) -> None:
    results = play(home, tmp_path / "run", "oracle", tools=ToolProfile.COMPATIBLE)
    assert {one.status for one in results} == {Status.PASSED}
    with pytest.raises(RunError, match="setting tools: compatible there, default asked"):
        play(home, tmp_path / "run", "oracle")


@pytest.mark.parametrize("name", ["random", "foreign_tool_agents:BrowserOnly"])
def test_an_agent_for_a_browser_is_refused(home: Home, suite: Suite, tmp_path: Path, name: str) -> None:
    with pytest.raises(AgentError, match="made for a browser, the suite needs the tool sandbox"):
        play(home, tmp_path / "run", name)
    assert not (tmp_path / "run").exists()


def test_an_agent_subprocess_made_for_tools_plays(home: Home, suite: Suite, tmp_path: Path) -> None:
    results = play(home, tmp_path / "run", "foreign_tool_agents:Calling", filters=("search_1",))
    assert [(one.status, one.steps) for one in results] == [(Status.FAILED, 1)]
    assert results[0].tools is not None
    assert results[0].tools.product == "no-such-product"


def test_of_an_agent_that_raises_no_rubric_is_satisfied(home: Home, suite: Suite, tmp_path: Path) -> None:
    out = tmp_path / "run"
    results = play(home, out, "foreign_tool_agents:Raising")
    assert {(one.status, one.reward, one.state_reward) for one in results} == {(Status.AGENT_ERROR, 0.0, 0.0)}
    graded = {one.task: [rubric.satisfied for rubric in rubrics_of(one)] for one in results}
    assert graded == {"search_1": [False] * 6, "exclusion_1": [False] * 4}
    assert satisfaction(results).count == 10
    assert satisfaction(results).value == 0.0
    before = [one.model_copy(update={"checks": ()}) for one in results]
    write_whole(RunFolder(out).results_file, b"".join(one.to_json() + b"\n" for one in before))
    with Catalog.open(home.catalog("chargers")) as catalog:
        outcome = regrade(out, suite, catalog=catalog, write=True)
    assert [one.text.rpartition(": ")[2] for one in outcome.changes] == ["reasons of the checks"] * 2
    assert RunFolder(out).results() == results


def test_regrading_needs_the_catalog_and_changes_nothing(
    played: Path, home: Home, suite: Suite, tmp_path: Path
) -> None:
    path = Path(shutil.copytree(played, tmp_path / "copy"))
    with pytest.raises(RunError, match="graded against the catalog 'chargers'"):
        regrade(path, suite)
    with Catalog.open(home.catalog("chargers")) as catalog:
        outcome = regrade(path, suite, catalog=catalog)
    assert (len(outcome.results), outcome.changes, outcome.skipped) == (8, (), 0)


def test_another_catalog_is_refused(home: Home, suite: Suite, played: Path, tmp_path: Path) -> None:
    with pytest.raises(CatalogError):
        play(home, tmp_path / "run", "noop", catalog=str(tmp_path))
    changed = suite.model_copy(update={"name": "changed", "catalog_hash": "0" * 64})
    save_suite(changed, home.suite("changed"))
    with pytest.raises(RunError, match="was made for catalog 'chargers' with hash 0000000000000000, the catalog found"):
        prepare(RunSettings(suite="changed", agents=("noop",)), home=home)


def test_a_suite_that_names_both_or_tasks_of_the_other_kind_is_refused(home: Home, suite: Suite) -> None:
    save_suite(suite.model_copy(update={"name": "both", "mall": "small"}), home.suite("both"))
    with pytest.raises(RunError, match="names both mall 'small' and catalog 'chargers'"):
        prepare(RunSettings(suite="both", agents=("noop",)), home=home)
    browsing = suite.tasks[0].model_copy(update={"environment": "browser"})
    save_suite(suite.model_copy(update={"name": "mixed", "tasks": (browsing,)}), home.suite("mixed"))
    with pytest.raises(RunError, match="search_1 needs another environment"):
        prepare(RunSettings(suite="mixed", agents=("noop",)), home=home)


def test_what_the_grader_failed_at_is_graded_again_from_its_events(home: Home, suite: Suite, tmp_path: Path) -> None:
    first = play(home, tmp_path / "run", "oracle")
    folder = RunFolder(tmp_path / "run")
    failed = first[0].model_copy(update={"status": Status.GRADER_ERROR, "reward": 0.0, "error": "KeyError: 'x'"})
    write_whole(folder.results_file, failed.to_json() + b"\n" + first[1].to_json() + b"\n")
    again = play(home, tmp_path / "run", "oracle")
    assert [one.without_seconds() for one in again] == [one.without_seconds() for one in first]
    assert len(folder.attempts(first[0].key)) == 1
    assert folder.results_file.read_bytes().count(b"\n") == 3
    settled = folder.results_file.read_bytes()
    play(home, tmp_path / "run", "oracle")
    assert folder.results_file.read_bytes() == settled


FULL_DISK = """
import sys
from pathlib import Path
from shopworld.errors import RunError
from shopworld.evaluation import RunSettings, prepare, run
from shopworld.evaluation.running.faults import OutagePolicy
from shopworld.mall import Home

class Quiet:
    def finished(self, result): ...
    def retried(self, assignment, reason): ...

if __name__ == "__main__":
    plan = prepare(RunSettings(suite="chargers", agents=("noop",), trials=400), home=Home(Path(sys.argv[1])))
    try:
        run(plan, Path(sys.argv[2]), workers=1, watcher=Quiet(), policy=OutagePolicy(least_free=0, pauses=()))
    except RunError as error:
        print(error)
"""


def test_a_full_disk_stops_the_run_by_name_and_loses_nothing(home: Home, suite: Suite, tmp_path: Path) -> None:
    disk, script = tmp_path / "disk", tmp_path / "full.py"
    disk.mkdir()
    script.write_text(FULL_DISK)
    mount = 'mount -t tmpfs -o size=400k none "$1" && "$2" "$3" "$4" "$1/run" && cp -r "$1/run" "$5"'
    kept = tmp_path / "kept"
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", mount, "sh", disk, sys.executable, script, home.folder, kept],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if "mount" in done.stderr or "unshare" in done.stderr:
        pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    assert re.search(r"no space is left|No space left", done.stdout), done.stdout
    results = RunFolder(kept).results()
    assert 0 < len(results) < 800
    assert "Traceback" not in done.stdout
