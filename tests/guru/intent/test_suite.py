"""Suites with hidden intent: eight intents, answers counted, the same seed the same bytes."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from stranger_power import sample, seen

from shopworld.catalog import Catalog
from shopworld.errors import TaskError
from shopworld.guru import opinions, public_form, stranger_with_tools
from shopworld.guru.intent import Intent, MakingReport, make_intent_suite
from shopworld.guru.intent.realise import Brief, SampleWording, realise
from shopworld.stranger import StrangerStance
from shopworld.tasks import Suite, Task, load_suite, save_suite
from shopworld.tasks.checks import Recommendation
from shopworld.tasks.rubric_grading import satisfies
from shopworld.tasks.rubrics import BudgetMatch, NegativeAttribute, NumericRange, ReviewOpinion, Source

PER_INTENT = 4


@pytest.fixture(scope="module")
def made(intent_catalog: Catalog) -> tuple[Suite, MakingReport]:
    """A suite and its report."""
    return make_intent_suite(intent_catalog, per_intent=PER_INTENT, seed=3)


def recommendation(task: Task) -> Recommendation:
    """The task's check."""
    [check] = task.checks
    assert isinstance(check, Recommendation)
    return check


def test_every_intent_has_its_tasks_and_ids(made: tuple[Suite, MakingReport]) -> None:
    suite, _ = made
    expected = [f"intent_{intent.value}_{number:03d}" for intent in Intent for number in range(1, PER_INTENT + 1)]
    assert [task.id for task in suite.tasks] == expected
    assert suite.catalog == "little-amazon"
    assert all(task.environment == "tools" and task.limits.steps == 100 for task in suite.tasks)
    assert len({recommendation(task).target for task in suite.tasks}) == len(suite.tasks)


def test_exactly_the_acceptable_products_satisfy_all_rubrics(
    made: tuple[Suite, MakingReport], intent_catalog: Catalog
) -> None:
    offers = {offer.product_id: offer for offer in intent_catalog.iterate_offers("amazon")}
    reviews = {product_id: intent_catalog.reviews(product_id, limit=100) for product_id in offers}
    for task in made[0].tasks:
        check = recommendation(task)
        accepted = {
            product_id
            for product_id, offer in offers.items()
            if all(satisfies(rubric, offer, reviews[product_id]) for rubric in check.rubrics)
        }
        assert accepted == set(check.acceptable)
        assert check.acceptable[0] == check.target
        assert len(accepted) <= 5
        assert not {miss[0].slug.upper() for miss in task.near_misses} & accepted


def test_each_hidden_requirement_is_needed(made: tuple[Suite, MakingReport], intent_catalog: Catalog) -> None:
    offers = list(intent_catalog.iterate_offers("amazon"))
    for task in made[0].tasks[::3]:
        rubrics = recommendation(task).rubrics
        for hidden in rubrics:
            if hidden.source is Source.QUERY:
                continue
            others = [one for one in rubrics if one is not hidden]
            assert any(
                not satisfies(hidden, offer, ())
                and all(satisfies(one, offer, ()) for one in others if not isinstance(one, ReviewOpinion))
                and all(
                    satisfies(one, offer, intent_catalog.reviews(offer.product_id, limit=100))
                    for one in others
                    if isinstance(one, ReviewOpinion)
                )
                for offer in offers
            )


def test_requirements_are_split_over_three_sources(made: tuple[Suite, MakingReport]) -> None:
    for task in made[0].tasks:
        sources = [one.source for one in recommendation(task).rubrics]
        assert sources.count(Source.QUERY) >= 5
        assert sources.count(Source.PERSONA) >= 2
        assert sources.count(Source.CLARIFICATION) >= 2
        assert task.shopper is not None
        assert len(task.shopper.profile["product_requirements"]) == sources.count(Source.PERSONA)


def test_each_intent_requires_what_it_is_about(made: tuple[Suite, MakingReport]) -> None:
    for task in made[0].tasks:
        query = [one for one in recommendation(task).rubrics if one.source is Source.QUERY]
        match task.category:
            case Intent.NEGATIVE_CONSTRAINT:
                assert any(isinstance(one, NegativeAttribute) for one in query)
            case Intent.COUPON_BUDGET:
                [budget] = [one for one in query if isinstance(one, BudgetMatch)]
                assert budget.voucher is not None
            case Intent.REVIEW_DRIVEN:
                assert sum(isinstance(one, ReviewOpinion) for one in query) == 2
            case Intent.RATING_QUALITY:
                assert any(isinstance(one, NumericRange) and "rating" in one.field for one in query)


