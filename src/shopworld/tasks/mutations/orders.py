"""End states for orders: what was ordered, where, by whom, how it was paid."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from shopworld.episode import Ending
from shopworld.shop.events import Address, CheckoutStep, OrderLine, OrderPlaced
from shopworld.tasks import contact
from shopworld.tasks.checks import Buyer, OfferAddress, Order
from shopworld.tasks.mutations.ground import Ground, carted, order_line, viewed
from shopworld.tasks.mutations.state import Act, Acts, State, before_answer, changed, right, saying, without, wrong
from shopworld.tasks.places import COUNTRIES, STATES

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


def order_states(ground: Ground, check: Order) -> Iterator[State]:
    """Orders of other things, by other people, paid otherwise; and the same order written in other ways."""
    acts = ground.acts
    offers = [group[0] for group in check.groups]
    yield wrong("nothing ordered", without(acts, _is_order))
    yield from _wrong_goods(ground, check, offers)
    for name, change in _wrong_buyers(check):
        yield wrong(name, _changing(acts, change))
    yield right("in a message", saying(acts, ground.text), Ending.MESSAGE)
    for name, change in _same_buyers(check.buyer):
        yield right(name, _changing(acts, change))
    for group in check.groups:
        for other in group[1:]:
            chosen = [other if one == group[0] else one for one in offers]
            yield right(f"{other.slug} instead", ground.returning(chosen))
    yield right(
        "lines in another order", _changing(acts, lambda one: one.model_copy(update={"lines": one.lines[::-1]}))
    )
    shops = list(dict.fromkeys(shop for shop, _ in _orders(acts)))
    by_shop = [act for shop in reversed(shops) for act in acts if act[0] == shop]
    yield right("shops in another order", (*by_shop, *(act for act in acts if act[0] not in shops)))
    if check.quantity > 1:
        yield right("a line split over two variants", _changing(acts, _split))
    failed = CheckoutStep(step="payment", errors={"card_number": "Check the number."})
    yield right("an error on the way", ((offers[0].shop, failed), *acts))
    yield right("all pages visited", (*map(viewed, offers), *map(viewed, ground.near), *acts))
    yield right("after looking around", (*ground.wandering, *acts))


def _wrong_goods(ground: Ground, check: Order, offers: list[OfferAddress]) -> Iterator[State]:
    acts = ground.acts
    for offer in offers:
        yield wrong(f"{offer.slug} not ordered", _unordered(acts, offer))
        for pieces in (check.quantity + 1, check.quantity - 1):
            if pieces > 0:
                yield wrong(f"{pieces} of {offer.slug}", _changing(acts, _pieces(offer.slug, pieces)))
        near = ground.like(offer)
        yield wrong(
            f"a near duplicate for {offer.slug}", ground.returning([near if one == offer else one for one in offers])
        )
        for there in list(ground.elsewhere(offer))[:2]:
            swapped = [there if one == offer else one for one in offers]
            yield wrong(f"{offer.slug} at {there.shop}", ground.returning(swapped))
        yield wrong(f"{offer.slug} left in the cart", (*_unordered(acts, offer), carted(offer, check.quantity)))
    for near in ground.near[:4]:
        yield wrong(f"{near.slug} ordered besides", ground.returning([*offers, near]))
    for group in check.groups:
        for other in group[1:]:
            yield wrong(f"{group[0].slug} and {other.slug}", ground.returning([*offers, other]))
    placed = [act for act in acts if _is_order(act)]
    yield wrong("ordered twice", before_answer(acts, *placed))
    if check.one_order_per_shop and any(len(one.lines) > 1 for _, one in _orders(acts)):
        yield wrong("an order for each line", (*without(acts, _is_order), *_one_by_one(acts)))


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
    for form in _forms(buyer.country, contact.country(buyer.country), COUNTRIES):
        yield f"the country as {form}", both(country=form)
    for form in _forms(buyer.state, contact.state(buyer.state), STATES):
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


def plain_order(*lines: OrderLine) -> Placed:
    """An order by nobody in particular."""
    return OrderPlaced(
        number=7,
        lines=lines,
        email="",
        billing=Address(),
        shipping=Address(),
        delivery_method="",
        payment_method="card",
        goods_total=0,
        shipping_price=0,
        total=0,
    )


def order_of(address: OfferAddress) -> Act:
    """An offer is ordered by nobody in particular."""
    return address.shop, plain_order(order_line(address))


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
