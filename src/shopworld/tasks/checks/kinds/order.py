"""`order`: what was ordered, by whom, and how it was paid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from shopworld.catalog import Catalog
from shopworld.episode import Ending
from shopworld.shop import Address, CheckoutStep, OrderPlaced
from shopworld.tasks import contact
from shopworld.tasks.buyer import Buyer, buyer_differences, buyer_problems
from shopworld.tasks.checks.check import Check
from shopworld.tasks.checks.end_states import (
    Act,
    Acts,
    EndState,
    before_answer,
    carted,
    changed,
    right,
    saying,
    viewed,
    without,
    wrong,
)
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.pieces import group_problems, match_pieces, offers_of, pieces_in_words, purchase_problems
from shopworld.tasks.checks.plan import PlaceOrders, PlanStep
from shopworld.tasks.checks.result import CheckResult, reason_of
from shopworld.tasks.evidence import EpisodeEvidence
from shopworld.tasks.offers import Group, OfferAddress, names_of

Placed = OrderPlaced
Change = Callable[[OrderPlaced], OrderPlaced]
_OTHER: dict[str, tuple[str, str]] = {
    "name": ("Jordan Quillfeather", "Robin Ashgrove"),
    "street": ("Elsewhere Boulevard", "Nowhere Lane"),
    "house_number": ("9871", "9872"),
    "zip": ("00001", "00002"),
    "city": ("Springfield Falls", "Lower Nowhere"),
    "state": ("AK", "HI"),
    "country": ("NO", "SE"),
    "email": ("somebody@else.example", "nobody@else.example"),
    "card": ("4111111111111111", "4012888888881881"),
    "cvv": ("987", "986"),
    "expiry_date": ("01/35", "02/35"),
}
"""Wrong values of the buyer's fields: the second where the first is the buyer's own."""
_PAYMENT = {"card": "card_digits", "cvv": "card_cvv", "expiry_date": "card_expiry"}


class Order(Check):
    """Orders were placed for exactly one offer of each group, `quantity` pieces of it, nothing else, by that buyer.

    Offers of the same shop must be in one order where `one_order_per_shop` holds. An offer that was ordered with a
    wrong name, address or payment counts as returned, not as right. What is left in carts is not looked at.
    """

    meaning: ClassVar[str] = (
        "Exactly one offer of each group was ordered, in that quantity, by that buyer; nothing else was."
    )
    counts: ClassVar[bool] = True
    needs_orders: ClassVar[bool] = True

    type: Literal["order"] = "order"
    groups: tuple[Group, ...] = Field(min_length=1)
    quantity: int = 1
    buyer: Buyer = Buyer()
    payment_method: str = "card"
    one_order_per_shop: bool = True

    @property
    def returns(self) -> tuple[Group, ...]:
        """All groups."""
        return self.groups

    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Compares the orders, line by line and field by field."""
        ordered: dict[OfferAddress, int] = {}
        refused: set[OfferAddress] = set()
        problems: dict[str, list[str]] = {}
        for placed in evidence.orders:
            differences = buyer_differences(self.buyer, self.payment_method, placed.order)
            for address, pieces in placed.pieces.items():
                ordered[address] = ordered.get(address, 0) + pieces
                if differences:
                    refused.add(address)
            if differences:
                problems[f"order {placed.order.number} in {placed.shop}"] = differences
        match = match_pieces(self.groups, self.quantity, ordered)
        problems = match.problems | problems
        if self.one_order_per_shop:
            shops = [placed.shop for placed in evidence.orders]
            several = sorted({shop for shop in shops if shops.count(shop) > 1})
            if several:
                problems["more than one order in"] = several
        accepted = [address for address in match.chosen if address not in refused]
        return CheckResult(
            type=self.type,
            passed=not problems,
            reason=reason_of("ordered as asked for", problems),
            expected=len(self.groups),
            found=len(accepted),
            returned=len(ordered),
            right=len(accepted),
        )

    def checkpoints(self, evidence: EpisodeEvidence) -> Iterator[bool]:
        """That an offer was in a cart counts as well."""
        yield from super().checkpoints(evidence)
        for group in self.groups:
            yield not evidence.carted.keys().isdisjoint(group)

    def came_to(self, evidence: EpisodeEvidence, hosts: Mapping[str, str]) -> Iterable[OfferAddress]:
        """What was ordered."""
        return (offer for order in evidence.orders for offer in order.pieces)

    def words(self) -> tuple[str, Iterable[str]]:
        """How many of which, by whom."""
        ordered = f"of each of these {'was' if self.quantity == 1 else 'were'} ordered"
        one = ", in one order a shop" if self.one_order_per_shop else ""
        sentence = f"{pieces_in_words(self.quantity).capitalize()} {ordered}{one}, paid by {self.payment_method}."
        return sentence, (*map(names_of, self.groups), *_buyer_in_words(self.buyer))

    def problems(self, ground: Ground) -> Iterator[str]:
        """Offers that cannot be ordered, and what shops would refuse of the buyer."""
        yield from group_problems(self.groups, ground)
        for group in self.groups:
            yield from purchase_problems(group, self.quantity, ground)
            for offer in offers_of(group, ground) if self.payment_method else ():
                taken = ground.shops_at_hand.specification(offer.shop_id).identity.payment
                if self.payment_method not in taken:
                    yield f"{offer.shop_id} does not take {self.payment_method!r}, only {', '.join(taken)}"
        yield from buyer_problems(self.buyer, self.payment_method)

    def plan(self, offers: Sequence[OfferAddress], ground: Ground) -> Iterator[PlanStep]:
        """One offer of each group is ordered."""
        yield PlaceOrders(self.groups, self.quantity, self.buyer, self.payment_method)

    def states(self, ground: Ground) -> Iterator[EndState]:
        """Orders of other things, by other people, paid otherwise; and the same order written in other ways."""
        acts = ground.acts
        offers = list(map(ground.one_of, self.groups))
        yield wrong("nothing ordered", without(acts, _is_order))
        yield from self._wrong_goods(ground, offers)
        for name, change in _wrong_buyers(self):
            yield wrong(name, _changing(acts, change))
        yield right("in a message", saying(acts, ground.text), Ending.MESSAGE)
        for name, change in _same_buyers(self.buyer):
            yield right(name, _changing(acts, change))
        for group in self.groups:
            taken = ground.one_of(group)
            for other in (one for one in group if one != taken):
                chosen = [other if one == taken else one for one in offers]
                if ground.admits(chosen):
                    yield right(f"{other.slug} instead", ground.returning(chosen))
        yield right(
            "lines in another order", _changing(acts, lambda one: one.model_copy(update={"lines": one.lines[::-1]}))
        )
        shops = list(dict.fromkeys(shop for shop, _ in _orders(acts)))
        by_shop = [act for shop in reversed(shops) for act in acts if act[0] == shop]
        yield right("shops in another order", (*by_shop, *(act for act in acts if act[0] not in shops)))
        if self.quantity > 1 and not any(ground.variant(ground.one_of(group)) for group in self.groups):
            yield right("a line split over two variants", _changing(acts, _split))
        failed = CheckoutStep(step="payment", errors={"card_number": "Check the number."})
        yield right("an error on the way", ((offers[0].shop, failed), *acts))
        yield right("all pages visited", (*map(viewed, offers), *map(viewed, ground.near), *acts))
        yield right("after looking around", (*ground.wandering, *acts))

    def _wrong_goods(self, ground: Ground, offers: list[OfferAddress]) -> Iterator[EndState]:
        acts = ground.acts
        for offer in offers:
            yield wrong(f"{offer.slug} not ordered", _unordered(acts, offer))
            for pieces in (self.quantity + 1, self.quantity - 1):
                if pieces > 0:
                    yield wrong(f"{pieces} of {offer.slug}", _changing(acts, _pieces(offer.slug, pieces)))
            near = ground.like(offer)
            yield wrong(
                f"a near duplicate for {offer.slug}",
                ground.returning([near if one == offer else one for one in offers]),
            )
            for there in list(ground.elsewhere(offer))[:2]:
                swapped = [there if one == offer else one for one in offers]
                yield wrong(f"{offer.slug} at {there.shop}", ground.returning(swapped))
            yield wrong(f"{offer.slug} left in the cart", (*_unordered(acts, offer), carted(offer, self.quantity)))
        for near in ground.near[:4]:
            yield wrong(f"{near.slug} ordered besides", ground.returning([*offers, near]))
        for group in self.groups:
            taken = ground.one_of(group)
            for other in (one for one in group if one != taken):
                yield wrong(f"{taken.slug} and {other.slug}", ground.returning([*offers, other]))
        placed = [act for act in acts if _is_order(act)]
        yield wrong("ordered twice", before_answer(acts, *placed))
        if self.one_order_per_shop and any(len(one.lines) > 1 for _, one in _orders(acts)):
            yield wrong("an order for each line", (*without(acts, _is_order), *_one_by_one(acts)))


