"""The smallest difference that a run can show: found as often as promised, in runs that are drawn by another model."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.evaluation.measures.power import (
    VarianceParts,
    smallest_difference,
    standard_error,
    templates_of,
    variance_parts,
)
from shopworld.evaluation.measures.statistics import bootstrap_interval

DESIGN = {f"template {number}": 2 + number % 3 for number in range(24)}
TRIALS = 2


def drawn(
    random: np.random.Generator, difference: float, spread: float, design: dict[str, int], trials: int
) -> list[tuple[str, str, float]]:
    """Paired differences of two agents, pass or fail, whose chances vary by template and task (uniform, clipped)."""
    values = []
    for template, tasks in design.items():
        shift = random.uniform(-spread, spread, size=2)
        for number in range(tasks):
            own = random.uniform(-spread / 2, spread / 2, size=2)
            chance = np.clip(0.5 + shift + own + np.array([difference / 2, -difference / 2]), 0.0, 1.0)
            for first, second in random.random((trials, 2)) < chance:
                values.append((template, f"{template}.{number}", float(first) - float(second)))
    return values


def found(values: list[tuple[str, str, float]], seed: int) -> bool:
    """Whether the report's interval excludes zero."""
    tasks: dict[str, list[float]] = {}
    template_of = {task: template for template, task, _ in values}
    for _, task, value in values:
        tasks.setdefault(task, []).append(value)
    means = [float(np.mean(each)) for each in tasks.values()]
    interval = bootstrap_interval(means, [template_of[task] for task in tasks], seed=seed, resamples=500)
    return interval.low > 0 or interval.high < 0


@pytest.mark.parametrize("spread", [0.0, 0.3])
def test_the_smallest_difference_is_found_as_often_as_promised(spread: float) -> None:
    random = np.random.default_rng(11)
    past = drawn(random, 0.0, spread, {f"past {number}": 3 for number in range(400)}, TRIALS)
    parts = variance_parts(past)
    assert parts is not None
    smallest = smallest_difference(parts, DESIGN, TRIALS)
    runs = 160
    seen = sum(found(drawn(random, smallest, spread, DESIGN, TRIALS), seed) for seed in range(runs)) / runs
    assert 0.7 <= seen <= 0.9  # 0.8, give or take three standard errors
    by_chance = sum(found(drawn(random, 0.0, spread, DESIGN, TRIALS), seed) for seed in range(runs)) / runs
    assert by_chance <= 0.1


def test_parts_are_those_that_values_were_drawn_with() -> None:
    random = np.random.default_rng(5)
    values = [
        (template, task, between + inside + random.normal(0, 1.5))
        for template in range(400)
        for between in (random.normal(0, 1.0),)
        for task in (f"{template}.{number}" for number in range(3))
        for inside in (random.normal(0, 0.5),)
        for _ in range(3)
    ]
    parts = variance_parts(values)
    assert parts is not None
    assert parts.templates == pytest.approx(1.0, rel=0.2)
    assert parts.tasks == pytest.approx(0.25, abs=0.12)
    assert parts.trials == pytest.approx(2.25, rel=0.1)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9), st.sampled_from([-1.0, 0.0, 1.0])), max_size=40))
def test_parts_are_no_less_than_nothing_and_add_up_where_each_template_is_one_task(
    values: list[tuple[int, int, float]],
) -> None:
    parts = variance_parts(values)
    if parts is None:
        assert len({task for _, task, _ in values}) < 2
        return
    assert min(parts.templates, parts.tasks, parts.trials) >= 0
    flat = [(number, number, value) for number, (_, _, value) in enumerate(values)]
    alone = variance_parts(flat)
    if alone is not None:
        assert alone.total == pytest.approx(float(np.var([value for _, _, value in values], ddof=1)))


def test_more_of_anything_shows_smaller_differences() -> None:
    parts = VarianceParts(0.1, 0.1, 0.3)
    smallest = smallest_difference(parts, DESIGN, 2)
    assert smallest_difference(parts, DESIGN, 4) < smallest
    assert (
        smallest_difference(parts, {f"{name} {at}": size for name, size in DESIGN.items() for at in (0, 1)}, 2)
        < smallest
    )
    assert smallest_difference(parts, DESIGN, 2, pairs=3) > smallest
    assert smallest_difference(parts, DESIGN, 2, power=0.9) > smallest
    assert smallest_difference(parts, {"one": 9}, 2) != smallest_difference(parts, {"one": 9}, 2)  # NaN
    assert smallest_difference(parts, {"a": 1, "b": 1}, 1) == 1.0


def test_one_template_alone_leaves_tasks_as_clusters() -> None:
    assert templates_of([("a", "t"), ("b", "t")]) == Counter(["a", "b"])
    assert templates_of([("a", "t"), ("b", "u"), ("c", "u")]) == Counter({"t": 1, "u": 2})
    assert standard_error(VarianceParts(1, 0, 0), {"t": 1, "u": 3}, 9) == pytest.approx(math.sqrt(10 / 16))
