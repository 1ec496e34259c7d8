"""Finding products: by their exact title, and something like them (ShopGym, section 2.2.2)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from shopworld.catalog import KINDS, Offer
from shopworld.guru.skills.draft import SkillDraft
from shopworld.guru.skills.sight import ShopSight
from shopworld.shop import is_gift_card
from shopworld.tasks import Cart, Check, Group, NoCheckout, NoSideEffects

_SHORTEST, _LONGEST = 4, 120
"""Characters of a title."""
_NEAR_MISSES = 4

_EXACT = (
    "Use the shop's search to find the product named “{title}”. Put one piece of it into your cart; choose any variant "
    "where there are several.",
    "I know what I want: “{title}”. Search for it by this name and add one piece to the cart, in any variant.",
    "Search this shop for “{title}”, open its page and put one into the cart. If it comes in several variants, any of "
    "them will do.",
)
_SUBSTITUTE = (
    "I was looking at “{title}”, but I would rather have something similar. Find another one among {where} "
    "that costs no more than {price}, and put one piece of it into the cart, in any variant. Do not add “{title}” "
    "itself.",
    "“{title}” is not for me. What else is there among {where} for at most {price}? Add one piece of something that "
    "fits to the cart; any variant will do.",
)
CART_ONLY: tuple[Check, ...] = (NoSideEffects(allow_cart=True), NoCheckout())
"""What holds where the cart is the end: nothing is ordered, and the checkout is left alone."""
CART_STOP = " The cart is the end: do not go to the checkout."
"""How such a task ends."""


def exact(sight: ShopSight, generator: random.Random) -> Iterator[SkillDraft]:
    """Tasks that name a product by its title, no two of one kind."""
    for offer in _samples(sight, generator):
        pattern = generator.randrange(len(_EXACT))
        others = [one for one in sight.goods if one.kind == offer.kind and one is not offer]
        others += [one for one in sight.goods if one.kind != offer.kind]
        yield SkillDraft(
            _EXACT[pattern].format(title=offer.title) + CART_STOP,
            (Cart(groups=((sight.address(offer),),)), *CART_ONLY),
            _misses(sight, others),
            f"search_exact_{pattern + 1}",
        )


def substitute(sight: ShopSight, generator: random.Random) -> Iterator[SkillDraft]:
    """Tasks that ask for another thing of the kind, or of the collection, that costs no more.

    Kinds whose titles leave no doubt come first; then products are asked for that share a collection.
    """
    samples = list(_samples(sight, generator))
    for offer in samples:
        if is_settled(sight, offer.kind):
            same = [one for one in sight.goods if one.kind == offer.kind and one is not offer]
            yield from _alternatives(sight, generator, offer, same, f"this shop's {plural(offer.kind)}")
    smallest = sorted(sight.collections, key=lambda one: (one.count, one.path))
    for offer in samples:
        held = next((one for one in smallest if not is_settled(sight, offer.kind) and offer in sight.held(one)), None)
        if held is not None:
            same = [one for one in sight.held(held) if one != offer and not is_gift_card(one)]
            yield from _alternatives(sight, generator, offer, same, f"the products of “{held.name}”")


def _alternatives(
    sight: ShopSight, generator: random.Random, offer: Offer, same: list[Offer], where: str
) -> Iterator[SkillDraft]:
    """The task to find another one among offers that cost no more than some limit; none where there is none."""
    if offer.price is None or not same:
        return
    limit = _limit(offer, same)
    fitting = [one for one in same if _dearest(one) <= limit]
    dearer = [one for one in same if one.price is not None and one.price > limit]
    if not fitting or any(one not in fitting and one not in dearer for one in same):
        return  # some variants are affordable and others are not
    others = [one for one in sight.goods if one not in same and one != offer]
    pattern = generator.randrange(len(_SUBSTITUTE))
    yield SkillDraft(
        _SUBSTITUTE[pattern].format(title=offer.title, where=where, price=sight.price(limit)) + CART_STOP,
        (Cart(groups=(sight.group(fitting),)), *CART_ONLY),
        ((sight.address(offer),), *_misses(sight, [*dearer, *others])),
        f"search_substitute_{pattern + 1}",
    )


def is_settled(sight: ShopSight, kind: str) -> bool:
    """Whether titles leave no doubt about what is of that kind: all that are say so, and no other does."""
    if kind not in KINDS:
        return False
    noun = re.compile(rf"\b{re.escape(KINDS[kind].label.split()[-1])}s?\b", re.IGNORECASE)
    return all((one.kind == kind) == bool(noun.search(one.title)) for one in sight.goods)


def plural(kind: str) -> str:
    """Several of that kind, within a sentence: `frying pans`, `T-shirts`."""
    words = KINDS[kind].plural
    return words if words[1:2].isupper() or words[1:2] == "-" else words[:1].lower() + words[1:]


def _limit(offer: Offer, same: list[Offer]) -> int:
    """The price of the product that was looked at, or a round amount above the cheapest other one."""
    own = offer.price or 0
    cheapest = min((_dearest(one) for one in same), default=0)
    return own if own >= cheapest else -(-cheapest // 500) * 500


def _dearest(offer: Offer) -> int:
    """What the dearest variant costs."""
    return max((one.price for one in offer.variants), default=offer.price or 0)


def _samples(sight: ShopSight, generator: random.Random) -> Iterator[Offer]:
    """Products with a title of their own, one of each kind, in random order."""
    titles = [one.title.casefold() for one in sight.offers]
    order = [
        one
        for one in sight.goods
        if _SHORTEST <= len(one.title) <= _LONGEST and titles.count(one.title.casefold()) == 1
    ]
    generator.shuffle(order)
    seen: set[str] = set()
    for offer in order:
        if offer.kind not in seen:
            seen.add(offer.kind)
            yield offer


def _misses(sight: ShopSight, offers: list[Offer]) -> tuple[Group, ...]:
    return tuple((sight.address(one),) for one in offers[:_NEAR_MISSES])