def _buyer_in_words(buyer: Buyer) -> Iterator[str]:
    told = [value for name, value in buyer.model_dump().items() if value and name not in ("card", "cvv", "expiry_date")]
    if told:
        yield f"by {', '.join(told)}"
    if buyer.card:
        yield f"with the card {buyer.card}, {buyer.expiry_date}"


def _wrong_buyers(check: Order) -> Iterator[tuple[str, Change]]:
    buyer = check.buyer
    for field, (first, second) in _OTHER.items():
        wanted = getattr(buyer, field)
        if not wanted:
            continue
        yield from _wrong_field(field, second if wanted == first else first, f"another {field}")
        slipped = _slipped(wanted)
        if field not in ("state", "country"):
            yield from _wrong_field(field, slipped, f"a slip in {field}")
    if buyer.name and len(set(buyer.name.split())) > 1:
        yield from _wrong_field("name", " ".join(reversed(buyer.name.split())), "the name backwards")
    for method in ("invoice", "paypal", "cash_on_delivery"):
        if check.payment_method and method != check.payment_method:
            yield f"paid by {method}", _with(payment_method=method)


def _wrong_field(field: str, other: str, name: str) -> Iterator[tuple[str, Change]]:
    if field in _PAYMENT:
        yield name, _with(**{_PAYMENT[field]: other})
    elif field == "email":
        yield name, _with(email=other)
    else:
        for where in (("billing", "shipping"), ("billing",), ("shipping",)):
            yield f"{name}, {' and '.join(where)}", _with_address(where, field, other)


