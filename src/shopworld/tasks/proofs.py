"""Proofs of a task's checks without a browser: events made by hand must score as the house laws say.

The right answer scores 1; nothing, everything and every near miss score 0. That a shopper can bring the events about
through a shop's pages is proven by the oracle in a run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from shopworld.catalog.query import Sort
from shopworld.episode import WORLD_START, Ending, Event, Payload
from shopworld.mall import AnswerSubmitted, Mall
from shopworld.shop.events import (
    Address,
    CartChanged,
    OrderLine,
    OrderPlaced,
    PageViewed,
    PolicyViewed,
    ProductViewed,
    SearchPerformed,
)
from shopworld.tasks.checks import (
    AnswerSet,
    AnswerText,
    Cart,
    CartVariant,
    ChosenProduct,
    ListingUsed,
    NoCheckout,
    OfferAddress,
    Order,
    PageRead,
    PageVisited,
)
from shopworld.tasks.model import Task
from shopworld.tasks.scoring import score

EVERYTHING = 5000
"""How many offers of a catalog are named, beside the right ones, where everything is."""


@dataclass(frozen=True, slots=True)
class Proof:
    """One proof.

    Attributes:
        name: `right`, `nothing`, `everything`, `near miss 1`, …
        holds: whether the checks say what they must.
        text: what they said.
    """

    name: str
    holds: bool
    text: str


def prove_suite(tasks: Iterable[Task], mall: Mall) -> Iterator[tuple[Task, tuple[Proof, ...]]]:
    """Proves the checks of several tasks, one by one as they are asked for; see `prove_checks`."""
    offers = _offers(mall)
    for task in tasks:
        yield task, _proofs(task, offers, mall)


def prove_checks(task: Task, mall: Mall) -> tuple[Proof, ...]:
    """Proves a task's checks by events made by hand.

    Args:
        task: whose checks are proven.
        mall: the mall it was made for.
    """
    return _proofs(task, _offers(mall), mall)


def _proofs(task: Task, offers: Sequence[OfferAddress], mall: Mall) -> tuple[Proof, ...]:
    hosts = mall.hosts
    returning = [check for check in task.checks if isinstance(check, AnswerSet | Cart | Order)]
    visiting = [check for check in task.checks if isinstance(check, PageVisited)]
    right = list(dict.fromkeys(group[0] for check in returning or visiting for group in check.groups))
    chosen = [check.accepted[0] for check in task.checks if isinstance(check, ChosenProduct)]
    right = right or chosen
    proofs = [_prove("right", task, events_of(task, right, hosts), 1.0, mall)]
    proofs.append(_prove("nothing", task, (), 0.0, mall))
    if returning or chosen:
        everything = list(dict.fromkeys([*right, *offers]))
        proofs.append(_prove("everything", task, events_of(task, everything, hosts), 0.0, mall))
    for number, miss in enumerate(task.near_misses, start=1):
        proofs.append(_prove(f"near miss {number}", task, events_of(task, miss, hosts), 0.0, mall))
    proofs += [_prove(name, task, events, 0.0, mall) for name, events in _ways_off(task, right, hosts)]
    return tuple(proofs)


def _ways_off(
    task: Task, right: Sequence[OfferAddress], hosts: Mapping[str, str]
) -> Iterator[tuple[str, tuple[Event, ...]]]:
    """What is right at the end, and was come by in another way than the task asks for."""
    whole = events_of(task, right, hosts)
    for number, check in enumerate(task.checks):
        match check:
            case PageRead() | ListingUsed():
                yield f"without {check.type} {number}", events_of(task, right, hosts, without=number)
                if check.before_cart:
                    late = Event(len(whole), WORLD_START, check.shop, _seen(check))
                    yield f"late {check.type} {number}", (*events_of(task, right, hosts, without=number), late)
            case AnswerText() | PageVisited() | CartVariant():
                yield f"without {check.type} {number}", events_of(task, right, hosts, without=number)
            case NoCheckout():
                shop = next(iter(hosts.values()))
                entered = PageViewed(path="/checkout", page="checkout")
                yield "into the checkout", (*whole, Event(len(whole), WORLD_START, shop, entered))
            case _:
                pass


def _seen(check: PageRead | ListingUsed) -> Payload:
    """What happens when a shopper opens what a check asks for."""
    if isinstance(check, PageRead):
        return PolicyViewed(handle=check.handles[0])
    return SearchPerformed(
        query=check.query,
        category=check.category or (),
        filters={one.field: one.values[:1] for one in check.filters},
        sort=check.sort.value if check.sort else Sort.FEATURED.value,
        total=1,
        results=(),
    )


def _offers(mall: Mall) -> list[OfferAddress]:
    offers = islice(mall.catalog.iterate_offers(), EVERYTHING)
    return [OfferAddress(shop=offer.shop_id, slug=offer.slug) for offer in offers]


def _prove(name: str, task: Task, events: Sequence[Event], wanted: float, mall: Mall) -> Proof:
    result = score(task, events, ending=Ending.SUBMITTED, hosts=mall.hosts, catalog=mall.catalog)
    failed = [f"{check.type}: {check.reason}" for check in result.checks if not check.passed]
    text = "; ".join(failed) or "all checks passed"
    return Proof(name, result.reward == wanted, text if len(text) <= 300 else f"{text[:299]}…")


def events_of(
    task: Task, offers: Sequence[OfferAddress], hosts: Mapping[str, str], *, without: int | None = None
) -> tuple[Event, ...]:
    """The events of a shopper who returns those offers in the way that the task's checks look at.

    Args:
        task: whose checks say what is done with an offer: named, left in a cart, ordered.
        offers: what is returned; buyer, quantity, text answer and pages to visit are as the checks ask for. Where a
            task returns nothing, these are the pages that are visited.
        hosts: host of each shop to its id.
        without: place of a check that nothing is done for.
    """
    checks = [check for number, check in enumerate(task.checks) if number != without]
    variants = {check.offer: check.variants[0] for check in checks if isinstance(check, CartVariant)}
    host_of = {shop: host for host, shop in hosts.items()}
    happened: list[tuple[str | None, Payload]] = [
        (check.shop, _seen(check)) for check in checks if isinstance(check, PageRead | ListingUsed)
    ]
    returns = any(isinstance(check, AnswerSet | Cart | Order | ChosenProduct) for check in checks)
    answer = "Done"
    for check in checks:
        match check:
            case AnswerSet() | ChosenProduct():
                answer = "###".join(f"http://{host_of[one.shop]}/product/{one.slug}/" for one in offers) or answer
            case AnswerText():
                answer = check.accepted[0]
            case Cart():
                happened += [_carted(one, check.quantity, variants.get(one)) for one in offers]
            case Order():
                for shop in sorted({one.shop for one in offers}):
                    chosen = [one for one in offers if one.shop == shop]
                    happened += [_carted(one, check.quantity) for one in chosen]
                    happened.append((shop, _order(check, chosen)))
            case PageVisited():
                pages = [group[0] for group in check.groups] if returns else offers
                happened += [(one.shop, ProductViewed(offer_id=_id(one), slug=one.slug, price=0)) for one in pages]
            case _:
                pass
    happened.append((None, AnswerSubmitted(text=answer)))
    return tuple(Event(number, WORLD_START, shop, payload) for number, (shop, payload) in enumerate(happened))


def _id(address: OfferAddress) -> str:
    return f"{address.shop}/{address.slug}"


def _carted(address: OfferAddress, quantity: int, variant: str | None = None) -> tuple[str, Payload]:
    changed = CartChanged(offer_id=_id(address), slug=address.slug, variant_id=variant, quantity=quantity, price=0)
    return address.shop, changed


def _order(check: Order, offers: Sequence[OfferAddress]) -> OrderPlaced:
    buyer = check.buyer
    first_name, _, last_name = buyer.name.partition(" ")
    address = Address(
        first_name=first_name,
        last_name=last_name,
        street=buyer.street,
        house_number=buyer.house_number,
        zip=buyer.zip,
        city=buyer.city,
        state=buyer.state,
        country=buyer.country,
    )
    lines = tuple(
        OrderLine(offer_id=_id(one), slug=one.slug, title=one.slug, quantity=check.quantity, price=0) for one in offers
    )
    return OrderPlaced(
        number=1,
        lines=lines,
        email=buyer.email,
        billing=address,
        shipping=address,
        delivery_method="",
        payment_method=check.payment_method,
        card_digits=buyer.card,
        card_expiry=buyer.expiry_date,
        card_cvv=buyer.cvv,
        goods_total=0,
        shipping_price=0,
        total=0,
    )
