"""Legs that look something up before anything is bought."""

from __future__ import annotations

import random
from collections.abc import Iterator

from shopworld.guru.journeys.leg import Leg
from shopworld.guru.skills.information import Fact, pages_about, return_facts, shipping_facts
from shopworld.guru.skills.sight import ShopSight
from shopworld.tasks import AnswerText, PageRead

_COMPANY = ("about-us", "about", "contact", "store-locator")
_SIZES = ("size-guide", "size-chart", "sizing")


def shipping(sight: ShopSight, generator: random.Random) -> Iterator[Leg]:
    """What delivery costs, asked before buying."""
    yield from _asked(sight, generator, "shipping", list(shipping_facts(sight)), "shipping look-up and cart")


def returns(sight: ShopSight, generator: random.Random) -> Iterator[Leg]:
    """What sending back means, asked before buying."""
    yield from _asked(sight, generator, "returns", list(return_facts(sight)), "returns look-up and cart")


def company(sight: ShopSight, generator: random.Random) -> Iterator[Leg]:
    """Who the shop is, how to reach it, where its stores are."""
    yield from _pages(sight, generator, _COMPANY, "contact or about", "Read the page “{title}” before you buy.")


def sizes(sight: ShopSight, generator: random.Random) -> Iterator[Leg]:
    """The size guide."""
    text = "Open the shop's page “{title}” before you put anything into the cart."
    yield from _pages(sight, generator, _SIZES, "size guide", text)


def _asked(
    sight: ShopSight, generator: random.Random, subject: str, facts: list[Fact], behaviour: str
) -> Iterator[Leg]:
    generator.shuffle(facts)
    for fact in facts:
        stating = [one for one in pages_about(sight, subject) if all(text in one.text for text in fact.stated)]
        if stating:
            yield Leg(
                (behaviour,),
                f"Before you put anything into the cart, read the shop's page about {subject}: I have a question.",
                ways=(
                    PageRead(shop=sight.id, handles=tuple(one.handle for one in stating), before_cart=True),
                    AnswerText(accepted=fact.accepted),
                ),
                question=fact.question,
            )


def _pages(
    sight: ShopSight, generator: random.Random, handles: tuple[str, ...], behaviour: str, text: str
) -> Iterator[Leg]:
    found = [one for one in sight.pages if one.handle in handles]
    generator.shuffle(found)
    for one in found:
        yield Leg(
            (behaviour,),
            text.format(title=one.title),
            ways=(PageRead(shop=sight.id, handles=(one.handle,), before_cart=True),),
        )