def test_the_same_seed_makes_the_same_bytes(
    made: tuple[Suite, MakingReport], intent_catalog: Catalog, tmp_path: Path
) -> None:
    again, report = make_intent_suite(intent_catalog, per_intent=PER_INTENT, seed=3)
    for number, suite in enumerate((made[0], again)):
        save_suite(suite, tmp_path / f"{number}.json")
    assert (tmp_path / "0.json").read_bytes() == (tmp_path / "1.json").read_bytes()
    assert report.as_data() == made[1].as_data()
    assert load_suite(tmp_path / "0.json") == again


def test_another_seed_makes_other_tasks(made: tuple[Suite, MakingReport], intent_catalog: Catalog) -> None:
    other, _ = make_intent_suite(intent_catalog, per_intent=1, seed=4, intents=(Intent.PRODUCT_SEARCH,))
    assert other.tasks[0].intent != made[0].tasks[0].intent


def test_a_small_catalog_is_gone_through_whole_before_an_intent_is_given_up(intent_catalog: Catalog) -> None:
    def speechless(brief: Brief, generator: random.Random) -> SampleWording:
        """Finds no words for anything."""
        return replace(realise(brief, generator), query="")

    with pytest.raises(TaskError, match=r"material for 0 tasks of coupon_budget, 1 were wanted") as told:
        make_intent_suite(intent_catalog, per_intent=1, intents=(Intent.COUPON_BUDGET,), realiser=speechless)
    hint = told.value.hint or ""
    found = re.match(
        r"all (\d+) products that it can use \(of 1600\) were tried; \d+ were dropped because of: [a-z]", hint
    )
    assert found is not None
    assert int(found[1]) > 1500
    assert "--fewer" in hint


def test_fewer_tasks_than_wanted_are_taken_on_demand(intent_catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shopworld.guru.intent.suite._LEAST_TRIED", 300)
    monkeypatch.setattr("shopworld.guru.intent.suite._PATIENCE", 1)
    wordings = []

    def at_first(brief: Brief, generator: random.Random) -> SampleWording:
        """Finds words for the first things only."""
        wordings.append(realise(brief, generator))
        return wordings[-1] if len(wordings) <= 12 else replace(wordings[-1], query="")

    make = partial(
        make_intent_suite, intent_catalog, per_intent=50, seed=3, intents=(Intent.PRODUCT_SEARCH,), fewer=True
    )
    suite, _ = make(realiser=at_first)
    assert 1 <= len(suite.tasks) <= 12
    assert suite.tasks[0].id == "intent_product_search_001"
    with pytest.raises(TaskError, match="material for no task"):
        make(realiser=at_first)


def test_the_report_tells_every_stage(made: tuple[Suite, MakingReport]) -> None:
    suite, report = made
    totals = report.totals()
    assert list(totals.values()) == sorted(totals.values(), reverse=True)
    assert totals["kept"] == len(suite.tasks) == len(report.samples) == sum(report.buckets().values())
    assert totals["sampled"] - totals["kept"] == sum(report.faults.values())
    for one, task in zip(report.samples, suite.tasks, strict=True):
        assert one.left[0] >= one.left[1] >= one.left[2] == len(recommendation(task).acceptable)


def test_a_stranger_who_sees_the_tools_alone_denies_no_task_and_sees_what_is_made_wrong(
    made: tuple[Suite, MakingReport], intent_catalog: Catalog
) -> None:
    stranger = stranger_with_tools(intent_catalog)
    thought = list(opinions(made[0].tasks, stranger))
    assert [(one.task, one.text) for one in thought if one.stance is StrangerStance.DISAGREE] == []
    sure = {one.task for one in thought if one.stance is StrangerStance.AGREE}
    assert len(sure) >= len(thought) // 2
    forms = [public_form(task) for task in made[0].tasks if task.id in sure]
    faults = sample(forms, [offer.product_id for offer in intent_catalog.iterate_offers()], 8, seed=5)
    missed = [(fault.before["id"], fault.name) for fault in faults if not seen(fault, stranger)]
    assert len(faults) == 8
    assert missed == []
