"""Finding products by what their pictures alone show: the thing that lies beside them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from shopworld.catalog import PICTURED, Offer
from shopworld.guru.skills.discovery import CART_ONLY, CART_STOP
from shopworld.guru.skills.draft import SkillDraft
from shopworld.guru.skills.sight import ShopSight
from shopworld.pictures import SCENE
from shopworld.shop import is_gift_card, listed_views
from shopworld.tasks import Cart

_BESIDE = f"{PICTURED}beside"
_FEWEST = 2
_NEAR_MISSES = 4
_ASKED = (
    "Among the products of “{where}” there is one that is photographed with {thing} beside it. Put one piece of it "
    "into your cart, in any variant.",
    "I saw something in “{where}” and remember only its picture: {thing} lay beside it. Find it and add one piece to "
    "the cart; any variant will do.",
)


def pictured(sight: ShopSight, generator: random.Random) -> Iterator[SkillDraft]:
    """Tasks that name a collection and what lies beside one of its products in the picture; a product is asked once."""
    collections = sorted(sight.collections, key=lambda one: (one.count, one.path))
    generator.shuffle(collections)
    asked: set[str] = set()
    for collection in collections:
        held = [one for one in sight.held(collection) if not is_gift_card(one)]
        things = {one.id: thing for one in held if (thing := thing_beside(one))}
        if len(things) != len(held) or len(held) < _FEWEST:
            continue  # of what is not shown in a scene nobody knows what would lie beside it
        alone = [one for one in held if list(things.values()).count(things[one.id]) == 1 and one.id not in asked]
        if not alone:
            continue
        offer = generator.choice(alone)
        asked.add(offer.id)
        pattern = generator.randrange(len(_ASKED))
        others = [one for one in held if one.id != offer.id][:_NEAR_MISSES]
        yield SkillDraft(
            _ASKED[pattern].format(where=collection.name, thing=_with_article(things[offer.id])) + CART_STOP,
            (Cart(groups=((sight.address(offer),),)), *CART_ONLY),
            tuple((sight.address(one),) for one in others),
            f"picture_{pattern + 1}",
        )


def thing_beside(offer: Offer) -> str:
    """What lies beside an offer in a picture that its shop shows; empty where no data say so, or it is not shown."""
    told = offer.attribute(_BESIDE)
    return str(told.value) if told is not None and SCENE in listed_views(offer) else ""


def _with_article(thing: str) -> str:
    return thing if thing.endswith("s") and " of " not in thing else f"a {thing}"
