"""Products by name: what singles them out."""

from __future__ import annotations

import random
from itertools import islice

from shopworld.catalog.model import Attribute
from shopworld.guru.comparison.market import Market
from shopworld.guru.comparison.named import named_products, single_out
from tests.guru.conftest import MakeMarket, offer_of, ssd


def test_the_words_of_a_name_are_enough_where_no_other_offer_has_them(make_market: MakeMarket) -> None:
    swift, brief = ssd("swift"), ssd("brief")
    market = make_market([swift, brief], [offer_of(swift), offer_of(swift, "two"), offer_of(brief)])
    found = single_out(market, swift)
    assert found is not None
    assert [one.attribute for one in found] == ["kind", "title"]
    assert [offer.product_id for offer in market.possible(found)] == ["swift", "swift"]


def test_facts_tell_apart_what_names_do_not(make_market: MakeMarket) -> None:
    red, blue = ssd("red", colour="red"), ssd("blue", colour="blue")
    offers = [offer_of(one, title="Acme Swift 1 TB") for one in (red, blue)]
    products = [one.model_copy(update={"title": "Acme Swift 1 TB"}) for one in (red, blue)]
    found = single_out(make_market(products, offers), products[0])
    assert found is not None
    assert [(one.attribute, one.value) for one in found[2:]] == [("colour", "red")]


def test_a_product_that_a_page_may_mean_too_is_not_asked_for(make_market: MakeMarket) -> None:
    red, blue = ssd("red", colour="red"), ssd("blue", colour="blue")
    products = [one.model_copy(update={"title": "Acme Swift 1 TB"}) for one in (red, blue)]
    silent = offer_of(products[1], attributes=(Attribute(name="capacity", value=1000.0, unit="GB"),))
    assert single_out(make_market(products, [offer_of(products[0]), silent]), products[0]) is None


def test_titles_that_share_too_little_are_no_name(make_market: MakeMarket) -> None:
    swift = ssd("swift")
    offers = [offer_of(swift, title="Acme Swift"), offer_of(swift, "two", title="Fast drive of Acme")]
    assert single_out(make_market([swift], offers), swift) is None


def test_named_products_have_just_their_own_offers_as_answers(market: Market) -> None:
    found = list(islice(named_products(market, random.Random(1), shops=range(1, 5)), 20))
    assert len(found) == 20
    for product, requirement in found:
        assert requirement.settlement.answers == market.offers_by_product[product.id]
        assert not {offer.product_id for offer in requirement.near_misses} & {product.id}


def test_kinds_and_numbers_of_shops_take_turns(market: Market) -> None:
    found = [product for product, _ in islice(named_products(market, random.Random(1), shops=range(1, 5)), 12)]
    shops = [len({offer.shop_id for offer in market.offers_by_product[product.id]}) for product in found]
    assert {1, 2, 3} <= set(shops)
    assert len({product.kind for product in found}) > 6


def test_only_products_of_the_wanted_number_of_shops_come(market: Market) -> None:
    for product, _ in islice(named_products(market, random.Random(1), shops=range(2, 4)), 10):
        assert len({offer.shop_id for offer in market.offers_by_product[product.id]}) in (2, 3)
