"""The marketplace as a mall: what its pages say of an offer, and what delivery costs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from corner_shop import Shopper

from shopworld.catalog.model import Offer
from shopworld.mall import Mall, make_marketplace, marketplace_shop
from shopworld.shop.events import SearchPerformed

KINDS = ("mug", "yoga_mat")


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mall]:
    """A marketplace with mugs and yoga mats."""
    folder = tmp_path_factory.mktemp("markets") / "few"
    make_marketplace(folder, 3, 20, name="few", kinds=KINDS)
    mall = Mall.open(folder)
    yield mall
    mall.close()


@pytest.fixture
def shopper(market: Mall) -> Shopper:
    """Somebody in the marketplace."""
    return Shopper(market.storefronts[marketplace_shop().identity.id])


def text_of(shopper: Shopper, path: str) -> str:
    """What a page says."""
    body = shopper.page(path).body
    assert body is not None
    return body.text(separator=" ", strip=True)


def offer_with(market: Mall, *, free: bool) -> Offer:
    """An offer in stock with or without free shipping."""
    wanted = "Free shipping" if free else "Shipping is added"
    for one in market.catalog.iterate_offers():
        shipping = one.attribute("shipping")
        if one.in_stock and shipping is not None and shipping.value == wanted:
            return one
    raise AssertionError(wanted)


def test_the_same_seed_makes_the_same_marketplace(market: Mall, tmp_path: Path) -> None:
    again = make_marketplace(tmp_path / "few", 3, 20, name="few", kinds=KINDS)
    assert again.content_hash == market.content_hash
    assert make_marketplace(tmp_path / "few", 4, 20, name="few", kinds=KINDS).content_hash != market.content_hash


def test_a_product_page_shows_what_the_seller_promises(shopper: Shopper, market: Mall) -> None:
    for free in (True, False):
        offer = offer_with(market, free=free)
        text = text_of(shopper, f"/product/{offer.slug}/")
        for row in offer.specifications:
            assert row.text in text
        promised = next(row.text for row in offer.specifications if row.label == "Returns")
        assert text.count(promised) >= 2


def test_listings_can_be_filtered_and_sorted_as_deepshop_asks(shopper: Shopper, market: Mall) -> None:
    shopper.get("/product-category/home/mugs/?attribute.shipping=Free+shipping&rating=4&orderby=popularity")
    seen = next(
        event.payload for event in reversed(shopper.episode.events) if isinstance(event.payload, SearchPerformed)
    )
    assert seen.sort == "best_selling"
    offers = market.catalog.offers(seen.results)
    assert offers
    assert [one.units_sold for one in offers] == sorted((one.units_sold for one in offers), reverse=True)
    for one in offers:
        assert one.rating is not None
        assert one.rating >= 4
        assert one.attribute("shipping") is not None


def test_delivery_costs_what_the_offers_say(shopper: Shopper, market: Mall) -> None:
    free, paid = offer_with(market, free=True), offer_with(market, free=False)
    shopper.post("/cart/add", {"offer": str(free.number), "quantity": "1"})
    assert re.search(r"(Delivery|Shipping)\W+Free", text_of(shopper, "/cart/"))
    fee = paid.attribute("shipping_fee")
    assert fee is not None
    assert isinstance(fee.value, float)
    shopper.post("/cart/add", {"offer": str(paid.number), "quantity": "2"})
    assert f"${fee.value:.2f}" in text_of(shopper, "/cart/")
    assert f"${fee.value:.2f}" in text_of(shopper, "/checkout/")
