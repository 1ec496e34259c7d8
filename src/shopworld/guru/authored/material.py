"""What a model is shown of a shop: only what its interface shows, a fair sample of it, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

from shopworld.catalog import Offer
from shopworld.guru.authored.deriving import questions_of
from shopworld.guru.journeys.parts import with_own_title
from shopworld.guru.skills.sight import ShopSight
from shopworld.shop import is_gift_card

PRODUCTS, COLLECTIONS = 40, 20
_MOST_VARIANTS = 4

Thing = TypeVar("Thing")


def material_of(sight: ShopSight, seed: str) -> str:
    """The shop's data as a text of lines.

    Args:
        sight: the shop.
        seed: of the sample.
    """
    generator = random.Random(f"material:{seed}")
    lines = [f"Shop: {sight.identity.name}", "", "Collections (products; filters with their values):"]
    lines += _collections(sight, generator)
    lines += ["", "Products (price; rating; variants in stock):"]
    sample = _sample(with_own_title(sight), PRODUCTS, generator)
    cards = [one for one in sight.offers if is_gift_card(one) and one.in_stock]
    lines += [_product(one, sight) for one in (*sample, *cards)]
    lines += ["", "Pages that the shop links to:", *(f"- {one.title}" for one in sight.pages)]
    lines += ["", "Questions that can be asked:"]
    lines += [f"- {name} ({subject}): {fact.question}" for name, (subject, fact) in questions_of(sight).items()]
    return "\n".join(lines)


def _collections(sight: ShopSight, generator: random.Random) -> Iterator[str]:
    for one in _sample([one for one in sight.collections if one.count > 1], COLLECTIONS, generator):
        filters = "; ".join(
            f"{facet.label}: {', '.join(printed for _, printed in facet.values)}" for facet in sight.facets(one)
        )
        yield f"- {one.name} ({one.count}; {filters or 'no filter'})"


def _product(offer: Offer, sight: ShopSight) -> str:
    there = [" / ".join(option.value for option in one.options) for one in offer.variants if one.stock != 0]
    parts = [sight.price(offer.price or 0)]
    if offer.rating is not None:
        parts.append(f"{offer.rating:.1f} stars")
    if there:
        parts.append(", ".join(there[:_MOST_VARIANTS]))
    return f"- {offer.title} ({'; '.join(parts)})"


def _sample(things: Sequence[Thing], most: int, generator: random.Random) -> list[Thing]:
    """As many as wanted, in their own order."""
    places = sorted(generator.sample(range(len(things)), min(most, len(things))))
    return [things[place] for place in places]
