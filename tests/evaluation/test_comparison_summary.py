"""The report's tables over several agents, for machines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import Hashes, Result, Status
from shopworld.evaluation.report.rows import Entry, ReadRun, entries_of
from shopworld.evaluation.report.summary import comparison_summary
from shopworld.evaluation.settings import RunSettings


def result(agent: str, task: str, passed: bool, *, level: str = "", interface: str = "", **usage: float) -> Result:
    return Result(
        agent=agent,
        task=task,
        trial=0,
        set="basic",
        difficulty=level,
        template=task,
        status=Status.PASSED if passed else Status.FAILED,
        reward=float(passed),
        steps=len(task),
        interface=interface,
        usage=usage,
        hashes=Hashes(task="", checks=""),
    )


def entries(suite: str, *results: Result) -> list[Entry]:
    agents = tuple(dict.fromkeys(one.agent for one in results))
    world = Provenance(package="0", suite=suite, suite_version="1", suite_hash="", catalog_hash="", tasks={})
    return entries_of([ReadRun(Path(suite), RunSettings(suite=suite, agents=agents), world, results)])


def test_completion_is_told_by_suite_set_and_difficulty() -> None:
    both = [
        *entries("clothes", result("a", "1", True, level="easy"), result("a", "2", False, level="hard")),
        *entries("pans", result("a", "1", True, level="easy")),
    ]
    told = comparison_summary(both)
    assert {name: one["value"] for name, one in told["by_suite"]["a"].items()} == {
        "clothes": 0.5,
        "pans": 1.0,
        "all": 2 / 3,
    }
    assert told["by_set"]["a"]["basic"]["count"] == 3
    by_level = told["by_difficulty"]["a"]
    assert [by_level[name]["value"] for name in ("easy", "hard")] == [1.0, 0.0]
    assert by_level["easy"]["low"] < by_level["easy"]["value"]


def test_one_suite_without_levels_and_interfaces_says_so() -> None:
    told = comparison_summary(entries("pans", result("a", "1", True)))
    assert told["by_suite"]["a"]["pans"]["count"] == 1
    assert told["by_difficulty"] == {}
    assert told["interfaces"] == {"agents": {}, "pairs": []}
    assert comparison_summary([])["by_suite"] == {}


def test_interfaces_are_told_with_their_paired_differences_and_cost() -> None:
    tokens: dict[str, Any] = {"input_tokens": 90.0, "output_tokens": 10.0}
    met = entries(
        "pans",
        result("web@openai/x", "1", False, interface="browser", usd=0.2, **tokens),
        result("web@openai/x", "22", True, interface="browser", usd=0.4, **tokens),
        result("rag@openai/x", "1", True, interface="corpus", input_tokens=40.0, usd=0.1, unpriced_calls=1.0),
        result("rag@openai/x", "22", True, interface="corpus", input_tokens=40.0, usd=0.1, unpriced_calls=1.0),
        result("oracle+tools", "1", True, interface="tools"),
        result("oracle+tools", "22", True, interface="tools"),
    )
    told = comparison_summary(met)["interfaces"]
    web, rag, oracle = (told["agents"][name] for name in ("web@openai/x", "rag@openai/x", "oracle+tools"))
    assert (web["interface"], web["trials"], web["completion"]["value"]) == ("browser", 2, 0.5)
    assert (web["tokens"], web["steps"]) == (100.0, 1.5)
    assert abs(web["usd"] - 0.3) < 1e-9
    assert (rag["tokens"], rag["usd"]) == (40.0, None), "a price that is not known in full is none"
    assert (oracle["tokens"], oracle["usd"]) == (None, None)
    (pair,) = told["pairs"]
    assert (pair["first"], pair["second"], pair["tasks"]) == ("web@openai/x", "rag@openai/x", 2)
    assert pair["completion"]["value"] == -0.5
    assert pair["tokens"]["value"] == 60.0
    assert pair["usd"] is None
    assert pair["steps"]["value"] == 0.0
    assert 0 < pair["p_value"] <= 1


def test_all_of_it_is_json() -> None:
    one = entries("pans", result("a", "1", True, level="easy", interface="tools"))
    other = entries("pans", result("b", "1", True, interface="corpus"))
    told = comparison_summary([*one, *other])
    assert json.loads(json.dumps(told, allow_nan=False)) == told
