"""`cart_variant`: which variant of an offer is in the cart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from shopworld.catalog import Catalog
from shopworld.shop import CartChanged
from shopworld.tasks.checks.check import Check
from shopworld.tasks.checks.end_states import Acts, State, before_answer, carted, right, viewed, without_offer, wrong
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.plan import PlanStep, TakeVariant
from shopworld.tasks.checks.porting import Twin
from shopworld.tasks.checks.result import CheckResult
from shopworld.tasks.evidence import Evidence
from shopworld.tasks.offers import OfferAddress, name_of


class CartVariant(Check):
    """All pieces of an offer in the cart are of one of these variants, and there is at least one."""

    meaning: ClassVar[str] = "All pieces of that offer in the cart are of one of these variants."

    type: Literal["cart_variant"] = "cart_variant"
    offer: OfferAddress
    variants: tuple[str, ...] = Field(min_length=1)
    """Ids of the variants that will do."""

    def grade(self, evidence: Evidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Compares the variants of the offer's lines."""
        fault = self._fault(evidence)
        return CheckResult(type=self.type, passed=not fault, reason=fault or "as asked for")

    def _fault(self, evidence: Evidence) -> str:
        held = [(line or "").partition("/")[0] for offer, line in evidence.cart_lines if offer == self.offer]
        others = [one for one in held if one not in self.variants]
        wanted = " or ".join(self.variants)
        if others:
            return f"{self.offer.slug} is in the cart as {', '.join(map(repr, others))} instead of {wanted}"
        return "" if held else f"{self.offer.slug} is not in the cart as {wanted}"

    def words(self) -> tuple[str, Iterable[str]]:
        """Of which offer, and which variants."""
        return f"Every piece of {name_of(self.offer)} in the cart is of one of these variants.", self.variants

    def problems(self, ground: Ground) -> Iterator[str]:
        """Variants that the shop does not have, or that are all sold out."""
        if self.offer.shop not in ground.hosts.values():
            yield f"{self.type}: the mall has no shop {self.offer.shop!r}"
            return
        offer = ground.catalog.offer_by_slug(self.offer.shop, self.offer.slug)
        known = {one.id: one for one in offer.variants} if offer else {}
        for one in self.variants:
            if one not in known:
                yield f"cart_variant: {self.offer.slug} has no variant {one!r}"
        if known and not any(known[one].stock != 0 for one in self.variants if one in known):
            yield f"cart_variant: {self.offer.slug} is sold out in {', '.join(self.variants)}"

    def plan(self, offers: Sequence[OfferAddress], ground: Ground) -> Iterator[PlanStep]:
        """One of the variants is taken."""
        yield TakeVariant(self.offer, self.variants)

    def ways_off(self, number: int, whole: Acts, left_out: Acts, ground: Ground) -> Iterator[tuple[str, Acts]]:
        """The offer without a choice of variant."""
        yield f"without {self.type} {number}", left_out

    def port(self, twin: Twin) -> CartVariant:
        """The variants of the same options."""
        return CartVariant(offer=twin.address(self.offer), variants=twin.variants(self.offer, self.variants))

    def states(self, ground: Ground) -> Iterator[State]:
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
        for other in self._other_variants(ground):
            yield wrong(f"as {other}", before_answer(rest, carted(offer, pieces, other)))
            yield wrong(f"as {other} besides", before_answer(acts, carted(offer, 1, other)))
            swapped = before_answer(acts, carted(offer, 0, ground.variant(offer)), carted(offer, pieces, other))
            yield wrong(f"changed to {other} in the end", swapped)
        for variant in self.variants:
            yield right(f"as {variant}", before_answer(rest, carted(offer, pieces, variant)))
        if len(self.variants) > 1 and pieces > 1:
            lines = (carted(offer, pieces - 1, self.variants[0]), carted(offer, 1, self.variants[1]))
            yield right("two variants that will do", before_answer(rest, *lines))
        other = self._other_variants(ground)[0]
        yield right(
            f"{other} put in and taken out", before_answer(acts, carted(offer, 1, other), carted(offer, 0, other))
        )
        yield right("looking around last", before_answer(acts, *ground.wandering))

    def _other_variants(self, ground: Ground) -> list[str]:
        offer = ground.catalog.offer_by_slug(self.offer.shop, self.offer.slug)
        there = [one.id for one in offer.variants] if offer is not None else []
        made_up = [f"{self.variants[0]}-2", self.variants[0][:-1] or "x", f"{self.variants[0]}{self.variants[0]}"]
        return [one for one in (*there, *made_up) if one not in self.variants][:5]
