"""The suite of comparison tasks for a mall."""

from __future__ import annotations

import itertools
import re

import pytest

from shopworld.agents.keyword.goal import understand
from shopworld.errors import TaskError
from shopworld.evaluation.proofs import prove_without_browser
from shopworld.guru.comparison import make_comparison_suite
from shopworld.guru.comparison.draft import Deed, Draft
from shopworld.guru.comparison.suite import _distinct
from shopworld.mall import Mall
from shopworld.tasks import Suite
from shopworld.tasks.validation import validate_suite
from tests.guru.conftest import FEW


def test_the_same_seed_makes_the_same_bytes(mall: Mall, suite: Suite) -> None:
    again = make_comparison_suite(mall, seed=5, name="few", counts=FEW)
    assert again.model_dump_json() == suite.model_dump_json()


def test_another_seed_makes_other_tasks(mall: Mall, suite: Suite) -> None:
    other = make_comparison_suite(mall, seed=6, name="few", counts=FEW)
    intents = {task.intent for task in suite.tasks}
    assert len([task for task in other.tasks if task.intent not in intents]) > len(suite.tasks) / 2


def test_counts_are_kept_in_the_order_of_the_categories(suite: Suite) -> None:
    made = {category: len(list(tasks)) for category, tasks in itertools.groupby(suite.tasks, lambda one: one.category)}
    assert made == FEW
    assert list(made) == list(FEW)


def test_ids_and_intents_are_unique(suite: Suite) -> None:
    assert len({task.id for task in suite.tasks}) == len(suite.tasks)
    assert len({task.intent for task in suite.tasks}) == len(suite.tasks)


def test_the_suite_is_valid_and_all_its_tasks_are_proven(suite: Suite, mall: Mall) -> None:
    assert not [problem for problem in validate_suite(suite, mall) if problem.severity == "error"]
    failing = [
        (one.task, proof.name, proof.text)
        for one in prove_without_browser(suite.tasks, mall)
        for proof in one.proofs
        if not proof.holds
    ]
    assert failing == []


def test_agents_can_read_the_goals(suite: Suite, mall: Mall) -> None:
    deeds = {"add_to_cart": "cart", "checkout": "order", "end_to_end": "order"}
    for task in suite.tasks:
        goal = understand(task.goal)
        assert goal.shops == tuple(f"http://{shop.identity.host}/" for shop in mall.shops)
        assert goal.solution == mall.solution_address
        assert goal.deed == deeds.get(task.category, "name")
        assert task.goal.endswith(task.intent)


def test_no_task_speaks_of_an_answer_by_its_address(suite: Suite) -> None:
    for task in suite.tasks:
        named = set(re.findall(r"/product/([^/]+)/", task.intent))
        answers = {offer.slug for check in task.checks for group in getattr(check, "groups", ()) for offer in group}
        assert task.category == "checkout" or not named & answers


def test_progress_is_told(mall: Mall) -> None:
    told: list[tuple[int, int]] = []
    make_comparison_suite(mall, counts={"checkout": 3}, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_too_little_material_is_an_error_for_people(mall: Mall) -> None:
    with pytest.raises(
        TaskError, match=r"the mall 'small' has material for \d+ tasks of find_compatible_products, 999"
    ):
        make_comparison_suite(mall, counts={"find_compatible_products": 999})


def draft(text: str, *subjects: str) -> Draft:
    """A draft that is nothing but its text and subjects."""
    return Draft("t", text, (), Deed.NAME, subjects)


def test_drafts_about_taken_subjects_come_last() -> None:
    taken = {"a"}
    drafts = [draft("1", "a"), draft("2", "b"), draft("2", "c"), draft("3", "b"), draft("4", "d")]
    found = _distinct(iter(drafts), taken)
    assert [one.text for one in found] == ["2", "4", "1", "3"]
    assert taken == {"a", "b", "d"}


def test_a_supply_without_end_gives_repeated_subjects_in_the_end() -> None:
    endless = (draft(str(number), "a") for number in itertools.count())
    assert [one.text for one in itertools.islice(_distinct(endless, set()), 3)] == ["0", "1", "2"]
