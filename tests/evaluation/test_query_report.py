"""DeepShop's tables over runs on evolved queries."""

from __future__ import annotations

import pytest

from shopworld.evaluation.measures.query_metrics import controls_used, query_results, satisfied, solved, solved_by
from shopworld.evaluation.records import Hashes, Result, Status
from shopworld.evaluation.table import result_summary
from shopworld.tasks import CheckResult


def result(
    task: str, aspects: dict[str, bool], *, status: Status | None = None, difficulty: str = "easy", used: bool = False
) -> Result:
    """A result on an evolved query."""
    passed = all(aspects.values())
    check = CheckResult(
        type="chosen_product",
        passed=passed,
        reason="",
        aspects=aspects,
        controls={name: used for name in aspects if name != "attribute"},
    )
    return Result(
        agent="one",
        task=task,
        trial=0,
        status=status or (Status.PASSED if passed else Status.FAILED),
        reward=float(passed),
        checks=(check,),
        category="Books",
        difficulty=difficulty,
        template=task,
        hashes=Hashes(task="", checks=""),
    )


RESULTS = [
    result("a", {"attribute": True}),
    result("b", {"attribute": True, "filter": False}, difficulty="hard", used=True),
    result("c", {"attribute": False, "filter": True, "sort": False}, difficulty="hard"),
    result("d", {"attribute": True, "filter": True, "sort": True}, difficulty="hard", used=True),
]


def test_an_aspect_counts_where_the_query_has_it() -> None:
    found = satisfied(RESULTS)
    assert {name: (one.value, one.count) for name, one in found.items()} == {
        "attribute": (0.75, 4),
        "filter": (pytest.approx(2 / 3), 3),
        "sort": (0.5, 2),
    }
    assert solved(RESULTS).value == 0.5
    assert {name: one.value for name, one in solved_by(RESULTS, "difficulty").items()} == {
        "easy": 1.0,
        "hard": pytest.approx(1 / 3),
    }
    assert {name: one.value for name, one in controls_used(RESULTS).items()} == {
        "filter": pytest.approx(2 / 3),
        "sort": 0.5,
    }


def test_infrastructure_errors_and_other_tasks_are_left_out() -> None:
    broken = result("e", {"attribute": False}, status=Status.INFRA_ERROR)
    other = RESULTS[0].model_copy(update={"checks": ()})
    assert query_results([*RESULTS, broken, other]) == RESULTS


def test_machines_get_the_aspects_too() -> None:
    summary = result_summary(RESULTS, ["one"])
    assert summary["one"]["aspects"]["attribute"]["value"] == 0.75
    assert summary["one"]["aspects"]["success"]["count"] == 4
    plain = RESULTS[0].model_copy(update={"checks": ()})
    assert "aspects" not in result_summary([plain], ["one"])["one"]
