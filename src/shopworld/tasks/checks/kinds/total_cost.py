"""`total_cost`: what all orders cost together, with delivery and after promotions.

The least possible is sought over everything that the task's order accepts: every offer of each group, every way of
delivery to the buyer, every promotion code that a shop tells its shoppers. One order a shop is reckoned with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from shopworld.catalog import Catalog, Offer, Variant
from shopworld.errors import TaskError
from shopworld.shop import CartLine, OrderPlaced, ShopState, country_code
from shopworld.tasks.checks.by_hand import paid_as
from shopworld.tasks.checks.check import Check
from shopworld.tasks.checks.end_states import Act, Acts, EndState, before_answer, right, without, wrong
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.kinds.order import Order
from shopworld.tasks.checks.plan import PlanStep, SettleOrder, TakeVariant
from shopworld.tasks.checks.result import CheckResult, reason_of
from shopworld.tasks.evidence import EpisodeEvidence, PlacedOrder
from shopworld.tasks.offers import OfferAddress, address_of

if TYPE_CHECKING:  # loads templates
    from shopworld.shop import Shop

_PICKUP = "pickup"
"""Id that shops give to collecting the goods oneself."""
_MOST_WAYS = 50_000
_NEAR_MISSES = 3
_CENTS_OVER = (1, 2, 5, 10, 50, 100, 500, 1000, 5000, 10000)


class TotalCost(Check):
    """Everything that was ordered costs at most so much: all orders together, with delivery and after promotions.

    What is to be ordered, an `order` check says. An order in another currency counts as too dear.
    """

    meaning: ClassVar[str] = (
        "All orders together cost at most `at_most` cents, with delivery and after promotions; `least`: that is the"
        " least possible; `delivered`: nothing is to be collected in a shop."
    )
    needs_orders: ClassVar[bool] = True

    type: Literal["total_cost"] = "total_cost"
    at_most: int = Field(ge=1)
    """In cents."""
    currency: str = Field(pattern="^[A-Z]{3}$")
    """ISO 4217 code."""
    least: bool = False
    """Whether `at_most` is the least possible for what is to be ordered; validation computes it anew."""
    delivered: bool = False
    """Whether everything must be delivered: what is to be collected in a shop does not count."""

    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Adds up the orders."""
        orders = evidence.orders
        if not orders:
            return CheckResult(type=self.type, passed=False, reason="nothing was ordered")
        total = sum(placed.order.total for placed in orders)
        foreign = [_name(placed) for placed in orders if placed.order.currency not in ("", self.currency)]
        collected = [_name(placed) for placed in orders if self.delivered and placed.order.delivery_method == _PICKUP]
        problems = {
            f"not in {self.currency}": foreign,
            "to be collected": collected,
            "too dear": [f"{self._money(total)} instead of {self._bound}"] if total > self.at_most else [],
        }
        reason = reason_of(f"{self._money(total)} in all", problems)
        return CheckResult(type=self.type, passed=not any(problems.values()), reason=reason)

    @property
    def _bound(self) -> str:
        return f"{self._money(self.at_most)} or less"

    def _money(self, cents: int) -> str:
        return f"{cents / 100:.2f} {self.currency}"

    def words(self) -> tuple[str, Iterable[str]]:
        """How much, and what that means."""
        sentence = f"All orders together cost {self._bound}, with delivery and after promotions."
        said = (("the least possible", self.least), ("delivered, not collected", self.delivered))
        return sentence, (text for text, holds in said if holds)

    def problems(self, ground: Ground) -> Iterator[str]:
        """Bounds that cannot be kept, and a least possible that is not."""
        market = _Market.of(self, ground)
        if market is None:
            yield "total_cost: no single `order` check says what is to be ordered"
            return
        yield from (f"total_cost: {text}" for text in market.limits)
        if market.count > _MOST_WAYS:
            return
        cheapest = market.cheapest
        if cheapest is None:
            yield "total_cost: nothing that is to be ordered can be bought and delivered"
        elif self.at_most < cheapest.total:
            yield f"total_cost: {self.at_most} cents are less than the least possible, which is {cheapest.total}"
        elif self.least and self.at_most > cheapest.total:
            yield f"total_cost: {self.at_most} cents are not the least possible, which is {cheapest.total}"

    def warnings(self, ground: Ground) -> Iterator[str]:
        """A bound that forbids nothing."""
        market = _Market.of(self, ground)
        if market is None or market.count > _MOST_WAYS:
            return
        if all(market.dearest(way.offers) <= self.at_most for way in market.ways):
            yield "total_cost: whatever is chosen, offers, delivery and codes, costs no more than that"

    def choice(self, ground: Ground) -> tuple[OfferAddress, ...]:
        """The offers of the cheapest way."""
        market = _Market.of(self, ground)
        return market.cheapest.offers if market is not None and market.cheapest is not None else ()

    def admits(self, offers: Sequence[OfferAddress], ground: Ground) -> bool:
        """Whether those offers can be had for so much."""
        market = _Market.of(self, ground)
        return market is None or sum(one.total for one in market.settled(offers)) <= self.at_most

    def plan(self, offers: Sequence[OfferAddress], ground: Ground) -> Iterator[PlanStep]:
        """Each order is delivered and paid in the cheapest way."""
        market = _Market.of(self, ground)
        if market is not None:
            yield from market.settled(offers)
            for pick in filter(None, map(market.pick, offers)):
                if pick.variant is not None:
                    yield TakeVariant(address_of(pick.offer), (pick.variant.id,))

    def near_misses(self, ground: Ground) -> Iterator[tuple[OfferAddress, ...]]:
        """What else the order accepts, and costs more; those with the cheapest goods first."""
        market = _Market.of(self, ground)
        dearer = [way for way in market.ways if way.total > self.at_most] if market is not None else []
        for way in sorted(dearer, key=lambda one: one.goods)[:_NEAR_MISSES]:
            yield way.offers

    def ways_off(self, number: int, whole: Acts, left_out: Acts, ground: Ground) -> Iterator[tuple[str, Acts]]:
        """The right goods, a cent too dear."""
        yield f"without {self.type} {number}", self._costing(whole, self.at_most + 1)

    def states(self, ground: Ground) -> Iterator[EndState]:
        """Orders that cost more, by other offers, deliveries, codes and currencies; and others that do not."""
        acts = ground.acts
        yield wrong("nothing ordered", without(acts, _is_order))
        for over in _CENTS_OVER:
            yield wrong(f"{over} cents over", self._costing(acts, self.at_most + over))
        for miss in self.near_misses(ground):
            yield wrong(f"{', '.join(one.shop for one in miss)} instead", ground.returning(miss))
        yield from self._other_settlements(ground)
        yield wrong("in another currency", _each_order(acts, currency="XTS"))
        if self.delivered:
            yield wrong("collected", _each_order(acts, delivery_method=_PICKUP))
        dear = next((act for act in self._costing(acts, self.at_most) if _is_order(act)), None)
        if dear is not None:
            yield wrong("ordered twice", before_answer(acts, dear, dear))
        yield right("just as much", self._costing(acts, self.at_most))
        yield right("a cent less", self._costing(acts, self.at_most - 1))
        yield right("after looking around", (*ground.wandering, *acts))

    def _other_settlements(self, ground: Ground) -> Iterator[EndState]:
        """The right offers, delivered or made cheaper in another way."""
        market = _Market.of(self, ground)
        if market is None:
            return
        best = {one.shop: one for one in market.settled(ground.right)}
        rest = sum(one.total for one in best.values())
        for shop, taken in best.items():
            lines = [one for one in ground.right if one.shop == shop]
            for other in market.settlements(shop, lines):
                total = rest - taken.total + other.total
                name = f"{shop}: {other.delivery or 'no delivery'}, {other.code or 'no code'}"
                make = wrong if total > self.at_most else right
                yield make(name, tuple(_paid(act, other) if act[0] == shop else act for act in ground.acts))

    def _costing(self, acts: Acts, total: int) -> Acts:
        """The acts, with that total of all orders together."""
        first = next((place for place, act in enumerate(acts) if _is_order(act)), None)
        others = [act for place, act in enumerate(acts) if _is_order(act) and place != first]
        left = total - sum(payload.total for _, payload in others if isinstance(payload, OrderPlaced))
        return tuple(_with(act, total=left) if place == first else act for place, act in enumerate(acts))


