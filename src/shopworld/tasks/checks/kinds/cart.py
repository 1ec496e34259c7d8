"""`cart`: what the carts hold at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from shopworld.catalog import Catalog
from shopworld.episode import Ending
from shopworld.tasks.checks.check import Check
from shopworld.tasks.checks.end_states import (
    Act,
    Acts,
    EndState,
    before_answer,
    carted,
    changed,
    fills_cart,
    order_line,
    plain_order,
    puts_in,
    right,
    saying,
    viewed,
    without,
    without_offer,
    wrong,
)
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.pieces import group_problems, match_pieces, pieces_in_words, purchase_problems
from shopworld.tasks.checks.plan import FillCart, PlanStep
from shopworld.tasks.checks.porting import Twin
from shopworld.tasks.checks.result import CheckResult, reason_of
from shopworld.tasks.evidence import EpisodeEvidence
from shopworld.tasks.offers import Group, OfferAddress, names_of


class Cart(Check):
    """At the end the carts hold exactly one offer of each group, `quantity` pieces of it, and nothing else.

    Variants of an offer are counted together.
    """

    meaning: ClassVar[str] = (
        "At the end the carts hold exactly one offer of each group, in that quantity, and nothing else."
    )
    counts: ClassVar[bool] = True

    type: Literal["cart"] = "cart"
    groups: tuple[Group, ...] = Field(min_length=1)
    quantity: int = 1

    @property
    def returns(self) -> tuple[Group, ...]:
        """All groups."""
        return self.groups

    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Compares the carts."""
        match = match_pieces(self.groups, self.quantity, evidence.cart)
        return CheckResult(
            type=self.type,
            passed=not match.problems,
            reason=reason_of("the carts hold what was asked for", match.problems),
            expected=len(self.groups),
            found=match.found,
            returned=len(evidence.cart),
            right=match.found,
        )

    def came_to(self, evidence: EpisodeEvidence, hosts: Mapping[str, str]) -> Iterable[OfferAddress]:
        """What is left in carts."""
        return evidence.cart

    def words(self) -> tuple[str, Iterable[str]]:
        """How many of which."""
        sentence = f"At the end the carts hold {pieces_in_words(self.quantity)} of each of these, and nothing else."
        return sentence, map(names_of, self.groups)

    def problems(self, ground: Ground) -> Iterator[str]:
        """Offers that are not there or cannot be bought, and groups that overlap."""
        yield from group_problems(self.groups, ground)
        for group in self.groups:
            yield from purchase_problems(group, self.quantity, ground)

    def plan(self, offers: Sequence[OfferAddress], ground: Ground) -> Iterator[PlanStep]:
        """One offer of each group is left in a cart."""
        yield FillCart(self.groups, self.quantity)

    def port(self, twin: Twin) -> Cart:
        """The same products, or what the task's listings show there."""
        return self.model_copy(update={"groups": tuple(map(twin.group_returned, self.groups))})

    def differs(self, ported: Cart, twin: Twin) -> bool:
        """Whether a group holds other products."""
        return not all(map(twin.are_same, self.groups, ported.groups))

    def states(self, ground: Ground) -> Iterator[EndState]:
        """Carts with a line too many, too few, swapped, of another number of pieces; and other ways to the same."""
        acts = ground.acts
        offers = [group[0] for group in self.groups]
        yield wrong("empty carts", without(acts, fills_cart))
        for offer in offers:
            rest = without_offer(acts, offer)
            yield wrong(f"{offer.slug} missing", rest)
            yield wrong(
                f"a near duplicate for {offer.slug}", before_answer(rest, carted(ground.like(offer), self.quantity))
            )
            yield wrong(f"{offer.slug} taken out again", before_answer(acts, _emptied(ground, offer)))
            for pieces in (self.quantity + 1, self.quantity + 9, self.quantity - 1):
                if pieces > 0:
                    yield wrong(f"{pieces} of {offer.slug}", _with_quantity(acts, offer, pieces))
            for there in list(ground.elsewhere(offer))[:2]:
                yield wrong(f"{offer.slug} at {there.shop}", before_answer(rest, carted(there, self.quantity)))
            line = order_line(offer, self.quantity, ground.variant(offer))
            yield wrong(f"{offer.slug} ordered", before_answer(acts, (offer.shop, plain_order(line))))
        for near in ground.near[:6]:
            yield wrong(f"{near.slug} besides", before_answer(acts, carted(near)))
        yield wrong("all near duplicates besides", before_answer(acts, *map(carted, ground.near)))
        yield wrong("looked at alone", before_answer(without(acts, fills_cart), *map(viewed, offers)))
        for group in self.groups:
            for other in group[1:]:
                both = before_answer(acts, carted(other, self.quantity))
                yield wrong(f"{group[0].slug} and {other.slug}", both)
                if ground.variant(group[0]) is None:
                    instead = before_answer(without_offer(acts, group[0]), carted(other, self.quantity))
                    yield right(f"{other.slug} instead", instead)
        yield right(
            "another order", before_answer(without(acts, fills_cart), *reversed(list(filter(fills_cart, acts))))
        )
        first = offers[0]
        again = carted(first, self.quantity, ground.variant(first))
        yield right("taken out and put back", before_answer(acts, _emptied(ground, first), again))
        yield right(
            "too many at first", before_answer(acts, carted(first, self.quantity + 3, ground.variant(first)), again)
        )
        if self.quantity > 1 and ground.variant(first) is None:
            lines = (carted(first, self.quantity - 1, "a"), carted(first, 1, "b"))
            yield right("split over two variants", before_answer(without_offer(acts, first), *lines))
        if ground.near:
            spare = ground.near[0]
            yield right("something else put in and taken out", before_answer(acts, carted(spare, 2), carted(spare, 0)))
        yield right("all pages visited", before_answer(acts, *map(viewed, offers), *map(viewed, ground.near)))
        yield right("looking around last", before_answer(acts, *ground.wandering))
        yield right("in a message", saying(acts, ground.text), Ending.MESSAGE)


def _with_quantity(acts: Acts, offer: OfferAddress, pieces: int) -> Acts:
    def change(act: Act) -> Act:
        return (act[0], act[1].model_copy(update={"quantity": pieces})) if puts_in(act, offer) else act

    return changed(acts, change)


def _emptied(ground: Ground, offer: OfferAddress) -> Act:
    return carted(offer, 0, ground.variant(offer))
