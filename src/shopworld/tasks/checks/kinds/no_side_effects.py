"""`no_side_effects`: nothing left over that nobody asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Literal

from shopworld.catalog import Catalog
from shopworld.tasks.checks.check import Check
from shopworld.tasks.checks.common_states import harmless
from shopworld.tasks.checks.end_states import EndState, before_answer, carted, order_of, wrong
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.porting import Twin
from shopworld.tasks.checks.result import CheckResult, reason_of
from shopworld.tasks.evidence import EpisodeEvidence
from shopworld.tasks.offers import name_of


class NoSideEffects(Check):
    """Nothing happened in any shop that the task did not ask for: no other orders, carts otherwise empty at the end."""

    meaning: ClassVar[str] = "Nothing was left in a cart or ordered that the task does not ask for."

    type: Literal["no_side_effects"] = "no_side_effects"
    allow_cart: bool = False
    """Whether carts may hold things at the end (the `cart` check then says what)."""
    allow_orders: bool = False
    """Whether orders may be placed (the `order` check then says which)."""

    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Looks into carts and orders at the end."""
        problems: dict[str, list[str]] = {}
        if not self.allow_cart and evidence.cart:
            problems["left in a cart"] = [name_of(address) for address in evidence.cart]
        if not self.allow_orders and evidence.orders:
            problems["ordered unasked"] = [
                f"order {placed.order.number} in {placed.shop} ({', '.join(map(name_of, placed.pieces))})"
                for placed in evidence.orders
            ]
        return CheckResult(type=self.type, passed=not problems, reason=reason_of("none", problems))

    def words(self) -> tuple[str, Iterable[str]]:
        """What must not be left."""
        forbidden = [*([] if self.allow_cart else ["left in a cart"]), *([] if self.allow_orders else ["ordered"])]
        return f"Nothing else was {' or '.join(forbidden)}." if forbidden else "Anything may be left over.", ()

    def port(self, twin: Twin) -> NoSideEffects:
        """The same."""
        return self

    def states(self, ground: Ground) -> Iterator[EndState]:
        """Things left in carts and orders that nobody asked for; and much that does no harm."""
        acts = ground.acts
        offers = [*ground.near[:9], *ground.right[:2]]
        if not self.allow_cart:
            for one in offers:
                yield wrong(f"{one.slug} left in the cart", before_answer(acts, carted(one)))
            yield wrong(
                "one of three left", before_answer(acts, *[carted(one, n) for one in offers[:1] for n in (3, 1)])
            )
            yield wrong("everything left", before_answer(acts, *map(carted, offers)))
            # An order takes along what is in the shop's cart.
            for one in [one for one in offers if one.shop not in {shop for shop, _ in acts}][:2]:
                yield wrong(f"{one.slug} put in at first", (carted(one), *acts))
        if not self.allow_orders:
            for one in offers:
                yield wrong(f"{one.slug} ordered", before_answer(acts, order_of(one)))
            yield wrong("ordered at first", (order_of(offers[0]), *acts))
        yield from harmless(ground)
