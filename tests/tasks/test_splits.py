"""Splits: whole templates, rough shares, the same for the same seed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.errors import TaskError
from shopworld.tasks import AnswerSet, OfferAddress, Task
from shopworld.tasks.splits import SPLITS, split_tasks

CHECKS = (AnswerSet(groups=((OfferAddress(shop="a", slug="b"),),)),)


def tasks_of(*templates: tuple[str, str]) -> list[Task]:
    """A task for each pair of template and category."""
    return [
        Task(id=f"t{number}", template=template, category=category, intent="Find it.", checks=CHECKS)
        for number, (template, category) in enumerate(templates)
    ]


PAIRS = st.lists(st.tuples(st.sampled_from("abcdefghij"), st.sampled_from("xyz")), min_size=1, max_size=40)


@given(PAIRS, st.integers(0, 5))
def test_a_template_is_never_divided_and_order_does_not_count(pairs: list[tuple[str, str]], seed: int) -> None:
    tasks = tasks_of(*[(template, "x") for template, _ in pairs])
    found = split_tasks(tasks, seed=seed)
    assert list(found) == [task.id for task in tasks]
    if len({task.template for task in tasks}) > 1:
        homes: dict[str, set[str]] = {}
        for task in tasks:
            homes.setdefault(task.template, set()).add(found[task.id])
        assert all(len(home) == 1 for home in homes.values())
    assert split_tasks(tasks, seed=seed) == found


def test_shares_are_met_where_templates_are_many() -> None:
    tasks = tasks_of(*[(f"{category}{number}", category) for category in "xyz" for number in range(20)])
    found = split_tasks(tasks)
    assert Counter(found.values()) == {"train": 36, "validation": 12, "test": 12}
    for category in "xyz":
        of_category = Counter(found[task.id] for task in tasks if task.category == category)
        assert of_category == {"train": 12, "validation": 4, "test": 4}


def test_categories_of_one_template_are_spread() -> None:
    tasks = tasks_of(*[(category, category) for category in "abcdefghij" for _ in range(3)])
    assert Counter(split_tasks(tasks).values()) == {"train": 18, "validation": 6, "test": 6}


def test_where_all_share_a_template_each_task_stands_for_itself() -> None:
    assert Counter(split_tasks(tasks_of(*[("a", "x")] * 10)).values()) == {"train": 6, "validation": 2, "test": 2}


def test_another_seed_draws_otherwise() -> None:
    tasks = tasks_of(*[(f"a{number}", "x") for number in range(30)])
    assert split_tasks(tasks, seed=1) != split_tasks(tasks, seed=2)


@pytest.mark.parametrize("shares", [{"train": 0.5}, {"train": 1.5, "test": -0.5}])
def test_wrong_shares_are_refused(shares: Any) -> None:
    with pytest.raises(TaskError, match="add up to 1"):
        split_tasks(tasks_of(("a", "x")), shares)


def test_a_split_may_be_left_out() -> None:
    tasks = tasks_of(*[(f"a{number}", "x") for number in range(10)])
    assert Counter(split_tasks(tasks, {"train": 0.8, "validation": 0.0, "test": 0.2}).values()) == {
        "train": 8,
        "test": 2,
    }
    assert SPLITS == ("train", "validation", "test")
