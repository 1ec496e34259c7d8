"""ShopGuru's tasks for a shop: counts, grounds, proofs, the same bytes again, tasks by hand."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from shopworld.errors import TaskError
from shopworld.guru.journeys import BEHAVIOURS, journeys
from shopworld.guru.journeys.chains import chains
from shopworld.guru.journeys.grammar import PURCHASES
from shopworld.guru.shop_suite import COUNTS, make_shop_suite
from shopworld.guru.skills import SKILLS, ShopSight
from shopworld.mall import Mall
from shopworld.tasks import AnswerText, Cart, ListingUsed, NoCheckout, PageRead, Suite
from shopworld.tasks.proofs import prove_suite
from shopworld.tasks.validation import validate_suite


@pytest.fixture(scope="module")
def suite(clothing: Mall) -> Suite:
    """The suite of the shop of clothes."""
    return make_shop_suite(clothing)[0]


def test_a_shop_has_as_many_tasks_as_the_paper_says(suite: Suite) -> None:
    assert Counter(task.category for task in suite.tasks) == {name: count for name, count in COUNTS.items() if count}
    assert Counter(task.set for task in suite.tasks) == {"easy_short_horizon": 20, "hard_long_horizon": 16}


def test_every_task_is_valid_and_every_proof_holds(suite: Suite, clothing: Mall) -> None:
    assert validate_suite(suite, clothing) == ()
    for task, proofs in prove_suite(suite.tasks, clothing):
        assert all(one.holds for one in proofs), (task.id, proofs)


def test_the_same_seed_makes_the_same_suite_and_another_one_another(suite: Suite, clothing: Mall) -> None:
    assert make_shop_suite(clothing)[0] == suite
    assert make_shop_suite(clothing, seed=8)[0].tasks != suite.tasks


def test_nobody_may_enter_the_checkout(suite: Suite) -> None:
    assert all(any(isinstance(check, NoCheckout) for check in task.checks) for task in suite.tasks)


def test_answers_are_not_in_the_goal(suite: Suite) -> None:
    for task in suite.tasks:
        for check in task.checks:
            if isinstance(check, AnswerText):
                assert check.accepted[0] not in task.goal


def test_titles_that_are_searched_for_are_of_different_kinds(sight: ShopSight) -> None:
    drafts = list(SKILLS["search_exact"](sight, random.Random("kinds")))
    found = [check.groups[0][0].slug for draft in drafts for check in draft.checks if isinstance(check, Cart)]
    kinds = [offer.kind for slug in found for offer in sight.offers if offer.slug == slug]
    assert len(kinds) == len(set(kinds)) > 5
    assert "gift_card" not in kinds


def test_substitutes_are_of_the_kind_and_no_dearer(sight: ShopSight) -> None:
    known = {offer.slug: offer for offer in sight.offers}
    drafts = list(SKILLS["search_substitute"](sight, random.Random("similar")))
    assert drafts
    for draft in drafts:
        wanted = next(check for check in draft.checks if isinstance(check, Cart)).groups[0]
        refused = known[draft.near_misses[0][0].slug]
        assert refused.title in draft.intent
        kinds = {known[one.slug].kind for one in wanted}
        assert kinds == {refused.kind} or "among the products of “" in draft.intent
        assert refused.slug not in {one.slug for one in wanted}


def test_where_kinds_are_in_doubt_another_product_of_the_collection_is_asked_for(sight: ShopSight) -> None:
    drafts = list(SKILLS["search_substitute"](sight, random.Random("similar")))
    named = {one.name: {offer.slug for offer in sight.held(one)} for one in sight.collections}
    found = [(draft, re.search(r"among the products of “([^”]+)”", draft.intent)) for draft in drafts]
    by_collection = [(draft, match[1]) for draft, match in found if match]
    assert by_collection
    for draft, name in by_collection:
        wanted = next(check for check in draft.checks if isinstance(check, Cart)).groups[0]
        assert {one.slug for one in wanted} <= named[name]
        assert draft.near_misses[0][0].slug in named[name]


def test_filters_are_shown_by_the_page_of_the_collection(sight: ShopSight) -> None:
    drafts = list(SKILLS["filter"](sight, random.Random("filters")))
    assert drafts
    for draft in drafts:
        used = next(check for check in draft.checks if isinstance(check, ListingUsed))
        category = sight.shop.navigation.named(used.category or ())
        assert category is not None
        shown = {facet.field: [value for value, _ in facet.values] for facet in sight.facets(category)}
        assert used.filters[0].values[0] in shown[used.filters[0].field]


def test_policy_pages_state_what_is_asked_for(sight: ShopSight) -> None:
    for skill in ("shipping", "returns"):
        drafts = list(SKILLS[skill](sight, random.Random("facts")))
        assert len(drafts) >= 2
        for draft in drafts:
            read = next(check for check in draft.checks if isinstance(check, PageRead))
            asked = next(check for check in draft.checks if isinstance(check, AnswerText))
            text = next(page.text for page in sight.pages if page.handle in read.handles)
            assert asked.accepted[0] in text


def test_journeys_show_all_fourteen_behaviours(sight: ShopSight) -> None:
    made = [draft for _, draft in zip(range(60), journeys(sight, random.Random("all")), strict=False)]
    shown = {behaviour for draft in made for behaviour in draft.behaviours}
    assert shown >= set(BEHAVIOURS)


def test_plans_are_many_and_each_comes_once(sight: ShopSight) -> None:
    found = [name for name, _ in chains(sight, random.Random("plans"))]
    assert len(found) == len(set(found)) >= 25
    assert len(set(found)) + len(PURCHASES) >= 35
    assert len({name.partition("_")[0] for name in found}) >= 4
    assert len({name.partition("_")[2] for name in found}) >= 5


def test_about_a_third_of_the_journeys_make_a_detour(sight: ShopSight) -> None:
    made = [draft for _, draft in zip(range(30), journeys(sight, random.Random("detours")), strict=False)]
    looked = {"shipping look-up and cart", "returns look-up and cart", "contact or about", "size guide"}
    assert sum(bool(looked & set(draft.behaviours)) for draft in made) == 10


def test_later_steps_need_what_earlier_ones_found(sight: ShopSight) -> None:
    by_slug = {one.slug: one for one in sight.offers}
    checked = 0
    for name, legs in chains(sight, random.Random("dependent")):
        _, _, follower = name.partition("_")
        if follower not in ("dearest", "up", "brand"):
            continue
        taken, [right] = by_slug[legs[0].cart[0][0].slug], legs[1].cart
        wrong = [by_slug[miss[0].slug] for miss in legs[1].near_misses]
        for offer in (by_slug[one.slug] for one in right):
            assert taken.price is not None
            assert offer.price is not None
            match follower:
                case "dearest":
                    assert offer.price <= taken.price
                    assert all(one.price is not None and one.price != offer.price for one in wrong)
                case "up":
                    assert offer.price > taken.price
                case "brand":
                    assert offer.brand == taken.brand
                    assert all(one.brand != taken.brand for one in wrong)
        assert legs[1].facts >= 1
        checked += 1
    assert checked >= 6


def test_levels_of_journeys_follow_from_the_facts_that_they_need(suite: Suite) -> None:
    levels = Counter(task.difficulty for task in suite.tasks if task.category == "journey")
    assert len(levels) >= 2
    assert all(task.difficulty == "easy" for task in suite.tasks if task.set == "easy_short_horizon")


def test_tasks_by_hand_replace_those_of_their_id_and_are_added(suite: Suite, clothing: Mall) -> None:
    mine = suite.tasks[0].model_copy(update={"intent": "Mine."})
    more = suite.tasks[1].model_copy(update={"id": "one-more"})
    made, _ = make_shop_suite(clothing, overrides={mine.id: mine, more.id: more})
    assert made.tasks[0].intent == "Mine."
    assert made.tasks[-1].id == "one-more"
    assert len(made.tasks) == len(suite.tasks) + 1


def test_what_a_shop_has_no_material_for_is_told(clothing: Mall) -> None:
    made, report = make_shop_suite(clothing, counts={"browse": 1000, "filter": 0})
    assert report.short == {f"{clothing.name} browse": 1000 - len(made.tasks)}


def test_an_unknown_skill_is_refused(clothing: Mall) -> None:
    with pytest.raises(TaskError, match="no such skill: juggling"):
        make_shop_suite(clothing, counts={"juggling": 1})


def test_shops_of_a_mall_of_many_have_tasks_too(mall: Mall) -> None:
    made, _ = make_shop_suite(mall, counts={"browse": 1, "filter": 1, "shipping": 1, "journey": 2})
    shops = Counter(task.id.partition("-")[0] for task in made.tasks)
    assert len(shops) == 4
    assert validate_suite(made, mall) == ()
