"""Finding products by what their pictures alone show: the thing that lies beside them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from shopworld.catalog import PICTURED, Offer
from shopworld.guru.skills.discovery import CART_ONLY, CART_STOP
from shopworld.guru.skills.draft import SkillDraft
from shopworld.guru.skills.sight import ShopSight
from shopworld.pictures import SCENE, looks_like
from shopworld.shop import is_gift_card, seen_views
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
        listed = [one for one in sight.listed(collection) if not is_gift_card(one)]
        things = {one.id: thing for one in listed if (thing := thing_beside(sight, one))}
        if len(things) != len(listed) or len(listed) < _FEWEST:
            continue  # of what is not shown in a scene nobody knows what would lie beside it
        held = [one for one in listed if one.in_stock]
        alone = [one for one in held if one.id not in asked and _is_alone(one, listed, things)]
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


def thing_beside(sight: ShopSight, offer: Offer) -> str:
    """What lies beside an offer in a picture that its shop shows; empty where no data say so, or it is not shown."""
    told = offer.attribute(_BESIDE)
    return str(told.value) if told is not None and SCENE in seen_views(sight.shop.specification, offer) else ""


def _is_alone(offer: Offer, listed: Sequence[Offer], things: Mapping[str, str]) -> bool:
    """Whether no other offer of a list, sold out or not, shows the same thing or can be taken for it."""
    thing = things[offer.id]
    return list(things.values()).count(thing) == 1 and not any(
        looks_like(thing, f"{one.kind} {one.title}") for one in listed
    )


def _with_article(thing: str) -> str:
    return thing if thing.endswith("s") and " of " not in thing else f"a {thing}"
