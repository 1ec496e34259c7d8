"""The table of what language models used up."""

from __future__ import annotations

from pathlib import Path

import pytest

from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import Hashes, Result, Status
from shopworld.evaluation.report.cost import HEADINGS, UNKNOWN, cost_rows, priced
from shopworld.evaluation.report.plots import cost_against_completion
from shopworld.evaluation.report.rows import Entry, ReadRun, result_rows
from shopworld.evaluation.settings import RunSettings


def result(task: str, passed: bool, usage: dict[str, float], group: str = "basic") -> Result:
    return Result(
        agent="web",
        task=task,
        trial=0,
        set=group,
        status=Status.PASSED if passed else Status.FAILED,
        reward=float(passed),
        steps=10,
        seconds=20.0,
        usage=usage,
        hashes=Hashes(task="", checks=""),
    )


def entry(*results: Result) -> Entry:
    run = ReadRun(
        Path(),
        RunSettings(suite="s", agents=("web",)),
        Provenance(package="0", suite="s", suite_version="1", suite_hash="", catalog_hash="", tasks={}),
        results,
    )
    return Entry("web", 0, run, results)


def used(usd: float) -> dict[str, float]:
    return {"model_calls": 10, "input_tokens": 120_000, "cached_tokens": 40_000, "output_tokens": 2_000, "usd": usd}


def test_means_are_told_by_set_and_for_all() -> None:
    one = entry(result("a", True, used(0.2)), result("b", False, used(0.4), "advanced"))
    lines = {line.row.group: dict(zip(HEADINGS, line.cells, strict=True)) for line in cost_rows(result_rows([one]))}
    assert list(lines) == ["basic", "advanced", "all"]
    assert lines["all"]["Input tokens"] == "120,000"
    assert (lines["all"]["USD"], lines["all"]["USD per pass"]) == ("0.3000", "0.6000")
    assert lines["advanced"]["USD per pass"] == "none passed"


def test_an_unknown_price_is_said_and_a_partly_known_one_is_a_lower_bound() -> None:
    unknown = used(0.0) | {"unpriced_calls": 10}
    del unknown["usd"]
    partly = used(0.1) | {"unpriced_calls": 3}
    for usage, said in ((unknown, UNKNOWN), (partly, "at least 0.1000")):
        (line,) = cost_rows(result_rows([entry(result("a", True, usage))]))
        assert line.cells[-2:] == (said, said)
        assert priced([entry(result("a", True, usage))]) == []


def test_agents_without_a_language_model_have_no_line() -> None:
    assert cost_rows(result_rows([entry(result("a", True, {}))])) == []
    assert priced([entry(result("a", True, {}))]) == []


def test_cost_is_drawn_against_completion() -> None:
    points = priced([entry(result("a", True, used(0.2)), result("b", False, used(0.4)))])
    ((_, usd, share),) = points
    assert (usd, share) == pytest.approx((0.3, 0.5))
    drawn = cost_against_completion(points)
    assert drawn.startswith("<svg")
    assert drawn == cost_against_completion(points)
