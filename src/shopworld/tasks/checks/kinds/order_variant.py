"""`order_variant`: which variant of an offer was ordered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Literal

from shopworld.shop import OrderLine, OrderPlaced
from shopworld.tasks.checks.end_states import (
    Act,
    Acts,
    EndState,
    before_answer,
    carted,
    changed,
    order_of,
    right,
    wrong,
)
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.variants import VariantCheck
from shopworld.tasks.evidence import EpisodeEvidence

LineChange = Callable[[OrderLine], tuple[OrderLine, ...]]


class OrderVariant(VariantCheck):
    """All ordered pieces of an offer are of one of these variants, and there is at least one."""

    meaning: ClassVar[str] = "All pieces of that offer that were ordered are of one of these variants."
    place: ClassVar[str] = "ordered"
    needs_orders: ClassVar[bool] = True

    type: Literal["order_variant"] = "order_variant"

    def taken(self, evidence: EpisodeEvidence) -> list[str]:
        """The variants of the orders' lines."""
        return [
            line.variant_id or ""
            for placed in evidence.orders
            if placed.shop == self.offer.shop
            for line in placed.order.lines
            if line.slug == self.offer.slug
        ]

    def states(self, ground: Ground) -> Iterator[EndState]:
        """Other variants of the offer ordered, alone or besides the right one; and each variant that will do."""
        acts = ground.acts
        yield wrong("ordered without a choice", self._ordered(acts, None))
        yield wrong("put into the cart only", self._ordered(acts, None, carted_as=self.variants[0]))
        for other in self.other_variants(ground):
            yield wrong(f"ordered as {other}", self._ordered(acts, other))
            yield wrong(f"a piece as {other} besides", self._besides(acts, other))
            yield wrong(
                f"put in as {self.variants[0]}, ordered as {other}", self._ordered(acts, other, self.variants[0])
            )
        yield wrong("another order without a choice", before_answer(acts, order_of(self.offer)))
        for variant in self.variants:
            yield right(f"ordered as {variant}", self._ordered(acts, variant))
        other = self.other_variants(ground)[0]
        seen = (carted(self.offer, 1, other), carted(self.offer, 0, other))
        yield right(f"{other} put in and taken out", (*seen, *acts))

    def _ordered(self, acts: Acts, variant: str | None, carted_as: str | None = None) -> Acts:
        """The acts with every order of the offer in that variant."""
        first = () if carted_as is None else (carted(self.offer, 1, carted_as),)
        return (*first, *self._with_lines(acts, lambda line: (line.model_copy(update={"variant_id": variant}),)))

    def _besides(self, acts: Acts, variant: str) -> Acts:
        return self._with_lines(
            acts, lambda line: (line, line.model_copy(update={"variant_id": variant, "quantity": 1}))
        )

    def _with_lines(self, acts: Acts, change: LineChange) -> Acts:
        """The acts with other lines for each ordered line of the offer."""

        def of(act: Act) -> Act:
            shop, payload = act
            if not isinstance(payload, OrderPlaced) or shop != self.offer.shop:
                return act
            lines = [
                new for line in payload.lines for new in (change(line) if line.slug == self.offer.slug else (line,))
            ]
            return shop, payload.model_copy(update={"lines": tuple(lines)})

        return changed(acts, of)
