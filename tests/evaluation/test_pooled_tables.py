"""Tables over several suites: one row for each agent."""

from __future__ import annotations

from pathlib import Path

import pytest

from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import Hashes, Result, Status
from shopworld.evaluation.report.grids import DASH, Grid
from shopworld.evaluation.report.pooled_tables import pooled_grids
from shopworld.evaluation.report.rows import Entry, ReadRun, entries_of
from shopworld.evaluation.settings import RunSettings


def result(agent: str, task: str, passed: bool, *, group: str = "basic", level: str = "") -> Result:
    return Result(
        agent=agent,
        task=task,
        trial=0,
        set=group,
        difficulty=level,
        template=task,
        status=Status.PASSED if passed else Status.FAILED,
        reward=float(passed),
        hashes=Hashes(task="", checks=""),
    )


def run(suite: str, *results: Result) -> ReadRun:
    agents = tuple(dict.fromkeys(one.agent for one in results))
    world = Provenance(package="0", suite=suite, suite_version="1", suite_hash="", catalog_hash="", tasks={})
    return ReadRun(Path(suite), RunSettings(suite=suite, agents=agents), world, results)


def cells(grid: Grid) -> dict[str, dict[str, str]]:
    return {row.name: dict(zip(grid.columns, (cell.text for cell in row.cells), strict=True)) for row in grid.rows}


@pytest.fixture
def entries() -> list[Entry]:
    first = run(
        "clothes",
        result("keyword", "a", True, level="easy"),
        result("keyword", "b", False, group="advanced", level="hard"),
        result("noop", "a", False, level="easy"),
        result("noop", "b", False, group="advanced", level="hard"),
    )
    second = run("pans", result("keyword", "a", True, level="easy"), result("keyword", "c", True, level="medium"))
    return entries_of([first, second])


def test_an_agent_has_one_row_over_all_suites(entries: list[Entry]) -> None:
    by_suite, by_set, by_level = (cells(grid) for grid in pooled_grids(entries))
    assert by_suite == {
        "keyword": {"clothes": "50.0", "pans": "100.0", "All": "75.0"},
        "noop": {"clothes": "0.0", "pans": DASH, "All": "0.0"},
    }
    assert by_set["keyword"] == {"basic": "100.0", "advanced": "0.0", "All": "75.0"}
    assert by_level["keyword"] == {"easy": "100.0", "medium": "100.0", "hard": "0.0", "All": "75.0"}


def test_each_agent_keeps_the_colour_of_its_first_entry(entries: list[Entry]) -> None:
    colours = {entry.results[0].agent: entry.colour for entry in reversed(entries)}
    assert {row.name: row.entry.colour for grid in pooled_grids(entries) for row in grid.rows if row.entry} == colours
    assert len(set(colours.values())) == 2


def test_one_suite_without_levels_needs_no_such_table() -> None:
    assert pooled_grids(entries_of([run("pans", result("keyword", "a", True))])) == []


def test_tasks_of_two_suites_are_two_clusters(entries: list[Entry]) -> None:
    (row, _) = pooled_grids(entries)[0].rows
    alone = pooled_grids([entry for entry in entries if entry.run.world.suite == "clothes"])[-1].rows[0]
    assert row.cells[-1].interval != alone.cells[-1].interval


def test_faults_that_are_not_the_agents_do_not_count(entries: list[Entry]) -> None:
    broken = result("keyword", "d", False).model_copy(update={"status": Status.INFRA_ERROR})
    more = entries_of([*(entry.run for entry in entries[::2]), run("dead", broken, result("keyword", "e", True))])
    assert cells(pooled_grids(more)[0])["keyword"]["dead"] == "100.0"
