"""The eleven families on a small mall."""

from __future__ import annotations

import random
import re
from itertools import islice

import pytest

from shopworld.catalog.compatibility import compatible, rules_between
from shopworld.catalog.model import Offer
from shopworld.guru.comparison.draft import ComparisonDraft, RequiredAction
from shopworld.guru.comparison.families import FAMILIES
from shopworld.guru.comparison.market import Market, is_doubtful
from shopworld.tasks.categories import TASK_SETS


def address(offer: Offer) -> str:
    """Address of an offer's page."""
    return f"http://{offer.shop_id}.example/product/{offer.slug}/"


def drafts(market: Market, category: str, most: int = 12) -> list[ComparisonDraft]:
    """The first drafts of a family."""
    return list(islice(FAMILIES[category][2](market, random.Random(2), address), most))


def test_families_are_webmalls_categories_in_its_numbers() -> None:
    assert {category: task_set for category, (task_set, _, _) in FAMILIES.items()} == TASK_SETS
    assert sum(number for _, number, _ in FAMILIES.values()) == 91
    assert sum(number for task_set, number, _ in FAMILIES.values() if task_set == "basic") == 48


@pytest.mark.parametrize("category", FAMILIES)
def test_drafts_are_sound(market: Market, category: str) -> None:
    found = drafts(market, category)
    assert found
    for draft in found:
        assert draft.template.startswith(f"{category}/")
        assert draft.subjects
        for text in (draft.text, *draft.ways):
            assert re.fullmatch(r"[A-Z0-9][^{}]+", text), text
            assert "  " not in text
            assert " a a" not in text
            assert not re.search(r"https?://[^ ]+[.,:;?!]( |$)", text), text
        for requirement in draft.requirements:
            assert requirement.settlement.answers
            assert not any(is_doubtful(offer) for offer in requirement.settlement.fitting)
            assert not set(requirement.settlement.answers) & set(requirement.near_misses)
            asked = (requirement.constraints, requirement.objective, requirement.group_by)
            stated = "page" in draft.text or "state this itself" in draft.text
            again = market.settle(*asked) or (stated and market.settle(*asked, stated=True))
            assert again == requirement.settlement


@pytest.mark.parametrize("category", ["find_cheapest_offer", "end_to_end", "cheapest_offer_specific_requirements"])
def test_the_cheapest_are_cheaper_than_others(market: Market, category: str) -> None:
    for draft in drafts(market, category):
        for requirement in draft.requirements:
            if requirement.objective == "cheapest":
                prices = {offer.price or 0 for offer in requirement.settlement.answers}
                assert len(prices) == 1
                rest = [
                    offer.price or 0
                    for offer in requirement.settlement.fitting
                    if offer not in requirement.settlement.answers
                ]
                assert rest
                assert min(rest) > max(prices)


def test_each_capacity_has_a_cheapest_offer(market: Market) -> None:
    found = [one for one in drafts(market, "find_cheapest_offer", 30) if one.template.endswith("each_size")]
    assert found
    for draft in found:
        (requirement,) = draft.requirements
        sizes = {offer.attribute("capacity") for offer in requirement.settlement.fitting}
        assert {offer.attribute("capacity") for offer in requirement.settlement.answers} == sizes


def test_a_checkout_starts_from_the_address_of_its_answer(market: Market) -> None:
    for draft in drafts(market, "checkout"):
        assert draft.start is not None
        assert draft.action is RequiredAction.ORDER
        assert draft.requirements[0].settlement.answers == (draft.start,)
        assert all(address(draft.start) in text for text in draft.ways)


def test_substitutes_are_other_products_for_less(market: Market) -> None:
    for draft in drafts(market, "find_substitutes"):
        start = draft.start
        assert start is not None
        assert start.price is not None
        (requirement,) = draft.requirements
        for answer in requirement.settlement.answers:
            assert answer.kind == start.kind
            assert answer.product_id != start.product_id
            assert answer.price is not None
            assert answer.price < start.price
        assert start in requirement.near_misses


def test_compatible_products_are_compatible(market: Market) -> None:
    for draft in drafts(market, "find_compatible_products"):
        assert draft.start is not None
        product = market.products[draft.start.product_id]
        for answer in draft.requirements[0].settlement.answers:
            goods = market.products[answer.product_id]
            assert compatible(goods, product) or not rules_between(goods.kind, product.kind)


def test_two_products_are_wanted_now_and_then(market: Market) -> None:
    assert {len(draft.requirements) for draft in drafts(market, "end_to_end")} == {1, 2}
