"""The suite of comparison tasks for a mall."""

from __future__ import annotations

import itertools
import re
from collections import Counter

import pytest

from shopworld.agents.keyword.goal import understand
from shopworld.errors import TaskError
from shopworld.evaluation.proofs import prove_without_browser
from shopworld.guru.comparison import make_comparison_suite
from shopworld.guru.comparison.difficulty import level_of
from shopworld.guru.comparison.families import FAMILIES
from shopworld.guru.comparison.proportions import WEBMALL_COUNTS, shared_out
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
        assert goal.action == deeds.get(task.category, "name")
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


def test_a_number_of_tasks_comes_in_webmalls_proportions(mall: Mall) -> None:
    made = make_comparison_suite(mall, seed=5, total=20)
    counts = Counter(task.category for task in made.tasks)
    assert len(made.tasks) == 20
    assert counts == shared_out(20, WEBMALL_COUNTS)


def test_what_one_category_has_no_material_for_goes_to_the_others(mall: Mall, monkeypatch: pytest.MonkeyPatch) -> None:
    rare, most = "cheapest_offer_vague_requirements", 2
    task_set, usual, family = FAMILIES[rare]
    monkeypatch.setitem(FAMILIES, rare, (task_set, usual, lambda *given: itertools.islice(family(*given), most)))
    asked = 60
    made = make_comparison_suite(mall, total=asked)
    assert most < shared_out(asked, WEBMALL_COUNTS)[rare]
    assert len(made.tasks) == asked
    assert Counter(task.category for task in made.tasks)[rare] == most


def test_every_task_says_how_hard_it_is(suite: Suite) -> None:
    for task in suite.tasks:
        assert task.factors is not None
        assert task.difficulty == level_of(task.factors)
        assert 1 <= task.factors.shops <= 4


def test_a_level_can_be_asked_for(mall: Mall) -> None:
    made = make_comparison_suite(mall, seed=5, total=22, levels={"easy": 1, "hard": 1})
    levels = Counter(task.difficulty for task in made.tasks)
    assert min(levels["easy"], levels["hard"]) >= 5
    assert levels["medium"] <= 6
