from __future__ import annotations

import json
import math
from typing import Any

import pytest

from shopworld.evaluation.measures.tool_metrics import (
    failures_of,
    groups_by,
    satisfaction,
    satisfaction_by,
    satisfaction_by_wording,
    style_of,
    summarise_tools,
)
from shopworld.evaluation.records import Hashes, Result, Status, ToolUse
from shopworld.evaluation.table import result_summary
from shopworld.tasks import CheckResult
from shopworld.tasks.rubric_grading import RubricResult
from shopworld.tasks.rubrics import Source


def rubric(name: str, satisfied: bool, **fields: Any) -> RubricResult:
    values = {"type": "attribute_match", "source": Source.QUERY, "reason": f"{name} is or is not so", **fields}
    return RubricResult(id=name, satisfied=satisfied, **values)


def result(
    number: int, satisfied: str, *, exact: bool = False, calls: dict[str, int] | None = None, **fields: Any
) -> Result:
    """A trial whose rubrics are satisfied (`+`) or not (`-`); the second is the persona's, the third an opinion."""
    sources = [Source.QUERY, Source.PERSONA, Source.CLARIFICATION]
    types = ["attribute_match", "attribute_match", "review_opinion"]
    rubrics = tuple(
        rubric(f"r{place}", mark == "+", source=sources[place % 3], type=types[place % 3])
        for place, mark in enumerate(satisfied)
    )
    passed = exact or "-" not in satisfied
    check = CheckResult(type="recommendation", passed=passed, reason="so", returned=1, rubrics=rubrics, exact=exact)
    values: dict[str, Any] = {
        "agent": "a",
        "trial": 0,
        "reward": float(passed),
        "status": Status.PASSED if passed else Status.FAILED,
        "ending": "submitted",
        "checks": (check,),
        "category": "product_search",
        "difficulty": "2",
        "tools": ToolUse(calls=calls or {"search_products": 4, "recommend_product": 1}, product="B1"),
        "hashes": Hashes(task="t", checks="c"),
    }
    return Result(task=f"task_{number}", **values | fields)


def unfinished(number: int, **fields: Any) -> Result:
    graded = (rubric("r0", False, reason="nothing"), rubric("r1", False, reason="nothing"))
    check = CheckResult(type="recommendation", passed=False, reason="nothing", rubrics=graded, exact=False)
    return result(number, "-", status=Status.LIMIT, ending="limit", reward=0.0, checks=(check,), **fields)


RESULTS = [
    result(1, "+++", exact=True, calls={"search_products": 1, "recommend_product": 1}),
    result(2, "++-", exact=True),
    result(3, "+++"),
    result(4, "+--", calls={"search_products": 20, "ask_user": 5, "recommend_product": 1}),
    unfinished(5, tools=ToolUse(missing=2)),
    result(6, "---", status=Status.INFRA_ERROR),
]


def test_the_papers_headline_metrics() -> None:
    summary = summarise_tools(RESULTS)
    assert (summary.tasks, summary.trials) == (5, 5)
    assert summary.accuracy.value == pytest.approx(3 / 5)
    assert summary.exact == pytest.approx(2 / 5)
    assert summary.other_correct == pytest.approx(1 / 5)
    assert summary.finished == pytest.approx(4 / 5)
    assert summary.satisfaction.value == pytest.approx((3 + 2 + 3 + 1 + 0) / (4 * 3 + 2))
    assert summary.calls == pytest.approx((2 + 5 + 5 + 26 + 0) / 5)
    assert summary.median_calls == 5


def test_nothing_gives_no_numbers() -> None:
    summary = summarise_tools([])
    assert math.isnan(summary.accuracy.value)
    assert math.isnan(summary.calls)
    assert math.isnan(summary.median_calls)


