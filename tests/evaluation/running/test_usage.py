"""Sums of what agents report."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from shopworld.evaluation.running.usage import ReportedUsage

ANYTHING = st.one_of(st.none(), st.booleans(), st.text(), st.integers(), st.floats(), st.lists(st.integers()))


@given(st.lists(st.dictionaries(st.sampled_from(["tokens", "dollars", "model"]), ANYTHING)))
def test_whatever_is_reported_sums_can_be_written(reports: list[dict[str, object]]) -> None:
    usage = ReportedUsage()
    for report in reports:
        usage.add(report)
    assert json.loads(json.dumps(usage.sums, allow_nan=False)) == usage.sums


def test_amounts_are_summed_and_the_rest_is_left_out() -> None:
    usage = ReportedUsage()
    usage.add({"tokens": 3, "dollars": 0.1, "model": "x", "cached": True, "absurd": float("inf")})
    usage.add({"tokens": 4, "dollars": 0.2, "nothing": float("nan")})
    assert usage.sums == {"tokens": 7, "dollars": 0.3}
