"""Steps over the least that are known."""

from __future__ import annotations

import pytest

from shopworld.evaluation.measures.efficiency import efficiency, least_steps
from shopworld.evaluation.records import Hashes, Result, Status


def result(agent: str, task: str, steps: int, *, passed: bool = True, interface: str = "browser") -> Result:
    return Result(
        agent=agent,
        task=task,
        trial=0,
        status=Status.PASSED if passed else Status.FAILED,
        reward=float(passed),
        steps=steps,
        interface=interface,
        hashes=Hashes(task="", checks=task, mall="m"),
    )


ORACLE = [
    result("oracle", "a", 4),
    result("oracle", "a", 5),
    result("oracle", "b", 10, passed=False),
    result("oracle+tools", "a", 2, interface="tools"),
]


def test_the_fewest_steps_of_the_oracle_count_by_interface() -> None:
    least = least_steps([*ORACLE, result("else", "a", 1)])
    assert sorted(least.values()) == [2, 4]
    found = efficiency([result("x", "a", 6), result("x", "a", 10, passed=False), result("x", "b", 3)], least)
    assert found is not None
    assert (found.trials, found.steps, found.least, found.times.value) == (1, 6.0, 4.0, 1.5)
    by_tools = efficiency([result("x", "a", 6, interface="tools")], least)
    assert by_tools is not None
    assert by_tools.times.value == 3.0


def test_it_is_the_mean_of_ratios_and_nothing_where_nothing_is_known() -> None:
    least = least_steps([result("oracle", "a", 2), result("oracle", "b", 10)])
    found = efficiency([result("x", "a", 6), result("x", "b", 10)], least)
    assert found is not None
    assert found.times.value == pytest.approx(2.0)
    assert found.times.low == pytest.approx(1.0)
    assert found.times.high == pytest.approx(3.0)
    assert efficiency([result("x", "a", 6, passed=False)], least) is None
    assert efficiency([result("x", "c", 6)], {}) is None
