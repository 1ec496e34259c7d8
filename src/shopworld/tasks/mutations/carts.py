"""End states for carts: what is in them, how many pieces, which variant."""

from __future__ import annotations

from collections.abc import Iterator

from shopworld.episode import Ending
from shopworld.shop.events import CartChanged
from shopworld.tasks.checks import Cart, CartVariant, OfferAddress
from shopworld.tasks.mutations.ground import Ground, carted, order_line, viewed
from shopworld.tasks.mutations.orders import plain_order
from shopworld.tasks.mutations.state import Act, Acts, State, before_answer, changed, right, saying, without, wrong


def cart_states(ground: Ground, check: Cart) -> Iterator[State]:
    """Carts with a line too many, too few, swapped, of another number of pieces; and other ways to the same carts."""
    acts = ground.acts
    offers = [group[0] for group in check.groups]
    yield wrong("empty carts", without(acts, _fills_cart))
    for offer in offers:
        rest = _without_offer(acts, offer)
        yield wrong(f"{offer.slug} missing", rest)
        yield wrong(
            f"a near duplicate for {offer.slug}", before_answer(rest, carted(ground.like(offer), check.quantity))
        )
        yield wrong(f"{offer.slug} taken out again", before_answer(acts, _emptied(ground, offer)))
        for pieces in (check.quantity + 1, check.quantity + 9, check.quantity - 1):
            if pieces > 0:
                yield wrong(f"{pieces} of {offer.slug}", _with_quantity(acts, offer, pieces))
        for there in list(ground.elsewhere(offer))[:2]:
            yield wrong(f"{offer.slug} at {there.shop}", before_answer(rest, carted(there, check.quantity)))
        line = order_line(offer, check.quantity, ground.variant(offer))
        yield wrong(f"{offer.slug} ordered", before_answer(acts, (offer.shop, plain_order(line))))
    for near in ground.near[:6]:
        yield wrong(f"{near.slug} besides", before_answer(acts, carted(near)))
    yield wrong("all near duplicates besides", before_answer(acts, *map(carted, ground.near)))
    yield wrong("looked at alone", before_answer(without(acts, _fills_cart), *map(viewed, offers)))
    for group in check.groups:
        for other in group[1:]:
            both = before_answer(acts, carted(other, check.quantity))
            yield wrong(f"{group[0].slug} and {other.slug}", both)
            if ground.variant(group[0]) is None:
                instead = before_answer(_without_offer(acts, group[0]), carted(other, check.quantity))
                yield right(f"{other.slug} instead", instead)
    yield right("another order", before_answer(without(acts, _fills_cart), *reversed(list(filter(_fills_cart, acts)))))
    first = offers[0]
    again = carted(first, check.quantity, ground.variant(first))
    yield right("taken out and put back", before_answer(acts, _emptied(ground, first), again))
    yield right(
        "too many at first", before_answer(acts, carted(first, check.quantity + 3, ground.variant(first)), again)
    )
    if check.quantity > 1 and ground.variant(first) is None:
        lines = (carted(first, check.quantity - 1, "a"), carted(first, 1, "b"))
        yield right("split over two variants", before_answer(_without_offer(acts, first), *lines))
    if ground.near:
        spare = ground.near[0]
        yield right("something else put in and taken out", before_answer(acts, carted(spare, 2), carted(spare, 0)))
    yield right("all pages visited", before_answer(acts, *map(viewed, offers), *map(viewed, ground.near)))
    yield right("looking around last", before_answer(acts, *ground.wandering))
    yield right("in a message", saying(acts, ground.text), Ending.MESSAGE)


def cart_variant_states(ground: Ground, check: CartVariant) -> Iterator[State]:
    """Other variants of the offer, alone or besides the right one; and each variant that will do."""
    acts, offer = ground.acts, check.offer
    pieces = max(
        (one.quantity for _, one in acts if isinstance(one, CartChanged) and one.slug == offer.slug), default=1
    )
    rest = _without_offer(acts, offer)
    yield wrong("not in a cart", rest)
    yield wrong("without a choice", before_answer(rest, carted(offer, pieces)))
    yield wrong("the offer missing, its page seen", before_answer(rest, viewed(offer)))
    yield wrong(
        "a near duplicate in that variant", before_answer(rest, carted(ground.like(offer), 1, check.variants[0]))
    )
    yield wrong(
        "in another shop", before_answer(rest, *[carted(one, 1, check.variants[0]) for one in ground.elsewhere(offer)])
    )
    for other in _other_variants(ground, check):
        yield wrong(f"as {other}", before_answer(rest, carted(offer, pieces, other)))
        yield wrong(f"as {other} besides", before_answer(acts, carted(offer, 1, other)))
        swapped = before_answer(acts, _emptied(ground, offer), carted(offer, pieces, other))
        yield wrong(f"changed to {other} in the end", swapped)
    for variant in check.variants:
        yield right(f"as {variant}", before_answer(rest, carted(offer, pieces, variant)))
    if len(check.variants) > 1 and pieces > 1:
        lines = (carted(offer, pieces - 1, check.variants[0]), carted(offer, 1, check.variants[1]))
        yield right("two variants that will do", before_answer(rest, *lines))
    other = _other_variants(ground, check)[0]
    yield right(f"{other} put in and taken out", before_answer(acts, carted(offer, 1, other), carted(offer, 0, other)))
    yield right("looking around last", before_answer(acts, *ground.wandering))


def _other_variants(ground: Ground, check: CartVariant) -> list[str]:
    offer = ground.catalog.offer_by_slug(check.offer.shop, check.offer.slug)
    there = [one.id for one in offer.variants] if offer is not None else []
    made_up = [f"{check.variants[0]}-2", check.variants[0][:-1] or "x", f"{check.variants[0]}{check.variants[0]}"]
    return [one for one in (*there, *made_up) if one not in check.variants][:5]


def _fills_cart(act: Act) -> bool:
    return isinstance(act[1], CartChanged)


def _is_of(act: Act, offer: OfferAddress) -> bool:
    return isinstance(act[1], CartChanged) and (act[0], act[1].slug) == (offer.shop, offer.slug)


def _without_offer(acts: Acts, offer: OfferAddress) -> Acts:
    return without(acts, lambda act: _is_of(act, offer))


def _with_quantity(acts: Acts, offer: OfferAddress, pieces: int) -> Acts:
    def change(act: Act) -> Act:
        return (act[0], act[1].model_copy(update={"quantity": pieces})) if _is_of(act, offer) else act

    return changed(acts, change)


def _emptied(ground: Ground, offer: OfferAddress) -> Act:
    return carted(offer, 0, ground.variant(offer))
