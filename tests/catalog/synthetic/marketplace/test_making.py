"""What a marketplace sells."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from shopworld.catalog.model import Offer, OfferCondition
from shopworld.catalog.synthetic.marketplace import make_marketplace_offers
from shopworld.catalog.synthetic.marketplace.promises import TODAY
from shopworld.episode import WORLD_START

KINDS = ("novel", "headphones", "mug", "jacket", "yoga_mat")


@pytest.fixture(scope="module")
def offers() -> list[Offer]:
    """Forty offers of each of five kinds."""
    return [offer for _, offer, _ in make_marketplace_offers(3, "bazaar", "Bazaar", per_kind=40, kinds=KINDS)]


def row(offer: Offer, label: str) -> str:
    """A row of the table on its page."""
    return next(one.text for one in offer.specifications if one.label == label)


def test_today_is_when_episodes_begin() -> None:
    assert WORLD_START.date() == TODAY


def test_the_same_seed_makes_the_same_offers(offers: list[Offer]) -> None:
    again = list(make_marketplace_offers(3, "bazaar", "Bazaar", per_kind=40, kinds=KINDS))
    assert [offer for _, offer, _ in again] == offers
    assert Counter(one.kind for one in offers) == dict.fromkeys(KINDS, 40)
    assert len({one.slug for one in offers}) == len({one.number for one in offers}) == 200
    assert all(
        review.product_id == product.id == offer.product_id for product, offer, reviews in again for review in reviews
    )


def test_an_offer_states_what_deepshops_filters_ask_for(offers: list[Offer]) -> None:
    for one in offers:
        assert one.price is not None
        assert not one.variants
        assert (one.rating is None) == (one.review_count == 0)
        assert (one.attribute("seller") or one).model_dump()["value"] == row(one, "Sold by")
        assert row(one, "Shipping") == "Free shipping" or re.fullmatch(
            r"\$\d\.\d\d shipping is added", row(one, "Shipping")
        )
        assert one.listed_on <= TODAY
        assert f"{one.listed_on.year}" in row(one, "First available")
        assert row(one, "Condition").casefold() == one.condition.value
    assert {one.condition for one in offers if one.kind == "jacket"} == {OfferCondition.NEW}
    assert 0 < sum(not one.in_stock for one in offers) < 50


def test_facets_say_the_same_as_the_record(offers: list[Offer]) -> None:
    for one in offers:
        counts = one.attribute("review_count")
        steps = counts.value if counts is not None and isinstance(counts.value, tuple) else ()
        assert steps == tuple(f"{step} or more" for step in (100, 300, 500, 1000) if one.review_count >= step)
        new = one.attribute("new_arrivals")
        assert (new is not None) == ((TODAY - one.listed_on).days <= 90)


def test_ranks_follow_what_was_sold(offers: list[Offer]) -> None:
    mugs = [one for one in offers if one.kind == "mug"]
    ranks = {one.id: int(re.findall(r"#(\d+) in Mugs", row(one, "Best seller rank"))[0]) for one in mugs}
    for first in mugs:
        assert ranks[first.id] == 1 + sum(other.units_sold > first.units_sold for other in mugs)