@dataclass(frozen=True, slots=True)
class _Pick:
    """An offer as it is put into a cart: in its cheapest variant that there is enough of."""

    offer: Offer
    variant: Variant | None
    price: int


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to order everything: an offer of each group, and how each shop's order is settled."""

    offers: tuple[OfferAddress, ...]
    settled: tuple[SettleOrder, ...]

    @property
    def total(self) -> int:
        return sum(one.total for one in self.settled)

    @property
    def goods(self) -> int:
        return sum(one.goods for one in self.settled)


@dataclass(frozen=True)
class _Market:
    """All ways to order what a task asks for."""

    check: TotalCost
    order: Order
    ground: Ground
    _settled: dict[tuple[str, tuple[OfferAddress, ...]], SettleOrder | None] = field(default_factory=dict)

    @classmethod
    def of(cls, check: TotalCost, ground: Ground) -> _Market | None:
        """None where no single check says what is to be ordered, or there are no shops."""
        orders = ground.checks_of(Order)
        return cls(check, orders[0], ground) if len(orders) == 1 and ground.mall is not None else None

    @property
    def limits(self) -> Iterator[str]:
        """Why the least possible is not what is computed here."""
        if self.count > _MOST_WAYS:
            yield f"there are {self.count} ways to order that, of which at most {_MOST_WAYS} are tried"
        if not self.order.one_order_per_shop:
            yield "several orders in a shop are allowed, which is not reckoned with"
        offers = (self._offer(address) for group in self.order.groups for address in group)
        for offer in (one for one in offers if one is not None and self.order.quantity > 1):
            if len({one.price for one in offer.variants if one.stock != 0}) > 1:
                yield f"variants of {offer.slug} differ in price, and mixed ones are not reckoned with"

    @cached_property
    def ways(self) -> tuple[_Way, ...]:
        """One for each choice of offers that can be bought.

        Raises:
            TaskError: there are too many.
        """
        if self.count > _MOST_WAYS:
            raise TaskError(
                f"the task {self.ground.task.id!r} can be ordered in {self.count} ways",
                hint=f"Have its order accept fewer offers; total_cost tries all ways, at most {_MOST_WAYS}.",
            )
        ways = (_Way(chosen, tuple(self.settled(chosen))) for chosen in product(*self._groups))
        return tuple(way for way in ways if len(way.settled) == len({one.shop for one in way.offers}))

    @property
    def count(self) -> int:
        """How many choices of offers there are."""
        return prod(map(len, self._groups))

    @cached_property
    def _groups(self) -> list[list[OfferAddress]]:
        """Of each group what can be bought, in the currency that counts."""
        return [[one for one in group if self._can_be_had(one)] for group in self.order.groups]

    @cached_property
    def cheapest(self) -> _Way | None:
        """The first of those that cost least; None where nothing can be bought."""
        return min(self.ways, key=lambda way: way.total, default=None)

    def pick(self, address: OfferAddress) -> _Pick | None:
        """How an offer is bought; None where it cannot be."""
        from shopworld.shop import largest_quantity  # loads templates

        offer = self._offer(address)
        if offer is None:
            return None
        choices: list[tuple[Variant | None, int | None]] = [(one, one.price) for one in offer.variants]
        enough = [
            _Pick(offer, variant, price)
            for variant, price in choices or [(None, offer.price)]
            if price is not None and largest_quantity(offer, variant) >= self.order.quantity
        ]
        return min(enough, key=lambda one: one.price, default=None)

    def settled(self, offers: Iterable[OfferAddress]) -> list[SettleOrder]:
        """The cheapest settlement of each shop's order of those offers; none of what nobody delivers."""
        by_shop: dict[str, tuple[OfferAddress, ...]] = {}
        for one in offers:
            by_shop[one.shop] = (*by_shop.get(one.shop, ()), one)
        each = (self._cheapest_settlement(shop, lines) for shop, lines in by_shop.items())
        return [one for one in each if one is not None]

    def dearest(self, offers: Sequence[OfferAddress]) -> int:
        """What those offers cost at most, in cents."""
        lines = {one.shop: [other for other in offers if other.shop == one.shop] for one in offers}
        return sum(max(one.total for one in self.settlements(shop, held)) for shop, held in lines.items())

    def _cheapest_settlement(self, shop: str, offers: tuple[OfferAddress, ...]) -> SettleOrder | None:
        if (shop, offers) not in self._settled:
            found = self.settlements(shop, offers)
            self._settled[shop, offers] = min(found, key=lambda one: one.total, default=None)
        return self._settled[shop, offers]

    def settlements(self, shop_id: str, offers: Iterable[OfferAddress]) -> list[SettleOrder]:
        """All settlements of one order: each way of delivery, with each code that applies and without."""
        from shopworld.shop import (
            cart_totals,  # loads templates
            delivery_methods,
        )

        if shop_id not in self.ground.shops_at_hand.storefronts:
            return []
        shop = self._shop(shop_id)
        picks = [pick for one in offers if (pick := self.pick(one)) is not None]
        lines = [
            CartLine(one.offer.id, one.variant.id if one.variant else None, self.order.quantity, one.price)
            for one in picks
        ]
        state = ShopState(lines={one.key: one for one in lines})
        country = country_code(self.order.buyer.country) or shop.identity.country
        methods = [
            one for one in delivery_methods(shop, state, country) if not (self.check.delivered and one.id == _PICKUP)
        ]
        found = []
        for code in ("", *(one for one in self._codes(shop) if state.goods_total >= _minimum(shop, one))):
            state.promotion_code = code or None
            for method in methods:
                totals = cart_totals(shop, state, method)
                found.append(
                    SettleOrder(
                        shop_id, method.id, code, totals.goods, totals.discount, totals.shipping, shop.identity.currency
                    )
                )
        return found

    def _codes(self, shop: Shop) -> list[str]:
        """Codes that the shop's pages or the task's words tell."""
        if not shop.capabilities.cart.has_promo_input:
            return []
        pages = (text.html for handle in shop.policies.handles if (text := shop.policies.text(handle)) is not None)
        told = " ".join((shop.announcement, self.ground.task.intent, *pages))
        return [one.code for one in shop.identity.promotions if one.code in told]

    def _can_be_had(self, address: OfferAddress) -> bool:
        if self.pick(address) is None or address.shop not in self.ground.shops_at_hand.storefronts:
            return False
        return self.check.currency == self._shop(address.shop).identity.currency

    def _shop(self, shop_id: str) -> Shop:
        return self.ground.shops_at_hand.storefronts[shop_id].shop

    def _offer(self, address: OfferAddress) -> Offer | None:
        return self.ground.catalog.offer_by_slug(address.shop, address.slug)


def _minimum(shop: Shop, code: str) -> int:
    """Value of goods from which a shop takes a code, in cents."""
    return next(one.minimum for one in shop.identity.promotions if one.code == code)


def _name(placed: PlacedOrder) -> str:
    return f"order {placed.order.number} in {placed.shop}"


def _is_order(act: Act) -> bool:
    return isinstance(act[1], OrderPlaced)


def _with(act: Act, **change: object) -> Act:
    return (act[0], act[1].model_copy(update=change)) if isinstance(act[1], OrderPlaced) else act


def _each_order(acts: Acts, **change: object) -> Acts:
    return tuple(_with(act, **change) for act in acts)


def _paid(act: Act, settled: SettleOrder) -> Act:
    return (act[0], paid_as(act[1], settled)) if isinstance(act[1], OrderPlaced) else act
