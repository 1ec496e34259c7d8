"""What makes a task hard is counted in the mall."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog.model import Attribute
from shopworld.catalog.query import OfferQuery
from shopworld.guru.comparison.difficulty import Gauge, level_of, points
from shopworld.guru.comparison.draft import ComparisonDraft, OfferRequirement, RequiredAction
from shopworld.guru.comparison.families import FAMILIES
from shopworld.guru.comparison.market import Market
from shopworld.guru.comparison.named import kind_is
from shopworld.mall import Mall
from shopworld.tasks import Constraint, DifficultyFactors


def factors(shops: int = 1, near: int = 0, page_only: bool = False, deep: int = 1) -> DifficultyFactors:
    return DifficultyFactors(shops=shops, near_duplicates=near, page_only=page_only, pages_deep=deep)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (factors(), (0, "easy")),
        (factors(2), (1, "easy")),
        (factors(3), (2, "medium")),
        (factors(2, 3, page_only=True), (3, "medium")),
        (factors(3, 8), (4, "hard")),
        (factors(1, 7, deep=2), (2, "medium")),
        (factors(9, 99, page_only=True, deep=9), (7, "hard")),
    ],
)
def test_levels_go_by_points(found: DifficultyFactors, expected: tuple[int, str]) -> None:
    assert (points(found), level_of(found)) == expected


@given(st.integers(1, 5), st.integers(0, 12), st.booleans(), st.integers(1, 5))
def test_more_of_anything_is_never_easier(shops: int, near: int, page_only: bool, deep: int) -> None:
    before = points(factors(shops, near, page_only, deep))
    for harder in ((shops + 1, near, page_only, deep), (shops, near + 1, page_only, deep), (shops, near, True, deep)):
        assert points(factors(*harder)) >= before
    assert points(factors(shops, near, page_only, deep + 1)) >= before


@pytest.fixture(scope="module")
def gauge(mall: Mall, market: Market) -> Gauge:
    """Measures drafts in the small mall."""
    return Gauge(mall, market)


def drafts(market: Market, category: str, most: int = 8) -> list[ComparisonDraft]:
    """The first drafts of a family."""
    return list(islice(FAMILIES[category][2](market, random.Random(2), lambda one: f"http://x/{one.slug}"), most))


def test_a_given_offer_is_easy_however_it_is_listed(gauge: Gauge, market: Market) -> None:
    for draft in drafts(market, "checkout"):
        assert gauge.factors(draft) == factors()


def test_shops_are_counted_where_anything_fits(gauge: Gauge, market: Market) -> None:
    for draft in drafts(market, "find_cheapest_offer"):
        fitting = {offer.shop_id for requirement in draft.requirements for offer in requirement.settlement.fitting}
        assert gauge.factors(draft).shops == len(fitting)


def test_depth_is_the_page_that_a_visitor_turns_to(gauge: Gauge, market: Market, mall: Mall) -> None:
    deepest = 0
    for draft in drafts(market, "find_specific_product", 20):
        pages = []
        for offer in draft.requirements[0].settlement.answers:
            rules = mall.storefronts[offer.shop_id].shop.listing_rules
            query = OfferQuery(shop_id=offer.shop_id, category=offer.categories[0], sort=rules.sorts[0], limit=500)
            ids = [one.id for one in mall.catalog.search(query).offers]
            pages.append(ids.index(offer.id) // rules.page_size + 1)
        assert gauge.factors(draft).pages_deep == max(pages)
        deepest = max(deepest, *pages)
    assert deepest >= 1


def test_near_duplicates_are_no_answers_and_share_words(gauge: Gauge, market: Market) -> None:
    (product,) = [one for one in market.products_by_kind["ssd"] if one.id in market.offers_by_product][:1]
    offers = market.offers_by_product[product.id]
    settlement = market.settle((kind_is("ssd"),))
    every = tuple(market.offers("ssd"))
    everything = market.settle((kind_is("ssd"), Constraint(attribute="price", relation="at_least", value=0.0)))
    assert offers
    for found in (settlement, everything):
        if found is not None:
            requirement = OfferRequirement((kind_is("ssd"),), "all", found, ())
            near = gauge.factors(ComparisonDraft("t", "t", (requirement,), RequiredAction.NAME, ())).near_duplicates
            assert near <= len(every) - len(found.answers)


def test_a_requirement_that_no_listing_shows_is_on_the_page_only(gauge: Gauge, market: Market) -> None:
    seen = set()
    for category in ("products_fulfilling_specific_requirements", "cheapest_offer_specific_requirements"):
        for draft in drafts(market, category, 20):
            (requirement,) = draft.requirements
            silent = any(
                isinstance(one.value, bool) for one in requirement.constraints if one.attribute not in ("kind", "price")
            )
            found = gauge.factors(draft).page_only
            seen.add(found)
            assert found or not silent
    assert seen == {True, False}


def test_titles_may_write_numbers_in_thousands(gauge: Gauge, market: Market) -> None:
    found = next(
        offer
        for kind in ("ssd", "hard_drive", "external_ssd")
        for offer in market.offers(kind)
        if (capacity := offer.attribute("capacity")) is not None
        and isinstance(capacity.value, float)
        and capacity.value >= 1000
        and f"{capacity.value / 1000:g} TB" in offer.title
    )
    capacity = found.attribute("capacity")
    assert isinstance(capacity, Attribute)
    wanted = Constraint(attribute="capacity", relation="equals", value=capacity.value, unit="GB")
    assert gauge._is_listed(found, wanted)
