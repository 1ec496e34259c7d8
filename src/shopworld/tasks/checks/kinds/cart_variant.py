"""`cart_variant`: which variant of an offer is in the cart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from shopworld.shop.events import CartChanged
from shopworld.tasks.checks.end_states import EndState, before_answer, carted, right, viewed, without_offer, wrong
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.variants import VariantCheck
from shopworld.tasks.evidence import EpisodeEvidence


class CartVariant(VariantCheck):
    """All pieces of an offer in the cart are of one of these variants, and there is at least one."""

    meaning: ClassVar[str] = "All pieces of that offer in the cart are of one of these variants."
    place: ClassVar[str] = "in the cart"

    type: Literal["cart_variant"] = "cart_variant"

    def taken(self, evidence: EpisodeEvidence) -> list[str]:
        """The variants of the cart's lines."""
        return [(line or "").partition("/")[0] for offer, line in evidence.cart_lines if offer == self.offer]

    def states(self, ground: Ground) -> Iterator[EndState]:
        """Other variants of the offer, alone or besides the right one; and each variant that will do."""
        acts, offer = ground.acts, self.offer
        pieces = max(
            (one.quantity for _, one in acts if isinstance(one, CartChanged) and one.slug == offer.slug), default=1
        )
        rest = without_offer(acts, offer)
        yield wrong("not in a cart", rest)
        yield wrong("without a choice", before_answer(rest, carted(offer, pieces)))
        yield wrong("the offer missing, its page seen", before_answer(rest, viewed(offer)))
        yield wrong(
            "a near duplicate in that variant", before_answer(rest, carted(ground.like(offer), 1, self.variants[0]))
        )
        yield wrong(
            "in another shop",
            before_answer(rest, *[carted(one, 1, self.variants[0]) for one in ground.elsewhere(offer)]),
        )
        for other in self.other_variants(ground):
            yield wrong(f"as {other}", before_answer(rest, carted(offer, pieces, other)))
            yield wrong(f"as {other} besides", before_answer(acts, carted(offer, 1, other)))
            swapped = before_answer(acts, carted(offer, 0, ground.variant(offer)), carted(offer, pieces, other))
            yield wrong(f"changed to {other} in the end", swapped)
        for variant in self.variants:
            yield right(f"as {variant}", before_answer(rest, carted(offer, pieces, variant)))
        if len(self.variants) > 1 and pieces > 1:
            lines = (carted(offer, pieces - 1, self.variants[0]), carted(offer, 1, self.variants[1]))
            yield right("two variants that will do", before_answer(rest, *lines))
        other = self.other_variants(ground)[0]
        yield right(
            f"{other} put in and taken out", before_answer(acts, carted(offer, 1, other), carted(offer, 0, other))
        )
        yield right("looking around last", before_answer(acts, *ground.wandering))
