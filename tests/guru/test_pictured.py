"""Tasks whose answer stands in the pictures alone: one product fits, its picture shows it, no text says it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from lxml import etree

from shopworld.arena.bundle import read_bundle
from shopworld.arena.generate.pipeline import generate_shop
from shopworld.arena.specifications import shipped_specifications
from shopworld.guru.shop_suite import make_shop_suite
from shopworld.guru.skills import ShopSight
from shopworld.guru.skills.pictured import pictured, thing_beside
from shopworld.mall import Mall, open_single_shop
from shopworld.pictures import draw_offer, props
from shopworld.tasks import Cart
from shopworld.tasks.proofs import prove_suite

SEED = 3
"""Of a shop that shows its products in scenes."""


@pytest.fixture(scope="module")
def photographed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mall]:
    """A small shop that shows its products in scenes."""
    folder = tmp_path_factory.mktemp("photographed") / "shop"
    generate_shop(read_bundle(shipped_specifications()["cookware"]), folder, seed=SEED, products=40)
    mall = open_single_shop(folder)
    yield mall
    mall.close()


def outlines_beside(picture: str) -> list[str]:
    found = etree.fromstring(picture.encode()).xpath("//*[@id='beside']/*/@d")
    assert isinstance(found, list)
    return [str(one) for one in found]


def test_each_is_proven_and_its_picture_alone_shows_the_thing(photographed: Mall) -> None:
    suite, _ = make_shop_suite(photographed, counts={"picture": 3})
    assert [task.category for task in suite.tasks] == ["picture"] * 3
    for task, proofs in prove_suite(suite.tasks, photographed):
        assert all(one.holds for one in proofs), (task.id, proofs)
    sight = ShopSight(photographed, photographed.shops[0].identity.id)
    by_address = {sight.address(one): one for one in sight.offers}
    for draft in pictured(sight, random.Random("any")):
        (cart,) = (one for one in draft.checks if isinstance(one, Cart))
        offer = by_address[cart.groups[0][0]]
        thing = thing_beside(offer)
        assert thing in draft.intent
        assert outlines_beside(draw_offer(offer, view="scene")) == [outline for _, outline in props()[thing]]
        for miss in draft.near_misses:
            other = outlines_beside(draw_offer(by_address[miss[0]], view="scene"))
            assert other != [outline for _, outline in props()[thing]]
        told = " ".join((offer.title, offer.description_html or "", *(row.text for row in offer.specifications)))
        assert thing not in told.casefold()


def test_what_a_shop_does_not_show_in_a_scene_has_nothing_beside_it(photographed: Mall) -> None:
    sight = ShopSight(photographed, photographed.shops[0].identity.id)
    offer = next(one for one in sight.goods if thing_beside(one))
    assert not thing_beside(offer.model_copy(update={"images": offer.images[:0]}))
    assert not thing_beside(offer.model_copy(update={"attributes": ()}))