def _slipped(value: str) -> str:
    """The value with its last letter or digit another one."""
    at = max((place for place, mark in enumerate(value) if mark.isalnum()), default=0)
    last = value[at]
    other = str((int(last) + 1) % 10) if last.isdecimal() else ("x" if last.lower() != "x" else "y")
    return value[:at] + other + value[at + 1 :]


def _with(**change: object) -> Change:
    return lambda placed: placed.model_copy(update=change)


def _with_address(where: tuple[str, ...], field: str, value: str) -> Change:
    change = {"first_name": "", "last_name": value} if field == "name" else {field: value}

    def of(placed: Placed) -> Placed:
        return placed.model_copy(update={one: getattr(placed, one).model_copy(update=change) for one in where})

    return of


def _same_buyers(buyer: Buyer) -> Iterator[tuple[str, Change]]:
    def both(**change: str) -> Change:
        def of(placed: Placed) -> Placed:
            update = {one: getattr(placed, one).model_copy(update=change) for one in ("billing", "shipping")}
            return placed.model_copy(update=update)

        return of

    yield "no delivery address of its own", _with(shipping=Address())
    yield "delivery, phone and code of one's own", _with(delivery_method="express", phone="555", promotion_code="X")
    yield "a company", both(company="Acme")
    if buyer.name:
        first, _, last = buyer.name.rpartition(" ")
        yield "the name split elsewhere", both(first_name=first, last_name=last)
        yield "the whole name as last name", both(first_name="", last_name=buyer.name)
        yield "an upper-case name", both(first_name="", last_name=buyer.name.upper())
    if buyer.street and buyer.house_number:
        yield "the house number in the street", both(street=f"{buyer.street} {buyer.house_number}", house_number="")
        yield "the house number first", both(street=f"{buyer.house_number} {buyer.street}", house_number="")
        yield "an upper-case street", both(street=buyer.street.upper())
    for form in _forms(buyer.country, contact.country(buyer.country), contact.countries()):
        yield f"the country as {form}", both(country=form)
    for form in _forms(buyer.state, contact.state(buyer.state), contact.STATES):
        yield f"the state as {form}", both(state=form)
    if buyer.city:
        yield "an upper-case city", both(city=f" {buyer.city.upper()} ")
    if buyer.email:
        yield "an upper-case address", _with(email=f" {buyer.email.upper()} ")
    year, dash, month = contact.card_expiry(buyer.expiry_date).partition("-")
    if dash:
        for form in (f"{month}/{year}", f"{month} / {year[2:]}", f"{month}{year[2:]}", f"{year}-{month}"):
            yield f"expiry {form}", _with(card_expiry=form)


def _forms(written: str, canonical: str, table: object) -> list[str]:
    """Other ways to write a country or a state."""
    if not written or not isinstance(table, dict):
        return []
    same = [name for name, meant in table.items() if canonical in (name, meant)]
    return [one for one in dict.fromkeys([canonical, canonical.upper(), *same]) if one != written][:4]


def _is_order(act: Act) -> bool:
    return isinstance(act[1], OrderPlaced)


def _orders(acts: Acts) -> list[tuple[str | None, OrderPlaced]]:
    return [(shop, payload) for shop, payload in acts if isinstance(payload, OrderPlaced)]


def _changing(acts: Acts, change: Change) -> Acts:
    """The acts with every order changed; an order without lines is none."""

    def of(act: Act) -> Act:
        return (act[0], change(act[1])) if isinstance(act[1], OrderPlaced) else act

    return without(changed(acts, of), lambda act: isinstance(act[1], OrderPlaced) and not act[1].lines)


def _less(placed: Placed, slug: str) -> Placed:
    return placed.model_copy(update={"lines": tuple(line for line in placed.lines if line.slug != slug)})


def _pieces(slug: str, quantity: int) -> Change:
    def of(placed: Placed) -> Placed:
        lines = tuple(
            line.model_copy(update={"quantity": quantity}) if line.slug == slug else line for line in placed.lines
        )
        return placed.model_copy(update={"lines": lines})

    return of


def _split(placed: Placed) -> Placed:
    lines = [
        line.model_copy(update={"quantity": quantity, "variant_id": name})
        for line in placed.lines
        for name, quantity in (("a", line.quantity - 1), ("b", 1))
    ]
    return placed.model_copy(update={"lines": tuple(lines)})


def _unordered(acts: Acts, offer: OfferAddress) -> Acts:
    return _changing(acts, lambda one: _less(one, offer.slug))


def _one_by_one(acts: Acts) -> list[Act]:
    return [
        (shop, placed.model_copy(update={"lines": (line,), "number": number}))
        for shop, placed in _orders(acts)
        for number, line in enumerate(placed.lines, start=1)
    ]
