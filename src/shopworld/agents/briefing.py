"""What the oracle alone is told: the task's checks and where its offers stand. Never given to another agent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from shopworld.catalog import Catalog
from shopworld.catalog.model import Offer
from shopworld.errors import AgentError
from shopworld.mall import Mall
from shopworld.shop.addressing import addresses_of
from shopworld.tasks import (
    AnswerSet,
    AnswerText,
    Buyer,
    Cart,
    ChosenProduct,
    Group,
    OfferAddress,
    Order,
    PageVisited,
    Task,
)


@dataclass(frozen=True, slots=True)
class BriefedOffer:
    """An offer of the solution.

    Attributes:
        shop: address of its shop.
        title: what to search for.
        address: of its page.
        path: of its page within the shop.
    """

    shop: str
    title: str
    address: str
    path: str


@dataclass(frozen=True, slots=True)
class Briefing:
    """How the task is solved.

    Attributes:
        answers: what is to be named: one offer of each group.
        cart: offers to leave in the carts.
        order: offers to order.
        quantity: pieces of each.
        visit: pages to view.
        buyer: who orders.
        text: a text to submit, where the answer is one.
        solution: address of the solution page.
    """

    answers: tuple[BriefedOffer, ...]
    cart: tuple[BriefedOffer, ...]
    order: tuple[BriefedOffer, ...]
    visit: tuple[BriefedOffer, ...]
    quantity: int
    buyer: Buyer
    text: str
    solution: str


def _offer(catalog: Catalog, address: OfferAddress, task: Task) -> Offer:
    offer = catalog.offer_by_slug(address.shop, address.slug)
    if offer is None:
        raise AgentError(f"task {task.id}: no offer {address.slug!r} in the shop {address.shop!r}")
    return offer


def _briefed(mall: Mall, task: Task, groups: tuple[Group, ...]) -> Iterator[BriefedOffer]:
    hosts = {shop_id: host for host, shop_id in mall.hosts.items()}
    for group in groups:
        offers = [_offer(mall.catalog, address, task) for address in group]
        offer = next((one for one in offers if one.in_stock and not one.variants), offers[0])
        shop = f"http://{hosts[offer.shop_id]}/"
        path = addresses_of(mall.specification(offer.shop_id).identity.addresses).product(offer.slug)
        yield BriefedOffer(shop, offer.title, shop.rstrip("/") + path, path)


def brief(mall: Mall, task: Task) -> Briefing:
    """Reads the solution out of a task's checks.

    Raises:
        AgentError: an offer of the solution is not in the catalog.
    """
    found: dict[str, tuple[BriefedOffer, ...]] = {"answers": (), "cart": (), "order": (), "visit": ()}
    quantity, buyer, text = 1, Buyer(), ""
    for check in task.checks:
        match check:
            case AnswerSet():
                found["answers"] = tuple(_briefed(mall, task, check.groups))
            case ChosenProduct():
                found["answers"] = tuple(_briefed(mall, task, (check.accepted,)))
            case Cart():
                found["cart"], quantity = tuple(_briefed(mall, task, check.groups)), check.quantity
            case Order():
                found["order"], quantity, buyer = tuple(_briefed(mall, task, check.groups)), check.quantity, check.buyer
            case PageVisited():
                found["visit"] = tuple(_briefed(mall, task, check.groups))
            case AnswerText():
                text = check.accepted[0]
            case _:
                pass
    return Briefing(**found, quantity=quantity, buyer=buyer, text=text, solution=mall.solution_address)
