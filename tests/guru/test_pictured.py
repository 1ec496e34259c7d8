"""Tasks whose answer stands in the pictures alone: one product fits, its picture shows it, no text says it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

import pytest
from lxml import etree

from shopworld.arena.bundle import read_bundle
from shopworld.arena.generate.pipeline import generate_shop
from shopworld.arena.specifications import shipped_specifications
from shopworld.catalog import PICTURED, Attribute, Category, Image, Offer
from shopworld.guru.shop_suite import make_shop_suite
from shopworld.guru.skills import ShopSight
from shopworld.guru.skills.pictured import pictured, thing_beside
from shopworld.mall import Mall, open_single_shop
from shopworld.pictures import draw_offer, props
from shopworld.shop import seen_views
from shopworld.tasks import Cart
from shopworld.tasks.proofs import prove_suite

Change = Callable[[Offer, str], Offer]

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
        thing = thing_beside(sight, offer)
        assert thing in draft.intent
        assert outlines_beside(draw_offer(offer, view="scene")) == [outline for _, outline in props()[thing]]
        for miss in draft.near_misses:
            other = outlines_beside(draw_offer(by_address[miss[0]], view="scene"))
            assert other != [outline for _, outline in props()[thing]]
        told = " ".join((offer.title, offer.description_html or "", *(row.text for row in offer.specifications)))
        assert thing not in told.casefold()


def test_what_a_shop_does_not_show_in_a_scene_has_nothing_beside_it(photographed: Mall) -> None:
    sight = ShopSight(photographed, photographed.shops[0].identity.id)
    offer = next(one for one in sight.goods if thing_beside(sight, one))
    assert not thing_beside(sight, offer.model_copy(update={"images": offer.images[:0]}))
    assert not thing_beside(sight, offer.model_copy(update={"attributes": ()}))


@pytest.mark.parametrize("extras", ["on", "off"])
@pytest.mark.parametrize("views", [("front", "scene"), ("scene", "front"), ("front",)])
def test_a_view_is_seen_where_a_page_or_a_list_shows_it(
    photographed: Mall, extras: str, views: tuple[str, ...]
) -> None:
    sight = ShopSight(photographed, photographed.shops[0].identity.id)
    images = tuple(Image(source=f"drawn:{view}", alt="") for view in views)
    offer = sight.goods[0].model_copy(update={"images": images})
    plain = sight.shop.specification
    features = plain.capabilities.model_copy(update={"other": {**plain.capabilities.other, "extras": extras}})
    seen = seen_views(plain.model_copy(update={"capabilities": features}), offer)
    assert ("scene" in seen) == (views[0] == "scene" or (extras == "on" and "scene" in views))


def beside(thing: str) -> Attribute:
    return Attribute(name=f"{PICTURED}beside", value=thing)


class _Rearranged(ShopSight):
    """A shop in whose collections one offer is replaced."""

    replaced: Mapping[str, Offer]

    def listed(self, category: Category) -> list[Offer]:
        return [self.replaced.get(one.id, one) for one in super().listed(category)]


def asked_of(sight: ShopSight, collection: str) -> set[str]:
    """What lies beside the products that are asked for in a collection, whichever is drawn."""
    drafts = [one for seed in range(12) for one in pictured(sight, random.Random(seed))]
    return {
        thing for thing in props() for one in drafts if f"“{collection}”" in one.intent and f" {thing} " in one.intent
    }


@pytest.mark.parametrize(
    "other",
    [
        lambda one, thing: one.model_copy(update={"attributes": (beside(thing),), "stock": 0, "variants": ()}),
        lambda one, thing: one.model_copy(update={"title": f"The {thing}"}),
    ],
    ids=["a twin that is sold out", "a product that looks like the thing"],
)
def test_a_thing_that_another_listed_product_shows_is_not_asked(photographed: Mall, other: Change) -> None:
    sight = _Rearranged(photographed, photographed.shops[0].identity.id)
    sight.replaced = {}
    collection, thing = next(
        (one, thing) for one in sight.collections for thing in sorted(asked_of(sight, one.name)) if thing in props()
    )
    neighbour = next(one for one in sight.listed(collection) if thing_beside(sight, one) != thing)
    sight.replaced = {neighbour.id: other(neighbour, thing)}
    assert thing not in asked_of(sight, collection.name)