def test_satisfaction_by_source_and_type_counts_every_rubric_once() -> None:
    by_source = satisfaction_by(RESULTS, ("query", "persona", "clarification"), "source")
    found = {name: (round(one.value, 4), one.count) for name, one in by_source.items()}
    assert found == {
        "query": (0.6667, 6),
        "persona": (0.75, 4),
        "clarification": (0.5, 4),
    }
    by_type = satisfaction_by(RESULTS, ("attribute_match", "review_opinion", "budget_match"), "type")
    assert {name: one.count for name, one in by_type.items()} == {"attribute_match": 10, "review_opinion": 4}


def test_what_the_query_names_and_what_it_paraphrases_are_told_apart() -> None:
    graded = (rubric("r0", True), rubric("r1", False, implicit=True), rubric("r2", True, source=Source.PERSONA))
    check = CheckResult(type="recommendation", passed=False, reason="so", returned=1, rubrics=graded)
    by_wording = satisfaction_by_wording([result(1, "+", checks=(check,))])
    assert {name: (one.value, one.count) for name, one in by_wording.items()} == {
        "named": (1.0, 1),
        "paraphrased": (0.0, 1),
    }


def test_rubrics_of_one_task_are_one_cluster() -> None:
    alone = satisfaction([result(number, "+-") for number in range(8)])
    together = satisfaction([result(number, "++" if number % 2 else "--") for number in range(8)])
    assert alone.value == together.value == 0.5
    assert alone.clusters == together.clusters == 8
    assert together.high - together.low > alone.high - alone.low


def test_where_all_rubrics_agree_each_cluster_is_one_observation() -> None:
    few = satisfaction([result(number, "+" * 10) for number in range(4)])
    assert (few.value, few.count, few.clusters) == (1.0, 40, 4)
    assert few.low < 0.5


def test_groups_come_in_the_order_asked_for_and_without_empty_ones() -> None:
    results = [result(1, "+", difficulty="3+"), result(2, "+", difficulty="0-1"), result(3, "+", difficulty="")]
    assert list(groups_by(results, "difficulty", ("0-1", "2", "3+"))) == ["0-1", "3+"]


def test_interaction_style() -> None:
    asking = ToolUse(
        calls={"get_user_profile": 1, "ask_user": 3, "search_products": 1}, first_question=0.25, revealed=2, failed=1
    )
    style = style_of([result(1, "+", tools=asking), result(2, "+"), result(3, "+", tools=None)])
    assert style.calls == {"ask_user": 1.5, "get_user_profile": 0.5, "recommend_product": 0.5, "search_products": 2.5}
    assert (style.asked, style.first_question, style.revealed, style.profile, style.failed) == (0.5, 0.25, 1, 0.5, 0.5)


def test_every_failure_has_one_reason() -> None:
    unknown = rubric("r0", False, reason="no such thing")
    check = CheckResult(type="recommendation", passed=False, reason="no such thing", returned=1, rubrics=(unknown,))
    results = [
        *RESULTS,
        result(7, "-++"),
        result(8, "----"),
        result(9, "-", checks=(check,)),
        unfinished(10),
        result(11, "", status=Status.AGENT_ERROR, reward=0.0, ending="stopped", checks=()),
    ]
    failures = failures_of(results)
    assert failures.trials == 7
    assert failures.reasons == {
        "agent error": 1,
        "no recommendation, cut off": 1,
        "no recommendation, gave up": 1,
        "unknown product": 1,
        "one rubric missed": 1,
        "two or three rubrics missed": 1,
        "more rubrics missed": 1,
    }
    assert failures.types == {"attribute_match": 5, "review_opinion": 2}
    assert failures.sources == {"query": 3, "persona": 2, "clarification": 2}


def test_the_summary_for_machines_is_json_without_nan() -> None:
    summary = result_summary(RESULTS, ("a",))
    tools = json.loads(json.dumps(summary, allow_nan=False))["a"]["tools"]
    assert tools["accuracy"]["value"] == pytest.approx(0.6)
    assert tools["by_difficulty"]["2"]["count"] == 5
    assert tools["style"]["first_question"] is None
