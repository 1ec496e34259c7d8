from __future__ import annotations

import math
from typing import Any

import pytest

from shopworld.evaluation.measures.comparison import compare
from shopworld.evaluation.measures.metrics import (
    ErrorConvention,
    categories_of,
    clusters_of,
    harmonic_mean,
    pass_powers,
    sets_of,
    summarise,
)
from shopworld.evaluation.records import Hashes, Result, Status


def result(task: str, status: Status = Status.FAILED, **fields: Any) -> Result:
    values = {
        "agent": "a",
        "trial": 0,
        "reward": float(status is Status.PASSED),
        "template": task.rpartition("_")[0],
        "hashes": Hashes(task="t", checks="c"),
        **fields,
    }
    return Result(task=task, status=status, **values)


def test_f1_both_ways() -> None:
    results = [
        result("t_1", Status.PASSED, precision=1.0, recall=1.0, f1=1.0),
        result("t_2", precision=0.5, recall=0.1, f1=1 / 6),
    ]
    summary = summarise(results)
    assert summary.f1_of_means == pytest.approx(2 * 0.75 * 0.55 / 1.3)
    assert summary.mean_f1 == pytest.approx((1 + 1 / 6) / 2)


def test_the_papers_own_f1_is_the_harmonic_mean_of_its_averages() -> None:
    assert harmonic_mean(0.9160, 0.8395) == pytest.approx(0.8761, abs=1e-4)


def test_errors_that_are_not_the_agents_fault_are_shown_and_counted_both_ways() -> None:
    results = [
        result("t_1", Status.PASSED),
        result("t_2"),
        result("t_3", Status.INFRA_ERROR),
        result("t_4", Status.GRADER_ERROR),
        result("t_5", Status.AGENT_ERROR),
        result("t_6", Status.LIMIT),
    ]
    excluded = summarise(results)
    failures = summarise(results, convention=ErrorConvention.FAILURES)
    assert (excluded.trials, excluded.errors, excluded.completion.value) == (4, 2, 0.25)
    assert (failures.trials, failures.errors) == (6, 2)
    assert failures.completion.value == pytest.approx(1 / 6)
    assert excluded.statuses[Status.LIMIT] == 1
    assert excluded.tasks == 6


def test_an_empty_group_has_no_numbers() -> None:
    summary = summarise([])
    assert math.isnan(summary.completion.value)
    assert math.isnan(summary.f1_of_means)


def test_usage_is_averaged_over_those_that_report_it() -> None:
    results = [result("t_1", usage={"tokens": 10.0}), result("t_2", usage={"tokens": 20.0, "cost": 1.0}), result("t_3")]
    assert summarise(results).usage == {"cost": 1.0, "tokens": 15.0}


def test_clusters_are_templates_and_tasks_where_all_share_one() -> None:
    assert clusters_of([result("a_1"), result("a_2"), result("b_1")]) == ["a", "a", "b"]
    assert clusters_of([result("a_1"), result("a_2")]) == ["a_1", "a_2"]


def test_pass_powers_over_tasks() -> None:
    statuses = {"t_1": "pppp", "t_2": "ppff"}
    results = [
        result(task, Status.PASSED if letter == "p" else Status.FAILED, trial=trial)
        for task, letters in statuses.items()
        for trial, letter in enumerate(letters)
    ]
    assert pass_powers(results) == [
        pytest.approx(0.75),
        pytest.approx((1 + 1 / 6) / 2),
        pytest.approx(0.5),
        pytest.approx(0.5),
    ]
    assert pass_powers([]) == []


def test_sets_and_categories_come_basic_first() -> None:
    results = [
        result("t_1", set="advanced", category="x"),
        result("t_2", set="other", category="y"),
        result("t_3", set="basic", category="z"),
        result("t_4", set="basic", category="w"),
    ]
    assert sets_of(results) == ["basic", "advanced", "other"]
    assert categories_of(results) == [("basic", "z"), ("basic", "w"), ("advanced", "x"), ("other", "y")]


def agents_with(first: str, second: str, per_template: int = 1) -> list[list[Result]]:
    return [
        [
            result(
                f"template{number // per_template}_{number}",
                Status.PASSED if letter == "p" else Status.INFRA_ERROR if letter == "i" else Status.FAILED,
                agent=name,
            )
            for number, letter in enumerate(letters)
        ]
        for name, letters in (("one", first), ("two", second))
    ]


def test_a_clear_difference_is_named() -> None:
    comparison = compare(*agents_with("p" * 30, "f" * 20 + "p" * 10), seed=1)
    assert comparison.distinguishable
    assert (comparison.both, comparison.only_first, comparison.only_second, comparison.neither) == (10, 20, 0, 0)
    assert comparison.sentence == "one completes 66.7 points more than two on 30 tasks."


def test_a_small_difference_is_not_distinguishable() -> None:
    comparison = compare(*agents_with("ppppffff", "pppfffff"), seed=1)
    assert not comparison.distinguishable
    assert "not distinguishable" in comparison.sentence


def test_a_difference_that_lives_in_one_template_is_not_distinguishable() -> None:
    alone = compare(*agents_with("p" * 8 + "f" * 12, "f" * 20), seed=1)
    clustered = compare(*agents_with("p" * 8 + "f" * 12, "f" * 20, per_template=10), seed=1)
    assert alone.distinguishable
    assert not clustered.distinguishable


def test_pairs_with_an_infrastructure_error_drop_out() -> None:
    comparison = compare(*agents_with("ppip", "pfff"), seed=1)
    assert comparison.tasks == 3
    assert comparison.only_first == 2


def test_agents_without_shared_tasks_are_said_so() -> None:
    comparison = compare([result("a_1", agent="one")], [result("b_1", agent="two")])
    assert comparison.sentence == "one and two share no tasks."


def test_a_task_whose_checks_were_changed_between_two_runs_is_no_pair() -> None:
    first, second = agents_with("pp", "ff")
    second[1] = second[1].model_copy(update={"hashes": Hashes(task="t", checks="others")})
    assert compare(first, second).tasks == 1
