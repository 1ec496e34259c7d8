"""Suites of evolved queries."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import orjson

from shopworld.catalog.model import Offer
from shopworld.guru.evolution import EvolutionReport, balanced, make_evolved_suite, read_seeds
from shopworld.guru.evolution.complexity import Evolver
from shopworld.guru.evolution.coverage import uncovered
from shopworld.guru.evolution.diversity import bind
from shopworld.guru.evolution.planner import LEAST_WORDS, MOST_WORDS
from shopworld.guru.evolution.query import Query
from shopworld.guru.evolution.shelf import Assortment
from shopworld.mall import Mall
from shopworld.tasks import ChosenProduct, OfferAddress, Suite, Task
from shopworld.tasks.conditions import meets, sort_key
from shopworld.tasks.proofs import prove_suite
from shopworld.tasks.validation import validate_suite


def check_of(task: Task) -> ChosenProduct:
    """What an evolved task asks."""
    return next(one for one in task.checks if isinstance(one, ChosenProduct))


def lines_of(suite: Suite) -> dict[str, list[Task]]:
    """The rounds of each query."""
    found: dict[str, list[Task]] = {}
    for task in suite.tasks:
        found.setdefault(task.template, []).append(task)
    return found


def test_each_query_is_a_task_after_each_round(evolved: Suite) -> None:
    assert evolved.tasks
    for tasks in lines_of(evolved).values():
        assert [task.evolution.round for task in tasks if task.evolution] == [0, 1, 2, 3, 4, 5]
        assert [task.difficulty for task in tasks] == ["easy", "easy", "medium", "medium", "hard", "hard"]


def test_a_round_adds_ten_to_twenty_words(evolved: Suite) -> None:
    for tasks in lines_of(evolved).values():
        for before, after in pairwise(tasks):
            assert LEAST_WORDS <= len(after.intent.split()) - len(before.intent.split()) <= MOST_WORDS


def test_a_round_changes_the_answers(evolved: Suite) -> None:
    for tasks in lines_of(evolved).values():
        assert len(tasks[-1].evolution.steps if tasks[-1].evolution else ()) == 5
        for before, after in pairwise(tasks):
            assert set(check_of(after).accepted) != set(check_of(before).accepted)


def test_no_query_accepts_more_than_a_twentieth_of_its_kind(evolved: Suite, assortment: Assortment) -> None:
    for task in evolved.tasks:
        kind = assortment.by_kind[str(check_of(task).attribute[0].value)]
        assert 1 <= len(check_of(task).accepted) <= min(20, 0.05 * len(kind))


def test_no_text_comes_twice(evolved: Suite) -> None:
    assert len({task.intent for task in evolved.tasks}) == len(evolved.tasks)


def test_a_text_says_its_requirements_and_nothing_else(assortment: Assortment) -> None:
    bound = [bind(one, assortment) for one in read_seeds()]
    queries = [one for one in bound if isinstance(one, Query)]
    evolver = Evolver(11, "USD")
    lines = [line for one in queries[:4] if (line := evolver.evolve(one, 3)) is not None]
    assert lines
    for query in (one for line in lines for one in line):
        assert uncovered(query, query.text) == ""
        assert "asks for nothing" in uncovered(query, f"{query.text} It should be easy to clean.")
        assert uncovered(query, f"{query.text} It has at least 7777 reviews.")
        for step in query.requirements:
            without = query.starting(tuple(one for one in query.given if one is not step))
            lost = replace(without, steps=tuple(one for one in query.steps if one is not step))
            assert uncovered(lost, query.text), (step, query.text)


def test_answers_are_those_that_a_scan_of_the_whole_catalog_finds(evolved: Suite, bazaar: Mall) -> None:
    offers = list(bazaar.catalog.iterate_offers())
    for task in evolved.tasks[::7]:
        check = check_of(task)
        fitting = [
            one for one in offers if all(meets(one, requirement) for requirement in (*check.attribute, *check.filter))
        ]
        if check.sort is not None:
            best = min(key for one in fitting if (key := sort_key(one, check.sort)) is not None)
            fitting = [one for one in fitting if sort_key(one, check.sort) == best]
        assert {OfferAddress(shop=one.shop_id, slug=one.slug) for one in fitting} == set(check.accepted)
        assert task.evolution is not None
        assert task.evolution.answers[-1] == len(check.accepted)


def test_every_requirement_is_needed_in_every_round(evolved: Suite, bazaar: Mall) -> None:
    offers = list(bazaar.catalog.iterate_offers())
    for task in evolved.tasks:
        check = check_of(task)
        asked = (*check.attribute[1:], *check.filter)
        kind = [one for one in offers if meets(one, check.attribute[0])]
        fields = [*dict.fromkeys(one.field for one in asked), *([None] if check.sort is not None else [])]
        for left_out in fields:
            fitting = [one for one in kind if all(meets(one, each) for each in asked if each.field != left_out)]
            if check.sort is not None and left_out is not None:
                best = min(key for one in fitting if (key := sort_key(one, check.sort)) is not None)
                fitting = [one for one in fitting if sort_key(one, check.sort) == best]
            found = {OfferAddress(shop=one.shop_id, slug=one.slug) for one in fitting}
            assert found != set(check.accepted), (task.id, left_out)


def test_every_task_is_proven(evolved: Suite, bazaar: Mall) -> None:
    assert validate_suite(evolved, bazaar) == ()
    for task, proofs in prove_suite(evolved.tasks[::9], bazaar):
        assert all(proof.holds for proof in proofs), (task.id, proofs)


def test_of_all_products_of_the_kind_only_the_accepted_ones_pass(evolved: Suite, assortment: Assortment) -> None:
    refused = 0
    for task in evolved.tasks[5::6]:
        check = check_of(task)
        for offer in assortment.by_kind[str(check.attribute[0].value)]:
            aspects, _ = check.grade_offer(offer)
            accepted = OfferAddress(shop=offer.shop_id, slug=offer.slug) in check.accepted
            assert all(aspects.values()) == accepted
            refused += not accepted
    assert refused > 10 * len(evolved.tasks[5::6])


def test_many_aspects_have_a_near_miss_that_fails_it_alone(evolved: Suite, bazaar: Mall) -> None:
    lacking = 0
    hardest = [tasks[-1] for tasks in lines_of(evolved).values()]
    for task in hardest:
        check = check_of(task)
        failing: set[tuple[str, ...]] = set()
        for (miss,) in task.near_misses:
            offer = bazaar.catalog.offer_by_slug(miss.shop, miss.slug)
            assert isinstance(offer, Offer)
            aspects, _ = check.grade_offer(offer)
            assert not all(aspects.values())
            failing.add(tuple(name for name, holds in aspects.items() if not holds and name != "sort"))
        wanted = {("attribute",), *([("filter",)] if check.filter else []), *([()] if check.sort else [])}
        lacking += not wanted <= failing
    assert lacking <= 0.35 * len(hardest)


def test_the_same_seed_makes_the_same_bytes(bazaar: Mall) -> None:
    few = read_seeds()[1:5]
    first, again, other = (make_evolved_suite(bazaar, seeds=few, seed=seed)[0] for seed in (3, 3, 4))
    assert orjson.dumps(again.model_dump(mode="json")) == orjson.dumps(first.model_dump(mode="json"))
    assert [task.intent for task in other.tasks] != [task.intent for task in first.tasks]


def test_what_cannot_be_bound_is_told(made: tuple[Suite, EvolutionReport]) -> None:
    suite, report = made
    assert "s06" in {one.seed for one in report.unbound}
    assert not any(task.template == "evolve_s06" for task in suite.tasks)
    assert not report.unproven
    assert report.rounds >= 5 * len(lines_of(suite)) > 0


def test_constraints_spread_over_kinds(made: tuple[Suite, EvolutionReport]) -> None:
    _, report = made
    assert len(report.topics) > 15
    assert max(report.topics.values()) < 0.25 * report.rounds


def test_the_balanced_split_has_as_many_of_each_difficulty_and_domain(evolved: Suite) -> None:
    split = balanced(evolved, per_cell=2)
    counts = Counter((task.category, task.difficulty) for task in split.tasks)
    assert len(counts) == 3 * len({task.category for task in evolved.tasks}) >= 9
    assert set(counts.values()) == {2}
    assert split.name == "evolve-balanced"


def test_diverse_queries_ask_for_things_of_another_domain(evolved: Suite) -> None:
    domain_of = {one.id: one.domain for one in read_seeds()}
    children = [task for task in evolved.tasks if task.evolution and task.evolution.parent]
    assert children
    assert all(task.evolution and task.category != domain_of[task.evolution.parent] for task in children)
