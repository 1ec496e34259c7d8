"""Why trials failed, in few words."""

from __future__ import annotations

from typing import Any

from shopworld.evaluation.causes import cause_lines, cause_of
from shopworld.evaluation.records import Hashes, Result
from shopworld.tasks import CheckResult


def result(reason: str = "", status: str = "failed", **fields: Any) -> Result:
    """A trial whose one check gives that reason."""
    checks = (CheckResult(type="answer_set", passed=not reason, reason=reason or "all found"),)
    values = {"agent": "keyword", "task": "t", "trial": 0, "reward": 0.0, "checks": checks, **fields}
    return Result(status=status, hashes=Hashes(task="a", checks="b"), **values)  # type: ignore[arg-type]


def test_what_differs_from_task_to_task_is_left_out() -> None:
    one = result("missing: shop-a /product/ssd-2-tb/, shop-b /ssd; not asked for: shop-a /product/ssd-1-tb/")
    assert cause_of(one) == "answer set: missing, not asked for"
    assert cause_of(result("nothing was submitted")) == "answer set: nothing was submitted"
    assert cause_of(result(status="passed")) == ""
    assert cause_of(result(status="agent_error", error="ValueError: bad id 17")) == "agent error: ValueError"
    assert cause_of(result(status="limit", checks=())) == "limit"


def test_the_most_frequent_causes_of_each_agent_are_told() -> None:
    results = [result("missing: a"), result("missing: b", trial=1), result("not asked for: c", trial=2)]
    results += [result(status="passed", agent="oracle")]
    assert cause_lines(results, ["oracle", "keyword"]) == [
        "keyword failed by 2 × answer set: missing; 1 × answer set: not asked for"
    ]
