"""Interfaces on the same tasks: what is shared, what is paired, what the differences are."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from shopworld.evaluation.measures.paired_interfaces import interface_pairs, shared
from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import Hashes, Result, Status
from shopworld.evaluation.report.interface_tables import interface_grids
from shopworld.evaluation.report.rows import Entry, ReadRun
from shopworld.evaluation.report.terminal import grid_tables
from shopworld.evaluation.settings import RunSettings


def made(agent: str, interface: str, task: int, **fields: Any) -> Result:
    passed = fields.pop("passed", True)
    return Result(
        **{
            "agent": agent,
            "task": f"task_{task}",
            "trial": 0,
            "template": f"template_{task}",
            "interface": interface,
            "status": Status.PASSED if passed else Status.FAILED,
            "reward": float(passed),
            "f1": float(passed),
            "steps": 10,
            "hashes": Hashes(task="t", checks="c"),
            **fields,
        }
    )


WEB, TOOLS, RAG = "web-axtree@x/m", "tool_calling@x/m", "rag@x/m"


def group(agent: str, interface: str, *passed: bool, **fields: Any) -> list[Result]:
    return [made(agent, interface, number, passed=one, **fields) for number, one in enumerate(passed)]


def entry(agent: str, results: list[Result]) -> Entry:
    settings = RunSettings(suite="s", agents=(agent,))
    world = Provenance(package="0", suite="s", suite_version="1", suite_hash="h", mall="m", catalog_hash="c", tasks={})
    return Entry(agent, 0, ReadRun(Path("run"), settings, world, tuple(results)), tuple(results))


def test_differences_are_means_over_the_pairs() -> None:
    browser = group(
        WEB,
        "browser",
        True,
        False,
        False,
        False,
        steps=30,
        usage={"input_tokens": 900.0, "output_tokens": 100.0, "usd": 0.5},
    )
    tools = group(
        TOOLS,
        "tools",
        True,
        True,
        True,
        False,
        steps=10,
        usage={"input_tokens": 300.0, "output_tokens": 50.0, "usd": 0.1},
    )
    (pair,) = interface_pairs([tools, browser])
    assert (pair.first, pair.second, pair.tasks) == (1, 0, 4), "the browser comes first"
    assert pair.completion.value == -0.5
    assert pair.differences["f1"].value == -0.5
    assert pair.differences["steps"].value == 20
    assert pair.differences["tokens"].value == 650
    assert pair.differences["usd"].value == pytest.approx(0.4)
    assert pair.p_value == 0.5
    assert pair.completion.low <= -0.5 <= pair.completion.high


def test_only_the_same_mind_by_another_interface_is_compared() -> None:
    web, tools = group(WEB, "browser", True), group(TOOLS, "tools", True)
    other_model = group("tool_calling@x/other", "tools", True)
    assert interface_pairs([web, group("web-vision@x/m", "browser", True)]) == []
    assert interface_pairs([web, other_model]) == []
    assert interface_pairs([group("keyword", "browser", True), group("retrieve", "corpus", True)]) == []
    assert len(interface_pairs([group("oracle", "browser", True), group("oracle+tools", "tools", True)])) == 1
    assert [(one.first, one.second) for one in interface_pairs([web, tools, group(RAG, "corpus", True)])] == [
        (0, 1),
        (0, 2),
        (1, 2),
    ]
    assert interface_pairs([web, []]) == []


def test_an_unknown_price_is_never_taken_for_zero() -> None:
    browser = group(WEB, "browser", True, usage={"input_tokens": 5.0, "usd": 0.5, "unpriced_calls": 1.0})
    (pair,) = interface_pairs([browser, group(TOOLS, "tools", True, usage={"input_tokens": 5.0, "usd": 0.1})])
    assert pair.differences["usd"].count == 0
    assert math.isnan(pair.differences["usd"].value)
    (row,) = interface_grids([entry(WEB, browser), entry(TOOLS, group(TOOLS, "tools", True))])[1].rows
    assert row.cells[6].text == "–"


def test_trials_that_one_of_them_lacks_are_left_out_of_the_table() -> None:
    browser = [*group(WEB, "browser", True, False), made(WEB, "browser", 2, status=Status.INFRA_ERROR)]
    tools = group(TOOLS, "tools", True, True, True)
    assert [[one.task for one in kept] for kept in shared([browser, tools])] == [["task_0", "task_1"]] * 2
    table = interface_grids([entry(WEB, browser), entry(TOOLS, tools)])[0]
    assert [row.cells[1].text for row in table.rows] == ["2", "2"]
    assert [row.cells[2].text for row in table.rows] == ["50.0", "100.0"]


def test_a_changed_task_is_not_the_same() -> None:
    changed = [made(TOOLS, "tools", 0, hashes=Hashes(task="t", checks="changed"))]
    assert interface_pairs([group(WEB, "browser", True), changed]) == []
    assert interface_grids([entry(WEB, group(WEB, "browser", True)), entry(TOOLS, changed)]) == []


def test_one_interface_alone_makes_no_table() -> None:
    assert (
        interface_grids([entry(WEB, group(WEB, "browser", True)), entry("noop", group("noop", "browser", False))]) == []
    )
    assert interface_grids([entry("old", [made("old", "", 0)]), entry(WEB, group(WEB, "browser", True))]) == []


def test_tables_fit_a_terminal() -> None:
    from rich.console import Console

    browser = group(
        WEB, "browser", *([True, False] * 5), usage={"input_tokens": 912_345.0, "output_tokens": 1000.0, "usd": 1.5}
    )
    tools = group(TOOLS, "tools", *([True] * 10), usage={"input_tokens": 12_345.0, "output_tokens": 1000.0, "usd": 0.5})
    console = Console(width=80, record=True, file=None, quiet=False)
    with console.capture() as printed:
        for part in grid_tables(interface_grids([entry(WEB, browser), entry(TOOLS, tools)]), 80):
            console.print(part)
    lines = printed.get().splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert any("+900,000" in line for line in lines)
